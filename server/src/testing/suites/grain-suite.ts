import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { some } from '@tessera/core/fixtures/runs';
import { cellAt } from '@tessera/core/table';
import { toWall } from '@tessera/core/time-range/zone';
import { zoneOffsets } from '@tessera/core/time-range/zone-offsets';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Predicate, StructuredQuery } from '@tessera/query/structured-query';
import { grainNames, type Grain } from '@tessera/query/time-grains';
import type { Engine } from '../../engines/engine.ts';
import { plan } from '../../chart-data/plan/plan.ts';
import { run } from '../../chart-data/run/run.ts';
import { bareQuery } from '../structured.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const down = (ms: number, width: number, origin = 0): number => Math.floor((ms - origin) / width) * width + origin;
// 1 January 1970 was a Thursday.
const MONDAY = -3 * DAY;
const SUNDAY = -4 * DAY;

/** What each grain means, written another way than in SQL. */
const meaning: Readonly<Record<Grain, (ms: number) => number>> = {
  PT1S: (ms) => down(ms, SECOND),
  PT5S: (ms) => down(ms, 5 * SECOND),
  PT30S: (ms) => down(ms, 30 * SECOND),
  PT1M: (ms) => down(ms, MINUTE),
  PT5M: (ms) => down(ms, 5 * MINUTE),
  PT10M: (ms) => down(ms, 10 * MINUTE),
  PT15M: (ms) => down(ms, 15 * MINUTE),
  PT30M: (ms) => down(ms, 30 * MINUTE),
  PT1H: (ms) => down(ms, HOUR),
  PT6H: (ms) => down(ms, 6 * HOUR),
  P1D: (ms) => down(ms, DAY),
  P7D: (ms) => down(ms, 7 * DAY, MONDAY),
  P1W: (ms) => down(ms, 7 * DAY, MONDAY),
  '1969-12-28T00:00:00Z/P1W': (ms) => down(ms, 7 * DAY, SUNDAY),
  '1969-12-29T00:00:00Z/P1W': (ms) => down(ms, 7 * DAY, MONDAY),
  'P1W/1970-01-03T00:00:00Z': (ms) => down(ms, 7 * DAY, SUNDAY) + 6 * DAY,
  'P1W/1970-01-04T00:00:00Z': (ms) => down(ms, 7 * DAY, MONDAY) + 6 * DAY,
  P1M: (ms) => Date.UTC(new Date(ms).getUTCFullYear(), new Date(ms).getUTCMonth()),
  P3M: (ms) => Date.UTC(new Date(ms).getUTCFullYear(), Math.floor(new Date(ms).getUTCMonth() / 3) * 3),
  P1Y: (ms) => Date.UTC(new Date(ms).getUTCFullYear(), 0),
};

const text = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
/** Edges of days, weeks, months and leap years, before and after 1970, and a spread of ordinary moments. */
const moments: readonly number[] = [
  ...[
    '1969-12-31 23:59:59',
    '1970-01-01 00:00:00',
    '2024-02-29 23:59:59',
    '2024-03-01 00:00:00',
    '2023-12-31 12:00:00',
    '2024-12-29 23:59:59',
    '2024-12-30 00:00:00',
    '1900-02-28 00:00:01',
    '2000-01-02 05:59:59',
    '1965-07-04 18:30:30',
  ].map((one) => Date.parse(`${one}Z`)),
  ...Array.from({ length: 40 }, (_, i) => Date.UTC(1950, 0, 1) + i * 791 * DAY + i * 12_345 * SECOND),
];

/** Whole hours, half hours that clocks move by, quarters, a half beside summer time, and a day that a zone left out. */
const zones = some(
  ['Australia/Lord_Howe', 'Pacific/Apia', 'America/New_York', 'America/St_Johns', 'Asia/Kathmandu'],
  2,
);
/** Grains in zones, over all time and over a year that holds two changes. */
const zoned: readonly (readonly [Grain, number | null, number | null])[] = [
  ['P1D', null, null],
  ['PT15M', null, null],
  ['P1M', null, null],
  ['PT1H', Date.UTC(2024, 0, 1), Date.UTC(2025, 0, 1)],
  ['P1D', Date.UTC(2024, 0, 1), Date.UTC(2025, 0, 1)],
  ['P1W', Date.UTC(2024, 0, 1), null],
  ['P1Y', null, Date.UTC(2025, 0, 1)],
];

function momentsAround(zone: string): readonly number[] {
  const changes = [2011, 2024].flatMap((year) =>
    zoneOffsets(zone, Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)).changes.map(({ at }) => at),
  );
  const edges = [...changes, Date.UTC(2023, 11, 31), Date.UTC(2024, 0, 1), Date.UTC(2024, 11, 31)];
  const steps = [
    -26 * HOUR,
    -90 * MINUTE,
    -HOUR,
    -SECOND,
    0,
    SECOND,
    29 * MINUTE,
    61 * MINUTE,
    5 * HOUR,
    11 * HOUR,
    14 * HOUR,
    20 * HOUR,
  ];
  return [...edges.flatMap((at) => steps.map((step) => at + step)), ...moments.filter((ms) => ms >= 0)];
}

