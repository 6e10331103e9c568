import { AppError } from '@tessera/core/errors/app-error';
import type { ResultType } from '@tessera/core/query-object';
import { verboseNamesOf } from '@tessera/core/verbose-names';
import { canOnMain, type Principal } from '../principal.ts';
import { fairnessKeyOf } from '../engines/admission/fairness-key.ts';
import { answerKey } from './edge/answer-key.ts';
import { authorise, type Authorised } from './access/authorise.ts';
import { createCubes } from './cache/cubes.ts';
import { createCachedRun } from './cached-run.ts';
import { createExplainer } from './edge/explainer.ts';
import { createFetch, type FetchedQuery } from './fetch.ts';
import type { Finished } from './post-process/post-process.ts';
import { createFinishOnce } from './post-process/coalesce.ts';
import { createLoopTicks } from './run/loop-ticks.ts';
import type { Prepared } from './plan/offsets/compare.ts';
import type { Chunks } from './values/chunks.ts';
import { createPrepare } from './prepare.ts';
import { presentationOf, withoutBeside } from './post-process/present/present.ts';
import { momentsIn } from './resolve/moments.ts';
import { isRaw, verboseNames } from './resolve/raw.ts';
import { maySeeSql, printStatements, viewOf } from './edge/redact.ts';
import { checkBounds } from './edge/request-bounds.ts';
import type { DataRequest, PipelineNeeds, QueryRequest } from './request.ts';
import { shape } from './format/shape.ts';
import { unplacedColumns } from './format/unplaced.ts';

export type Steps = ReturnType<typeof createSteps>;

/** The eight steps, each with what it needs from outside. */
export function createSteps(needs: PipelineNeeds) {
  const tickOfTheLoop = createLoopTicks();
  const prepare = createPrepare(needs, tickOfTheLoop);
  const cubes = createCubes(needs.results, needs.results.maxBytes / 2);
  const cachedRun = createCachedRun(needs, tickOfTheLoop, cubes);
  const finishOnce = createFinishOnce(needs.finisher);
  return {
    authorise: async (request: DataRequest): Promise<Authorised<DataRequest>> => {
      checkBounds(request.context);
      const authorised = await authorise(request, needs);
      return { ...authorised, request: { ...authorised.request, context: withoutBeside(authorised.request.context) } };
    },
    /** resolve → restrict → plan. */
    prepare,
    /** cache → run, for one statement. */
    cachedRun,
    /** Results for filters to come. */
    cubes,
    /** cache → run, for a query with its other times and annotations. */
    fetch: createFetch(needs, { prepare, cachedRun }),
    /** The rows of a run are post-processed once for all who wait for them. */
    postProcess: (
      asked: QueryRequest,
      { resolved }: Prepared,
      { identity, table, beside }: FetchedQuery,
    ): Promise<Finished> => {
      const { steps, columnOrder, additivities, timeZone: zone } = resolved;
      const { presentation, verbose } = presented(asked);
      const wall = presentation && { moments: momentsIn(resolved.moments, table), zone };
      const shown = {
        verbose,
        beside: { tables: beside, additivities },
        ...(presentation && { presentation, wall }),
      };
      const order = { steps, columnOrder, format: 'json', ...shown } as const;
      const { signal, principal } = asked.request;
      return finishOnce(identity, table, order, { signal, fairnessKey: fairnessKeyOf(principal) });
    },
    shape: shapeAnswer,
    explain: createExplainer(needs),
  };
}

/** The key of an answer among those that were made from one cached result. */
export function keyOfAnswer(asked: QueryRequest, own: Prepared, fetched: FetchedQuery): string {
  return answerKey({
    type: asked.type,
    isCached: fetched.isCached,
    timeoutSeconds: fetched.main.timeoutSeconds,
    view: viewOf(asked.request.principal),
    prepared: own,
    joined: fetched.isJoined ? fetched.identity : null,
    presentation: presented(asked).presentation,
    annotations: fetched.annotations,
  });
}

/** @throws AppError forbidden for a result type that the principal may not ask for */
export function checkType(type: ResultType, principal: Principal): void {
  if (type === 'query' && !maySeeSql(principal)) throw new AppError('forbidden', {});
  if (isRaw(type) && !canOnMain(principal, 'can_samples')) throw new AppError('forbidden', {});
}

function shapeAnswer(asked: QueryRequest, own: Prepared, fetched: FetchedQuery, finished: Finished): Chunks {
  const view = viewOf(asked.request.principal);
  const { main, isCached, plans, annotations } = fetched;
  return shape(
    {
      type: asked.type,
      isCached,
      resolved: own.resolved,
      readFilters: own.readFilters,
      cacheKey: own.plan.key,
      cacheTimeoutSeconds: main.timeoutSeconds,
      ranAtMs: main.result.ranAtMs,
      extractReadMs: own.plan.dataset.reads === 'extract' ? (own.plan.dataset.extract?.readMs ?? null) : null,
      sql: view.sql ? printStatements(plans, view.rules) : null,
      sqlRowCount: main.table.rowCount,
      unmatched: fetched.unmatched,
      compared: fetched.compared,
      // What is arranged as a chart shows it is in its zone's clock already.
      moments: asked.type === 'post_processed' ? [] : momentsIn(own.resolved.moments, fetched.table),
      unplaced: unplacedColumns(own.resolved.steps, main.table),
      annotations,
    },
    finished,
  );
}

/** How rows are named and arranged where a chart shows them. */
function presented({ type, request, dataset, query }: QueryRequest) {
  return type === 'post_processed'
    ? {
        presentation: presentationOf(request.context.form_data ?? {}),
        verbose: verboseNamesOf(query, verboseNames(dataset)),
      }
    : { verbose: {} };
}
