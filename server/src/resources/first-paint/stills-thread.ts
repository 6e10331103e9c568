import { AppError } from '@tessera/core/errors/app-error';
import { createAskedThread } from '../../engines/process/request-thread.ts';
import { unpackError } from '../../engines/process/thread-error.ts';
import type { DrawnStill } from '../../render/render-stills.ts';
import type { StillsReply, StillsRequest } from './draw-stills.ts';

/** @throws AppError query_cancelled and what the drawing says; Error for a thread that was too slow or broke */
export type DrawStills = (
  request: StillsRequest,
  options: { readonly signal: AbortSignal; readonly fairnessKey: string },
) => Promise<readonly (DrawnStill | null)[]>;

export type StillsThread = {
  readonly draw: DrawStills;
  /** It has drawn before: its code is compiled, and pictures take a tenth of the time of the first ones. */
  readonly isWarm: () => boolean;
  readonly close: () => Promise<void>;
};

/** Twenty pictures take half a second; on a very busy machine an ended thread would begin anew, and never end. */
const LIMIT_MS = 10_000;
const IDLE_MS = 60_000;
const HEAP_MB = 512;

/**
 * The thread that draws the charts of dashboards before their pages do.
 *
 * @param script  The built `first-paint-worker.mjs`.
 */
export function createStillsThread(script: string): StillsThread {
  const thread = createAskedThread<StillsRequest, StillsReply>({
    script,
    limitMs: LIMIT_MS,
    idleMs: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  let hasDrawn = false;
  return {
    isWarm: () => hasDrawn && thread.isAwake(),
    draw: async (request, options) => {
      if (!thread.isAwake()) hasDrawn = false;
      const told = await thread.ask(request, options);
      if ('failure' in told) throw new AppError('engine_memory', {});
      if (told.reply.type !== 'done') throw unpackError(told.reply);
      hasDrawn ||= told.reply.drawn.length > 0;
      return told.reply.drawn;
    },
    close: thread.close,
  };
}
