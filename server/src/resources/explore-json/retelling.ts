import { AppError } from '@tessera/core/errors/app-error';
import type { RawForm } from '@tessera/core/form-data';
import { message } from '@tessera/core/messages';
import type { Chunks } from '../../chart-data/values/chunks.ts';
import { createAskedThread } from '../../engines/process/request-thread.ts';
import { timedOut } from '../../engines/admission/deadline.ts';
import { unpackError } from '../../engines/process/thread-error.ts';
import type { ConvertReply, ConvertRequest } from './convert-answer.ts';

/**
 * Puts answers of chart data into the older form, as JSON.
 * @throws AppError viz_data, post_processing, query_timeout,
 * engine_memory, query_cancelled, unavailable
 */
export type Retell = (
  answer: Chunks,
  form: RawForm,
  options: { readonly signal: AbortSignal; /** Slots go round between users. */ readonly turn: string },
) => Promise<Buffer>;
export type Retelling = { readonly retell: Retell; readonly close: () => Promise<void> };

/** Others wait for the same thread. */
const LIMIT_MS = 10_000;
const IDLE_MS = 60_000;
const HEAP_MB = 1024;

/**
 * A thread for the older form: some of its charts make matrices and trees of their rows, as many as their form asks
 * for.
 *
 * @param script  The built `retelling-worker.mjs`.
 */
export function createRetelling(script: string, limitMs = LIMIT_MS): Retelling {
  const thread = createAskedThread<ConvertRequest, ConvertReply>({
    script,
    limitMs,
    idleMs: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  return {
    retell: async (answer, form, options) => {
      const told = await thread.ask({ answer, form }, options);
      if ('failure' in told) {
        if (told.failure === 'unloaded')
          throw new AppError('unavailable', {
            reason: message('Charts of older types cannot be answered at the moment. Try again in a moment.'),
          });
        throw told.failure === 'late' ? timedOut(limitMs) : new AppError('engine_memory', {});
      }
      const { reply } = told;
      if (reply.type !== 'done') throw unpackError(reply);
      return Buffer.from(reply.body.buffer, reply.body.byteOffset, reply.body.byteLength);
    },
    close: thread.close,
  };
}
