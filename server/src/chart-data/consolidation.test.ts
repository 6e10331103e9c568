import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf, type Table } from '@tessera/core/table';
import { compile } from '@tessera/query/compile/compile';
import { consolidate, consolidationKey } from '@tessera/query/consolidation/consolidate';
import { coarserGrain } from '@tessera/query/consolidation/coarser';
import type { Dialect } from '@tessera/query/dialect';
import { dialectOf, dialects } from '@tessera/query/dialects/registry';
import type { StructuredQuery } from '@tessera/query/structured-query';
import { grainNames, type Grain } from '@tessera/query/time-grains';
import { buildBirths, onThisMachine, type Births } from '../testing/births.ts';
import { anyQuery, typedFor } from '../testing/structured.ts';

const options = () => ({ signal: new AbortController().signal, timeoutMs: 20_000, maxRows: 100_000 });

/** Queries of one dashboard: the same rows, other groupings, or the same ones with other measures, filters on groups and limits. */
const anyCrowd = fc.tuple(fc.array(anyQuery, { minLength: 2, maxLength: 6 }), fc.nat(3), fc.integer({ min: 0, max: 2 })).map(([queries, offset, alike]) => {
  const [first] = queries;
  return queries.map((query): StructuredQuery => {
    const dimensions = alike === 0 ? (first?.dimensions ?? []) : query.dimensions;
    const kept = query.seriesLimit?.dimensions.filter((label) => dimensions.some((one) => one.label === label)) ?? [];
    return {
      ...query, dimensions, where: first?.where ?? query.where, security: first?.security ?? query.security, rowCountOnly: false, offset: query.limit === null ? 0 : offset,
      seriesLimit: query.seriesLimit && kept.length > 0 ? { ...query.seriesLimit, dimensions: kept } : null,
    };
  });
});

type Seen = Readonly<Record<'shared' | 'rolled' | 'filtered' | 'limited' | 'distinct' | 'empty', number>>;
/** How many crowds are tried, and the ways of sharing that must be met; a database may not know all of them. */
const sharing: Readonly<Record<'duckdb' | 'postgresql' | 'clickhouse' | 'trino', { readonly runs: number; readonly met: Partial<Seen> }>> = {
  duckdb: { runs: 250, met: { shared: 15, rolled: 15, filtered: 15, limited: 15, distinct: 15, empty: 5 } },
  postgresql: { runs: 250, met: { shared: 15, filtered: 15, limited: 15, distinct: 15, empty: 5 } },
  clickhouse: { runs: 250, met: { shared: 60, filtered: 15, distinct: 15, empty: 5 } },
  trino: { runs: 60, met: { shared: 15, filtered: 4, distinct: 4, empty: 1 } },
};

