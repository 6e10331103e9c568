import { cellAt, columnKinds, type Cell, type Column, type ColumnKind, type Table } from '@tessera/core/table';
import { uniqueNames } from '@tessera/core/unique-names';
import { encodeCell } from '../chart-data/values/encode.ts';
import { tellsRules } from '../chart-data/edge/redact.ts';
import type { Batch } from '../engines/engine.ts';

/** A column of a result, as older clients know it too. */
export type ResultColumn = {
  readonly column_name: string;
  readonly name: string;
  /** Type name of the database. */
  readonly type: string | null;
  /** Index in the list of kinds. */
  readonly type_generic: number;
  readonly is_dttm: boolean;
};

/**
 * A stored result is lines of JSON: for each statement a `head`, then its rows by columns, then a `tail`. Instants are
 * epoch milliseconds, integers have any size.
 */
export type ResultHead = {
  readonly statement: number;
  readonly sql: string;
  readonly columns: readonly ResultColumn[];
};
export type ResultTail = {
  readonly statement: number;
  readonly rows: number;
  /** There were more rows than were read. */
  readonly isCut: boolean;
  readonly limitingFactor: string;
  readonly affected: number | null;
  readonly durationMs: number;
};
/** A cell whose text ends early; the whole of it lies beside the lines. */
export type CutCell = {
  readonly column: number;
  readonly row: number;
  readonly bytes: number;
  readonly at: number;
};
export type ResultRows = {
  readonly rows: number;
  readonly columns: readonly (readonly unknown[])[];
  readonly cut?: readonly CutCell[];
};
export type ResultLine = { readonly head: ResultHead } | ResultRows | { readonly tail: ResultTail };

/** Somebody looks at the first rows while the others are on their way. */
const FIRST_ROWS = 500;
const LINE_ROWS = 10_000;
/** Making one line holds the loop for a few milliseconds at most. */
const LINE_CELLS = 70_000;
/** Cells of more characters are cut … */
const BIG_CELL = 100_000;
/** … to so many. */
const KEPT_CHARACTERS = 10_000;
/** Behind the text of a cell that is cut. */
export const CUT_MARK = '…';

/**
 * What the columns of a batch are. Columns without a name get one, and so do those whose name may be a text with
 * clauses of rules in it, where its reader may not read these.
 */
export function columnsOf({ table, types }: Batch, hidesRules: boolean): readonly ResultColumn[] {
  const columns = [...table.columns.values()];
  const names = uniqueNames(
    columns.map(({ name }) => (name.trim() === '' || (hidesRules && tellsRules(name)) ? 'column' : name)),
    (name, count) => `${name}_${count - 1}`,
  );
  return columns.map((column, index) => {
    const name = names[index] ?? column.name;
    return {
      column_name: name,
      name,
      type: types[column.name] || null,
      type_generic: columnKinds.indexOf(column.kind),
      is_dttm: column.kind === 'temporal',
    };
  });
}

/** The kind of a column; texts where nothing is known. */
export function kindOfColumn({ type_generic: index }: ResultColumn): ColumnKind {
  return columnKinds[index] ?? 'string';
}

/** Where whole cells go. @returns where it begins */
export type PutAside = (cell: string) => Promise<{ readonly at: number; readonly bytes: number }>;

/**
 * The rows of a batch as lines.
 * @param isFirst  The first line of the first batch is a short one.
 * @param putAside  Null leaves big cells whole
 */
export async function* rowsLines(
  { table }: Batch,
  isFirst: boolean,
  putAside: PutAside | null,
): AsyncGenerator<string, void> {
  const most = Math.max(1, Math.min(LINE_ROWS, Math.floor(LINE_CELLS / Math.max(1, table.columns.size))));
  for (let from = 0; from < table.rowCount;) {
    const to = Math.min(table.rowCount, from + (isFirst && from === 0 ? Math.min(FIRST_ROWS, most) : most));
    yield await rowsLine(table, from, to, putAside);
    from = to;
  }
}

async function rowsLine(table: Table, from: number, to: number, putAside: PutAside | null): Promise<string> {
  const cut: CutCell[] = [];
  const columns: string[] = [];
  for (const [index, column] of [...table.columns.values()].entries()) {
    const texts = textsOf(column, from, to);
    for (const [row, text] of texts.entries()) {
      if (text.length <= BIG_CELL || putAside === null) continue;
      cut.push({ column: index, row, ...(await putAside(text)) });
      texts[row] = JSON.stringify(beginningOf(column.values[from + row] ?? null, text) + CUT_MARK);
    }
    columns.push(`[${texts.join(',')}]`);
  }
  const cutPart = cut.length > 0 ? `,"cut":${JSON.stringify(cut)}` : '';
  return `{"rows":${to - from},"columns":[${columns.join(',')}]${cutPart}}`;
}

/** The columns of a small table as JSON lists; big cells are cut. */
export function columnTexts(table: Table): readonly string[] {
  return [...table.columns.values()].map((column) => {
    const texts = textsOf(column, 0, table.rowCount).map((text, row) =>
      text.length <= BIG_CELL ? text : JSON.stringify(beginningOf(column.values[row] ?? null, text) + CUT_MARK),
    );
    return `[${texts.join(',')}]`;
  });
}

function textsOf(column: Column, from: number, to: number): string[] {
  const { values } = column;
  if (values instanceof Float64Array) {
    const texts: string[] = [];
    for (let row = from; row < to; row += 1) {
      const value = values[row] ?? Number.NaN;
      texts.push(Number.isFinite(value) ? String(value) : 'null');
    }
    return texts;
  }
  // Names of countries, devices and the like repeat: each is quoted once.
  const quoted = new Map<Cell, string>();
  const texts: string[] = [];
  for (let row = from; row < to; row += 1) {
    const cell = cellAt(column, row);
    let text = typeof cell === 'string' ? quoted.get(cell) : undefined;
    if (text === undefined) {
      text = encodeCell(cell);
      if (typeof cell === 'string' && cell.length < 100 && quoted.size < LINE_ROWS) quoted.set(cell, text);
    }
    texts.push(text);
  }
  return texts;
}

/** The beginning of a cell, which ends between two characters. */
function beginningOf(cell: Cell, json: string): string {
  const text = (typeof cell === 'string' ? cell : json).slice(0, KEPT_CHARACTERS);
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
