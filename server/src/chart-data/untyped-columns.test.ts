import { beforeAll, expect, test } from 'vitest';
import type { QueryFilter } from '@tessera/core/query-object';
import { forEachEngine, type BirthsSuite } from '../testing/engines/for-each-engine.ts';
import { testPipeline, type TestPipeline } from '../testing/pipeline.ts';
import type { DatasetColumn } from './dataset.ts';

const calculated = (name: string, expression: string): DatasetColumn => ({
  name,
  verboseName: null,
  type: null,
  kind: 'string',
  isTemporal: false,
  expression,
  timeFormat: null,
});

const columns = [
  calculated('whole', 'num + 1'),
  calculated('part', 'num / 2.5'),
  calculated('label', 'upper(gender)'),
  calculated('moment', 'CASE WHEN num > 0 THEN ds END'),
];

/** Columns of which no type is written: their values are what the database makes of them. */
const untypedSuite: BirthsSuite = (kind, births) => {
  let it: TestPipeline;
  beforeAll(() => {
    it = testPipeline(births(), { dataset: { columns: [...births().dataset.columns, ...columns] } });
  });
  const counted = async (filter: QueryFilter) =>
    (await it.ask({ metrics: ['count'], filters: [filter] })).data[0]?.['count'];

  // num: 100 and more in steps of 100, each with 0, 1, 7 and 8 added.
  test.each([
    { case: 'a number', filter: { col: 'whole', op: '==', val: 101 }, want: 1 },
    { case: 'greater', filter: { col: 'whole', op: '>', val: 901 }, want: 87 },
    { case: 'at most', filter: { col: 'whole', op: '<=', val: 1001 }, want: 37 },
    { case: 'other numbers', filter: { col: 'whole', op: '!=', val: 101 }, want: 119 },
    { case: 'among numbers', filter: { col: 'whole', op: 'IN', val: [101, 102, 5] }, want: 2 },
    { case: 'none of the numbers', filter: { col: 'whole', op: 'NOT IN', val: [101, 102, 5] }, want: 118 },
    { case: 'a fraction', filter: { col: 'part', op: '==', val: 40.4 }, want: 1 },
    { case: 'a fraction and more', filter: { col: 'part', op: '>=', val: 40.4 }, want: 119 },
    { case: 'among fractions', filter: { col: 'part', op: 'IN', val: [40.4, 40] }, want: 2 },
    { case: 'digits', filter: { col: 'whole', op: '==', val: '101' }, want: 1 },
    { case: 'greater than digits', filter: { col: 'whole', op: '>', val: '901' }, want: 87 },
    { case: 'among digits', filter: { col: 'whole', op: 'IN', val: ['101', '102'] }, want: 2 },
    { case: 'digits of a fraction', filter: { col: 'part', op: '==', val: '40.4' }, want: 1 },
    { case: 'a text', filter: { col: 'label', op: '==', val: 'BOY' }, want: 60 },
    { case: 'another text', filter: { col: 'label', op: '!=', val: 'BOY' }, want: 60 },
    { case: 'among texts', filter: { col: 'label', op: 'IN', val: ['BOY', 'GIRLS'] }, want: 60 },
    { case: 'behind a text', filter: { col: 'label', op: '>', val: 'BOY' }, want: 60 },
    { case: 'a pattern', filter: { col: 'label', op: 'ILIKE', val: 'bo%' }, want: 60 },
    { case: 'a time', filter: { col: 'moment', op: '>=', val: '1994-01-01' }, want: 4 },
    {
      case: 'a range of time',
      filter: { col: 'moment', op: 'TEMPORAL_RANGE', val: '1990-01-01 : 1992-01-01' },
      want: 8,
    },
  ] satisfies readonly { case: string; filter: QueryFilter; want: number }[])(
    '[3.5-02] a filter on a calculated column without a type: $case',
    async ({ case: name, filter, want }) => {
      // Trino compares a text with texts alone, and says so.
      if (kind === 'trino' && /digits|a time$/.test(name)) return expect(counted(filter)).rejects.toThrow(/varchar/);
      expect(await counted(filter)).toBe(want);
    },
  );

  // The others refuse to compare a text with a number.
  if (!/^(sqlite|mariadb|mysql)$/.test(kind)) return;
  test('[3.5-02] a number is found where a text has its digits, and nowhere in other texts', async () => {
    const code = calculated('code', `CAST(num AS ${kind === 'sqlite' ? 'TEXT' : 'CHAR'})`);
    it = testPipeline(births(), { dataset: { columns: [...births().dataset.columns, ...columns, code] } });
    expect(await counted({ col: 'code', op: '==', val: 100 })).toBe(1);
    expect(await counted({ col: 'code', op: 'IN', val: [100, 101, 5] })).toBe(2);
    expect(await counted({ col: 'code', op: '!=', val: 100 })).toBe(119);
    expect(await counted({ col: 'label', op: '==', val: 0 })).toBe(0);
    expect(await counted({ col: 'label', op: 'NOT IN', val: [0, 1] })).toBe(120);
  });
};

forEachEngine(
  ['duckdb', 'sqlite', 'postgresql', 'mariadb', 'mysql', 'clickhouse', 'trino'],
  'columns without a type',
  untypedSuite,
);
