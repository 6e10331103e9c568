import type { CostEstimate } from '../../engines/engine.ts';
import { explain, type ExplainFacts } from './explain.ts';
import type { FetchedQuery } from '../fetch.ts';
import type { Finished } from '../post-process/post-process.ts';
import type { Prepared } from '../plan/offsets/compare.ts';
import type { Plan } from '../plan/plan.ts';
import type { Chunks } from '../values/chunks.ts';
import { holdsRules, viewOf } from './redact.ts';
import type { PipelineNeeds, QueryRequest } from '../request.ts';

/** What is notified of the extract of a dataset that has one. */
function extractOf({ dataset, notOver }: Plan): ExplainFacts['extract'] {
  if (dataset.extract === null) return null;
  return { isRead: dataset.reads === 'extract', readMs: dataset.extract.readMs, notOver };
}

/** Milliseconds that the steps of an answer took. */
export type StageTimes = { readonly plan: number; readonly postProcessing: number };

/** "Why this number?": the explanation of an answer instead of its rows. */
export function createExplainer(needs: Pick<PipelineNeeds, 'engines' | 'rulesOf' | 'now'>) {
  return async (
    { request, dataset, query }: QueryRequest,
    { resolved, takenOver, plan }: Prepared,
    { main, plans }: FetchedQuery,
    finished: Finished,
    stages: StageTimes,
  ): Promise<Chunks> => {
    const view = viewOf(request.principal);
    const { result, timeoutSeconds, isCached } = main;
    // Estimates are of all rows of the table: nothing for whom rules hide some.
    const isEstimated = view.sql && (view.rules === 'shown' || !plans.some(holdsRules));
    return explain({
      dataset,
      context: request.context,
      query,
      plans,
      estimates: isEstimated ? await estimates(request, plans) : [],
      takenOver,
      rejected: resolved.rejected,
      view,
      rules: await needs.rulesOf(request.principal, dataset),
      extract: extractOf(plan),
      cache: { key: plan.key, isCached, ranAtMs: result.ranAtMs, nowMs: needs.now(), timeoutSeconds },
      rows: {
        read: main.table.rowCount,
        answered: finished.rowCount,
        isCut: main.truncated || main.table.rowCount === plan.query.limit,
      },
      stages: { ...stages, database: result.tookMs },
    });
  };

  /** What the database expects of statements; an answer is explained without it too. */
  async function estimates(
    request: QueryRequest['request'],
    plans: FetchedQuery['plans'],
  ): Promise<readonly (CostEstimate | null)[]> {
    return Promise.all(
      plans.map(async (one) => {
        const engine = await needs.engines(one.dataset);
        return (await engine.estimate?.(one.compiled(), request.signal).catch(() => null)) ?? null;
      }),
    );
  }
}
