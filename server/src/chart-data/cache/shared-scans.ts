import { AppError } from '@tessera/core/errors/app-error';
import { consolidationKey } from '@tessera/query/consolidation/consolidate';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Engine, RunOptions } from '../../engines/engine.ts';
import { metered, type Account } from '../../engines/admission/quotas.ts';
import { run, type Work } from '../run/run.ts';
import { packBatches } from './scan-batches.ts';
import { runApart, type ScanQuery } from './scan-query.ts';
import { runSharedScan, type ScanCounters } from './shared-scan.ts';
import type { Run } from '../run/shared-runs.ts';

export type SharedScans = {
  /** Queries on a dataset are being made; call what comes back when they are answered. */
  readonly announce: (datasetId: number, queries: number) => () => void;
  /**
   * Run a query on an account, with others of its dataset in one scan where they come together: each pays for what is
   * its own.
   * @throws AppError as `run` does, quota_exceeded
   */
  readonly run: (work: Work, engine: Engine, account: Account | null, options: RunOptions) => Promise<Run>;
  readonly counters: Readonly<ScanCounters>;
};

/** Long enough for the charts of one page, too short to be felt. */
const TICK_MS = 4;

/** Gathers what is asked of one dataset at the same time. A request that is alone is not delayed. */
export function createSharedScans(): SharedScans {
  const announced = new Map<number, number>();
  const waiting = new Map<string, ScanQuery[]>();
  const counters: ScanCounters = { scans: 0, queries: 0 };

  async function start(crowd: readonly ScanQuery[]): Promise<void> {
    const present = crowd.filter(({ options }) => !options.signal.aborted);
    for (const one of crowd) if (one.options.signal.aborted) one.reject(new AppError('query_cancelled', {}));
    for await (const { members, statement } of packBatches(present)) {
      if (statement === null) for (const one of members) runApart(one);
      else void runSharedScan(members, statement, counters);
    }
  }

  return {
    announce: (datasetId, queries) => {
      announced.set(datasetId, (announced.get(datasetId) ?? 0) + queries);
      return () => {
        const left = (announced.get(datasetId) ?? 0) - queries;
        if (left > 0) announced.set(datasetId, left);
        else announced.delete(datasetId);
      };
    },

    run: (work, engine, account, options) => {
      const { dataset, plan } = work;
      const common =
        (announced.get(dataset.id) ?? 0) > 1 && plan.query.limit !== null
          ? consolidationKey(plan.query, dialectOf(dataset.dialect))
          : null;
      if (common === null) return run(work, metered(engine, account), options);
      const key = JSON.stringify({
        version: dataset.versionKey,
        database: dataset.databaseId,
        zone: dataset.timeZone,
        common,
      });
      return new Promise((resolve, reject) => {
        const one = { work, engine, account, options, resolve, reject };
        const crowd = waiting.get(key);
        if (crowd) {
          crowd.push(one);
          return;
        }
        const begun = [one];
        waiting.set(key, begun);
        setTimeout(() => {
          waiting.delete(key);
          start(begun).catch((error: unknown) => {
            for (const each of begun) each.reject(error);
          });
        }, TICK_MS);
      });
    },

    counters,
  };
}
