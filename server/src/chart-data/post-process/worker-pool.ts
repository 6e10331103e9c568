import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import type { Table } from '@tessera/core/table';
import { workOf } from '@tessera/query/post/work';
import { bindAll } from '../../bind-all.ts';
import type { RunOptions } from '../../engines/engine.ts';
import { createSemaphore, type Semaphore } from '../../engines/admission/semaphore.ts';
import { withinDeadline, timedOut } from '../../engines/admission/deadline.ts';
import { partsOf } from '../../engines/values/columns.ts';
import type { WireColumn } from '../../engines/process/protocol.ts';
import { unpackError, type ThreadError } from '../../engines/process/thread-error.ts';
import { finish, type Finished, type FinishOrder } from './post-process.ts';
import type { Chunks } from '../values/chunks.ts';
import { workOfPresentation } from './present/present.ts';

export type WorkerRequest =
  | { readonly type: 'part'; readonly part: WireColumn }
  | { readonly type: 'finish'; readonly rowCount: number; readonly order: FinishOrder };
export type WorkerReply = { readonly type: 'done'; readonly finished: Finished } | ThreadError;

/** More cells than this on the way to an answer are worth the way to another thread and back. */
const INLINE_CELLS = 50_000;
/** Steps that may go through more cells than this may take many seconds: they do not stand in the way of others. */
const LONG_CELLS = 5_000_000;
/** An idle thread ends after so long. */
const IDLE_MS = 30_000;

/** For whom work is done. */
export type FinishFor = {
  /** Aborted when nobody waits any more: the work ends with it. */ readonly signal: AbortSignal;
  /** Slots go round between users. */ readonly fairnessKey: string;
};

export type Finisher = {
  /** @throws AppError post_processing, query_timeout, query_cancelled, engine_memory */
  readonly finish: (table: Table, order: FinishOrder, who: FinishFor) => Promise<Finished>;
  readonly close: () => Promise<void>;
};

type Thread = { readonly worker: Worker; idle: NodeJS.Timeout | null };
type Needs = {
  /** The built `table-worker.mjs`. */
  readonly script: URL;
  /** How many at once at most; long work has others, half as many but two at least. */
  readonly threads: number;
  /** Waiting for a thread and working on it together take so long at most. */
  readonly timeLimitMs: number;
  readonly inlineCells?: number;
  readonly longCells?: number;
  /** What a thread may hold; by default what this process may. */
  readonly heapMb?: number;
};

type WorkerPool = {
  readonly script: URL;
  readonly timeLimitMs: number;
  readonly inlineCells: number;
  readonly longCells: number;
  readonly heapMb: number | undefined;
  readonly free: Thread[];
  readonly all: Set<Thread>;
  readonly short: ReturnType<typeof createSemaphore>;
  readonly long: ReturnType<typeof createLongSemaphore>;
};

/** Small tables are finished at once, big ones on a thread of their own while the server keeps answering. */
export function createFinisher({
  script,
  threads,
  timeLimitMs,
  inlineCells = INLINE_CELLS,
  longCells = LONG_CELLS,
  heapMb,
}: Needs): Finisher {
  const pool: WorkerPool = {
    script,
    timeLimitMs,
    inlineCells,
    longCells,
    heapMb,
    free: [],
    all: new Set<Thread>(),
    short: createSemaphore(threads),
    long: createLongSemaphore(Math.max(2, Math.floor(threads / 2))),
  };
  return bindAll(pool, { finish: finishLifted, close });
}

function take(pool: WorkerPool): Thread {
  const present = pool.free.pop();
  if (present?.idle) clearTimeout(present.idle);
  if (present) return present;
  const thread: Thread = {
    worker: new Worker(
      pool.script,
      pool.heapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: pool.heapMb } },
    ),
    idle: null,
  };
  thread.worker.unref();
  pool.all.add(thread);
  return thread;
}

function end(pool: WorkerPool, thread: Thread): void {
  pool.all.delete(thread);
  void thread.worker.terminate();
}

function give(pool: WorkerPool, thread: Thread): void {
  pool.free.push(thread);
  thread.idle = setTimeout(() => {
    pool.free.splice(pool.free.indexOf(thread), 1);
    end(pool, thread);
  }, IDLE_MS).unref();
}

