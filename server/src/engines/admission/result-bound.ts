import { AppError } from '@tessera/core/errors/app-error';
import type { Cell, Table } from '@tessera/core/table';
import type { RunOptions } from '../engine.ts';

/** Where nobody says otherwise. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Most bytes of one result that is buffered as a whole, and of what a driver buffers of one that is streamed. */
export function maxBytes({ maxBytes = MAX_BYTES }: Pick<RunOptions, 'maxBytes'>): number {
  return maxBytes;
}

export function resultTooLarge(bytes: number): AppError<'result_too_large'> {
  return new AppError('result_too_large', { megabytes: Math.max(1, Math.round(bytes / 1024 / 1024)) });
}

/** What the cells of a table take as text, roughly: texts by their length, everything else 8. */
export function bytesOfTable(table: Table): number {
  let bytes = 0;
  for (const { values } of table.columns.values()) {
    if (values instanceof Float64Array) bytes += values.byteLength;
    else for (const cell of values) bytes += bytesOfCell(cell);
  }
  return bytes;
}

function bytesOfCell(cell: Cell): number {
  if (typeof cell === 'string') return cell.length;
  if (typeof cell !== 'object' || cell === null) return 8;
  return Object.values(cell).reduce((sum: number, part: Cell) => sum + bytesOfCell(part), 16);
}
