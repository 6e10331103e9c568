import type { CopiedTable } from '../engine.ts';
import { constants } from 'node:fs';
import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { AppError } from '@tessera/core/errors/app-error';
import type { Table } from '@tessera/core/table';
import { isOutOfMemory, lastWordsOf } from '../process/death.ts';
import { boundedFork } from '../process/engine-process.ts';
import { partsOf } from '../values/columns.ts';
import { placeOfRun, publishExtract } from './folder.ts';
import type { ExtractColumn, ExtractReply, ExtractRequest, ExtractTask, MadeExtract, Mark } from './protocol.ts';

export type ExtractWish = {
  /** Names the place where it is made. */
  readonly runId: string;
  readonly folder: string;
  /** Where it goes once it is whole. */
  readonly target: string;
  readonly table: string;
  /** A present extract whose rows stay; null: all rows are read. */
  readonly grownFrom: string | null;
  readonly watermark: string | null;
  readonly from: ExtractSource;
  readonly bounds: { readonly fileBytes: number; readonly memoryMb: number };
};

/** Where the rows come from: a table that the engine copies itself, or whatever sends them. */
export type ExtractSource =
  | { readonly kind: 'copy'; readonly table: CopiedTable }
  | {
      readonly kind: 'rows';
      readonly columns: readonly ExtractColumn[];
      readonly read: (from: Mark | null, signal: AbortSignal) => AsyncIterable<Table>;
    };

export type ExtractProgress = { readonly rows: number | null; readonly share: number | null };
type Watch = { readonly signal: AbortSignal; readonly progress: (progress: ExtractProgress) => void };

/** A view, which the engine cannot copy: its rows have to be sent. */
export class NothingToCopy extends Error {}

/** Batches that may be on the way before one is written. */
const AHEAD = 2;
const LOOK_MS = 500;
const TEMPORARY_MB = 4096;

/**
 * Make a database file with the rows of a dataset, in a process that can do nothing else and dies at its bounds. The
 * file is put in its place once it is whole; whatever happens before leaves nothing behind.
 *
 * @throws AppError extract_too_large, extract_no_space, extract_failed, what the source refuses, query_cancelled
 */