async function finishLifted(pool: WorkerPool, table: Table, order: FinishOrder, { signal, fairnessKey }: FinishFor) {
  const steps = stepsOf(order);
  const work = workOf(table, steps);
  if (table.rowCount * table.columns.size <= pool.inlineCells && work <= pool.inlineCells) return finish(table, order);
  const semaphore = steps.length > 0 && work > pool.longCells ? pool.long : pool.short;
  const { got: leave, options } = await withinDeadline({ signal, timeoutMs: pool.timeLimitMs }, (waiting) =>
    semaphore.enter(fairnessKey, waiting),
  );
  try {
    const thread = take(pool);
    const reply = await ask(thread.worker, table, order, options).catch((error: unknown) => {
      end(pool, thread);
      throw isAppError(error, 'query_timeout') ? timedOut(pool.timeLimitMs) : error;
    });
    give(pool, thread);
    return read(reply);
  } finally {
    leave();
  }
}

async function close(pool: WorkerPool) {
  await Promise.all([...pool.all].map((thread) => thread.worker.terminate()));
  pool.all.clear();
}

/** A semaphore whose last slot no single user takes as well: long work of one user leaves one to everybody else. */
function createLongSemaphore(places: number): Pick<Semaphore, 'enter'> {
  const semaphore = createSemaphore(places);
  const own = new Map<string, Semaphore>();
  return {
    enter: async (fairnessKey, signal) => {
      const mine = own.get(fairnessKey) ?? createSemaphore(places - 1);
      own.set(fairnessKey, mine);
      const forget = (): void => void (mine.running() + mine.waiting() === 0 && own.delete(fairnessKey));
      try {
        const leaveMine = await mine.enter(fairnessKey, signal);
        try {
          const leave = await semaphore.enter(fairnessKey, signal);
          return () => {
            leave();
            leaveMine();
            forget();
          };
        } catch (error) {
          leaveMine();
          throw error;
        }
      } catch (error) {
        forget();
        throw error;
      }
    },
  };
}

/** The steps to the answer; how its rows are shown may be one more of them. */
function stepsOf({ steps, presentation }: FinishOrder): FinishOrder['steps'] {
  const work = presentation ? workOfPresentation(presentation) : null;
  return work === null ? steps : [...steps, work];
}

async function ask(
  worker: Worker,
  table: Table,
  order: FinishOrder,
  { signal, timeoutMs }: Pick<RunOptions, 'signal' | 'timeoutMs'>,
): Promise<WorkerReply> {
  let limit: NodeJS.Timeout | undefined;
  let leave = (): void => undefined;
  let isOver = false;
  const reply = new Promise<WorkerReply>((resolve, reject) => {
    const done = (message: WorkerReply) => {
      worker.off('error', failed).off('exit', exited);
      resolve(message);
    };
    const failed = (error: Error) => {
      worker.off('message', done);
      reject(
        'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new AppError('engine_memory', {}, { cause: error })
          : error,
      );
    };
    const exited = () => failed(new Error('The table thread ended before it answered.'));
    leave = () => failed(new AppError('query_cancelled', {}));
    worker.once('message', done).once('error', failed).once('exit', exited);
    signal.addEventListener('abort', leave, { once: true });
    limit = setTimeout(() => failed(timedOut(timeoutMs)), timeoutMs);
  }).finally(() => {
    isOver = true;
    clearTimeout(limit);
    signal.removeEventListener('abort', leave);
  });
  // A thread that ends while columns are still being sent is heard of below.
  reply.catch(() => undefined);
  for (const column of table.columns.values()) {
    for (const part of partsOf(column)) {
      if (isOver) return reply;
      worker.postMessage({ type: 'part', part } satisfies WorkerRequest);
      await setImmediate();
    }
  }
  worker.postMessage({ type: 'finish', rowCount: table.rowCount, order } satisfies WorkerRequest);
  return reply;
}

function read(reply: WorkerReply): Finished {
  if (reply.type !== 'done') throw unpackError(reply);
  // Buffers arrive as plain arrays of bytes.
  const buffers = (chunks: Chunks): Chunks =>
    chunks.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  const { body, index } = reply.finished;
  return { ...reply.finished, body: buffers(body), index: buffers(index) };
}
