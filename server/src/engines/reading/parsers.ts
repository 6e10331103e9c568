import { Worker } from 'node:worker_threads';
import { AppError } from '@tessera/core/errors/app-error';
import { takeTurns } from '../../take-turns.ts';
import type { SqlRead } from './reading.ts';
import type { ParserName, ParserReply, ParserRequest } from './sql-parser-worker.ts';

/** `turn`: whose text it is; people take turns. */
export type ReadOptions = { readonly signal: AbortSignal; readonly turn?: string };

export type SqlParsers = {
  /** A text that takes too long, or that breaks the parser, counts as one that cannot be read. @throws AppError query_cancelled */
  readonly read: (parser: ParserName, sql: string, options: ReadOptions) => Promise<SqlRead>;
  readonly close: () => Promise<void>;
};

const LIMIT_MS = 5_000;
/** Parsers take 30 to 150 MB; a thread that is not asked for so long ends. */
const IDLE_MS = 5 * 60_000;
const HEAP_MB = 512;

type Thread = { readonly worker: Worker; readonly waiting: Map<number, (read: SqlRead) => void> };

/**
 * Parsers of databases in a thread of their own, which one text can neither hold up for long nor take along.
 *
 * @param script  The built `sql-parser-worker.mjs`.
 */
export function createSqlParsers(script: string, limitMs = LIMIT_MS): SqlParsers {
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let nextId = 1;

  function start(): Thread {
    const fresh: Thread = { worker: new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, stackSizeMb: 16 }, env: {} }), waiting: new Map() };
    fresh.worker.unref();
    fresh.worker.on('message', ({ id, read }: ParserReply) => fresh.waiting.get(id)?.(read));
    fresh.worker.on('error', () => end(fresh, 'it is more than can be read'));
    fresh.worker.on('exit', () => end(fresh, 'it is more than can be read'));
    thread = fresh;
    return fresh;
  }

  /** Whatever it was reading counts as not to be read. */
  function end(ended: Thread, reason: string): void {
    if (thread === ended) thread = null;
    for (const answer of ended.waiting.values()) answer({ ok: false, reason });
    ended.waiting.clear();
    void ended.worker.terminate();
  }

  async function ask(parser: ParserName, sql: string): Promise<SqlRead> {
    const asked = thread ?? start();
    clearTimeout(idle);
    const id = nextId++;
    const timer = setTimeout(() => end(asked, `reading it takes longer than ${limitMs / 1000} seconds`), limitMs);
    try {
      return await new Promise<SqlRead>((resolve) => {
        asked.waiting.set(id, resolve);
        asked.worker.postMessage({ id, parser, sql } satisfies ParserRequest);
      });
    } finally {
      clearTimeout(timer);
      asked.waiting.delete(id);
      idle = setTimeout(() => void (thread && end(thread, '')), IDLE_MS).unref();
    }
  }

  /** One text at a time, so that its time is its own. */
  const inTurn = takeTurns(async ({ parser, sql, options }: { readonly parser: ParserName; readonly sql: string; readonly options: ReadOptions }) => {
    if (options.signal.aborted) throw new AppError('query_cancelled', {});
    return ask(parser, sql);
  }, ({ options }) => options.turn ?? '');

  return {
    read: (parser, sql, options) => inTurn({ parser, sql, options }),
    close: async () => {
      clearTimeout(idle);
      await thread?.worker.terminate();
    },
  };
}
