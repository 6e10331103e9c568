import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode, type ErrorParams } from '@tessera/core/errors/app-error';
import type { Table } from '@tessera/core/table';
import { workOf } from '@tessera/query/post/work';
import { timedOut } from '../engines/patience.ts';
import { partsOf } from '../engines/process/columns.ts';
import type { WireColumn } from '../engines/process/protocol.ts';
import { finish, type Finished, type FinishOrder } from './finish.ts';
import type { Pieces } from './pieces.ts';

export type WorkerRequest = { readonly type: 'part'; readonly part: WireColumn } | { readonly type: 'finish'; readonly rowCount: number; readonly order: FinishOrder };
export type WorkerReply =
  | { readonly type: 'done'; readonly finished: Finished }
  | { readonly type: 'refused'; readonly code: ErrorCode; readonly params: ErrorParams<ErrorCode> }
  | { readonly type: 'failed'; readonly reason: string };

/** More cells than this on the way to an answer are worth the way to another thread and back. */
const INLINE_CELLS = 50_000;
/** An idle thread ends after so long. */
const IDLE_MS = 30_000;

export type Finisher = {
  readonly finish: (table: Table, order: FinishOrder) => Promise<Finished>;
  readonly close: () => Promise<void>;
};

type Thread = { readonly worker: Worker; idle: NodeJS.Timeout | null };

/**
 * Small tables are finished at once, big ones on a thread of their own while the server keeps answering.
 *
 * @param script   The built `table-worker.mjs`.
 * @param threads  How many at most; further work waits.
 * @param timeLimitMs  Work that takes a thread longer is given up.
 */
export function createFinisher({ script, threads, timeLimitMs, inlineCells = INLINE_CELLS, heapMb }: { readonly script: URL; readonly threads: number; readonly timeLimitMs: number; readonly inlineCells?: number; /** What a thread may hold; by default what this process may. */ readonly heapMb?: number }): Finisher {
  const free: Thread[] = [];
  const all = new Set<Thread>();
  const waiting: ((thread: Thread) => void)[] = [];

  const start = (): Thread => {
    const thread: Thread = { worker: new Worker(script, heapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMb } }), idle: null };
    thread.worker.unref();
    all.add(thread);
    return thread;
  };
  const take = (): Thread | Promise<Thread> => {
    const thread = free.pop() ?? (all.size < threads ? start() : null);
    if (!thread) return new Promise((resolve) => waiting.push(resolve));
    if (thread.idle) clearTimeout(thread.idle);
    return thread;
  };
  const give = (thread: Thread, isAlive: boolean): void => {
    if (!isAlive) all.delete(thread);
    const next = waiting.shift();
    if (next) return next(isAlive ? thread : start());
    if (!isAlive) return;
    free.push(thread);
    thread.idle = setTimeout(() => {
      free.splice(free.indexOf(thread), 1);
      all.delete(thread);
      void thread.worker.terminate();
    }, IDLE_MS).unref();
  };

  return {
    finish: async (table, order) => {
      if (table.rowCount * table.columns.size <= inlineCells && workOf(table, stepsOf(order)) <= inlineCells) return finish(table, order);
      const thread = await take();
      let isAlive = false;
      try {
        const reply = await ask(thread.worker, table, order, timeLimitMs);
        isAlive = true;
        return read(reply);
      } finally {
        if (!isAlive) void thread.worker.terminate();
        give(thread, isAlive);
      }
    },
    close: async () => {
      await Promise.all([...all].map((thread) => thread.worker.terminate()));
      all.clear();
    },
  };
}

/** The steps to the answer; a pivot table is one more of them. */
function stepsOf({ steps, presentation }: FinishOrder): FinishOrder['steps'] {
  const pivot = presentation?.pivot;
  if (!pivot) return steps;
  const aggregates = Object.fromEntries(pivot.metrics.map((name) => [name, {}]));
  return [...steps, { operation: 'pivot', options: { index: pivot.rows, columns: pivot.columns, aggregates } }];
}

async function ask(worker: Worker, table: Table, order: FinishOrder, timeLimitMs: number): Promise<WorkerReply> {
  let limit: NodeJS.Timeout | undefined;
  const reply = new Promise<WorkerReply>((resolve, reject) => {
    const done = (message: WorkerReply) => {
      worker.off('error', failed).off('exit', exited);
      resolve(message);
    };
    const failed = (error: Error) => {
      worker.off('message', done);
      reject('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AppError('engine_memory', {}, { cause: error }) : error);
    };
    const exited = () => failed(new Error('The table thread ended before it answered.'));
    worker.once('message', done).once('error', failed).once('exit', exited);
    limit = setTimeout(() => failed(timedOut(timeLimitMs)), timeLimitMs);
  });
  // A thread that dies while columns are still being sent is heard of below.
  reply.catch(() => undefined).finally(() => clearTimeout(limit));
  for (const column of table.columns.values()) {
    for (const part of partsOf(column)) {
      worker.postMessage({ type: 'part', part } satisfies WorkerRequest);
      await setImmediate();
    }
  }
  worker.postMessage({ type: 'finish', rowCount: table.rowCount, order } satisfies WorkerRequest);
  return reply;
}

function read(reply: WorkerReply): Finished {
  if (reply.type === 'refused') throw new AppError(reply.code, reply.params);
  if (reply.type === 'failed') throw new Error(reply.reason);
  // Buffers arrive as plain arrays of bytes.
  const buffers = (pieces: Pieces): Pieces => pieces.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  const { body, index } = reply.finished;
  return { ...reply.finished, body: buffers(body), index: buffers(index) };
}
