import { AppError } from '@tessera/core/errors/app-error';
import { timedOut } from '../../engines/admission/deadline.ts';
import { createAskedThread } from '../../engines/process/request-thread.ts';
import { unpackError } from '../../engines/process/thread-error.ts';
import type { SheetReply, SheetRequest } from './draw-dashboard.ts';

export type DrawnSheet = { readonly png: Buffer; readonly pdf: Buffer | null };

/** @throws AppError query_timeout, engine_memory, query_cancelled and what the drawing says */
export type DrawSheet = (
  request: SheetRequest,
  options: { readonly signal: AbortSignal; readonly fairnessKey: string },
) => Promise<DrawnSheet>;

/** Forty charts and a picture of sixteen million pixels take three seconds on a busy machine. */
const LIMIT_MS = 12_000;
const IDLE_MS = 60_000;
const HEAP_MB = 512;

/**
 * The thread that draws whole dashboards, beside the one of first paints: nobody's page waits for a picture.
 *
 * @param script  The built `dashboard-picture-worker.mjs`.
 */
export function createSheetThread(script: string): { readonly draw: DrawSheet; readonly close: () => Promise<void> } {
  const thread = createAskedThread<SheetRequest, SheetReply>({
    script,
    limitMs: LIMIT_MS,
    idleMs: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  return {
    draw: async (request, options) => {
      const told = await thread.ask(request, options);
      if ('failure' in told) {
        if (told.failure === 'unloaded') throw new Error('The thread that draws did not start.');
        throw told.failure === 'late' ? timedOut(LIMIT_MS) : new AppError('engine_memory', {});
      }
      const { reply } = told;
      if (reply.type !== 'done') throw unpackError(reply);
      return { png: bufferOf(reply.png), pdf: reply.pdf === null ? null : bufferOf(reply.pdf) };
    },
    close: thread.close,
  };
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
