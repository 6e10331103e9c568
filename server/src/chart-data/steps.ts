import { AppError } from '@tessera/core/errors/app-error';
import type { ResultType } from '@tessera/core/query-object';
import { canOnMain, type Actor } from '../actor.ts';
import { turnOf } from '../engines/turn.ts';
import { answerKey } from './answer-key.ts';
import { authorise, type Authorised } from './authorise.ts';
import { createCachedRun } from './cached-run.ts';
import { createExplainer } from './explainer.ts';
import { createFetch, type FetchedQuery } from './fetch.ts';
import type { Finished } from './finish.ts';
import { createFinishOnce } from './finish-once.ts';
import { createLoopTurns } from './loop-turns.ts';
import type { Prepared } from './offsets/compare.ts';
import type { Pieces } from './pieces.ts';
import { createPrepare } from './prepare.ts';
import { presentationOf } from './present/present.ts';
import { isRaw, verboseNames } from './raw.ts';
import { maySeeSql, printStatements, viewOf } from './redact.ts';
import { checkBounds } from './request-bounds.ts';
import type { DataRequest, PipelineNeeds, QueryRequest } from './request.ts';
import { shape } from './shape.ts';

export type Steps = ReturnType<typeof createSteps>;

/** The eight steps, each with what it needs from outside. */
export function createSteps(needs: PipelineNeeds) {
  const turnOfTheLoop = createLoopTurns();
  const prepare = createPrepare(needs, turnOfTheLoop);
  const cachedRun = createCachedRun(needs, turnOfTheLoop);
  const finishOnce = createFinishOnce(needs.finisher);
  return {
    authorise: async (request: DataRequest): Promise<Authorised<DataRequest>> => {
      checkBounds(request.context);
      return authorise(request, needs);
    },
    /** resolve → restrict → plan. */
    prepare,
    /** cache → run, for one statement. */
    cachedRun,
    /** cache → run, for a query with its other times and annotations. */
    fetch: createFetch(needs, { prepare, cachedRun }),
    /** The rows of a run are post-processed once for all who wait for them. */
    postProcess: (
      asked: QueryRequest,
      { resolved }: Prepared,
      { identity, table }: FetchedQuery,
    ): Promise<Finished> => {
      const { steps, columnOrder } = resolved;
      const order = { steps, columnOrder, format: 'json', ...presented(asked) } as const;
      const { signal, actor } = asked.request;
      return finishOnce(identity, table, order, { signal, turn: turnOf(actor) });
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
    view: viewOf(asked.request.actor),
    prepared: own,
    joined: fetched.isCompared ? fetched.identity : null,
    presentation: presented(asked).presentation,
    annotations: fetched.annotations,
  });
}

/** @throws AppError forbidden for a result type that the principal may not ask for */
export function checkType(type: ResultType, actor: Actor): void {
  if (type === 'query' && !maySeeSql(actor)) throw new AppError('forbidden', {});
  if (isRaw(type) && !canOnMain(actor, 'can_samples')) throw new AppError('forbidden', {});
}

function shapeAnswer(asked: QueryRequest, own: Prepared, fetched: FetchedQuery, finished: Finished): Pieces {
  const view = viewOf(asked.request.actor);
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
      sql: view.sql ? printStatements(plans, view.rules) : null,
      sqlRowCount: main.table.rowCount,
      annotations,
    },
    finished,
  );
}

/** How rows are named and arranged where a chart shows them. */
function presented({ type, request, dataset }: QueryRequest) {
  return type === 'post_processed'
    ? { presentation: presentationOf(request.context.form_data ?? {}), verbose: verboseNames(dataset) }
    : { verbose: {} };
}
