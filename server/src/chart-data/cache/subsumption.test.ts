import { expect, test } from 'vitest';
import { packedColumn, tableOf, type Table } from '@tessera/core/table';
import type { StructuredQuery } from '@tessera/query/structured-query';
import { bareQuery, column, source, value } from '../../testing/structured.ts';
import { createSubsumption } from './subsumption.ts';
import type { ResolvedDataset } from '../dataset.ts';
import { plan } from '../plan/plan.ts';
import { createResults } from './results.ts';

const ROWS = 19_000;
const fresh = { maxAgeMs: 600_000, staleMs: 0, force: false };
const none: ReadonlySet<string> = new Set();
const dataset: ResolvedDataset = {
  id: 17,
  name: 'visits',
  versionKey: '1',
  databaseId: 1,
  databaseName: 'shop',
  databaseVersion: 1,
  dialect: 'duckdb',
  source,
  columns: [],
  metrics: [],
  mainTimeColumn: null,
  alwaysFilterMainTime: false,
  timeZone: null,
  cacheTimeout: null,
  databaseCacheTimeout: null,
  fetchValuesPredicate: null,
  templateParams: {},
  ownerIds: [],
  extract: null,
};
const rows = { label: 'n', expression: { kind: 'count_rows' } } as const;
const name = { label: 'name', expression: column('name', 'VARCHAR') };
const town = { label: 'town', expression: column('town', 'VARCHAR') };
const table = tableOf([
  packedColumn(
    'name',
    'string',
    Array.from({ length: ROWS }, (_, row) => `Größe ${row}`),
  ),
  packedColumn(
    'town',
    'string',
    Array.from({ length: ROWS }, (_, row) => `Ort ${row % 900}`),
  ),
  packedColumn(
    'n',
    'numeric',
    Array.from({ length: ROWS }, () => 1),
  ),
]);

/** Wider results by name and town that are cached, and how often the rows of one were read. */
async function cachedResults(count: number) {
  let reads = 0;
  const counted: Table = {
    rowCount: ROWS,
    columns: new (class extends Map<
      string,
      Table['columns'] extends ReadonlyMap<string, infer Column> ? Column : never
    > {
      override get(label: string) {
        reads += label === 'name' ? 1 : 0;
        return super.get(label);
      }
    })(table.columns),
  };
  const results = createResults({ maxBytes: 1e9, now: () => 0, monotonicMs: () => 0 });
  const subsumption = createSubsumption(results, { of: () => [] });
  const planOf = (query: Partial<StructuredQuery>) =>
    plan({ ...bareQuery, source, limit: null, ...query }, dataset, none);
  for (let at = 0; at < count; at += 1) {
    const wide = planOf({ dimensions: [name, town], measures: [rows], limit: 50_000 + at });
    await results.read(wide.key, fresh, new AbortController().signal, async () => ({
      table: counted,
      truncated: false,
    }));
    subsumption.remember(dataset, wide, none);
  }
  reads = 0;
  return {
    results,
    reads: () => reads,
    offer: (query: Partial<StructuredQuery>) => subsumption.offer(dataset, planOf(query), none, fresh),
  };
}

test('results that cannot tell an answer, whatever their rows are, are not read', async () => {
  const kept = await cachedResults(24);
  await kept.offer({
    dimensions: [town],
    measures: [{ label: 'd', expression: { kind: 'aggregate', aggregate: 'COUNT_DISTINCT', of: name.expression } }],
  });
  await kept.offer({
    dimensions: [name],
    measures: [{ label: 's', expression: { kind: 'aggregate', aggregate: 'SUM', of: column('price', 'DOUBLE') } }],
  });
  await kept.offer({
    dimensions: [name],
    measures: [rows],
    orderBy: [{ by: { expression: { kind: 'sql', sql: 'MAX(price)', type: null } }, ascending: true }],
  });
  expect(kept.reads()).toBe(0);
  await kept.offer({ dimensions: [name], measures: [rows] });
  expect([kept.reads() > 0, kept.results.counters.derived]).toEqual([true, 1]);
});

test('a look-up reads a few results at most, and others run in between', async () => {
  const kept = await cachedResults(24);
  let turns = 0;
  const timer = setInterval(() => void (turns += 1), 0);
  // A collation could take another cell for it: only the rows say so.
  await kept.offer({
    dimensions: [name],
    measures: [rows],
    where: { kind: 'compare', op: '=', left: town.expression, right: value('ort 1') },
  });
  clearInterval(timer);
  expect(kept.results.counters.derived).toBe(0);
  expect(kept.reads()).toBeGreaterThan(0);
  expect(kept.reads()).toBeLessThan(8);
  expect(turns).toBeGreaterThan(0);
});
