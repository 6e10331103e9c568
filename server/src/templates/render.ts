import { join } from 'node:path';
import { AppError } from '@tessera/core/errors/app-error';
import { hasMarks } from '@tessera/core/template-marks';
import { message } from '@tessera/core/messages';
import { createAskedThread } from '../engines/process/request-thread.ts';
import {
  lookupKey,
  type Lookup,
  type LookupAnswer,
  type RenderReply,
  type RenderRequest,
  type TemplateData,
  type TemplateUse,
} from './template-data.ts';

export type Rendered = { readonly text: string } & TemplateUse;

export type TemplateRenderer = {
  /**
   * Render User SQL. Text without template marks comes back as it is, at no cost.
   *
   * @param lookUp fetches what macros ask for (another dataset's query, a saved metric, partitions), as the same user
   * @throws AppError template_missing_params, template_invalid, template_limit, query_cancelled, unavailable
   */
  readonly render: (
    text: string,
    data: TemplateData,
    lookUp: (lookup: Lookup) => Promise<LookupAnswer>,
    how?: How,
  ) => Promise<Rendered>;
  readonly close: () => Promise<void>;
};

type How = {
  /** Aborted when nobody waits any more: what has not begun is left. */
  readonly signal?: AbortSignal | undefined;
  /** Tell where expressions printed what the author did not write. */
  readonly isFollowed?: boolean;
};

type Needs = {
  /** Folder with `template-worker.mjs`. */
  readonly scriptFolder: string;
  /** Milliseconds for one rendering. */
  readonly timeLimitMs: number;
};

/** Lookups may need lookups (a metric that names a metric); deeper is a circle. */
const ROUNDS = 8;
const nothingUsed = { cacheKeys: [], removedFilters: [], readFilters: [], outputs: [], pieces: [] } as const;

/** Templates are rendered in a thread that is ended when one takes too long or breaks the engine. */
export function createTemplateRenderer({ scriptFolder, timeLimitMs }: Needs): TemplateRenderer {
  const thread = createAskedThread<RenderRequest, RenderReply>({
    script: join(scriptFolder, 'template-worker.mjs'),
    resourceLimits: { maxOldGenerationSizeMb: 64 },
    limitMs: timeLimitMs,
    // An engine that ran out of its memory is not to be trusted with the next template.
    isSpent: (reply) => reply.kind === 'failed' && reply.failure === 'limit',
  });

  async function once(request: RenderRequest, signal: AbortSignal): Promise<RenderReply> {
    const answer = await thread.ask(request, { signal, fairnessKey: request.data.user?.id.toString() });
    if ('reply' in answer) return answer.reply;
    if (answer.failure === 'unloaded')
      throw new AppError('unavailable', {
        reason: message('Templates cannot be rendered at the moment. Try again in a moment.'),
      });
    return {
      kind: 'failed',
      failure: 'limit',
      reason:
        answer.failure === 'late'
          ? `The template took longer than ${timeLimitMs} ms.`
          : 'The template could not be rendered.',
    };
  }

  return {
    render: async (text, data, lookUp, { signal = new AbortController().signal, isFollowed } = {}) => {
      if (!hasMarks(text)) return { text, ...nothingUsed };
      const answers: Record<string, LookupAnswer> = {};
      for (let round = 0; round < ROUNDS; round++) {
        const reply = await once({ text, data, answers, ...(isFollowed && { isFollowed }) }, signal);
        if (reply.kind === 'rendered') {
          const { kind: _, ...rendered } = reply;
          return rendered;
        }
        if (reply.kind === 'failed') throw failureOf(reply.failure, reply.reason);
        for (const lookup of reply.lookups) answers[lookupKey(lookup)] ??= await lookUp(lookup);
      }
      throw new AppError('template_invalid', { reason: 'Infinite recursion detected in template' });
    },
    close: thread.close,
  };
}

function failureOf(failure: 'missing' | 'invalid' | 'limit', reason: string): AppError {
  if (failure === 'missing') return new AppError('template_missing_params', { names: reason });
  if (failure === 'limit') return new AppError('template_limit', { reason });
  return new AppError('template_invalid', { reason });
}
