import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { answerFrom, cellsOfRow, type Question } from '@tessera/query/containment/answer-from';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { ResolvedDataset } from './dataset.ts';
import type { Plan } from './plan.ts';
import type { Freshness, Results } from './results.ts';

/** Kept results that may answer narrower questions. */
export type Contained = {
  /** A result of this query is kept under its key, wherever it came from. */
  readonly remember: (dataset: ResolvedDataset, plan: Plan, temporal: ReadonlySet<string>) => void;
  /** Keep the answer of a query under its own key when a wider result that is fresh enough holds it. */
  readonly offer: (
    dataset: ResolvedDataset,
    plan: Plan,
    temporal: ReadonlySet<string>,
    freshness: Freshness,
  ) => Promise<void>;
};

type Kept = Question & { readonly key: string };

/** Bounds of one look-up: it happens between a request and its query, on the server's own thread. */
const DATASETS = 200;
const RESULTS_EACH = 24;
const MOST_ROWS = 20_000;
/**
 * Cells of all results that could hold the answer. Texts that are all different take a thousandth of a millisecond
 * each.
 */
const MOST_CELLS = 120_000;

/**
 * Look for wider results of the same version of a dataset: in the order in which their questions first came, the latest
 * first.
 */
export function createContained(results: Results): Contained {
  const kept = new LRUCache<string, readonly Kept[]>({ max: DATASETS });
  const groupOf = (dataset: ResolvedDataset, { versionKey }: Plan) =>
    JSON.stringify([versionKey, dataset.databaseId, dataset.timeZone]);
  const isEligible = (dataset: ResolvedDataset, { query }: Plan) =>
    query.measures !== null && dialectOf(dataset.dialect).rollUp !== undefined;

  return {
    remember: (dataset, plan, temporal) => {
      if (!isEligible(dataset, plan) || plan.query.rowCountOnly || plan.query.seriesLimit !== null) return;
      const group = groupOf(dataset, plan);
      const present = kept.get(group) ?? [];
      if (present.some((one) => one.key === plan.key)) return;
      const table = results.peek(plan.key)?.table;
      if (!table || table.rowCount > MOST_ROWS) return;
      const others = present.filter((one) => results.peek(one.key) !== undefined);
      kept.set(group, [{ key: plan.key, query: plan.query, temporal }, ...others].slice(0, RESULTS_EACH));
    },

    offer: async (dataset, plan, temporal, { maxAgeMs, force }) => {
      if (force || (maxAgeMs !== null && maxAgeMs <= 0) || !isEligible(dataset, plan)) return;
      const freshUnder = (key: string) => {
        const result = results.peek(key);
        return result && (maxAgeMs === null || result.ageMs <= maxAgeMs) ? result : null;
      };
      if (freshUnder(plan.key)) return;
      const dialect = dialectOf(dataset.dialect);
      const asked = { query: plan.query, temporal };
      let cells = 0;
      for (const { key, ...wide } of kept.get(groupOf(dataset, plan)) ?? []) {
        const ofRow = freshUnder(key) && cellsOfRow(wide, asked, dialect);
        if (ofRow === null) continue;
        // A request may have many queries, and each may look at several results.
        await setImmediate();
        const result = freshUnder(key);
        if (freshUnder(plan.key)) return;
        if (!result) continue;
        cells += ofRow * result.table.rowCount;
        if (cells > MOST_CELLS) return;
        const table = answerFrom({ ...wide, table: result.table, truncated: result.truncated }, asked, dialect);
        if (table) return results.derive(plan.key, key, table);
      }
    },
  };
}
