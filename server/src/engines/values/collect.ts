import { setImmediate } from 'node:timers/promises';
import type { Column } from '@tessera/core/table';
import type { Batch, RunOptions, RunResult } from '../engine.ts';
import { joinColumns } from './columns.ts';
import { bytesOfTable, maxBytes, resultTooLarge } from '../admission/result-bound.ts';

/** More rows are put together column by column, with a pause between two. */
const SMALL_ROWS = 20_000;
/** Whole results are in memory once; beyond this many cells, reading stops and `truncated` tells. */
const MAX_CELLS = 20_000_000;

/** Rows that a statement which changes something may give back. */
export const RETURNED_ROWS = 10_000;

/** One table from all batches of a stream. @throws AppError result_too_large, which leaves the stream */
export async function collect(
  batches: AsyncIterable<Batch>,
  options: Pick<RunOptions, 'maxBytes'> = {},
): Promise<RunResult> {
  const most = maxBytes(options);
  const parts: Batch[] = [];
  let rowCount = 0;
  let bytes = 0;
  let truncated = false;
  for await (const batch of batches) {
    bytes += bytesOfTable(batch.table);
    if (bytes > most) throw resultTooLarge(most);
    parts.push(batch);
    rowCount += batch.table.rowCount;
    truncated = batch.truncated;
    if (rowCount * batch.table.columns.size > MAX_CELLS && !batch.isLast) {
      truncated = true;
      break;
    }
  }
  const [first] = parts;
  if (!first) return { table: { rowCount: 0, columns: new Map() }, types: {}, truncated: false };
  if (parts.length === 1) return { table: first.table, types: first.types, truncated };
  const columns: Column[] = [];
  for (const name of first.table.columns.keys()) {
    columns.push(joinColumns(parts.flatMap((part) => part.table.columns.get(name) ?? [])));
    if (rowCount > SMALL_ROWS) await setImmediate();
  }
  return {
    table: { rowCount, columns: new Map(columns.map((column) => [column.name, column])) },
    types: first.types,
    truncated,
  };
}
