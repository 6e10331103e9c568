import { ownValue } from '@tessera/core/own-value';
import type { PostStep } from '@tessera/core/query-object';
import { tableOf, type ColumnKind, type Table } from '@tessera/core/table';
import { inWallClock } from '@tessera/core/time-range/wall-clock';
import type { Beside } from '@tessera/viz/present';
import { applyPostProcessing } from '@tessera/query/post/apply';
import { inOrder } from '../values/column-order.ts';
import { encodeColumns, encodeRows } from '../values/encode.ts';
import { lineFormats, type LineFormat } from '../values/line-formats.ts';
import { createChunkWriter, type Chunks } from '../values/chunks.ts';
import { present, type Presentation } from './present/present.ts';

/** What is left to do with a run's rows, and in which form they are wanted. */
export type FinishOrder = {
  readonly steps: readonly PostStep[];
  /** Columns that come first; else left out. */
  readonly columnOrder?: readonly string[];
  readonly format: 'json' | LineFormat;
  /** Names on screen by column name, for the header of CSV. */
  readonly verbose: Readonly<Record<string, string>>;
  /** As the chart shows the rows, for result type `post_processed`; else left out. */
  readonly presentation?: Presentation;
  /** What the presentation takes beside the rows: those of `queriesBeside`. */
  readonly beside?: Beside;
  /** Its columns of moments, which a chart shows in the clock of this zone. */
  readonly wall?: { readonly moments: readonly string[]; readonly zone: string | null };
};

export type Finished = {
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[];
  readonly rowCount: number;
  /** Columns that a pivot made → their parts. */
  readonly pivoted: Readonly<Record<string, readonly string[]>>;
  /**
   * JSON array of the names of the rows, which count from 0 where a presentation does not name them. Only where JSON is
   * asked for.
   */
  readonly index: Chunks;
  /** JSON array of row objects, JSON object by column and row for a presentation, or lines with their header. */
  readonly body: Chunks;
};

/**
 * Post-process and encode: a pure function of its arguments, so it may run on any thread.
 * @throws AppError
 * post_processing
 */
export function finish(given: Table, order: FinishOrder): Finished {
  const { moments, zone } = order.wall ?? { moments: [], zone: null };
  const table = inOrder(inWallClock(given, moments, zone), order.columnOrder ?? []);
  const { table: done, labelMap: pivoted } =
    order.steps.length === 0 ? { table, labelMap: {} } : applyPostProcessing(table, order.steps);
  const shown = order.presentation ? present(done, order.presentation, order.verbose, besideIn(order)) : null;
  if (shown) {
    const { table: presented, indexNames, corner } = shown;
    const names = indexNames === null ? [] : [{ name: corner, kind: 'string', values: indexNames } as const];
    const facts = { columns: columnsOf(presented), rowCount: presented.rowCount, pivoted };
    if (order.format !== 'json')
      return {
        ...facts,
        index: [],
        body: [Buffer.from(linesOf(tableOf([...names, ...presented.columns.values()]), order.format, {}))],
      };
    return {
      ...facts,
      index: indexNames === null ? counted(presented.rowCount) : [Buffer.from(JSON.stringify(indexNames))],
      body: [Buffer.from(encodeColumns(presented, indexNames))],
    };
  }
  const facts = { columns: columnsOf(done), rowCount: done.rowCount, pivoted };
  if (order.format !== 'json')
    return { ...facts, index: [], body: [Buffer.from(linesOf(done, order.format, order.verbose))] };
  return { ...facts, index: counted(done.rowCount), body: encodeRows(done) };
}

/** What stands beside the rows has its columns of the same names. */
function besideIn({ beside, wall }: FinishOrder): Beside | undefined {
  if (!beside || !wall) return beside;
  return { ...beside, tables: beside.tables.map((table) => inWallClock(table, wall.moments, wall.zone)) };
}

/** `[0,1,2 …]` of a length. */
function counted(length: number): Chunks {
  const { add, end } = createChunkWriter();
  add('[');
  for (let row = 0; row < length; row += 1) add(row === 0 ? '0' : `,${row}`);
  add(']');
  return end();
}

/** The header and the rows in a format that is made of lines. */
function linesOf(table: Table, format: LineFormat, verbose: Readonly<Record<string, string>>): string {
  const { header, rows } = lineFormats[format];
  return header([...table.columns.keys()].map((name) => ownValue(verbose, name) ?? name)) + rows(table);
}

function columnsOf(table: Table): Finished['columns'] {
  return [...table.columns.values()].map(({ name, kind }) => ({ name, kind }));
}
