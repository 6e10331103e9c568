import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Table } from '@tessera/core/table';
import { answerFrom, cellsOfRow, type Question } from '@tessera/query/containment/answer-from';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { ResolvedDataset } from '../dataset.ts';
import type { Plan } from '../plan/plan.ts';
import type { Cubes } from './cubes.ts';
import type { Freshness, Results } from './results.ts';

/** Cached results that may answer narrower questions. */
export type Subsumption = {
  /** A result of this query is stored under its key, wherever it came from. */
  readonly remember: (dataset: ResolvedDataset, plan: Plan, temporal: ReadonlySet<string>) => void;
  /** Keep the answer of a query under its own key when a wider result that is fresh enough holds it. */
  readonly offer: (
    dataset: ResolvedDataset,
    plan: Plan,
    temporal: ReadonlySet<string>,
    freshness: Freshness,
  ) => Promise<void>;
};

type CachedQuestion = Question & { readonly key: string };

/** Bounds of one look-up: it happens between a request and its query, on the server's own thread. */
const DATASETS = 200;
const RESULTS_EACH = 24;
const MAX_ROWS = 20_000;
/**
 * Cells of all results that could hold the answer. Texts that are all different take a thousandth of a millisecond
 * each.
 */
const MAX_CELLS = 120_000;
/** The same of cubes, of which a query has few. */
const MAX_CUBE_CELLS = 2_400_000;

/**
 * Look for wider results of the same version of a dataset: in the order in which their questions first came, the latest
 * first.
 */
export function createSubsumption(results: Results, cubes: Pick<Cubes, 'of'>): Subsumption {
  const cached = new LRUCache<string, readonly CachedQuestion[]>({ max: DATASETS });

  return {
    remember: (dataset, plan, temporal) => {
      if (!isEligible(dataset, plan) || plan.query.rowCountOnly || plan.query.seriesLimit !== null) return;
      const group = groupOf(dataset, plan);
      const present = cached.get(group) ?? [];
      if (present.some((one) => one.key === plan.key)) return;
      const table = results.peek(plan.key)?.table;
      if (!table || table.rowCount > MAX_ROWS) return;
      const others = present.filter((one) => results.peek(one.key) !== undefined);
      cached.set(group, [{ key: plan.key, query: plan.query, temporal }, ...others].slice(0, RESULTS_EACH));
    },

    offer: async (dataset, plan, temporal, freshness) => {
      const { maxAgeMs, force } = freshness;
      if (force || (maxAgeMs !== null && maxAgeMs <= 0) || !isEligible(dataset, plan)) return;
      if (freshUnder(plan.key, freshness)) return;
      const asked = { plan, temporal, freshness };
      const found =
        (await firstAnswer(cubes.of(plan), dataset, asked, MAX_CUBE_CELLS)) ??
        (await firstAnswer(cached.get(groupOf(dataset, plan)) ?? [], dataset, asked, MAX_CELLS));
      if (found) results.derive(plan.key, found.from, found.table);
    },
  };

  function freshUnder(key: string, { maxAgeMs }: Freshness) {
    const result = results.peek(key);
    return result && (maxAgeMs === null || result.ageMs <= maxAgeMs) ? result : null;
  }

  /** The answer from the first of the wider results that holds it, within the bounds of one look-up. */
  async function firstAnswer(
    candidates: readonly CachedQuestion[],
    dataset: ResolvedDataset,
    { plan, temporal, freshness }: Asked,
    mostCells: number,
  ): Promise<{ readonly from: string; readonly table: Table } | null> {
    const dialect = dialectOf(dataset.dialect);
    const asked = { query: plan.query, temporal };
    let cells = 0;
    for (const { key, ...wide } of candidates) {
      const ofRow = freshUnder(key, freshness) && cellsOfRow(wide, asked, dialect);
      if (ofRow === null) continue;
      // A request may have many queries, and each may look at several results.
      await setImmediate();
      const result = freshUnder(key, freshness);
      if (freshUnder(plan.key, freshness)) return null;
      if (!result) continue;
      cells += ofRow * result.table.rowCount;
      if (cells > mostCells) return null;
      const table = answerFrom({ ...wide, table: result.table, truncated: result.truncated }, asked, dialect);
      if (table) return { from: key, table };
    }
    return null;
  }
}

type Asked = { readonly plan: Plan; readonly temporal: ReadonlySet<string>; readonly freshness: Freshness };

/** Results of one group may hold each other's answers. */
function groupOf({ databaseId, timeZone }: ResolvedDataset, { versionKey }: Plan): string {
  return JSON.stringify({ version: versionKey, database: databaseId, zone: timeZone });
}

function isEligible(dataset: ResolvedDataset, { query }: Plan): boolean {
  return query.measures !== null && dialectOf(dataset.dialect).rollUp !== undefined;
}
