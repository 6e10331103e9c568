import { join } from 'node:path';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { createAskedThread } from '../../engines/process/request-thread.ts';
import type { FormatReply } from './lay-out.ts';
import type { FormatRequest } from './sql-format-worker.ts';

export type Formatter = {
  /** @throws AppError sql_unreadable, unavailable, query_cancelled */
  readonly format: (
    request: FormatRequest,
    options: { readonly signal: AbortSignal; readonly fairnessKey: string },
  ) => Promise<string>;
  readonly close: () => Promise<void>;
};

/** A script of a megabyte takes about four seconds. */
const LIMIT_MS = 8_000;
const IDLE_MS = 60_000;
const HEAP_MB = 512;

/** Lays SQL out in a process: long texts take their time, and deep ones their memory. */
export function createFormatter(scriptFolder: string): Formatter {
  const thread = createAskedThread<FormatRequest, FormatReply>({
    script: join(scriptFolder, 'sql-format-worker.mjs'),
    isProcess: true,
    limitMs: LIMIT_MS,
    idleMs: IDLE_MS,
    endsUnread: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, stackSizeMb: 16 },
  });
  return {
    format: async (request, options) => {
      const answer = await thread.ask(request, options);
      if ('reply' in answer && answer.reply.sql !== null) return answer.reply.sql;
      if (options.signal.aborted) throw new AppError('query_cancelled', {});
      if ('failure' in answer && answer.failure === 'unloaded')
        throw new AppError('unavailable', { reason: message('SQL cannot be formatted at the moment. Try again.') });
      // A statement that the library does not end with, or that it ends the thread with.
      if (!('reply' in answer) || answer.reply.isLong) throw new AppError('sql_long', {});
      throw new AppError('sql_unreadable', { reason: 'it cannot be formatted without changing what it means' });
    },
    close: thread.close,
  };
}
