import { tableOf } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { createChartContext } from '../shared/context.ts';
import { additivityOf, additivityByLabel, withAnswered } from './additivity.ts';
import { emptyCause, nothingCame } from './empty.ts';
import { isCut, limitText } from './limit.ts';

const context = createChartContext({ width: 600, height: 300, mode: 'light', verboseNames: { origin: 'Airport' } });

test('a metric adds up when its aggregate does; the dataset knows better, and nobody guesses', () => {
  const simple = (aggregate: 'SUM' | 'AVG') => ({ expressionType: 'SIMPLE', aggregate, label: 'm' }) as const;
  expect(additivityOf(simple('SUM'), context)).toBe('additive');
  expect(additivityOf(simple('AVG'), context)).toBe('non_additive');
  expect(additivityOf('saved', context)).toBe('unknown');
  expect(additivityOf('saved', { additivity: () => 'additive' })).toBe('additive');
  expect(additivityOf({ expressionType: 'SQL', sqlExpression: 'SUM(x)' }, context)).toBe('unknown');
});

test('columns of another time know their metric, and what an answer tells reaches the drawing', () => {
  const told = { count: 'additive', count__a: 'non_additive', mean: 'non_additive' } as const;
  expect(additivityByLabel(told, 'count__1 year ago')).toBe('additive');
  expect(additivityByLabel(told, 'count__a__1 year ago')).toBe('non_additive');
  expect(additivityByLabel(told, 'difference__count__count__1 year ago')).toBe('additive');
  expect(additivityByLabel(told, 'percentage__count__count__1 year ago')).toBe('non_additive');
  expect(additivityByLabel(told, 'toString')).toBe('unknown');
  const result = { table: { rowCount: 0, columns: new Map() }, labelMap: {}, fromMs: null, toMs: null };
  const known = withAnswered([{ ...result, additivity: told }], context);
  expect(additivityOf('count', known)).toBe('additive');
  expect(additivityOf('mean', known)).toBe('non_additive');
  expect(withAnswered([result], known)).toBe(known);
});

const answerOf = (sqlRowCount: number, rowLimit: number | null, ...cells: readonly number[]) => ({
  sqlRowCount,
  rowLimit,
  table: tableOf([{ name: 'rowcount', kind: 'numeric', values: cells }]),
});

test('a chart that shows the first rows says so', () => {
  expect(limitText([answerOf(1000, 1000)], {})).toBe('First 1,000 rows of more');
  expect(limitText([answerOf(999, 1000)], {})).toBeNull();
  expect(limitText([answerOf(1000, null)], {})).toBeNull();
});

test('a page of a table is no cut; pages that end at the row limit are one', () => {
  const paged = { server_pagination: true };
  expect(isCut(answerOf(20, 20), paged)).toBe(false);
  expect(limitText([answerOf(20, 20), answerOf(1, 1000, 999)], paged)).toBeNull();
  expect(limitText([answerOf(20, 20), answerOf(1, 1000, 1000)], paged)).toBe('First 1,000 rows of more');
  expect(limitText([answerOf(20, 20), answerOf(1, null, 1000)], paged)).toBeNull();
});

test('an empty result is reported with what causes it: filters by their names on screen, and the time range', () => {
  const filter = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'origin', operator: '==', comparator: 'X' };
  const sql = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'a = 1' };
  const range = { fromMs: Date.UTC(2001, 0, 1), toMs: Date.UTC(2001, 1, 1) };
  expect(emptyCause([range], { adhoc_filters: [filter, sql] }, context)).toBe(
    'No rows match the filters on Airport, an SQL condition. The time range is from 2001-01-01 to 2001-02-01.',
  );
  expect(emptyCause([{ fromMs: null, toMs: null }], {}, context)).toBe('The dataset has no rows for this chart.');
  const none = { fromMs: null, toMs: null, sqlRowCount: 0 };
  expect(nothingCame([none], {}, context).title).toBe('No results were returned for this query');
  expect(nothingCame([none, { ...none, sqlRowCount: 98 }], {}, context)).toEqual({
    title: 'Nothing to draw',
    reason: '98 rows came, and none of them has a value.',
  });
});