describe.each(onThisMachine(['duckdb', 'postgresql', 'clickhouse', 'trino']))('%s', (kind) => {
  let place: Births;
  beforeAll(async () => {
    place = await buildBirths(kind);
  }, 90_000);
  afterAll(() => place?.close());

  test('queries that run as one bring what each brings alone', async () => {
    const seen = { shared: 0, rolled: 0, filtered: 0, limited: 0, distinct: 0, empty: 0 };
    const { engine, dataset } = place;
    const dialect = dialectOf(dataset.dialect);
    const { runs, met } = sharing[kind];
    const isKept = dialect.groupingSets?.handOut === null;
    await fc.assert(
      fc.asyncProperty(anyCrowd, async (given) => {
        const crowd = given.map((query) => typedFor(isKept ? query : { ...query, seriesLimit: null }, dataset.dialect));
        const keys = new Set(crowd.flatMap((query) => consolidationKey(query, dialect) ?? []));
        await Promise.all([...keys].map(async (key) => {
          const queries = crowd.filter((query) => consolidationKey(query, dialect) === key);
          const together = consolidate(queries, dialect);
          if (!together || queries.length < 2) return;
          const tables = together.split((await engine.run(together, options())).table);
          const alone = await Promise.all(queries.map(async (query) => (await engine.run(compile(query, dialect), options())).table));
          seen.shared += 1;
          if (/GROUP BY (?!GROUPING)/.test(together.text)) seen.rolled += 1;
          if (queries.some(({ having }) => having.kind === 'sql')) seen.filtered += 1;
          if (queries.some(({ seriesLimit }) => seriesLimit !== null)) seen.limited += 1;
          if (together.text.includes('DISTINCT')) seen.distinct += 1;
          if (alone.some(({ rowCount }) => rowCount === 0)) seen.empty += 1;
          expect(tables.map((table, index) => written(table, queries[index]))).toEqual(alone.map((table, index) => written(table, queries[index])));
        }));
      }),
      { numRuns: runs },
    );
    // Each way of sharing was met.
    expect(Object.entries(met).filter(([way, count]) => seen[way as keyof Seen] < count)).toEqual([]);
  }, 240_000);

  test('columns that are called like those of a shared statement stay what they are, in a rule too', async () => {
    const { engine, dataset } = place;
    const dialect = dialectOf(dataset.dialect);
    const column = (name: string) => ({ label: name, expression: { kind: 'column', name, type: null } }) as const;
    const query = (dimension: string): StructuredQuery => ({
      source: { kind: 'sql', sql: 'SELECT gender AS d0__, name AS set__, num AS m0__, state AS d1__ FROM main.birth_names' }, dimensions: [column(dimension)], measures: [{ label: 'sum', expression: { kind: 'sql', sql: 'SUM(m0__)', type: null } }],
      where: { kind: 'true' }, having: { kind: 'true' }, security: { kind: 'sql', sql: "d0__ = 'boy'", isRule: true }, orderBy: [], seriesLimit: null, limit: 100, offset: 0, rowCountOnly: false,
    });
    const queries = [query('set__'), query('d1__')];
    const together = consolidate(queries, dialect);
    expect(together).not.toBeNull();
    if (!together) return;
    const tables = together.split((await engine.run(together, options())).table);
    const alone = await Promise.all(queries.map(async (one) => (await engine.run(compile(one, dialect), options())).table));
    expect(alone.map(({ rowCount }) => rowCount)).toEqual([5, 2]);
    expect(tables.map((table, index) => written(table, queries[index]))).toEqual(alone.map((table, index) => written(table, queries[index])));
  });
});

function written(table: Table, query: StructuredQuery | undefined) {
  const labels = [...(query?.dimensions ?? []), ...(query?.measures ?? [])].map((one) => one.label);
  const kinds = [...table.columns.values()].map(({ kind, values }, index) => [labels[index], kind, values instanceof Float64Array]);
  const names = [...table.columns.keys()];
  const rows = rowsOf(table).map((row) => JSON.stringify(names.map((name) => row[name]), (_, cell: unknown) => (typeof cell === 'bigint' ? `${cell}n` : cell)));
  const isOrdered = query?.limit !== null || query.orderBy.some(({ by }) => 'label' in by && labels.includes(by.label));
  return { rowCount: table.rowCount, kinds, rows: isOrdered ? rows : rows.sort() };
}

