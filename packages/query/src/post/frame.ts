import { AppError } from '@tessera/core/errors/app-error';
import { readNumber } from '@tessera/core/numeric-cell';
import type { Cell, Column, ColumnKind, Table } from '@tessera/core/table';
import { uniqueNames } from '@tessera/core/unique-names';

/** Values of a column; in a Float64Array, NaN stands for null. */
export type Values = Column['values'];

/**
 * Name of a column in levels: [metric, dimension value …] after a pivot, [name] before. Renaming may take a level out
 * (null).
 */
export type Path = readonly (string | null)[];

export type FrameColumn = {
  readonly path: Path;
  readonly kind: ColumnKind;
  readonly values: Values;
  /** What a flattened name was made of. */
  readonly parts?: readonly string[];
};

/** One level of the row index. */
export type IndexLevel = { readonly name: string; readonly kind: ColumnKind; readonly values: Values };

/** What post-processing works on: columns with names in levels, and rows that may carry an index. */
export type Frame = {
  readonly rowCount: number;
  /** Empty: rows are only numbered. */
  readonly index: readonly IndexLevel[];
  readonly columns: readonly FrameColumn[];
  /** Columns that a pivot left out because they were empty: a later step may name them, and finds nothing to do. */
  readonly emptied?: readonly string[];
};

/** Column name → the parts that it was made of, for names that a pivot composed. */
export type LabelMap = Readonly<Record<string, readonly string[]>>;

/** Beyond this many cells what a step makes is refused: nobody can read it, and it would not fit into memory. */
export const MAX_CELLS = 20_000_000;

/** The same for columns: each costs more than its cells. */
const MAX_COLUMNS = 20_000;

/** What came in may be big; what a step makes of it may not be bigger than that and than a bound. */
export function fits(before: Frame, rows: number, columns: number): boolean {
  return (
    columns <= Math.max(MAX_COLUMNS, before.columns.length) &&
    rows * columns <= Math.max(MAX_CELLS, before.rowCount * before.columns.length)
  );
}

export function failPost(reason: string): never {
  throw new AppError('post_processing', { reason });
}

export function frameOf(table: Table): Frame {
  return {
    rowCount: table.rowCount,
    index: [],
    columns: [...table.columns.values()].map(({ name, kind, values }) => ({ path: [name], kind, values })),
  };
}

/** Back to a table. An index that was not reset is left out, as clients expect; names in levels are joined. */
export function tableOfFrame(frame: Frame): { readonly table: Table; readonly labelMap: LabelMap } {
  const labels: Record<string, readonly string[]> = Object.create(null);
  const columns = new Map<string, Column>();
  const names = uniqueNames(frame.columns.map(({ path }) => unescapeSeparator(joinPath(path))));
  for (const [at, { path, kind, values, parts }] of frame.columns.entries()) {
    const name = names[at] ?? '';
    columns.set(name, { name, kind, values });
    if (parts ?? path.length > 1) labels[name] = parts ?? path.filter((part) => part !== null);
  }
  return { table: { rowCount: frame.rowCount, columns }, labelMap: labels };
}

/** Parts of a name joined with ', '; a comma inside a part is escaped, parts taken out are left out. */
export function joinPath(path: Path): string {
  if (path.length === 1) return path[0] ?? '';
  return path.flatMap((part) => (part === null ? [] : escapeSeparator(part))).join(', ');
}

export function escapeSeparator(text: string): string {
  return text.replaceAll(',', '\\,');
}

export function unescapeSeparator(text: string): string {
  return text.replaceAll('\\,', ',');
}

/**
 * For each name the columns that have it on the first level; several may share one, and a name may come again.
 * @throws AppError post_processing if a name is on no column's first level, or if the columns are too many together
 */
export function columnsOfNames(frame: Frame, names: readonly string[]): readonly (readonly FrameColumn[])[] {
  requireColumns(frame, names);
  const byName = new Map(names.map((name): [string, FrameColumn[]] => [name, []]));
  for (const column of frame.columns) if (typeof column.path[0] === 'string') byName.get(column.path[0])?.push(column);
  const found = names.map((name) => byName.get(name) ?? []);
  const count = found.reduce((sum, columns) => sum + columns.length, 0);
  if (!fits(frame, frame.rowCount, count)) failPost(`The step would take ${frame.rowCount} rows of ${count} columns.`);
  return found;
}

