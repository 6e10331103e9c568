import { AppError } from '@tessera/core/errors/app-error';
import type { QueryObject } from '@tessera/core/query-object';
import type { Table } from '@tessera/core/table';
import { createAdmission } from './edge/admission.ts';
import { describe } from './edge/describe.ts';
import { createDownloads } from './edge/downloads.ts';
import { annotate } from './fetch.ts';
import { createQueryLogging, redacted, traceOf } from './edge/observe.ts';
import { atInstantRange } from './plan/offsets/compare.ts';
import type { Chunks } from './values/chunks.ts';
import { NotCached, queryRequest, type DataRequest, type PipelineNeeds, type QueryRequest } from './request.ts';
import { checkType, createSteps, keyOfAnswer } from './steps.ts';

export type { Annotate, DataRequest, PipelineNeeds } from './request.ts';
export type Pipeline = ReturnType<typeof createPipeline>;

/**
 * The way of data, from a request to its answer:
 * authorise → resolve → restrict → plan → cache → run → post-process → shape.
 *
 * Everything that could answer differently for two principals or at two times is an argument of a step, and in the key.
 * Around the steps stand admission (limits), the log of queries and redaction.
 */
export function createPipeline(needs: PipelineNeeds) {
  const steps = createSteps(needs);
  const admit = createAdmission(needs);
  const log = createQueryLogging(needs);
  const maxRows = needs.settings.rowLimit;

  async function answers(given: DataRequest): Promise<readonly Chunks[]> {
    const { dataset, request } = await steps.authorise(given);
    const answered = needs.sharedScans.announce(dataset.id, request.context.queries.length);
    return admit(request, (admitted, query) => {
      const asked = queryRequest(admitted, dataset, query, { maxRows });
      return redacted(asked, () => log.answer(asked, () => answer(asked)));
    }).finally(answered);
  }

  /** One query. An answer that was made before from the same cached rows is given again. */
  async function answer(given: QueryRequest): Promise<Chunks> {
    checkType(given.type, given.request.principal);
    const described = describe(given, steps.prepare, needs.readTime);
    if (described !== null) return described;
    const asked = { ...given, query: atInstantRange(given.query, given.dataset, needs.readTime) };
    const lap = stopwatch(needs.monotonicMs);

    const own = await steps.prepare(asked, asked.query); // resolve → restrict → plan
    // The log has the SQL of a query that fails from here on.
    asked.progress.trace = traceOf([own.plan], { rows: null, isCached: false });
    const planMs = lap();

    const fetched = await steps.fetch(asked, own); // cache → run
    const { main, plans, isCached } = fetched;
    asked.progress.trace = traceOf(plans, { rows: main.table.rowCount, isCached });
    const key = keyOfAnswer(asked, own, fetched);
    const ready = asked.type === 'explain' ? undefined : main.result.answers.get(key);
    if (ready) return ready;
    lap();

    const finished = await steps.postProcess(asked, own, fetched); // post-process
    if (asked.type === 'explain')
      return steps.explain(asked, own, fetched, finished, { plan: planMs, postProcessing: lap() });

    const shaped = steps.shape(asked, own, fetched, finished); // shape
    if (isCached) needs.results.cacheAnswer(own.plan.key, main.result, key, shaped);
    return shaped;
  }

  return {
    /**
     * One JSON entry per query, in their order, each in chunks.
     * @throws AppError; a query that fails fails the request
     */
    answers,

    /**
     * The same when every query can be answered without a database, else null. What is wrong with the request is told
     * either way.
     * @throws AppError
     */
    cachedAnswers: (request: DataRequest): Promise<readonly Chunks[] | null> =>
      answers({ ...request, onlyCached: true }).catch((error: unknown) => {
        if (error instanceof NotCached) return null;
        throw error;
      }),

    /**
     * What the layers of each query draw ([7.1-03]), as JSON text by the name of the layer; the queries themselves are
     * not run.
     * @throws AppError
     */
    annotations: async (unchecked: DataRequest): Promise<readonly string[]> => {
      const { dataset, request } = await steps.authorise(unchecked);
      const annotateQuery = (given: QueryObject): Promise<string> => {
        const asked = queryRequest(request, dataset, given, { type: 'full', maxRows });
        return redacted(asked, async () => {
          const query = atInstantRange(given, dataset, needs.readTime);
          return annotate(needs.annotate, { ...asked, query }, await steps.prepare(asked, query));
        });
      };
      return Promise.all(request.context.queries.map(annotateQuery));
    },

    /** The rows of the first query as a table, before post-processing: for readers on the server. @throws AppError */
    table: async (given: DataRequest): Promise<Table> => {
      const { dataset, request } = await steps.authorise(given);
      const [query] = request.context.queries;
      if (!query) throw new AppError('empty_query', {});
      const asked = queryRequest(request, dataset, query, { type: 'results', maxRows });
      return redacted(asked, async () => (await steps.cachedRun(asked, await steps.prepare(asked, query))).table);
    },

    /** The lines of one download per query, in their order. @throws AppError before the first bytes */
    downloads: createDownloads(needs, steps, log),
  };
}

/** Milliseconds since the lap before. */
function stopwatch(monotonicMs: () => number): () => number {
  let beganMs = monotonicMs();
  return () => {
    const lapMs = monotonicMs() - beganMs;
    beganMs += lapMs;
    return lapMs;
  };
}