test('a coarser grain read off a finer one is the coarser grain of the time', async () => {
  const dialect = dialectOf('duckdb');
  const of = { kind: 'column', name: 'ts', type: 'TIMESTAMP' } as const;
  const grains = Object.keys(grainNames) as Grain[];
  const pairs = grains.flatMap((fine) => grains.flatMap((coarse) => {
    const grain = coarserGrain({ kind: 'grain', grain: fine, of, zone: null }, { kind: 'grain', grain: coarse, of, zone: null });
    return grain === null ? [] : [{ fine, coarse: grain }];
  }));
  expect(pairs.map(({ fine, coarse }) => `${fine} ${coarse}`)).toEqual(expect.arrayContaining(['P1D P1M', 'PT1H P1W', 'P1M P3M', 'PT5M PT15M', 'P1D 1969-12-28T00:00:00Z/P1W']));
  expect(pairs.filter(({ fine, coarse }) => /W/.test(fine) || (fine === 'P1M' && /W/.test(coarse)))).toEqual([]);
  const write = (grain: Grain, sql: string) => dialect.timeGrain[grain]?.(sql) ?? sql;
  const differing = pairs.map(({ fine, coarse }) => `SELECT '${fine} ${coarse}' AS pair, COUNT(*) AS n FROM moments WHERE CAST(${write(coarse, `grained."${fine}"`)} AS TIMESTAMP) IS DISTINCT FROM CAST(${write(coarse, 'ts')} AS TIMESTAMP)`.replaceAll('FROM moments', `FROM (SELECT ts, ${write(fine, 'ts')} AS "${fine}" FROM moments) AS grained`));
  const text = `WITH moments AS MATERIALIZED (SELECT TIMESTAMP '1955-03-07 01:02:03.456' + to_seconds(i * 1234567 + i % 86399) AS ts FROM range(2000) AS n(i)) SELECT pair FROM (${differing.join(' UNION ALL ')}) AS counted WHERE n > 0`;
  const duckdb = await buildBirths('duckdb');
  expect(rowsOf((await duckdb.engine.run({ text, parameters: [], written: [] }, options())).table)).toEqual([]);
  await duckdb.close();
});

test('every dialect that can share a scan is tried on its database', () => {
  expect(Object.keys(sharing).toSorted()).toEqual(Object.values<Dialect>(dialects).flatMap(({ name, groupingSets }) => (groupingSets ? [name] : [])).toSorted());
});

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
  // Limited series ask twice of a scan, which some keep.
  const series = { ...plain, seriesLimit: { dimensions: [], limit: 1, by: { kind: 'count_rows' }, descending: true, groupOthers: false } } as const;
  expect(['duckdb', 'postgresql', 'clickhouse', 'trino'].map((name) => [plain, series].map((one) => consolidationKey(one, dialectOf(name)) !== null))).toEqual([[true, true], [true, true], [true, false], [true, false]]);
  const apart: readonly Partial<StructuredQuery>[] = [
    { measures: null }, { rowCountOnly: true }, { having: { kind: 'sql', sql: "MAX(name) = 'Amy' OR gender = 'boy'" } }, { having: { kind: 'sql', sql: 'SUM(COUNT(*)) OVER () > 1' } },
    { dimensions: [{ label: 'one', expression: { kind: 'sql', sql: '1', type: null } }] },
    { measures: [{ label: 'share', expression: { kind: 'sql', sql: 'COUNT(*) / SUM(COUNT(*)) OVER ()', type: null } }] },
    { seriesLimit: { dimensions: [], limit: 1, by: { kind: 'count_rows' }, descending: true, groupOthers: true } },
  ];
  expect(apart.map((change) => consolidationKey({ ...plain, ...change }, dialect))).toEqual(apart.map(() => null));
  expect(consolidationKey({ ...plain, having: { kind: 'sql', sql: "COUNT(*) > 1 AND NOT (SUM(num) IS NULL OR MAX(name) = 'Amy')" } }, dialect)).toBe(key);
  // Who counts distinct values shares with the same grouping alone.
  const people = { ...plain, measures: [{ label: 'people', expression: { kind: 'sql', sql: 'COUNT(DISTINCT name)', type: null } }] } as const;
  expect(consolidationKey(people, dialect)).toBe(consolidationKey({ ...people, measures: [...people.measures, ...(plain.measures ?? [])] }, dialect));
  expect([key, consolidationKey({ ...people, dimensions: [] }, dialect)]).not.toContain(consolidationKey({ ...people, dimensions: [{ label: 'name', expression: { kind: 'column', name: 'name', type: 'VARCHAR' } }] }, dialect));
});