/**
 * Whether a column may be missing because there is nothing in it. Without rows no column is missed: most are made of
 * values, and a filter that matches nothing is no mistake of the steps.
 */
function mayBeMissing(frame: Frame, name: string): boolean {
  return frame.rowCount === 0 || frame.emptied?.includes(name) === true;
}

/** @throws AppError post_processing if a name is on no column's first level, unless nothing could be there */
export function requireColumns(frame: Frame, names: readonly string[]): void {
  const known = new Set(frame.columns.map(({ path }) => path[0]));
  if (names.some((name) => !known.has(name) && !mayBeMissing(frame, name)))
    failPost('Referenced columns not available in DataFrame.');
}

/** The one column with this name; of nulls where nothing could be there. @throws AppError post_processing */
export function columnNamed(frame: Frame, name: string): FrameColumn {
  const found = frame.columns.find(({ path }) => path[0] === name);
  if (found) return found;
  if (!mayBeMissing(frame, name)) failPost('Referenced columns not available in DataFrame.');
  return { path: [name], kind: 'numeric', values: new Float64Array(frame.rowCount).fill(Number.NaN) };
}

/**
 * Apply a function to the columns of a map {source: target}: equal names replace in place, different ones append.
 * @throws AppError post_processing
 */
export function mapColumns(
  frame: Frame,
  map: Readonly<Record<string, string>>,
  change: (column: FrameColumn) => Values,
): Frame {
  requireColumns(frame, Object.keys(map));
  const targetOf = (column: FrameColumn) =>
    column.path[0] !== null && column.path[0] !== undefined && Object.hasOwn(map, column.path[0])
      ? map[column.path[0]]
      : undefined;
  const kept: FrameColumn[] = [];
  const appended: FrameColumn[] = [];
  for (const column of frame.columns) {
    const target = targetOf(column);
    const made =
      target === undefined
        ? column
        : { path: [target, ...column.path.slice(1)], kind: 'numeric' as const, values: change(column) };
    if (target === undefined || target === column.path[0]) kept.push(made);
    else {
      kept.push(column);
      appended.push(made);
    }
  }
  return withColumns(frame, kept, appended);
}

/** Replace columns of equal paths, append the others. */
export function withColumns(frame: Frame, columns: readonly FrameColumn[], more: readonly FrameColumn[]): Frame {
  const key = (path: Path) => JSON.stringify(path);
  const fresh = new Map(more.map((column) => [key(column.path), column]));
  const replaced = columns.map((column) => {
    const now = fresh.get(key(column.path));
    fresh.delete(key(column.path));
    return now ?? column;
  });
  return { ...frame, columns: [...replaced, ...fresh.values()] };
}

/** Numbers of a column, NaN for whatever is none. Typed arrays come back as they are. */
export function numbersOf(values: Values): Float64Array {
  if (values instanceof Float64Array) return values;
  const numbers = new Float64Array(values.length);
  for (let row = 0; row < values.length; row += 1) numbers[row] = toNumber(values[row] ?? null);
  return numbers;
}

export function toNumber(cell: Cell): number {
  return typeof cell === 'boolean' ? Number(cell) : readNumber(cell);
}

/** The cell of a row, NaN read as null. */
export function cellOf(values: Values, row: number): Cell {
  const cell = values[row] ?? null;
  return typeof cell === 'number' && Number.isNaN(cell) ? null : cell;
}

/** Pick rows, in the given order. */
export function takeRows(frame: Frame, rows: ArrayLike<number>): Frame {
  return {
    ...frame,
    rowCount: rows.length,
    index: frame.index.map((level) => ({ ...level, values: take(level.values, rows) })),
    columns: frame.columns.map((column) => ({ ...column, values: take(column.values, rows) })),
  };
}

function take(values: Values, rows: ArrayLike<number>): Values {
  if (values instanceof Float64Array) {
    const taken = new Float64Array(rows.length);
    for (let at = 0; at < rows.length; at += 1) taken[at] = values[rows[at] ?? 0] ?? Number.NaN;
    return taken;
  }
  return Array.from(rows, (row) => values[row] ?? null);
}
