import { setMaxListeners } from 'node:events';
import { AppError } from '@tessera/core/errors/app-error';
import type { QueryObject } from '@tessera/core/query-object';
import { createSemaphore } from '../../engines/admission/semaphore.ts';
import { fairnessKeyOf } from '../../engines/admission/fairness-key.ts';
import { bytesOf, type Chunks } from '../values/chunks.ts';
import type { DataRequest, PipelineNeeds } from '../request.ts';

/**
 * Queries that begin in one tick of the event loop. A dashboard begins as a whole, so that its charts share scans;
 * thousands in one request let others in between.
 */
const BEGIN_AT_ONCE = 25;

/** Admits the queries of a request within its limits; one that fails fails the request. */
export function createAdmission({ settings }: Pick<PipelineNeeds, 'settings'>) {
  const beginning = createSemaphore(BEGIN_AT_ONCE);
  const maxBytes = settings.resultMb * 1024 * 1024;

  return async (
    request: DataRequest,
    answer: (request: DataRequest, query: QueryObject) => Promise<Chunks>,
  ): Promise<readonly Chunks[]> => {
    // The others need not run to their end when one fails.
    const failed = new AbortController();
    const signal = AbortSignal.any([request.signal, failed.signal]);
    // Each of the queries waits by itself.
    setMaxListeners(0, signal);
    const fairnessKey = fairnessKeyOf(request.principal);
    const { queries } = request.context;
    const held = new Set<Chunks>();
    const admit = async (query: QueryObject): Promise<Chunks> => {
      const begun = await beginning.enter(fairnessKey, signal);
      setImmediate(begun);
      const chunks = await answer({ ...request, signal }, query);
      // Answers wait for the last of them: together they may hold what one result may.
      if (queries.length > 1 && bytesOf([...held.add(chunks)].flat()) > maxBytes)
        throw new AppError('result_too_large', { megabytes: settings.resultMb });
      return chunks;
    };
    try {
      return await Promise.all(queries.map(admit));
    } catch (error) {
      failed.abort();
      throw error;
    }
  };
}
