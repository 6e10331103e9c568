import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { MAX_STATEMENT } from '@tessera/query/sql-safety/statement';
import { createAskedThread } from '../process/request-thread.ts';
import type { ReadOptions } from './reader.ts';
import type { SqlRead } from './reading.ts';
import type { ParserName, ParserRequest } from './sql-parser-worker.ts';

export type SqlParsers = {
  /**
   * A text that takes too long, or that breaks the parser, is given up.
   *
   * @throws AppError query_cancelled while it waits for a slot; unavailable where no parser can be started
   */
  readonly read: (parser: ParserName, sql: string, options: ReadOptions) => Promise<SqlRead>;
  readonly close: () => Promise<void>;
};

const LIMIT_MS = 5_000;
/** Parsers take 30 to 150 MB. */
const IDLE_MS = 5 * 60_000;
const HEAP_MB = 512;

/**
 * Parsers of databases in a thread of their own, which one text can neither hold up for long nor take along.
 *
 * @param script  The built `sql-parser-worker.mjs`.
 */
export function createSqlParsers(script: string, limitMs = LIMIT_MS): SqlParsers {
  const thread = createAskedThread<ParserRequest, SqlRead>({
    script,
    limitMs,
    idleMs: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, stackSizeMb: 16 },
  });
  return {
    read: async (parser, sql, options) => {
      // Longer texts are refused behind these parsers anyway; that of PostgreSQL is native and quick.
      if (parser !== 'postgresql' && sql.length > MAX_STATEMENT)
        return { ok: false, why: 'gave_up', reason: `it is longer than ${MAX_STATEMENT} characters` };
      const answer = await thread.ask({ parser, sql }, options);
      if ('reply' in answer) return answer.reply;
      if (answer.failure === 'unloaded')
        throw new AppError('unavailable', {
          reason: message('SQL cannot be read at the moment. Try again in a moment.'),
        });
      return {
        ok: false,
        why: 'gave_up',
        reason:
          answer.failure === 'late'
            ? `reading it takes longer than ${limitMs / 1000} seconds`
            : 'it is more than can be read',
      };
    },
    close: thread.close,
  };
}