/** Moments as a query with the column `ts`, in the SQL of most databases. */
export const momentRows =
  (type: string) =>
  (list: readonly number[]): string =>
    `SELECT CAST(x AS ${type}) AS ts FROM (VALUES ${list.map((ms) => `('${text(ms)}')`).join(', ')}) AS v(x)`;
/** The same by UNION, for databases whose FROM takes no VALUES. */
export const unitedMomentRows =
  (cast: (text: string) => string) =>
  (list: readonly number[]): string =>
    list.map((ms) => `SELECT ${cast(`'${text(ms)}'`)} AS ts`).join(' UNION ALL ');
/** The same as a query with one column `column1`. */
export const plainMomentRows = (list: readonly number[]): string =>
  `SELECT column1 AS ts FROM (VALUES ${list.map((ms) => `('${text(ms)}')`).join(', ')})`;

export const emptyDataset = {
  id: 1,
  name: 'test',
  versionKey: '1',
  databaseId: 1,
  databaseName: 'test',
  databaseVersion: 1,
  source: { kind: 'sql', sql: '' } as const,
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

type GrainCase = {
  readonly open: () => Promise<{ readonly engine: Engine; readonly close: () => Promise<void> }>;
  /** A query with the column `ts` of these moments, epoch milliseconds. */
  readonly rows: (moments: readonly number[]) => string;
  /** Type of that column as the database calls it. */
  readonly type?: string;
  /** A query with the columns `s` (text, null once) and `b`. */
  readonly series?: string;
};

/** What every dialect's time grains, ranges and series limits owe on the real database. */
export function grainSuite(name: string, { open, rows, type = 'TIMESTAMP', series: seriesRows }: GrainCase): void {
  describe(`time grains on ${name}`, () => {
    let opened: Awaited<ReturnType<GrainCase['open']>>;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    const dataset = { ...emptyDataset, dialect: name };
    const read = async (query: StructuredQuery, temporal: ReadonlySet<string>) =>
      (
        await run({ plan: plan(query, dataset, temporal), dataset, temporal }, opened.engine, {
          signal: new AbortController().signal,
          timeoutMs: 20_000,
          maxRows: 10_000,
        })
      ).table;
    const base: StructuredQuery = { ...bareQuery, source: { kind: 'sql', sql: rows(moments) }, limit: 10_000 };
    const ts = { kind: 'column', name: 'ts', type } as const;

    test.each(Object.keys(grainNames) as Grain[])('[9.0-10] %s means the same here as anywhere', async (grain) => {
      expect(Object.keys(dialectOf(name).timeGrain)).toContain(grain);
      const counted = { label: 'n', expression: { kind: 'count_rows' } } as const;
      const table = await read(
        {
          ...base,
          dimensions: [{ label: 'g', expression: { kind: 'grain', grain, of: ts, zone: null } }],
          measures: [counted],
        },
        new Set(['g']),
      );
      const [keys, counts] = ['g', 'n'].map((column) => table.columns.get(column));
      const seen = new Map(
        Array.from({ length: table.rowCount }, (_, row) => [
          keys ? cellAt(keys, row) : null,
          counts ? cellAt(counts, row) : null,
        ]),
      );
      const want = new Map<number, number>();
      for (const ms of moments.map(meaning[grain]).toSorted((a, b) => a - b)) want.set(ms, (want.get(ms) ?? 0) + 1);
      expect([...seen]).toEqual([...want]);
      expect(keys?.kind).toBe('temporal');
    });

    test('constants are dimensions like any other', async () => {
      const constants = ["'all'", '90', "('it''s')", 'NULL', '-(90)'].map(
        (sql, at) => ({ label: `c${at}`, expression: { kind: 'sql', sql, type: null } }) as const,
      );
      const table = await read(
        {
          ...base,
          dimensions: constants,
          measures: [{ label: 'n', expression: { kind: 'count_rows' } }],
          orderBy: constants.map(({ label }) => ({ by: { label }, ascending: true })),
        },
        new Set(),
      );
      expect([...table.columns.values()].map((column) => cellAt(column, 0))).toEqual([
        'all',
        90,
        "it's",
        null,
        -90,
        moments.length,
      ]);
      expect(table.rowCount).toBe(1);
    });

    test('ranges are half-open to the millisecond', async () => {
      const [since, until] = [Date.parse('1970-01-01T00:00:00Z'), Date.parse('2024-02-29T23:59:59Z')];
      const table = await read(
        {
          ...base,
          measures: [{ label: 'n', expression: { kind: 'count_rows' } }],
          where: { kind: 'time_range', left: ts, since, until, columnType: type },
        },
        new Set(),
      );
      const column = table.columns.get('n');
      expect(column ? cellAt(column, 0) : null).toBe(moments.filter((ms) => ms >= since && ms < until).length);
    });

    const dayOf = async (sql: string, column: string, columnType: string, zone: string | null = null) => {
      const of = { kind: 'column', name: column, type: columnType } as const;
      const table = await read(
        {
          ...base,
          source: { kind: 'sql', sql },
          dimensions: [{ label: 'g', expression: { kind: 'grain', grain: 'P1D', of, zone } }],
          measures: [{ label: 'n', expression: { kind: 'count_rows' } }],
        },
        new Set(['g']),
      );
      const found = table.columns.get('g');
      return found ? cellAt(found, 0) : null;
    };

    test('numbers since 1970 are times, before 1970 too', async () => {
      expect(await dayOf('SELECT 1709251199 AS e', 'e', 'epoch_s')).toBe(Date.UTC(2024, 1, 29));
      expect(await dayOf('SELECT 1709251199999 AS e', 'e', 'epoch_ms')).toBe(Date.UTC(2024, 1, 29));
      expect(await dayOf('SELECT -1 AS e', 'e', 'epoch_s')).toBe(Date.UTC(1969, 11, 31));
      // The last half second of a day is not of the next one.
      expect(await dayOf('SELECT 1709251199.7 AS e', 'e', 'epoch_s')).toBe(Date.UTC(2024, 1, 29));
      expect(await dayOf('SELECT -86400500 AS e', 'e', 'epoch_ms')).toBe(Date.UTC(1969, 11, 30));
    });

    test('text is time where it is asked for as time', async () => {
      expect(await dayOf("SELECT '2024-02-29 23:59:59' AS e", 'e', 'VARCHAR')).toBe(Date.UTC(2024, 1, 29));
      expect(await dayOf("SELECT '2024-02-29' AS e", 'e', 'VARCHAR')).toBe(Date.UTC(2024, 1, 29));
    });

    test.each(zones)('a grain in %s is the bucket of its clocks, also around their changes', async (zone) => {
      const seen: [string, (number | null)[][]][] = [];
      const want: typeof seen = [];
      const around = momentsAround(zone);
      for (const [grain, since, until] of zoned) {
        const inRange = around.filter((ms) => (since === null || ms >= since) && (until === null || ms < until));
        const source = { kind: 'sql', sql: rows(around) } as const;
        const where: Predicate = { kind: 'time_range', left: ts, since, until, columnType: type };
        const table = await read(
          {
            ...base,
            source,
            where,
            dimensions: [{ label: 'g', expression: { kind: 'grain', grain, of: ts, zone } }],
            measures: [{ label: 'n', expression: { kind: 'count_rows' } }],
          },
          new Set(['g']),
        );
        const [keys, counts] = ['g', 'n'].map((column) => table.columns.get(column));
        seen.push([
          `${grain} ${since}`,
          Array.from({ length: table.rowCount }, (_, row) => [
            keys ? Number(cellAt(keys, row)) : null,
            counts ? Number(cellAt(counts, row)) : null,
          ]),
        ]);
        const buckets = new Map<number, number>();
        for (const ms of inRange.map((at) => meaning[grain](toWall(at, zone))).toSorted((a, b) => a - b))
          buckets.set(ms, (buckets.get(ms) ?? 0) + 1);
        want.push([`${grain} ${since}`, [...buckets].map(([ms, count]) => [ms, count])]);
      }
      expect(seen).toEqual(want);
    });

    test('the top series are retained, the null one among them', async () => {
      const sql =
        seriesRows ??
        'SELECT CASE WHEN a = 1 THEN NULL ELSE CAST(a AS VARCHAR(5)) END AS s, b FROM (SELECT * FROM (VALUES ' +
          '(1, 50), (1, 50), (2, 30), (3, 20), (4, 1)) AS v(a, b)) AS x';
      const sum = { kind: 'aggregate', aggregate: 'SUM', of: { kind: 'column', name: 'b', type: 'INTEGER' } } as const;
      const series = { dimensions: ['s'], limit: 2, by: sum, descending: true, groupOthers: false };
      const query: StructuredQuery = {
        ...base,
        source: { kind: 'sql', sql },
        dimensions: [{ label: 's', expression: { kind: 'column', name: 's', type: 'VARCHAR' } }],
        measures: [{ label: 'sum', expression: sum }],
        seriesLimit: series,
      };
      const pairs = async (one: StructuredQuery) => {
        const table = await read(one, new Set());
        const [s, total] = ['s', 'sum'].map((column) => table.columns.get(column));
        return Array.from({ length: table.rowCount }, (_, row) => [
          s ? cellAt(s, row) : null,
          total ? cellAt(total, row) : null,
        ]);
      };
      expect(await pairs(query)).toEqual([
        ['2', 30],
        [null, 100],
      ]);
      expect(await pairs({ ...query, seriesLimit: { ...series, groupOthers: true } })).toEqual([
        ['2', 30],
        ['Others', 21],
        [null, 100],
      ]);
    });
  });
}
