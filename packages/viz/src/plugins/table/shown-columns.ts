import { DEFAULT_NUMBER_FORMAT, formatNumber } from '@tessera/core/formats/number';
import type { Currency } from '@tessera/core/formats/currency';
import { formatTime } from '@tessera/core/formats/time';
import { readNumber } from '@tessera/core/numeric-cell';
import { cellAt, type Cell, type Column } from '@tessera/core/table';
import { readCurrency } from '../../layer/column-config.ts';

/** How the author of a table shows one of its columns, as far as it changes texts; `null` leaves it as it is. */
export type ShownColumn = {
  readonly isVisible: boolean;
  readonly name: string | null;
  readonly numberFormat: string | null;
  /** For values between −1 and 1. */
  readonly smallNumberFormat: string | null;
  readonly timeFormat: string | null;
  readonly currency: Currency | null;
};

const LONGEST_TEXT = 1000;
/** A number format pads to the width that it names; one of a million would fill the memory. */
const WIDE_FORMAT = /\d{4}|.{60}/;

/** Read `column_config` of a table's form data: column → how it is shown. What is no such thing is left out. */
export function readShownColumns(stored: unknown): Readonly<Record<string, ShownColumn>> {
  if (!isRecord(stored)) return {};
  return Object.assign(
    Object.create(null),
    Object.fromEntries(
      Object.entries(stored).flatMap(([name, config]) => (isRecord(config) ? [[name, readOne(config)]] : [])),
    ),
  );
}

/**
 * The column as its author shows it: numbers and times become texts where a format says how.
 * @throws AppError for a
 * format that is none
 */
export function showColumn(column: Column, shown: ShownColumn): Column {
  const write = writerOf(column, shown);
  if (write === null) return column;
  return { ...column, kind: 'string', values: Array.from(column.values, (_, row) => write(cellAt(column, row))) };
}

function writerOf(
  { kind }: Column,
  { numberFormat, smallNumberFormat, timeFormat, currency }: ShownColumn,
): ((cell: Cell) => Cell) | null {
  if (kind === 'temporal' && timeFormat !== null)
    return (cell) => (typeof cell === 'number' ? formatTime(timeFormat, cell) : cell);
  if (kind !== 'numeric' || (numberFormat === null && smallNumberFormat === null && currency === null)) return null;
  const usual = numberFormat ?? DEFAULT_NUMBER_FORMAT;
  return (cell) => {
    const number = readNumber(cell);
    if (!Number.isFinite(number)) return cell;
    return formatNumber(Math.abs(number) < 1 ? (smallNumberFormat ?? usual) : usual, number, currency);
  };
}

function readOne(config: Readonly<Record<string, unknown>>): ShownColumn {
  const text = (key: string) =>
    typeof config[key] === 'string' && config[key] !== '' && config[key].length <= LONGEST_TEXT ? config[key] : null;
  const format = (key: string) => (WIDE_FORMAT.test(text(key) ?? '') ? null : text(key));
  return {
    isVisible: config['visible'] !== false,
    name: text('customColumnName'),
    numberFormat: format('d3NumberFormat'),
    smallNumberFormat: format('d3SmallNumberFormat'),
    timeFormat: text('d3TimeFormat'),
    currency: readCurrency(config['currencyFormat']),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