export async function runExtract(
  wish: ExtractWish,
  processFolder: string,
  watch: Watch,
): Promise<MadeExtract & { readonly bytes: number }> {
  const place = placeOfRun(wish.folder, wish.runId);
  try {
    await mkdir(place.folder, { recursive: true, mode: 0o700 });
    if (wish.grownFrom !== null) await copyFile(wish.grownFrom, place.file, constants.COPYFILE_FICLONE);
    const task: ExtractTask = {
      target: place.file,
      spill: place.spill,
      table: wish.table,
      isGrown: wish.grownFrom !== null,
      watermark: wish.watermark,
      copy: wish.from.kind === 'copy' ? wish.from.table : null,
      columns: wish.from.kind === 'rows' ? wish.from.columns : [],
      memoryMb: wish.bounds.memoryMb,
      temporaryMb: TEMPORARY_MB,
    };
    const made = await inProcess(task, wish, processFolder, watch);
    const { size } = await stat(place.file);
    if (size > wish.bounds.fileBytes) throw tooLarge(wish);
    await publishExtract(place.file, wish.target, wish.folder);
    return { ...made, bytes: size };
  } catch (error) {
    throw asTold(error);
  } finally {
    await rm(place.folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function inProcess(
  task: ExtractTask,
  wish: ExtractWish,
  processFolder: string,
  { signal, progress }: Watch,
): Promise<MadeExtract> {
  signal.throwIfAborted();
  const child = fork(join(processFolder, 'extract-process.mjs'), [JSON.stringify(task)], {
    env: { TZ: 'UTC', ...(process.env['SystemRoot'] ? { SystemRoot: process.env['SystemRoot'] } : {}) },
    ...boundedFork(['--max-old-space-size=1024'], task.memoryMb * 2 + 1536),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const failed = new AbortController();
  const any = AbortSignal.any([signal, failed.signal]);
  const stop = (reason: unknown): void => {
    failed.abort(reason);
    child.kill('SIGKILL');
  };
  signal.addEventListener('abort', () => stop(signal.reason), { once: true });
  const looking = setInterval(() => void bound(task, wish, stop), LOOK_MS);
  try {
    return await converse(child, wish, any, { progress, give: () => failed.abort() });
  } finally {
    clearInterval(looking);
    child.kill('SIGKILL');
  }
}

/** A file that grows too large is given up while it grows. */
async function bound({ target }: ExtractTask, wish: ExtractWish, stop: (reason: unknown) => void): Promise<void> {
  const sizes = await Promise.all([target, `${target}.wal`].map((file) => stat(file).catch(() => null)));
  const bytes = sizes.reduce((sum, found) => sum + (found?.size ?? 0), 0);
  if (bytes > wish.bounds.fileBytes) stop(tooLarge(wish));
}

function converse(
  child: ChildProcess,
  wish: ExtractWish,
  signal: AbortSignal,
  { progress, give }: Pick<Watch, 'progress'> & { /** Nobody takes rows any more. */ readonly give: () => void },
): Promise<MadeExtract> {
  const lastWords = lastWordsOf(child.stderr);
  const credit = createCredit(AHEAD);
  return new Promise((resolve, reject) => {
    let outcome: Extract<ExtractReply, { type: 'done' | 'failed' }> | null = null;
    let sending: Promise<void> = Promise.resolve();
    let isOver = false;
    const broken = (error: unknown): void => {
      if (isOver) return;
      reject(error);
      child.kill('SIGKILL');
    };
    child.on('message', (reply: ExtractReply) => {
      if (reply.type === 'took') credit.give();
      else if (reply.type === 'progress') progress({ rows: null, share: reply.share });
      else if (reply.type === 'ready')
        sending = sendRows(child, wish, reply.from, { signal, credit, progress }).catch(broken);
      else outcome ??= reply;
    });
    child.once('error', broken);
    const end = (exitCode: number | null, killed: string | null): void => {
      if (outcome?.type === 'done') return resolve(outcome.made);
      if (outcome) return reject(failure(outcome));
      const isMemory = isOutOfMemory({ exitCode, signal: killed, lastWords: lastWords() });
      reject(failure({ type: 'failed', why: isMemory ? 'memory' : 'other', reason: 'its process was ended' }));
    };
    child.once('close', (exitCode, killed) => {
      const stopped: unknown = signal.aborted ? signal.reason : null;
      // The source is left first: its query ends with the reading of it.
      isOver = true;
      give();
      void sending.then(() => (stopped === null ? end(exitCode, killed) : reject(stopped)));
    });
  });
}

type Sending = {
  readonly signal: AbortSignal;
  readonly credit: ReturnType<typeof createCredit>;
  readonly progress: Watch['progress'];
};

async function sendRows(
  child: ChildProcess,
  { from }: ExtractWish,
  mark: Mark | null,
  { signal, credit, progress }: Sending,
): Promise<void> {
  if (from.kind !== 'rows') return;
  const post = (request: ExtractRequest): void => {
    if (child.connected) child.send(request, () => undefined);
  };
  let rows = 0;
  for await (const table of from.read(mark, signal)) {
    if (table.rowCount === 0) continue;
    await credit.take(signal);
    const columns = [...table.columns.values()].map((column) => {
      const [whole] = [...partsOf(column)];
      return whole ?? { name: column.name, kind: column.kind, type: '', form: 'cells' as const, values: [] };
    });
    post({ type: 'rows', rowCount: table.rowCount, columns });
    rows += table.rowCount;
    progress({ rows, share: null });
  }
  post({ type: 'end' });
}

/** Lets so many through; each that is given back lets one more. */
function createCredit(count: number) {
  let left = count;
  let wake: (() => void) | null = null;
  return {
    give: (): void => {
      left += 1;
      wake?.();
    },
    /** One taker at a time: whoever is let through finds a credit. */
    take: async (signal: AbortSignal): Promise<void> => {
      if (left === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      signal.throwIfAborted();
      left -= 1;
    },
  };
}

function tooLarge({ bounds }: ExtractWish): AppError {
  return new AppError('extract_too_large', { megabytes: Math.floor(bounds.fileBytes / 1_048_576) });
}

function failure({ why, reason }: Extract<ExtractReply, { type: 'failed' }>): Error {
  if (why === 'no_table') return new NothingToCopy();
  if (why === 'space') return new AppError('extract_no_space', {});
  return new AppError('extract_failed', { reason: why === 'memory' ? 'it took more memory than it may' : reason });
}

/** Files of our own that cannot be written are reported like those that the process writes. */
function asTold(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('extract_no_space', {}, { cause: error });
  if (error instanceof Error && error.name === 'AbortError' && !(error instanceof AppError))
    return new AppError('query_cancelled', {}, { cause: error });
  return error;
}
