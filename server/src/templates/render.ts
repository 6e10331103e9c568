import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '@tessera/core/errors/app-error';
import { createGate } from '../engines/gate.ts';
import { lookupKey, type Lookup, type LookupAnswer, type RenderReply, type RenderRequest, type TemplateData, type TemplateUse, type WorkerMessage } from './template-data.ts';

export type Rendered = { readonly text: string } & TemplateUse;

export type TemplateRenderer = {
  /**
   * Render SQL that people wrote. Text without template marks comes back as it is, at no cost.
   *
   * @param lookUp fetches what macros ask for (another dataset's query, a saved metric, partitions), as the same person
   * @throws AppError template_missing_params, template_invalid, template_limit, query_cancelled
   */
  readonly render: (text: string, data: TemplateData, lookUp: (lookup: Lookup) => Promise<LookupAnswer>, how?: How) => Promise<Rendered>;
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
const marks = /\{\{|\{%|\{#/;
const nothingUsed = { cacheKeys: [], removedFilters: [], readFilters: [], outputs: [], pieces: [] } as const;

/** Templates are rendered in a worker thread that is ended when one takes too long or breaks the engine. */
export function createTemplateRenderer({ scriptFolder, timeLimitMs }: Needs): TemplateRenderer {
  let worker: Worker | null = null;
  let started: Promise<void> | null = null;
  let nextId = 1;
  const waiting = new Map<number, (reply: RenderReply) => void>();
  /** One after the other: a template cannot spend the time of the next one. People take turns, however much one of them asks for. */
  const gate = createGate(1);

  function ready(): Promise<void> {
    if (started) return started;
    const fresh = new Worker(join(scriptFolder, 'template-worker.mjs'), { resourceLimits: { maxOldGenerationSizeMb: 64 }, env: {} });
    worker = fresh;
    fresh.unref();
    started = new Promise((resolve, reject) => {
      fresh.on('message', (message: WorkerMessage) => {
        // Loading the engine takes a busy machine longer than a template may take, and is not its time.
        if (message === 'ready') return resolve();
        waiting.get(message.id)?.(message.reply);
        waiting.delete(message.id);
      });
      fresh.once('error', reject);
      // Ended by the server's own end before it was loaded.
      fresh.once('exit', () => reject(new AppError('query_cancelled', {})));
    });
    // What an ended worker says late is not about its successor.
    fresh.on('error', () => {
      if (worker === fresh) restart('The template could not be rendered.');
    });
    return started;
  }

  /** End the worker; whatever it was rendering fails with this reason. */
  function restart(reason: string): void {
    const old = worker;
    worker = null;
    started = null;
    for (const answer of waiting.values()) answer({ kind: 'failed', failure: 'limit', reason });
    waiting.clear();
    void old?.terminate();
  }

  async function run(request: RenderRequest): Promise<RenderReply> {
    await ready();
    const id = nextId++;
    const timer = setTimeout(() => restart(`The template took longer than ${timeLimitMs} ms.`), timeLimitMs);
    const reply = await new Promise<RenderReply>((resolve) => {
      waiting.set(id, resolve);
      // Throws for what cannot be copied to a thread.
      worker?.postMessage({ id, request });
    }).finally(() => {
      clearTimeout(timer);
      waiting.delete(id);
    });
    // An engine that ran out of its memory is not to be trusted with the next template.
    if (reply.kind === 'failed' && reply.failure === 'limit') restart(reply.reason);
    return reply;
  }

  async function inTurn(request: RenderRequest, signal: AbortSignal): Promise<RenderReply> {
    const leave = await gate.enter(String(request.data.user?.id ?? ''), signal);
    try {
      return await run(request);
    } finally {
      leave();
    }
  }

  return {
    render: async (text, data, lookUp, { signal = new AbortController().signal, isFollowed } = {}) => {
      if (!marks.test(text)) return { text, ...nothingUsed };
      const answers: Record<string, LookupAnswer> = {};
      for (let round = 0; round < ROUNDS; round++) {
        const reply = await inTurn({ text, data, answers, ...(isFollowed && { isFollowed }) }, signal);
        if (reply.kind === 'rendered') {
          const { kind: _, ...rendered } = reply;
          return rendered;
        }
        if (reply.kind === 'failed') throw failureOf(reply.failure, reply.reason);
        for (const lookup of reply.lookups) answers[lookupKey(lookup)] ??= await lookUp(lookup);
      }
      throw new AppError('template_invalid', { reason: 'Infinite recursion detected in template' });
    },
    close: async () => {
      await worker?.terminate();
    },
  };
}

function failureOf(failure: 'missing' | 'invalid' | 'limit', reason: string): AppError {
  if (failure === 'missing') return new AppError('template_missing_params', { names: reason });
  if (failure === 'limit') return new AppError('template_limit', { reason });
  return new AppError('template_invalid', { reason });
}
