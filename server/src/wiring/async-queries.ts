import { createInProcessBus } from '../events/in-process.ts';
import { createRedisBus } from '../events/redis.ts';
import { jobErrors } from '../http/error-body.ts';
import { createJobs, type JobHandler } from '../jobs/jobs.ts';
import { createJobStore } from '../jobs/store.ts';
import { CHART_DATA, createChartDataHandler } from '../resources/chart-data/async.ts';
import { createExploreJsonHandler, EXPLORE_JSON } from '../resources/explore-json/async.ts';
import type { ChartData } from './chart-data.ts';
import type { Ground } from './ground.ts';
import type { Principals } from './principals.ts';

export type AsyncQueries = ReturnType<typeof createAsyncQueries>;

/** Work that outlives its request, and how users hear of it. */
export function createAsyncQueries(
  { config, metadata, db, now, nowMs, monotonicMs, redisTimes, tell, warn }: Ground,
  { user, channels, sessions }: Principals,
  { service, exploreJson }: ChartData,
  others: Readonly<Record<string, JobHandler>>,
) {
  const bus =
    config.redisUrl === null ? createInProcessBus(nowMs) : createRedisBus(config.redisUrl, { tell, times: redisTimes });
  const jobs = createJobs({
    store: createJobStore(db, metadata.dialect),
    bus,
    now,
    monotonicMs,
    describe: jobErrors,
    log: warn,
    handlers: {
      [CHART_DATA]: createChartDataHandler({ data: service, user }),
      ...others,
      [EXPLORE_JSON]: createExploreJsonHandler({ explore: exploreJson, user }),
    },
    settings: { workers: config.asyncWorkers, patienceMs: config.asyncPatienceSeconds * 1000 },
  });
  return {
    bus,
    jobs,
    channels,
    isDefault: config.featureFlags['GLOBAL_ASYNC_QUERIES'] === true,
    isAlwaysSecure: sessions.isAlwaysSecure,
  };
}
