import type { ResolvedDataset } from '../dataset.ts';
import type { Freshness } from './results.ts';

/** What a request says about cached results; seconds. */
export type CacheWish = {
  readonly force: boolean;
  readonly staleOkSeconds: number;
  /** `custom_cache_timeout` of the request, then that of its chart. */
  readonly requestTimeout: number | null;
  readonly chartTimeout: number | null;
  /** Keep and take results at least this long: those of a job wait for whoever fetches them. */
  readonly keepAtLeastSeconds?: number;
};

/**
 * −1 switches keeping off, 0 keeps without an end. The first of request, chart, dataset, database and server decides.
 */
export function freshness(
  wish: CacheWish,
  dataset: ResolvedDataset,
  serverTimeout: number,
): Freshness & { readonly timeoutSeconds: number } {
  const timeoutSeconds =
    wish.requestTimeout ?? wish.chartTimeout ?? dataset.cacheTimeout ?? dataset.databaseCacheTimeout ?? serverTimeout;
  const maxAgeMs = timeoutSeconds === 0 ? null : Math.max(0, timeoutSeconds, wish.keepAtLeastSeconds ?? 0) * 1000;
  return { timeoutSeconds, maxAgeMs, staleMs: Math.max(0, wish.staleOkSeconds) * 1000, force: wish.force };
}
