import { AppError } from '@tessera/core/errors/app-error';
import type { CompiledQuery } from '@tessera/query/structured-query';
import type { Batch, RunOptions } from '../engine.ts';
import { withinDeadline, timedOut } from '../admission/deadline.ts';
import { unpack } from '../values/columns.ts';
import { alreadyGone, post, type EngineProcess, type Incoming } from './engine-process.ts';
import type { Failures } from './failures.ts';
import type { ProcessPool } from './process-pool.ts';
import type { ProcessReply } from './protocol.ts';

export type StreamOptions = RunOptions & { readonly internal: boolean; readonly writes?: boolean };
/** `affected` stands in the last one of a statement that writes. */
export type ProcessBatch = Batch & { readonly affected: number | null };
type Enter = (signal: AbortSignal) => Promise<EngineProcess>;

/** The end of a process is noticed within this time. */
const STALE_MS = 200;

/** Runs queries in the processes of a pool, and retries those that others may have brought down. */
export function createQueryStream(pool: ProcessPool, failures: Failures, nextId: () => number) {
  /**
   * A process that could take no query any more when this one came is no failure of the query: it goes to another,
   * once. Nor is the end of a process that others were in: any of them may have brought it about, so each is retried
   * alone.
   */
  async function* stream(query: CompiledQuery, options: StreamOptions): AsyncGenerator<ProcessBatch, void> {
    const asked = performance.now();
    let begun = false;
    try {
      for await (const batch of attempt(query, options, pool.enter)) {
        begun = true;
        yield batch;
      }
    } catch (error) {
      if (begun || pool.isClosed() || !(error instanceof AppError)) throw error;
      // What was not even begun may be; what writes may have been done otherwise.
      if (options.writes === true && !failures.isNotBegun(error)) throw error;
      if (failures.isPerhapsOfOthers(error)) {
        const timeoutMs = options.timeoutMs - (performance.now() - asked);
        if (timeoutMs <= 0) throw timedOut(options.timeoutMs);
        return yield* attempt(query, { ...options, timeoutMs }, (signal) =>
          pool.enterAlone(signal, options.fairnessKey),
        );
      }
      if (error.code !== 'engine_unavailable' || (!failures.isNotBegun(error) && performance.now() - asked > STALE_MS))
        throw error;
      yield* attempt(query, options, pool.enter);
    }
  }

  async function* attempt(
    query: CompiledQuery,
    asked: StreamOptions,
    enter: Enter,
  ): AsyncGenerator<ProcessBatch, void> {
    const { got: entered, options } = await withinDeadline(asked, enter);
    const id = nextId();
    const inbox = createInbox(options);
    let isRunning = false;
    try {
      if (!options.signal.aborted) {
        entered.listeners.set(id, (reply) =>
          reply.type === 'progress' ? options.onProgress?.(reply.progress) : inbox.put(reply),
        );
        isRunning = true;
        post(entered, {
          type: 'run',
          id,
          sql: query.text,
          parameters: query.parameters,
          maxRows: options.maxRows,
          internal: options.internal,
          tells: options.admits === 'about',
          writes: options.writes === true,
          schema: options.namespace?.schema ?? null,
        });
        if (!pool.isThere(entered)) inbox.put(alreadyGone);
      }
      for (;;) {
        const reply = await inbox.next();
        if (reply.type === 'batch') {
          isRunning = reply.end === null;
          yield batchOf(reply);
          if (reply.end) return;
          post(entered, { type: 'more', id });
        } else if (reply.type === 'failed' || reply.type === 'gone') {
          isRunning = false;
          throw failures.errorOf(entered, reply, query.text);
        }
      }
    } finally {
      inbox.close();
      entered.listeners.delete(id);
      entered.asked.delete(id);
      if (isRunning) pool.cancel(entered, id);
      pool.release(entered);
    }
  }

  return stream;
}

/** Replies in their order, until the deadline or the client's leave, which come before any reply. */
function createInbox({ signal, timeoutMs }: Pick<RunOptions, 'signal' | 'timeoutMs'>) {
  const replies: Incoming[] = [];
  let wake: (() => void) | null = null;
  let stopped: 'cancelled' | 'timeout' | null = signal.aborted ? 'cancelled' : null;
  const stop = (why: 'cancelled' | 'timeout'): void => {
    stopped ??= why;
    wake?.();
  };
  const onAbort = (): void => stop('cancelled');
  const timer = setTimeout(() => stop('timeout'), timeoutMs);
  signal.addEventListener('abort', onAbort, { once: true });
  return {
    put: (reply: Incoming): void => {
      replies.push(reply);
      wake?.();
    },
    /** @throws AppError query_timeout, query_cancelled */
    next: async (): Promise<Incoming> => {
      for (;;) {
        if (stopped === 'timeout') throw timedOut(timeoutMs);
        if (stopped === 'cancelled') throw new AppError('query_cancelled', {});
        const reply = replies.shift();
        if (reply) return reply;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = null;
      }
    },
    close: (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    },
  };
}

function batchOf(reply: Extract<ProcessReply, { type: 'batch' }>): ProcessBatch {
  return {
    table: { rowCount: reply.rowCount, columns: new Map(reply.columns.map((column) => [column.name, unpack(column)])) },
    types: Object.fromEntries(reply.columns.map((column) => [column.name, column.type])),
    truncated: reply.end?.truncated === true,
    isLast: reply.end !== null,
    affected: reply.end?.affected ?? null,
  };
}
