import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { rowsOf } from '@tessera/core/table';
import { consolidationKey } from '@tessera/query/consolidation/consolidate';
import { coarserGrain } from '@tessera/query/consolidation/coarser';
import type { Dialect } from '@tessera/query/dialect';
import { dialectOf, dialects } from '@tessera/query/dialects/registry';
import type { StructuredQuery } from '@tessera/query/structured-query';
import { grainNames, type Grain } from '@tessera/query/time-grains';
import { buildBirths } from '../testing/engines/births.ts';
import { consolidationSuite, sharing } from '../testing/suites/consolidation-suite.ts';
import { forEachEngine } from '../testing/engines/for-each-engine.ts';
import { anyQuery } from '../testing/structured.ts';

// Trino is asked in a file of its own.
forEachEngine(['duckdb', 'postgresql', 'clickhouse'], 'shared scans', consolidationSuite);

test('a coarser grain read off a finer one is the coarser grain of the time', async () => {
  const dialect = dialectOf('duckdb');
  const of = { kind: 'column', name: 'ts', type: 'TIMESTAMP' } as const;
  const grains = Object.keys(grainNames) as Grain[];
  const pairs = grains.flatMap((fine) =>
    grains.flatMap((coarse) => {
      const grain = coarserGrain(
        { kind: 'grain', grain: fine, of, zone: null },
        { kind: 'grain', grain: coarse, of, zone: null },
      );
      return grain === null ? [] : [{ fine, coarse: grain }];
    }),
  );
  expect(pairs.map(({ fine, coarse }) => `${fine} ${coarse}`)).toEqual(
    expect.arrayContaining(['P1D P1M', 'PT1H P1W', 'P1M P3M', 'PT5M PT15M', 'P1D 1969-12-28T00:00:00Z/P1W']),
  );
  expect(pairs.filter(({ fine, coarse }) => /W/.test(fine) || (fine === 'P1M' && /W/.test(coarse)))).toEqual([]);
  const write = (grain: Grain, sql: string) => dialect.timeGrain[grain]?.(sql) ?? sql;
  const differing = pairs.map(({ fine, coarse }) =>
    (
      `SELECT '${fine} ${coarse}' AS pair, COUNT(*) AS n FROM moments WHERE CAST(` +
      `${write(coarse, `grained."${fine}"`)} AS TIMESTAMP) IS DISTINCT FROM CAST(${write(coarse, 'ts')} AS TIMESTAMP)`
    ).replaceAll('FROM moments', `FROM (SELECT ts, ${write(fine, 'ts')} AS "${fine}" FROM moments) AS grained`),
  );
  const text =
    `WITH moments AS MATERIALIZED (SELECT TIMESTAMP '1955-03-07 01:02:03.456' + to_seconds(i * 1234567 + i % ` +
    `86399) AS ts FROM range(2000) AS n(i)) SELECT pair FROM (${differing.join(' UNION ALL ')}) AS counted WHERE n > 0`;
  const duckdb = await buildBirths('duckdb');
  onTestFinished(duckdb.close);
  expect(
    rowsOf(
      (
        await duckdb.engine.run(
          { text, parameters: [], written: [] },
          { signal: new AbortController().signal, timeoutMs: 20_000, maxRows: 1000 },
        )
      ).table,
    ),
  ).toEqual([]);
});

test('every dialect that can share a scan is tried on its database', () => {
  expect(Object.keys(sharing).toSorted()).toEqual(
    Object.values<Dialect>(dialects)
      .flatMap(({ name, groupingSets }) => (groupingSets ? [name] : []))
      .toSorted(),
  );
});

test('what does not run as one', () => {
  const dialect = dialectOf('duckdb');
  const [query] = fc.sample(anyQuery, { numRuns: 1, seed: 7 });
  if (!query) throw new Error('no query');
  const plain: StructuredQuery = {
    ...query,
    measures: [{ label: 'n', expression: { kind: 'count_rows' } }],
    having: { kind: 'true' },
    seriesLimit: null,
    rowCountOnly: false,
    orderBy: [],
  };
  const key = consolidationKey(plain, dialect);
  const rule = { kind: 'sql', sql: "state = 'other'", isRule: true } as const;
  expect(key).not.toBeNull();
  expect(consolidationKey({ ...plain, dimensions: [] }, dialect)).toBe(key);
  expect(
    consolidationKey(
      { ...plain, dimensions: [{ label: 'one', expression: { kind: 'sql', sql: '1', type: null } }] },
      dialect,
    ),
  ).toBe(key);
  expect(consolidationKey({ ...plain, where: { kind: 'and', of: [plain.where] } }, dialect)).toBe(key);
  expect(consolidationKey({ ...plain, where: rule }, dialect)).not.toBe(key);
  expect(consolidationKey({ ...plain, security: rule }, dialect)).not.toBe(key);
  expect(consolidationKey(plain, dialectOf('sqlite'))).toBeNull();
  // Limited series ask twice of a scan, which some keep.
  const series = {
    ...plain,
    seriesLimit: { dimensions: [], limit: 1, by: { kind: 'count_rows' }, descending: true, groupOthers: false },
  } as const;
  expect(
    ['duckdb', 'postgresql', 'clickhouse', 'trino'].map((name) =>
      [plain, series].map((one) => consolidationKey(one, dialectOf(name)) !== null),
    ),
  ).toEqual([
    [true, true],
    [true, true],
    [true, false],
    [true, false],
  ]);
  const apart: readonly Partial<StructuredQuery>[] = [
    { measures: null },
    { rowCountOnly: true },
    { having: { kind: 'sql', sql: "MAX(name) = 'Amy' OR gender = 'boy'" } },
    { having: { kind: 'sql', sql: 'SUM(COUNT(*)) OVER () > 1' } },
    {
      measures: [{ label: 'share', expression: { kind: 'sql', sql: 'COUNT(*) / SUM(COUNT(*)) OVER ()', type: null } }],
    },
    { seriesLimit: { dimensions: [], limit: 1, by: { kind: 'count_rows' }, descending: true, groupOthers: true } },
  ];
  expect(apart.map((change) => consolidationKey({ ...plain, ...change }, dialect))).toEqual(apart.map(() => null));
  expect(
    consolidationKey(
      { ...plain, having: { kind: 'sql', sql: "COUNT(*) > 1 AND NOT (SUM(num) IS NULL OR MAX(name) = 'Amy')" } },
      dialect,
    ),
  ).toBe(key);
  // Who counts distinct values shares with the same grouping alone.
  const people = {
    ...plain,
    measures: [{ label: 'people', expression: { kind: 'sql', sql: 'COUNT(DISTINCT name)', type: null } }],
  } as const;
  expect(consolidationKey(people, dialect)).toBe(
    consolidationKey({ ...people, measures: [...people.measures, ...(plain.measures ?? [])] }, dialect),
  );
  expect([key, consolidationKey({ ...people, dimensions: [] }, dialect)]).not.toContain(
    consolidationKey(
      { ...people, dimensions: [{ label: 'name', expression: { kind: 'column', name: 'name', type: 'VARCHAR' } }] },
      dialect,
    ),
  );
});
