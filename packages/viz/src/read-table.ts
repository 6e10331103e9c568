import { epochOfText } from '@tessera/core/epoch-of-text';
import { columnKinds, type Cell, type Column, type ColumnKind, type Table } from '@tessera/core/table';

/** The part of one chart-data answer that becomes a table. `coltypes` index {@link columnKinds}. */
export type WireTable = {
  readonly colnames: readonly string[];
  readonly coltypes: readonly number[];
  readonly data: readonly Readonly<Record<string, unknown>>[];
  /** Columns of instants in UTC, which are shown in the clock of `time_zone`; none where it is left out. */
  readonly moments?: unknown;
  readonly time_zone?: unknown;
};

/**
 * Turn the row objects of an answer into a columnar table, once.
 *
 * Numeric columns of plain numbers become a Float64Array (NaN for null). Times are epoch milliseconds already,
 * or text that a database gave, which is read as UTC; what is no time stays as it came.
 */
export function readTable(wire: WireTable): Table {
  const rowCount = wire.data.length;
  const columns = new Map<string, Column>();
  wire.colnames.forEach((name, position) => {
    const kind = columnKinds[wire.coltypes[position] ?? 1] ?? 'string';
    columns.set(name, { name, kind, values: readColumn(wire.data, name, kind) });
  });
  return { rowCount, columns };
}

function readColumn(rows: WireTable['data'], name: string, kind: ColumnKind): Column['values'] {
  if (kind === 'numeric') {
    const numbers = readNumbers(rows, name);
    if (numbers) return numbers;
  }
  if (kind === 'temporal') return rows.map((row) => readTime(row[name]));
  return rows.map((row) => readCell(row[name]));
}

/** All plain numbers and nulls, or undefined when a cell needs more than a double (bigint, exact decimal text). */
function readNumbers(rows: WireTable['data'], name: string): Float64Array | undefined {
  const numbers = new Float64Array(rows.length);
  for (let index = 0; index < rows.length; index += 1) {
    const value = rows[index]?.[name];
    if (typeof value === 'number') numbers[index] = value;
    else if (value === null || value === undefined) numbers[index] = Number.NaN;
    else return undefined;
  }
  return numbers;
}

function readTime(value: unknown): Cell {
  if (typeof value === 'number' || value === null || value === undefined) return value ?? null;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string') return readCell(value);
  const epochMs = epochOfText(value);
  return Number.isNaN(epochMs) ? value : epochMs;
}

function readCell(value: unknown): Cell {
  return value === undefined ? null : (value as Cell);
}
