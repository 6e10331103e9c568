import { AppError } from '@tessera/core/errors/app-error';
import type { QueryObject } from '@tessera/core/query-object';
import type { Table } from '@tessera/core/table';
import { bindAll } from '../bind-all.ts';
import { createAdmission } from './edge/admission.ts';
import { describe } from './edge/describe.ts';
import { createDownloads } from './edge/downloads.ts';
import { annotate } from './fetch.ts';
import { createCubePreparation } from './prepare-cubes.ts';
import { maySeeSql } from './edge/redact.ts';
import { createQueryLogging, redacted, traceOf } from './edge/observe.ts';
import { anyOfSql } from './resolve/any-of.ts';
import { atInstantRange } from './plan/offsets/compare.ts';
import type { Chunks } from './values/chunks.ts';
import { NotCached, queryRequest, type DataRequest, type PipelineNeeds, type QueryRequest } from './request.ts';
import { checkType, createSteps, keyOfAnswer } from './steps.ts';

export type { Annotate, DataRequest, PipelineNeeds } from './request.ts';
export type Pipeline = ReturnType<typeof createPipeline>;

type Context = {
  readonly needs: PipelineNeeds;
  readonly steps: ReturnType<typeof createSteps>;
  readonly admit: ReturnType<typeof createAdmission>;
  readonly log: ReturnType<typeof createQueryLogging>;
  readonly maxRows: number;
};

/**
 * The way of data, from a request to its answer:
 * authorise → resolve → restrict → plan → cache → run → post-process → shape.
 *
 * Everything that could answer differently for two principals or at two times is an argument of a step, and in the key.
 * Around the steps stand admission (limits), the log of queries and redaction.
 */
export function createPipeline(needs: PipelineNeeds) {
  const context: Context = {
    needs,
    steps: createSteps(needs),
    admit: createAdmission(needs),
    log: createQueryLogging(needs),
    maxRows: needs.settings.rowLimit,
  };
  return {
    ...bindAll(context, { answers, cachedAnswers, annotations, table, anyOf }),
    /** Requests of many charts are about to come: their queries wait for each other, for a moment. */
    announce: needs.sharedScans.announce,
    /** Cubes for filters to come. @throws AppError where those who ask may not ask the queries under such filters */
    prepareCubes: createCubePreparation(needs, context.steps, context.log),
    /** The lines of one download per query, in their order. @throws AppError before the first bytes */
    downloads: createDownloads(needs, context.steps, context.log),
  };
}

async function answers(context: Context, given: DataRequest): Promise<readonly Chunks[]> {
  const { dataset, request } = await context.steps.authorise(given);
  const announcement =
    request.announcement ?? context.needs.sharedScans.announce(dataset.id, request.context.queries.length);
  return context
    .admit({ ...request, announcement }, (admitted, query) => {
      const asked = queryRequest(admitted, dataset, query, { maxRows: context.maxRows });
      return redacted(asked, () => context.log.answer(asked, () => answer(context, asked)));
    })
    .finally(announcement.close);
}

/** One query. An answer that was made before from the same cached rows is given again. */
async function answer(context: Context, given: QueryRequest): Promise<Chunks> {
  checkType(given.type, given.request.principal);
  const described = describe(given, context.steps.prepare, context.needs.readTime);
  if (described !== null) {
    // What is only described reads nothing: nobody waits for it.
    given.request.announcement?.arrive();
    return described;
  }
  const asked = { ...given, query: atInstantRange(given.query, given.dataset, context.needs.readTime) };
  const lap = stopwatch(context.needs.monotonicMs);

  const own = await context.steps.prepare(asked, asked.query); // resolve → restrict → plan
  // The log has the SQL of a query that fails from here on.
  asked.progress.trace = traceOf([own.plan], { rows: null, isCached: false });
  const planMs = lap();

  const fetched = await context.steps.fetch(asked, own); // cache → run
  const { main, plans, isCached } = fetched;
  asked.progress.trace = traceOf(plans, { rows: main.table.rowCount, isCached });
  const key = keyOfAnswer(asked, own, fetched);
  const ready = asked.type === 'explain' ? undefined : main.result.answers.get(key);
  if (ready) return ready;
  lap();

  const finished = await context.steps.postProcess(asked, own, fetched); // post-process
  if (asked.type === 'explain')
    return context.steps.explain(asked, own, fetched, finished, { plan: planMs, postProcessing: lap() });

  const shaped = context.steps.shape(asked, own, fetched, finished); // shape
  if (isCached) context.needs.results.cacheAnswer(own.plan.key, main.result, key, shaped);
  return shaped;
}

/**
 * The same when every query can be answered without a database, else null. What is wrong with the request is reported
 * either way.
 * @throws AppError
 */
function cachedAnswers(context: Context, request: DataRequest): Promise<readonly Chunks[] | null> {
  return answers(context, { ...request, onlyCached: true }).catch((error: unknown) => {
    if (error instanceof NotCached) return null;
    throw error;
  });
}

/**
 * What the layers of each query draw ([7.1-03]), as JSON text by the name of the layer; the queries themselves are
 * not run.
 * @throws AppError
 */
async function annotations(context: Context, unchecked: DataRequest): Promise<readonly string[]> {
  const { dataset, request } = await context.steps.authorise(unchecked);
  const annotateQuery = (given: QueryObject): Promise<string> => {
    const asked = queryRequest(request, dataset, given, { type: 'full', maxRows: context.maxRows });
    return redacted(asked, async () => {
      const query = atInstantRange(given, dataset, context.needs.readTime);
      return annotate(context.needs.annotate, { ...asked, query }, await context.steps.prepare(asked, query));
    });
  };
  return Promise.all(request.context.queries.map(annotateQuery));
}

/** The rows of the first query as a table, before post-processing: for readers on the server. @throws AppError */
async function table(context: Context, given: DataRequest): Promise<Table> {
  const { dataset, request } = await context.steps.authorise(given);
  const [query] = request.context.queries;
  if (!query) throw new AppError('empty_query', {});
  const asked = queryRequest(request, dataset, query, { type: 'results', maxRows: context.maxRows });
  return redacted(
    asked,
    async () => (await context.steps.cachedRun(asked, await context.steps.prepare(asked, query))).table,
  );
}

/** The filters of the first query as one condition of which one must hold, in SQL; nothing is run. @throws AppError */
async function anyOf(context: Context, given: DataRequest): Promise<string> {
  const { dataset, request } = await context.steps.authorise(given);
  const filters = request.context.queries[0]?.filters ?? [];
  return anyOfSql(filters, dataset, maySeeSql(request.principal));
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
