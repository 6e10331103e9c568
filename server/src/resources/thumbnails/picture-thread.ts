import { AppError } from '@tessera/core/errors/app-error';
import { timedOut } from '../../engines/admission/deadline.ts';
import { createAskedThread } from '../../engines/process/request-thread.ts';
import { unpackError } from '../../engines/process/thread-error.ts';
import type { PictureReply, PictureRequest } from './draw-picture.ts';

/** @throws AppError query_timeout, engine_memory, query_cancelled and what the drawing says */
export type DrawPicture = (
  request: PictureRequest,
  options: { readonly signal: AbortSignal; readonly fairnessKey: string },
) => Promise<Buffer>;
export type PictureThread = { readonly draw: DrawPicture; readonly close: () => Promise<void> };

/** A picture takes ten milliseconds; others wait for the same thread. */
const LIMIT_MS = 3_000;
const IDLE_MS = 60_000;
const HEAP_MB = 512;

/**
 * A thread that draws charts: what a form asks of a drawing may take any time and any memory, and never those of the
 * thread that answers everybody.
 *
 * @param script  The built `picture-worker.mjs`.
 */
export function createPictureThread(script: string, limitMs = LIMIT_MS): PictureThread {
  const thread = createAskedThread<PictureRequest, PictureReply>({
    script,
    limitMs,
    idleMs: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  return {
    draw: async (request, options) => {
      const told = await thread.ask(request, options);
      if ('failure' in told) {
        if (told.failure === 'unloaded') throw new Error('The thread that draws did not start.');
        throw told.failure === 'late' ? timedOut(limitMs) : new AppError('engine_memory', {});
      }
      const { reply } = told;
      if (reply.type !== 'done') throw unpackError(reply);
      return Buffer.from(reply.png.buffer, reply.png.byteOffset, reply.png.byteLength);
    },
    close: thread.close,
  };
}
