import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QueryObject } from '@tessera/core/query-object';
import { compile } from '@tessera/query/compile/compile';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Predicate } from '@tessera/query/structured-query';
import { buildBirths, type Births } from '../testing/engines/births.ts';
import { testPipeline } from '../testing/pipeline.ts';
import { writeSqlite } from '../testing/engines/sqlite-file.ts';
import { bareQuery } from '../testing/structured.ts';

const [SECOND, HOUR, DAY] = [1000, 3_600_000, 86_400_000];
const iso = (ms: number, digits: number) => new Date(ms).toISOString().slice(0, digits);
const blank = (ms: number, digits: number) => iso(ms, digits).replace('T', ' ');
const zoned = (ms: number, hours: number) =>
  `${iso(ms + hours * HOUR, 19)}${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;

/** How writers of SQLite files write a time, and the finest step that they can. */
const formats: Readonly<
  Record<string, { readonly step: number; readonly write: (ms: number, row: number) => string }>
> = {
  days: { step: DAY, write: (ms) => iso(ms, 10) },
  minutes: { step: 60 * SECOND, write: (ms) => blank(ms, 16) },
  seconds: { step: SECOND, write: (ms) => blank(ms, 19) },
  milliseconds: { step: 1, write: (ms) => blank(ms, 23) },
  'microseconds, as pandas and SQLAlchemy have them': { step: 1, write: (ms) => `${blank(ms, 23)}000` },
  'a fraction only where there is one, as Python has it': {
    step: 1,
    write: (ms) => (ms % SECOND === 0 ? blank(ms, 19) : `${blank(ms, 23)}000`),
  },
  'a T': { step: SECOND, write: (ms) => iso(ms, 19) },
  'a T and a fraction': { step: 1, write: (ms) => iso(ms, 23) },
  'a T and a Z': { step: SECOND, write: (ms) => `${iso(ms, 19)}Z` },
  'a T, a fraction and a Z': { step: 1, write: (ms) => `${iso(ms, 23)}Z` },
  'the offset of UTC': { step: SECOND, write: (ms) => `${blank(ms, 19)}+00:00` },
  'an offset to the east': { step: SECOND, write: (ms) => zoned(ms, 13) },
  'an offset to the west': { step: SECOND, write: (ms) => zoned(ms, -11) },
  'all of them': {
    step: DAY,
    write: (ms, row) =>
      [iso(ms, 10), blank(ms, 16), blank(ms, 19), `${blank(ms, 23)}000`, `${iso(ms, 19)}Z`, zoned(ms, 5)][row % 6] ??
      '',
  },
};

const X = Date.UTC(2000, 1, 29);
const around = [
  -400 * DAY,
  -3 * DAY,
  -2 * DAY,
  -DAY,
  -HOUR,
  -SECOND,
  -1,
  0,
  1,
  SECOND,
  HOUR,
  DAY - SECOND,
  DAY,
  2 * DAY,
  3 * DAY,
  400 * DAY,
].map((by) => X + by);

const holds: Readonly<Record<string, (ms: number, at: number) => boolean>> = {
  '==': (ms, at) => ms === at,
  '!=': (ms, at) => ms !== at,
  '<': (ms, at) => ms < at,
  '<=': (ms, at) => ms <= at,
  '>': (ms, at) => ms > at,
  '>=': (ms, at) => ms >= at,
};

let births: Births;
beforeAll(async () => {
  births = await buildBirths('sqlite');
});
afterAll(() => births?.close());

const column = (name: string, type: string, isTemporal: boolean) => ({
  name,
  verboseName: null,
  type,
  kind: dialectOf('sqlite').kindOf(type),
  isTemporal,
  expression: null,
  timeFormat: null,
});

describe.each(Object.entries(formats))('times in a SQLite file, written with %s', (_, { step, write }) => {
  const moments = [...new Set(around.map((ms) => Math.floor(ms / step) * step))];
  const values = [...moments.map((ms, row) => `(${row}, '${write(ms, row)}')`), '(99, NULL)'].join(', ');
  const asked = () =>
    testPipeline(births, {
      dataset: {
        source: { kind: 'sql', sql: `SELECT column1 AS n, column2 AS at, column2 AS ds FROM (VALUES ${values})` },
        columns: [column('n', 'BIGINT', false), column('ds', 'DATETIME', true), column('at', 'TEXT', true)],
        metrics: [],
        mainTimeColumn: 'ds',
      },
    });
  const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' } as const;

  test('every operator finds the moments that it is true of', async () => {
    const { ask } = asked();
    const rows = async (query: QueryObject) => (await ask({ metrics: [count], ...query })).data[0]?.['rows'];
    const seen: unknown[] = [];
    const want: unknown[] = [];
    for (const at of [X, X + SECOND, X - 1].filter((ms) => step === 1 || ms % SECOND === 0)) {
      for (const col of ['ds', 'at']) {
        for (const [op, isTrue] of Object.entries(holds)) {
          const val = col === 'ds' ? at : iso(at, 23);
          seen.push([col, op, val, await rows({ filters: [{ col, op, val }] })]);
          want.push([col, op, val, moments.filter((ms) => isTrue(ms, at)).length]);
        }
        const list = [at, X - DAY, X + 3 * DAY, X + 5];
        seen.push([
          col,
          'IN',
          at,
          await rows({ filters: [{ col, op: 'IN', val: list }] }),
          await rows({ filters: [{ col, op: 'NOT IN', val: list }] }),
        ]);
        want.push([
          col,
          'IN',
          at,
          moments.filter((ms) => list.includes(ms)).length,
          moments.filter((ms) => !list.includes(ms)).length,
        ]);
        for (const until of [at + 1, at + HOUR, at + DAY]) {
          seen.push([
            col,
            'range',
            at,
            until,
            await rows({ filters: [{ col, op: 'TEMPORAL_RANGE', val: `${iso(at, 23)} : ${iso(until, 23)}` }] }),
          ]);
          want.push([col, 'range', at, until, moments.filter((ms) => ms >= at && ms < until).length]);
        }
      }
    }
    expect(seen).toEqual(want);
  });

  test('buckets, and the rows of each one, are those of the moments', async () => {
    const { ask } = asked();
    const begins: Readonly<Record<string, (ms: number) => number>> = {
      PT1H: (ms) => ms - (((ms % HOUR) + HOUR) % HOUR),
      P1D: (ms) => ms - (((ms % DAY) + DAY) % DAY),
      P1W: (ms) => ms - ((((ms - 4 * DAY) % (7 * DAY)) + 7 * DAY) % (7 * DAY)),
    };
    for (const [grain, begin] of Object.entries(begins)) {
      const axis = {
        expressionType: 'SQL',
        columnType: 'BASE_AXIS',
        sqlExpression: 'ds',
        label: 'ds',
        timeGrain: grain,
      } as const;
      const { data } = await ask({
        columns: [axis],
        metrics: [count],
        orderby: [['ds', true]],
        filters: [{ col: 'ds', op: 'IS NOT NULL' }],
      });
      const buckets = new Map<number, number>();
      for (const ms of moments.map(begin).toSorted((a, b) => a - b)) buckets.set(ms, (buckets.get(ms) ?? 0) + 1);
      expect(data.map((row) => [row['ds'], row['rows']])).toEqual([...buckets]);
      for (const [bucket, rows] of buckets) {
        expect([
          grain,
          bucket,
          (await ask({ metrics: [count], filters: [{ col: 'ds', op: '==', val: bucket, grain }] })).data,
        ]).toEqual([grain, bucket, [{ rows }]]);
      }
    }
  });

  test('the first, the last and the order are those of the moments', async () => {
    const { ask } = asked();
    const extreme = (aggregate: 'MIN' | 'MAX') =>
      ({ expressionType: 'SIMPLE', aggregate, column: { column_name: 'ds' }, label: aggregate }) as const;
    expect((await ask({ metrics: [extreme('MIN'), extreme('MAX')] })).data).toEqual([
      { MIN: Math.min(...moments), MAX: Math.max(...moments) },
    ]);
    const { data } = await ask({ columns: ['ds', 'n'], metrics: [], orderby: [['ds', false]] });
    expect(data.map((row) => row['ds'])).toEqual([...moments.toSorted((a, b) => b - a), null]);
  });
});

test('the last microsecond of a day is of that day, of its week and of its hour in every zone', async () => {
  const last = testPipeline(births, {
    dataset: {
      source: { kind: 'sql', sql: "SELECT '2000-01-02 23:59:59.999999' AS ds" },
      columns: [column('ds', 'DATETIME', true)],
      metrics: [],
      mainTimeColumn: 'ds',
      timeZone: 'Europe/Berlin',
    },
  });
  const bucket = async (grain: string) =>
    (
      await last.ask({
        columns: [
          { expressionType: 'SQL', columnType: 'BASE_AXIS', sqlExpression: 'ds', label: 'ds', timeGrain: grain },
        ],
        metrics: [],
      })
    ).data[0]?.['ds'];
  // One o'clock of the third in Berlin.
  expect([await bucket('P1D'), await bucket('PT1H'), await bucket('P1W')]).toEqual([
    Date.UTC(2000, 0, 3),
    Date.UTC(2000, 0, 3),
    Date.UTC(2000, 0, 3),
  ]);
  const utc = testPipeline(births, {
    dataset: {
      source: { kind: 'sql', sql: "SELECT '2000-01-02 23:59:59.999999' AS ds" },
      columns: [column('ds', 'DATETIME', true)],
      metrics: [],
      mainTimeColumn: 'ds',
    },
  });
  const inUtc = async (grain: string) =>
    (
      await utc.ask({
        columns: [
          { expressionType: 'SQL', columnType: 'BASE_AXIS', sqlExpression: 'ds', label: 'ds', timeGrain: grain },
        ],
        metrics: [],
      })
    ).data[0]?.['ds'];
  expect(
    await Promise.all(
      ['P1D', 'P1W', '1969-12-28T00:00:00Z/P1W', 'P1W/1970-01-03T00:00:00Z', 'P1W/1970-01-04T00:00:00Z'].map(inUtc),
    ),
  ).toEqual([
    Date.UTC(2000, 0, 2),
    Date.UTC(1999, 11, 27),
    Date.UTC(2000, 0, 2),
    Date.UTC(2000, 0, 8),
    Date.UTC(2000, 0, 2),
  ]);
});

test('an index of a time column serves its filters', () => {
  const base = mkdtempSync(join(tmpdir(), 'tessera-sqlite-times-'));
  const file = join(base, 'times.db');
  writeSqlite(file, 'CREATE TABLE t (ds DATETIME, n BIGINT)', 'CREATE INDEX by_ds ON t (ds)');
  const database = new Database(file);
  const left = { kind: 'column', name: 'ds', type: 'DATETIME' } as const;
  const instant = { kind: 'instant', epochMs: X, columnType: 'DATETIME' } as const;
  const wheres: readonly Predicate[] = [
    { kind: 'time_range', left, since: X, until: X + DAY, columnType: 'DATETIME' },
    ...(['=', '<', '<=', '>', '>='] as const).map((op): Predicate => ({ kind: 'compare', op, left, right: instant })),
    { kind: 'in', left, values: [instant], negated: false },
  ];
  for (const where of wheres) {
    const { text, parameters } = compile(
      {
        ...bareQuery,
        source: { kind: 'table', catalog: null, schema: null, table: 't' },
        where,
        measures: [
          {
            label: 'n',
            expression: { kind: 'aggregate', aggregate: 'SUM', of: { kind: 'column', name: 'n', type: 'BIGINT' } },
          },
        ],
      },
      dialectOf('sqlite'),
    );
    const plan = database
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all(...parameters.map((bound) => (bound.kind === 'value' ? bound.value : null)));
    expect(JSON.stringify(plan)).toContain('SEARCH t USING INDEX by_ds');
  }
  database.close();
  rmSync(base, { recursive: true, force: true });
});
