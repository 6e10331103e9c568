import { fork } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@tessera/core/errors/app-error';
import type { Cell, Table } from '@tessera/core/table';
import type { Semaphore } from '../admission/semaphore.ts';
import { lastWordsOf } from '../process/death.ts';
import { boundedFork } from '../process/engine-process.ts';
import { createDecimalShape, isOpenDecimal, type DecimalShape } from '../values/decimal-shape.ts';
import { exactTypeOf, type TypedColumn } from '../values/exact-type.ts';

export type ParquetColumn = { readonly name: string; readonly type: string };
/** What the process is notified. */
export type ParquetTask = {
  readonly rows: string;
  readonly file: string;
  readonly columns: readonly ParquetColumn[];
  /** Of the longest row. */
  readonly lineBytes: number;
  readonly memoryMb: number;
  readonly temporary: string;
};
export type ParquetRows = { readonly columns: readonly TypedColumn[]; readonly table: Table };

type Needs = {
  readonly processFolder: string;
  /** Folder for the files in between. */
  readonly folder: string;
  readonly memoryMb: number;
  /** Files that are made at a time: each takes a process and room on the disk. */
  readonly places: Semaphore;
};
type Asked = { readonly signal: AbortSignal; readonly fairnessKey: string };

const ROWS_AT_A_TIME = 1000;

/**
 * Rows as a Parquet file. They are written down first, and turned by the embedded engine in a process of its own; both
 * files go when the last byte is read or the reader leaves.
 *
 * @throws AppError database_error, storage_full, and what `rows` throws
 */
export async function* parquet(
  rows: AsyncIterable<ParquetRows>,
  { processFolder, folder, memoryMb, places }: Needs,
  { signal, fairnessKey }: Asked,
): AsyncGenerator<Buffer, void> {
  const leave = await places.enter(fairnessKey, signal);
  let place: string | null = null;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    place = await mkdtemp(join(folder, 'parquet-'));
    const told: Told = { columns: [], shapes: [], lineBytes: 0 };
    const text = join(place, 'rows.csv');
    await orFull(() => pipeline(Readable.from(linesOf(rows, told)), createWriteStream(text), { signal }));
    const file = join(place, 'rows.parquet');
    const columns = told.columns.map((column, at) => ({
      name: column.name,
      type: told.shapes[at]?.exactType() ?? exactTypeOf(column),
    }));
    if (columns.length === 0) throw new AppError('empty_query', {});
    const { lineBytes } = told;
    await turn({ rows: text, file, columns, lineBytes, memoryMb, temporary: place }, processFolder, signal);
    // Who reads slowly has no process any more.
    leave();
    await rm(text, { force: true });
    for await (const chunk of createReadStream(file)) yield chunk as Buffer;
  } finally {
    leave();
    if (place !== null) await rm(place, { recursive: true, force: true });
  }
}

async function orFull(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new AppError('storage_full', {}, { cause: error });
    if (code === 'ABORT_ERR') throw new AppError('query_cancelled', {}, { cause: error });
    throw error;
  }
}

/** What is known of rows once they are written down. */
type Told = {
  columns: readonly TypedColumn[];
  /** Of decimals whose database says no precision. */
  shapes: readonly (DecimalShape | null)[];
  lineBytes: number;
};

async function* linesOf(rows: AsyncIterable<ParquetRows>, told: Told): AsyncGenerator<string, void> {
  for await (const { columns, table } of rows) {
    if (told.columns.length === 0)
      told.shapes = columns.map((column) => (isOpenDecimal(column) ? createDecimalShape() : null));
    told.columns = columns;
    const cells = [...table.columns.values()];
    for (const [at, shape] of told.shapes.entries())
      if (shape) for (const cell of cells[at]?.values ?? []) shape.add(cell);
    for (let from = 0; from < table.rowCount; from += ROWS_AT_A_TIME) {
      let text = '';
      for (let row = from; row < Math.min(table.rowCount, from + ROWS_AT_A_TIME); row += 1) {
        const line = `${cells.map(({ values }) => cellText(values[row] ?? null)).join(',')}\n`;
        told.lineBytes = Math.max(told.lineBytes, Buffer.byteLength(line));
        text += line;
      }
      yield text;
    }
  }
}

function cellText(cell: Cell): string {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return '';
  if (typeof cell === 'string') return `"${cell.replaceAll('"', '""')}"`;
  if (typeof cell === 'object') return `"${nestedText(cell).replaceAll('"', '""')}"`;
  return String(cell);
}

function nestedText(cell: Cell): string {
  return JSON.stringify(cell, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
}

async function turn(task: ParquetTask, processFolder: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw new AppError('query_cancelled', {});
  const child = fork(join(processFolder, 'parquet-process.mjs'), [JSON.stringify(task)], {
    env: { TZ: 'UTC', ...(process.env['SystemRoot'] ? { SystemRoot: process.env['SystemRoot'] } : {}) },
    ...boundedFork([], task.memoryMb * 2 + 1536),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const lastWords = lastWordsOf(child.stderr);
  const stop = (): boolean => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (signal.aborted) throw new AppError('query_cancelled', {});
    if (code !== 0)
      throw /out of memory/i.test(lastWords())
        ? new AppError('engine_memory', {})
        : new AppError('database_error', { reason: 'the file could not be made' }, { cause: new Error(lastWords()) });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
