import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '@tessera/core/fixtures/runs';
import type { QueryObject } from '@tessera/core/query-object';
import { rowsOf } from '@tessera/core/table';
import { toWall } from '@tessera/core/time-range/zone';
import { compile } from '@tessera/query/compile/compile';
import type { Dialect } from '@tessera/query/dialect';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { StructuredQuery } from '@tessera/query/structured-query';
import { buildBirths, onThisMachine, type Births } from '../testing/engines/births.ts';
import { testPipeline } from '../testing/pipeline.ts';
import { bareQuery } from '../testing/structured.ts';
import { normalise } from './resolve/normalise.ts';

// Trino has a test of zones with its time grains; a file of its own would start it once more.
const kinds = onThisMachine(['duckdb', 'sqlite', 'postgresql', 'mariadb', 'clickhouse']);
let places: readonly Births[];
beforeAll(async () => {
  places = await Promise.all(kinds.map(buildBirths));
});
afterAll(async () => {
  await Promise.all(places.map((place) => place.close()));
});

const options = { signal: new AbortController().signal, timeoutMs: 20_000, maxRows: 100_000 };
const ts = { kind: 'column', name: 'ts', type: 'TIMESTAMP' } as const;
const text = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** By one conversion per row, as a database without our offsets would do it. */
const perRow = { ...dialectOf('duckdb') };
delete (perRow as { offsets?: unknown }).offsets;

const anyZone = fc.constantFrom(
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'America/Caracas',
  ...Intl.supportedValuesOf('timeZone'),
);
const anyInstant = fc
  .integer({ min: Date.UTC(1970, 0, 1) / 1000, max: Date.UTC(2037, 0, 1) / 1000 })
  .map((seconds) => seconds * 1000);

test('days of a zone by its offsets are those of a conversion per row', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyZone,
      fc.array(anyInstant, { minLength: 1, maxLength: 120 }),
      fc.option(anyInstant),
      fc.option(anyInstant),
      fc.constantFrom('PT30M', 'P1D', 'P1W', 'P3M'),
      async (zone, moments, since, until, grain) => {
        const values = moments.map((ms, index) => `('${text(ms)}', ${index % 7})`).join(', ');
        const united = (cast: (moment: string) => string) =>
          moments.map((ms, index) => `SELECT ${cast(`'${text(ms)}'`)} AS ts, ${index % 7} AS n`).join(' UNION ALL ');
        const valued =
          `SELECT CAST(column0 AS TIMESTAMP) AS ts, column1 AS n ` + `FROM (VALUES ${values}) AS v(column0, column1)`;
        const rows = {
          duckdb: valued,
          sqlite: `SELECT column1 AS ts, column2 AS n FROM (VALUES ${values})`,
          postgresql: valued,
          mariadb: united((moment) => `TIMESTAMP ${moment}`),
          clickhouse: united((moment) => `toDateTime64(${moment}, 3, 'UTC')`),
        };
        const n = { kind: 'column', name: 'n', type: 'INTEGER' } as const;
        const query = (sql: string): StructuredQuery => ({
          ...bareQuery,
          source: { kind: 'sql', sql },
          where: { kind: 'time_range', left: ts, since, until, columnType: 'TIMESTAMP' },
          having: { kind: 'sql', sql: 'COUNT(*) > 0' },
          dimensions: [{ label: 'g', expression: { kind: 'grain', grain, of: ts, zone } }],
          measures: [
            { label: 'rows', expression: { kind: 'count_rows' } },
            ...(['SUM', 'AVG', 'COUNT_DISTINCT', 'MAX'] as const).map((aggregate) => ({
              label: aggregate,
              expression: { kind: 'aggregate', aggregate, of: n } as const,
            })),
          ],
          orderBy: [{ by: { label: 'g' }, ascending: true }],
          limit: 1000,
        });
        const read = async ({ engine }: Births, sql: string, dialect: Dialect) => {
          const compiled = compile(query(sql), dialect);
          return rowsOf(
            normalise((await engine.run(compiled, options)).table, compiled.labels, {
              temporal: new Set(['g']),
              epochSeconds: new Set(),
              numeric: new Set(),
            }),
          );
        };
        const converted = await read(places[0] ?? fail(), rows.duckdb, perRow);
        await Promise.all(
          places.map(async (place, at) => {
            const kind = kinds[at] ?? fail();
            const answer = await read(place, rows[kind], dialectOf(place.dataset.dialect));
            // These write averages with digits of their own.
            const hasOwnAverages = kind === 'postgresql' || kind === 'mariadb';
            const alike = (row: Readonly<Record<string, unknown>>) => ({
              ...row,
              AVG: hasOwnAverages ? Number(row['AVG']).toFixed(3) : row['AVG'],
            });
            expect([zone, kind, answer.map(alike)]).toEqual([zone, kind, converted.map(alike)]);
          }),
        );
      },
    ),
    { numRuns: runs(60) },
  );
});

test('times beyond the offsets that are written out keep to the rules of the zone', async () => {
  const [place] = places;
  const moments = [
    '1851-05-05 03:00:00',
    '1969-07-20 02:56:00',
    '2039-12-31 23:59:59',
    '2040-01-01 00:00:00',
    '2088-07-01 03:30:00',
  ];
  const asked: StructuredQuery = {
    ...bareQuery,
    source: {
      kind: 'sql',
      sql:
        `SELECT CAST(x AS TIMESTAMP) AS ts FROM (VALUES ${moments.map((one) => `('${one}')`).join(', ')}, ` +
        '(NULL)) AS v(x)',
    },
    dimensions: [{ label: 'g', expression: { kind: 'grain', grain: 'PT1S', of: ts, zone: 'America/New_York' } }],
    limit: 10,
  };
  const { table } = await (place ?? fail()).engine.run(compile(asked, dialectOf('duckdb')), options);
  expect(rowsOf(table).map((row) => row['g'])).toEqual([
    ...moments.map((one) => toWall(Date.parse(`${one}Z`), 'America/New_York')),
    null,
  ]);
});

