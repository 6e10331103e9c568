import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf, type Table } from '@tessera/core/table';
import { compile } from '@tessera/query/compile/compile';
import { consolidate, consolidationKey } from '@tessera/query/consolidation/consolidate';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { StructuredQuery } from '@tessera/query/structured-query';
import { buildBirths, type Births } from '../testing/births.ts';
import { findPostgres } from '../testing/databases.ts';
import { anyQuery } from '../testing/structured.ts';

let places: readonly Births[];
beforeAll(async () => {
  places = await Promise.all((findPostgres() === null ? (['duckdb'] as const) : (['duckdb', 'postgresql'] as const)).map(buildBirths));
});
afterAll(async () => {
  await Promise.all(places.map((place) => place.close()));
});

const options = { signal: new AbortController().signal, timeoutMs: 20_000, maxRows: 100_000 };

/** Queries of one dashboard: the same rows, other groupings. */
const anyCrowd = fc.tuple(fc.array(anyQuery, { minLength: 2, maxLength: 6 }), fc.nat(3)).map(([queries, offset]) => {
  const [first] = queries;
  return queries.map((query): StructuredQuery => ({
    ...query, where: first?.where ?? query.where, security: first?.security ?? query.security, having: { kind: 'true' }, seriesLimit: null, rowCountOnly: false,
    offset: query.limit === null ? 0 : offset,
  }));
});

test('queries that run as one bring what each brings alone', async () => {
  let shared = 0;
  let rolled = 0;
  await fc.assert(
    fc.asyncProperty(anyCrowd, async (crowd) => {
      await Promise.all(places.map(async ({ engine, dataset }) => {
        const dialect = dialectOf(dataset.dialect);
        const queries = crowd.filter((query) => consolidationKey(query, dialect) !== null);
        expect(new Set(queries.map((query) => consolidationKey(query, dialect))).size).toBeLessThanOrEqual(1);
        const together = consolidate(queries, dialect);
        if (!together || queries.length < 2) return;
        shared += 1;
        if (together.text.includes('rolled__')) rolled += 1;
        const tables = together.split((await engine.run(together, options)).table);
        const alone = await Promise.all(queries.map(async (query) => (await engine.run(compile(query, dialect), options)).table));
        expect(tables.map((table, index) => written(table, queries[index]))).toEqual(alone.map((table, index) => written(table, queries[index])));
      }));
    }),
    { numRuns: 200 },
  );
  expect(shared).toBeGreaterThan(80);
  expect(rolled).toBeGreaterThan(15);
}, 120_000);

function written(table: Table, query: StructuredQuery | undefined) {
  const labels = [...(query?.dimensions ?? []), ...(query?.measures ?? [])].map((one) => one.label);
  const kinds = [...table.columns.values()].map(({ kind, values }, index) => [labels[index], kind, values instanceof Float64Array]);
  const names = [...table.columns.keys()];
  const rows = rowsOf(table).map((row) => JSON.stringify(names.map((name) => row[name]), (_, cell: unknown) => (typeof cell === 'bigint' ? `${cell}n` : cell)));
  const isOrdered = query?.limit !== null || query.orderBy.some(({ by }) => 'label' in by && labels.includes(by.label));
  return { rowCount: table.rowCount, kinds, rows: isOrdered ? rows : rows.sort() };
}

test('what does not run as one', () => {
  const dialect = dialectOf('duckdb');
  const [query] = fc.sample(anyQuery, { numRuns: 1, seed: 7 });
  if (!query) throw new Error('no query');
  const plain: StructuredQuery = { ...query, measures: [{ label: 'n', expression: { kind: 'count_rows' } }], having: { kind: 'true' }, seriesLimit: null, rowCountOnly: false, orderBy: [] };
  const key = consolidationKey(plain, dialect);
  const rule = { kind: 'sql', sql: "state = 'other'", isRule: true } as const;
  expect(key).not.toBeNull();
  expect(consolidationKey({ ...plain, dimensions: [] }, dialect)).toBe(key);
  expect(consolidationKey({ ...plain, where: { kind: 'and', of: [plain.where] } }, dialect)).toBe(key);
  expect(consolidationKey({ ...plain, where: rule }, dialect)).not.toBe(key);
  expect(consolidationKey({ ...plain, security: rule }, dialect)).not.toBe(key);
  expect(consolidationKey(plain, dialectOf('sqlite'))).toBeNull();
  const apart: readonly Partial<StructuredQuery>[] = [
    { measures: null }, { rowCountOnly: true }, { having: { kind: 'sql', sql: 'COUNT(*) > 1' } },
    { dimensions: [{ label: 'one', expression: { kind: 'sql', sql: '1', type: null } }] },
    { measures: [{ label: 'share', expression: { kind: 'sql', sql: 'COUNT(*) / SUM(COUNT(*)) OVER ()', type: null } }] },
    { measures: [{ label: 'people', expression: { kind: 'sql', sql: 'COUNT(DISTINCT name)', type: null } }] },
  ];
  expect(apart.map((change) => consolidationKey({ ...plain, ...change }, dialect))).toEqual(apart.map(() => null));
});
