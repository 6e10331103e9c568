import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialectOf } from '@tessera/query/dialects/registry';
import { additivityOf } from '@tessera/query/sql-safety/additivity';
import { buildBirths, type Births } from '../testing/engines/births.ts';
import { testPipeline, type TestPipeline } from '../testing/pipeline.ts';

let births: Births;
let it: TestPipeline;
beforeAll(async () => {
  births = await buildBirths('duckdb');
  it = testPipeline(births);
});
afterAll(() => births.close());

const sql = (sqlExpression: string) => ({ expressionType: 'SQL' as const, sqlExpression, label: sqlExpression });
const ofColumn = (aggregate: 'AVG' | 'SUM' | 'COUNT_DISTINCT') => ({
  expressionType: 'SIMPLE' as const,
  aggregate,
  column: { column_name: 'num' },
  label: aggregate,
});

test('an answer says which of its metrics add up: saved ones, simple ones and those in SQL', async () => {
  const metrics = ['count', ofColumn('AVG'), ofColumn('SUM'), sql('SUM(num) / COUNT(*)'), sql('ROUND(SUM(num), 1)')];
  expect(await it.ask({ columns: ['gender'], metrics })).toMatchObject({
    time_zone: null,
    additivity: {
      count: 'additive',
      AVG: 'non_additive',
      SUM: 'additive',
      'SUM(num) / COUNT(*)': 'non_additive',
      'ROUND(SUM(num), 1)': 'unknown',
    },
  });
});

test('what the author of a saved metric says goes before what its SQL tells', async () => {
  const level = testPipeline(births, {
    dataset: {
      metrics: [{ name: 'level', verboseName: null, expression: 'SUM(num)', additivity: 'semi_additive' }],
    },
  });
  expect(await level.ask({ metrics: ['level'] })).toMatchObject({ additivity: { level: 'semi_additive' } });
});

test('a comparison in percent no longer adds up', async () => {
  const post_processing = [
    {
      operation: 'compare',
      options: {
        source_columns: ['count'],
        compare_columns: ['SUM'],
        compare_type: 'percentage',
        drop_original_columns: false,
      },
    },
  ];
  expect(await it.ask({ columns: ['gender'], metrics: ['count', ofColumn('SUM')], post_processing })).toMatchObject({
    additivity: { count: 'non_additive', SUM: 'non_additive' },
  });
});

test.each([
  'SUM(num)',
  'COUNT(*)',
  '2 * SUM(num) - COUNT(name) / 4',
  'COALESCE(SUM(num), 0)',
  'COUNT(*) FILTER (WHERE num > 50)',
])('the groups of %s, which counts as additive, make the whole', async (expression) => {
  expect(additivityOf(expression, dialectOf('duckdb').grammar)).toBe('additive');
  const groups = await it.ask({ columns: ['gender', 'state'], metrics: [sql(expression)] });
  const [whole] = (await it.ask({ metrics: [sql(expression)] })).data;
  const sum = groups.data.reduce((total, row) => total + Number(row[expression]), 0);
  expect(sum).toBeCloseTo(Number(whole?.[expression]), 6);
});
