import { AppError } from '@tessera/core/errors/app-error';
import type { Plan } from '../plan/plan.ts';
import { logSubject, outcomeOf, type LoggedQuery, type QueryTrace } from './query-log.ts';
import { holdsRules, printStatements, redact } from './redact.ts';
import { NotCached, type PipelineNeeds, type QueryRequest } from '../request.ts';

/** What the log says of a query with these plans. The log is read by users who may not read rules. */
export function traceOf(plans: readonly Plan[], came: Pick<QueryTrace, 'rows' | 'isCached'>): QueryTrace {
  return {
    ...came,
    key: plans.map((one) => one.key).join(' '),
    sql: () => printStatements(plans, 'hidden'),
    holdsRules: plans.some(holdsRules),
  };
}

/** The work for a query; what it throws is redacted for its principal. */
export async function redacted<T>({ request, progress }: QueryRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw redact(error, request.principal, progress);
  }
}

/** The same for what comes in chunks. */
export async function* redactedChunks<T>(
  { request, progress }: QueryRequest,
  chunks: AsyncIterable<T>,
): AsyncGenerator<T, void> {
  try {
    yield* chunks;
  } catch (error) {
    throw redact(error, request.principal, progress);
  }
}

export type QueryLogging = ReturnType<typeof createQueryLogging>;

/** Writes a line to the log of queries for each, whatever comes of it. */
export function createQueryLogging(needs: Pick<PipelineNeeds, 'log' | 'now' | 'monotonicMs'>) {
  /** Begin an entry of the log; the function ends it. */
  function startEntry({ request, dataset, type, progress }: QueryRequest, source: LoggedQuery['source']) {
    const startMs = needs.now();
    const beganMs = needs.monotonicMs();
    return (error: unknown): void => {
      const { trace } = progress;
      needs.log({
        ...logSubject(request),
        rows: trace?.rows ?? null,
        isCached: trace?.isCached ?? false,
        key: trace?.key ?? null,
        sql: trace?.sql ?? null,
        startMs,
        durationMs: needs.monotonicMs() - beganMs,
        source,
        kind: type,
        dataset,
        ...outcomeOf(error, trace),
      });
    };
  }

  return {
    answer: async <T>(asked: QueryRequest, work: () => Promise<T>): Promise<T> => {
      const end = startEntry(asked, 'chart');
      try {
        const answer = await work();
        // SQL, columns and grains are reported without a query.
        if (asked.progress.trace !== null) end(null);
        return answer;
      } catch (error) {
        if (!(error instanceof NotCached)) end(error);
        throw error;
      }
    },

    download: async function* <T>(asked: QueryRequest, chunks: AsyncIterable<T>): AsyncGenerator<T, void> {
      const end = startEntry(asked, 'download');
      // Who leaves a download half-way ends this generator without a word.
      let came: unknown = new AppError('query_cancelled', {});
      try {
        yield* chunks;
        came = null;
      } catch (error) {
        came = error;
        throw error;
      } finally {
        end(came);
      }
    },
  };
}
