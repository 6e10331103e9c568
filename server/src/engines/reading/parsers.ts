import { Worker } from 'node:worker_threads';
import { AppError } from '@tessera/core/errors/app-error';
import { createGate } from '../gate.ts';
import type { ReadOptions } from './reader.ts';
import type { SqlRead } from './reading.ts';
import type { ParserName, ParserReply, ParserRequest } from './sql-parser-worker.ts';

export type SqlParsers = {
  /**
   * A text that takes too long, or that breaks the parser, is given up.
   *
   * @throws AppError query_cancelled while it waits for its turn; unavailable where no parser can be started
   */
  readonly read: (parser: ParserName, sql: string, options: ReadOptions) => Promise<SqlRead>;
  readonly close: () => Promise<void>;
};

const LIMIT_MS = 5_000;
/** Loading a parser is the server's own time, and not that of a text. */
const LOADING_MS = 30_000;
/** Parsers take 30 to 150 MB; a thread that is not asked for so long ends. */
const IDLE_MS = 5 * 60_000;
const HEAP_MB = 512;

/** What a thread is asked at the moment: one text at a time, so that its time is its own. */
type Asked = { readonly hear: (reply: ParserReply) => void; readonly giveUp: (reason: string) => void };
type Thread = { readonly worker: Worker; asked: Asked | null };

/**
 * Parsers of databases in a thread of their own, which one text can neither hold up for long nor take along.
 *
 * @param script  The built `sql-parser-worker.mjs`.
 */
export function createSqlParsers(script: string, limitMs = LIMIT_MS): SqlParsers {
  const gate = createGate(1);
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;

  function start(): Thread {
    const fresh: Thread = { worker: new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, stackSizeMb: 16 }, env: {} }), asked: null };
    fresh.worker.unref();
    fresh.worker.on('message', (reply: ParserReply) => fresh.asked?.hear(reply));
    fresh.worker.on('error', () => end(fresh, 'it is more than can be read'));
    fresh.worker.on('exit', () => end(fresh, 'it is more than can be read'));
    thread = fresh;
    return fresh;
  }

  function end(ended: Thread, reason: string): void {
    if (thread === ended) thread = null;
    ended.asked?.giveUp(reason);
    void ended.worker.terminate();
  }

  async function ask(parser: ParserName, sql: string): Promise<SqlRead> {
    clearTimeout(idle);
    const own = thread ?? start();
    let timer: NodeJS.Timeout | undefined;
    /** Where this thread was held up itself, the answer may be there already: it is heard first. */
    const endAfter = (ms: number, asked: Asked, reason: string) => {
      clearTimeout(timer);
      timer = setTimeout(() => setImmediate(() => void (own.asked === asked && end(own, reason))), ms);
    };
    try {
      return await new Promise<SqlRead>((resolve, reject) => {
        let hasBegun = false;
        const asked: Asked = {
          hear: (reply) => {
            if (reply !== 'began') return resolve(reply);
            hasBegun = true;
            endAfter(limitMs, asked, `reading it takes longer than ${limitMs / 1000} seconds`);
          },
          // Before it has begun, nothing of it is to blame.
          giveUp: (reason) => (hasBegun ? resolve({ ok: false, why: 'gave_up', reason }) : reject(new AppError('unavailable', { reason: 'SQL cannot be read at the moment. Try again in a moment.' }))),
        };
        own.asked = asked;
        endAfter(LOADING_MS, asked, 'it is not loaded');
        own.worker.postMessage({ parser, sql } satisfies ParserRequest);
      });
    } finally {
      clearTimeout(timer);
      own.asked = null;
      idle = setTimeout(() => void (thread && end(thread, '')), IDLE_MS).unref();
    }
  }

  return {
    read: async (parser, sql, { signal, turn = '' }) => {
      const leave = await gate.enter(turn, signal);
      try {
        return await ask(parser, sql);
      } finally {
        leave();
      }
    },
    close: async () => {
      clearTimeout(idle);
      await thread?.worker.terminate();
    },
  };
}
