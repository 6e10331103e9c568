import type { Currency } from '../define.ts';
import { toNumber } from '../control-kinds/read.ts';

export type Align = 'left' | 'center' | 'right';
/** What the author says about one column; undefined leaves it to the table. */
export type ColumnConfig = {
  readonly visible: boolean;
  readonly customColumnName: string | undefined;
  readonly horizontalAlign: Align | undefined;
  readonly columnWidth: number | undefined;
  /** Narrow columns whose cells are cut; otherwise columns grow with their content. */
  readonly truncateLongCells: boolean;
  readonly showCellBars: boolean | undefined;
  readonly alignPositiveNegative: boolean | undefined;
  readonly colorPositiveNegative: boolean | undefined;
  readonly numberFormat: string | undefined;
  /** For values between −1 and 1. */
  readonly smallNumberFormat: string | undefined;
  readonly timeFormat: string | undefined;
  readonly currency: Currency | null;
};

export function readColumnConfig(
  stored: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  name: string,
): ColumnConfig {
  const config = Object.hasOwn(stored, name) ? (stored[name] ?? {}) : {};
  const text = (key: string) => (typeof config[key] === 'string' && config[key] !== '' ? config[key] : undefined);
  const flag = (key: string) => (typeof config[key] === 'boolean' ? config[key] : undefined);
  const align = text('horizontalAlign');
  const width = toNumber(config['columnWidth']);
  return {
    visible: flag('visible') !== false,
    customColumnName: text('customColumnName'),
    horizontalAlign: align === 'left' || align === 'center' || align === 'right' ? align : undefined,
    columnWidth: width !== null && width > 0 ? Math.min(2000, width) : undefined,
    truncateLongCells: flag('truncateLongCells') === true,
    showCellBars: flag('showCellBars'),
    alignPositiveNegative: flag('alignPositiveNegative'),
    colorPositiveNegative: flag('colorPositiveNegative'),
    numberFormat: text('d3NumberFormat'),
    smallNumberFormat: text('d3SmallNumberFormat'),
    timeFormat: text('d3TimeFormat'),
    currency: readCurrency(config['currencyFormat']),
  };
}

/** A saved currency; null for what is none. */
export function readCurrency(stored: unknown): Currency | null {
  if (
    typeof stored !== 'object' ||
    stored === null ||
    !('symbol' in stored) ||
    typeof stored.symbol !== 'string' ||
    stored.symbol === ''
  )
    return null;
  return {
    symbol: stored.symbol,
    symbolPosition: 'symbolPosition' in stored && stored.symbolPosition === 'suffix' ? 'suffix' : 'prefix',
  };
}
