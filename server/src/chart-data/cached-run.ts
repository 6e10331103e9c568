import type { Waiter } from '../engines/admission/waiters.ts';
import { fairnessKeyOf } from '../engines/admission/fairness-key.ts';
import type { Cubes } from './cache/cubes.ts';
import { createSubsumption } from './cache/subsumption.ts';
import { freshness } from './cache/freshness.ts';
import type { LoopTicks } from './run/loop-ticks.ts';
import type { Fetched, Prepared } from './plan/offsets/compare.ts';
import { NotCached, runOptions, type DataRequest, type PipelineNeeds, type QueryRequest } from './request.ts';
import type { CachedResult } from './cache/results.ts';

type Needs = Pick<PipelineNeeds, 'results' | 'sharedScans' | 'engines' | 'quotas' | 'settings'>;

/** The rows of one statement, with their entry of the cache. */
export type CachedRun = Fetched & {
  readonly result: CachedResult;
  readonly timeoutSeconds: number;
};

/** cache → run: a cached result, a wider one that holds the rows, a run in flight, or the database. */
export function createCachedRun(needs: Needs, tickOfTheLoop: LoopTicks, cubes: Cubes) {
  const { results, settings } = needs;
  const subsumption = createSubsumption(results, cubes);

  /** @param remembers  Whether the rows may answer narrower questions of any kind */
  return async (asked: QueryRequest, { isLong, resolved, plan }: Prepared, remembers = true): Promise<CachedRun> => {
    const { request } = asked;
    const { dataset } = plan;
    const wish = freshness(request.cache, dataset, settings.cacheTimeoutSeconds);
    if (isLong) await tickOfTheLoop();
    await subsumption.offer(dataset, plan, resolved.temporal, wish);
    if (request.onlyCached && !(await results.has(plan.key, wish))) throw new NotCached();
    const reading = results.read(
      plan.key,
      wish,
      request.signal,
      async (signal, waiters) =>
        needs.sharedScans.run(
          { plan, dataset, temporal: resolved.temporal },
          await needs.engines(dataset),
          needs.quotas.accountOf(request.principal),
          // Who waits for a run may change: it has the bounds of charts, whoever began it.
          { ...runOptions({ request, maxRows: settings.rowLimit }, settings, signal), waiters },
        ),
      waiterOf(request),
    );
    request.announcement?.arrive();
    const { result, isCached } = await reading;
    if (remembers) subsumption.remember(dataset, plan, resolved.temporal);
    const { table, truncated, ranAtMs } = result;
    return {
      result,
      isCached,
      table,
      truncated,
      timeoutSeconds: wish.timeoutSeconds,
      identity: `${plan.key} ${ranAtMs}`,
    };
  };
}

function waiterOf({ principal, ask }: DataRequest): Waiter | undefined {
  return ask === undefined ? undefined : { fairnessKey: fairnessKeyOf(principal), ask };
}
