import { setImmediate } from 'node:timers/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import type { Additivities } from '@tessera/core/additivity';
import { AppError } from '@tessera/core/errors/app-error';
import type { Table } from '@tessera/core/table';
import { workOf } from '@tessera/query/post/work';
import { bindAll } from '../../bind-all.ts';
import { createSemaphore, type Semaphore } from '../../engines/admission/semaphore.ts';
import { withinDeadline } from '../../engines/admission/deadline.ts';
import { partsOf } from '../../engines/values/columns.ts';
import type { WireColumn } from '../../engines/process/protocol.ts';
import { unpackError, type ThreadError } from '../../engines/process/thread-error.ts';
import { finish, type Finished, type FinishOrder } from './post-process.ts';
import type { Chunks } from '../values/chunks.ts';
import { workOfPresentation } from './present/present.ts';

/**
 * Work for a thread. The columns of its tables follow through the port, part by part; `null` ends those of a table. The
 * first one is to be finished, the others stand beside it.
 */
export type TableTask = {
  readonly parts: MessagePort;
  readonly rowCounts: readonly number[];
  readonly order: Omit<FinishOrder, 'beside'>;
  readonly additivities: Additivities | null;
};
export type TablePart = WireColumn | null;
export type TableReply = { readonly type: 'done'; readonly finished: Finished } | ThreadError;

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

type Threads = Piscina<TableTask, TableReply>;
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
  readonly timeLimitMs: number;
  readonly inlineCells: number;
  readonly longCells: number;
  readonly short: Pick<Semaphore, 'enter'>;
  readonly long: Pick<Semaphore, 'enter'>;
  /** Made with the first big table: a server that has none loads no pool. */
  readonly start: () => Promise<Threads>;
  threads: Promise<Threads> | null;
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
  const longThreads = Math.max(2, Math.floor(threads / 2));
  const pool: WorkerPool = {
    timeLimitMs,
    inlineCells,
    longCells,
    short: createSemaphore(threads),
    long: createLongSemaphore(longThreads),
    start: () => startThreads(script, threads + longThreads, heapMb),
    threads: null,
  };
  return bindAll(pool, { finish: finishLifted, close });
}

async function startThreads(script: URL, maxThreads: number, heapMb: number | undefined): Promise<Threads> {
  const { Piscina: Pool } = await import('piscina');
  const threads: Threads = new Pool({
    filename: script.href,
    name: 'finishTable',
    minThreads: 0,
    maxThreads,
    idleTimeout: IDLE_MS,
    ...(heapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMb } }),
  });
  // A thread that dies between two tables is replaced by the next one.
  threads.on('error', () => undefined);
  return threads;
}

async function finishLifted(pool: WorkerPool, table: Table, order: FinishOrder, { signal, fairnessKey }: FinishFor) {
  const steps = stepsOf(order);
  const work = workOf(table, steps);
  if (table.rowCount * table.columns.size <= pool.inlineCells && work <= pool.inlineCells) return finish(table, order);
  const semaphore = steps.length > 0 && work > pool.longCells ? pool.long : pool.short;
  const { got } = await withinDeadline({ signal, timeoutMs: pool.timeLimitMs }, async (ends) => {
    const leave = await semaphore.enter(fairnessKey, ends);
    try {
      return await ask(await threadsOf(pool), table, order, ends);
    } finally {
      leave();
    }
  });
  return read(got);
}

/** The threads, begun with the first big table. A start that failed is tried again by the next one. */
function threadsOf(pool: WorkerPool): Promise<Threads> {
  pool.threads ??= pool.start().catch((error: unknown) => {
    pool.threads = null;
    throw error;
  });
  return pool.threads;
}

async function close(pool: WorkerPool) {
  await (await pool.threads)?.destroy();
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

/** @throws AppError query_cancelled when the signal aborts, which ends the thread, and engine_memory */
async function ask(
  threads: Threads,
  table: Table,
  { beside, ...order }: FinishOrder,
  signal: AbortSignal,
): Promise<TableReply> {
  const tables = [table, ...(beside?.tables ?? [])];
  const rowCounts = tables.map(({ rowCount }) => rowCount);
  const additivities = beside?.additivities ?? null;
  const { port1, port2 } = new MessageChannel();
  const state = { isOver: false };
  const reply = threads
    .run({ parts: port2, rowCounts, order, additivities }, { transferList: [port2], signal })
    .finally(() => (state.isOver = true));
  // A thread that ends while columns are still being sent is heard of below.
  reply.catch(() => undefined);
  try {
    // Part by part, so that handing over a big table never holds up this thread for long.
    for (const { columns } of tables) {
      for (const column of columns.values())
        for (const part of partsOf(column)) {
          if (state.isOver) return await reply;
          port1.postMessage(part satisfies TablePart);
          await setImmediate();
        }
      port1.postMessage(null satisfies TablePart);
    }
    return await reply;
  } catch (error) {
    if (signal.aborted) throw new AppError('query_cancelled', {}, { cause: error });
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    throw isMemory ? new AppError('engine_memory', {}, { cause: error }) : error;
  } finally {
    port1.close();
  }
}

function read(reply: TableReply): Finished {
  if (reply.type !== 'done') throw unpackError(reply);
  // Buffers arrive as plain arrays of bytes.
  const buffers = (chunks: Chunks): Chunks =>
    chunks.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  const { body, index } = reply.finished;
  return { ...reply.finished, body: buffers(body), index: buffers(index) };
}
