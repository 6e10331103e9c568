import { metricLabel } from '@tessera/core/form-data';
import { readNumber } from '@tessera/core/numeric-cell';
import type { Cell, Column } from '@tessera/core/table';
import type { ChartContext, Currency } from '../../define.ts';
import { toNumber } from '../../parse-form.ts';
import { cellText, EMPTY_LABELS } from '../../layer/labels.ts';
import { singleLine } from '../../shared/text.ts';
import type { TableForm } from './controls.ts';

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

export function readColumnConfig(stored: TableForm['column_config'], name: string): ColumnConfig {
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

export type CellWriter = {
  readonly write: (value: Cell) => string;
  /** The value in full, for a tooltip. */
  readonly exact: (value: Cell) => string;
  /** Metrics are measured; numbers of dimensions and raw rows are names. */
  readonly isMeasure: boolean;
};

/** How the cells of a column read. Identifiers keep every digit; measures are shortened and told in full on hover. */
export function cellWriter(column: Column, form: TableForm, config: ColumnConfig, context: ChartContext): CellWriter {
  const isPercent =
    column.name.startsWith('%') && form.percent_metrics.some((metric) => `%${metricLabel(metric)}` === column.name);
  const isMeasure = isPercent || form.metrics.some((metric) => metricLabel(metric) === column.name);
  const numberFormat = config.numberFormat ?? (isPercent ? ',.2%' : isMeasure ? 'SMART_NUMBER' : null);
  const grain = form.groupby.some((one) => one === column.name) ? form.time_grain_sqla : null;
  const timeFormat =
    config.timeFormat ??
    (form.table_timestamp_format === 'smart_date' && grain === null ? fullFormat(column) : form.table_timestamp_format);
  const exact = (value: Cell): string => {
    if (column.kind === 'temporal' && typeof value === 'number') return context.formatTime('%Y-%m-%d %H:%M:%S', value);
    return singleLine(cellText(value));
  };
  const write = (value: Cell): string => {
    if (typeof value === 'boolean') return value ? EMPTY_LABELS.true : EMPTY_LABELS.false;
    if (column.kind === 'temporal' && typeof value === 'number') return context.formatTime(timeFormat, value, grain);
    if (column.kind === 'numeric' && (numberFormat !== null || config.currency !== null)) {
      const number = readNumber(value);
      if (Number.isFinite(number))
        return context.formatNumber(
          (Math.abs(number) < 1 && config.smallNumberFormat) || (numberFormat ?? '~g'),
          number,
          config.currency,
        );
    }
    return singleLine(cellText(value));
  };
  return { write, exact, isMeasure };
}

/** Adaptive dates in rows: as fine as the finest of the column, so that all of them can be compared. */
function fullFormat(column: Column): string {
  let format = '%Y-%m-%d';
  for (const value of column.values) {
    if (typeof value !== 'number' || value % DAY_MS === 0) continue;
    if (value % MINUTE_MS !== 0) return '%Y-%m-%d %H:%M:%S';
    format = '%Y-%m-%d %H:%M';
  }
  return format;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

function readCurrency(stored: unknown): Currency | null {
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