test('a filter on the time leaves few offsets in the text, and none of them a conversion', () => {
  const year = {
    kind: 'time_range',
    left: ts,
    since: Date.UTC(2024, 0, 1),
    until: Date.UTC(2025, 0, 1),
    columnType: 'TIMESTAMP',
  } as const;
  const query: StructuredQuery = {
    ...bareQuery,
    source: { kind: 'table', catalog: null, schema: null, table: 't' },
    where: { kind: 'and', of: [year] },
    dimensions: [{ label: 'g', expression: { kind: 'grain', grain: 'P1D', of: ts, zone: 'America/New_York' } }],
  };
  const [select = ''] = compile(query, dialectOf('duckdb')).text.split('\n');
  expect(select).toBe(
    `SELECT CAST(("ts" + to_seconds(CASE WHEN "ts" < TIMESTAMP '2024-11-03 06:00:00' THEN CASE WHEN "ts" < ` +
      `TIMESTAMP '2024-03-10 07:00:00' THEN -18000 ELSE -14400 END ELSE -18000 END)) AS DATE) AS "g"`,
  );
  // An alternative filter drops no row.
  expect(
    compile({ ...query, where: { kind: 'or', of: [year, { kind: 'sql', sql: 'true' }] } }, dialectOf('duckdb')).text,
  ).toContain('AT TIME ZONE');
});

const column = (name: string, type: string) =>
  ({ name, verboseName: null, type, kind: 'temporal', isTemporal: true, expression: null, timeFormat: null }) as const;

test.each(['America/New_York', 'Pacific/Auckland', null])(
  'days of a calendar stay what they are, and ranges find them, in zone %s',
  async (timeZone) => {
    const source = {
      kind: 'sql',
      sql:
        'SELECT CAST(d AS DATE) AS day, CAST(d AS TIMESTAMP) + INTERVAL 12 HOUR AS noon FROM (VALUES ' +
        "('2024-01-30'), ('2024-01-31'), ('2024-02-01'), ('2024-02-02')) AS v(d)",
    } as const;
    const { ask } = testPipeline(places[0] ?? fail(), {
      dataset: {
        timeZone,
        source,
        columns: [column('day', 'DATE'), column('noon', 'TIMESTAMP')],
        mainTimeColumn: 'day',
      },
    });
    const axis = (grain: string) =>
      ({
        columnType: 'BASE_AXIS',
        expressionType: 'SQL',
        sqlExpression: 'day',
        label: 'day',
        timeGrain: grain,
      }) as const;
    const days = async (query: QueryObject) =>
      (await ask({ metrics: ['count'], ...query })).data.map((row) => [
        new Date(Number(row['day'])).toISOString().slice(0, 10),
        row['count'],
      ]);
    const january = { filters: [{ col: 'day', op: 'TEMPORAL_RANGE', val: '2024-01-31 : 2024-02-01' }] };
    expect(await days({ columns: [axis('P1D')] })).toEqual([
      ['2024-01-30', 1],
      ['2024-01-31', 1],
      ['2024-02-01', 1],
      ['2024-02-02', 1],
    ]);
    expect(await days({ columns: [axis('P1M')] })).toEqual([
      ['2024-01-01', 2],
      ['2024-02-01', 2],
    ]);
    expect(await days({ columns: [axis('P1D')], ...january })).toEqual([['2024-01-31', 1]]);
    expect(await days({ columns: ['day'], ...january })).toEqual([['2024-01-31', 1]]);
    expect(await days({ columns: [axis('P1D')], granularity: 'day', time_range: '2024-01-31 : 2024-02-02' })).toEqual([
      ['2024-01-31', 1],
      ['2024-02-01', 1],
    ]);
    expect(
      await days({
        columns: [axis('P1D')],
        filters: [{ col: 'day', op: 'TEMPORAL_RANGE', val: '2024-02-01 : 2024-03-01', grain: 'P1M' }],
      }),
    ).toEqual([
      ['2024-02-01', 1],
      ['2024-02-02', 1],
    ]);
    const compared = await ask({ columns: [axis('P1D')], metrics: ['count'], ...january, time_offsets: ['1 day ago'] });
    expect(compared.data.map((row) => row['count__1 day ago'])).toEqual([1]);
  },
);

test('a filter on buckets of a zone compares with the buckets', async () => {
  const source = {
    kind: 'sql',
    sql: "SELECT TIMESTAMP '2024-03-01 02:00:00' + to_hours(i * 6) AS ts FROM range(12) AS r(i)",
  } as const;
  const { ask } = testPipeline(places[0] ?? fail(), {
    dataset: { timeZone: 'America/New_York', source, columns: [column('ts', 'TIMESTAMP')], mainTimeColumn: 'ts' },
  });
  // 29 February there is from 5 o'clock UTC on; the first of the rows is of that evening.
  const answer = await ask({
    columns: [],
    metrics: ['count'],
    filters: [{ col: 'ts', op: 'TEMPORAL_RANGE', val: '2024-03-01 : 2024-03-02', grain: 'P1D' }],
  });
  expect(answer.data).toEqual([{ count: 4 }]);
});

function fail(): never {
  throw new Error('no database');
}
