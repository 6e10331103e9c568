import type { PostStep } from '@tessera/core/query-object';
import type { ColumnKind, Table } from '@tessera/core/table';
import { applyPostProcessing } from '@tessera/query/post/apply';
import { csvHeader, csvRows } from './csv.ts';
import { encodeRows } from './encode.ts';

/** What is left to do with a run's rows, and in which form they are wanted. */
export type FinishOrder = {
  readonly steps: readonly PostStep[];
  readonly format: 'json' | 'csv';
  /** Names on screen by column name, for the header of CSV. */
  readonly verbose: Readonly<Record<string, string>>;
};

export type Finished = {
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[];
  readonly rowCount: number;
  /** Columns that a pivot made → their parts. */
  readonly pivoted: Readonly<Record<string, readonly string[]>>;
  /** JSON array of row objects, or CSV lines with their header. */
  readonly body: Buffer;
};

/** Post-process and encode: a pure function of its arguments, so it may run on any thread. @throws AppError post_processing */
export function finish(table: Table, order: FinishOrder): Finished {
  const { table: done, labelMap: pivoted } = order.steps.length === 0 ? { table, labelMap: {} } : applyPostProcessing(table, order.steps);
  const columns = [...done.columns.values()].map(({ name, kind }) => ({ name, kind }));
  const text = order.format === 'csv' ? csvHeader(columns.map(({ name }) => order.verbose[name] ?? name)) + csvRows(done) : encodeRows(done);
  return { columns, rowCount: done.rowCount, pivoted, body: Buffer.from(text) };
}
