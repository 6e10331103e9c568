import type { QueryObject } from '@tessera/core/query-object';
import { rowsOf } from '@tessera/core/table';
import { resultOf } from '@tessera/viz/testing/tables';
import { expect, test } from 'vitest';
import { flights } from '../editor-fixtures.ts';
import { lacksOf } from '../gallery-lacks.ts';
import { candidatesOf, type Question } from './candidates.ts';
import { longRows } from './long-rows.ts';
import { answerFor } from './reshape.ts';
import { typeItems } from './type-items.ts';

const overTime: QueryObject = {
  columns: [{ sqlExpression: 'day', label: 'day', expressionType: 'SQL', timeGrain: 'P1D' }, 'city'],
  metrics: ['rain'],
  post_processing: [{ operation: 'pivot', options: { index: ['day'], columns: ['city'] } }, { operation: 'flatten' }],
};
const series = {
  ...resultOf({ 'day:temporal': [1, 2], 'Rome:numeric': [1, 2], 'Oslo:numeric': [10, null] }),
  additivity: { rain: 'additive' as const },
};

test('series of a line are rows again, and are added up for a pie', () => {
  const long = longRows(overTime, series);
  expect(long?.rows).toEqual([
    { keys: [1, 'Rome'], values: [1] },
    { keys: [1, 'Oslo'], values: [10] },
    { keys: [2, 'Rome'], values: [2] },
  ]);
  if (!long) throw new Error('no rows');
  const pie: QueryObject = {
    columns: ['city'],
    metrics: ['rain'],
    orderby: [['rain', false]],
    post_processing: [{ operation: 'contribution', options: { columns: ['rain'], rename_columns: ['share'] } }],
  };
  const answer = answerFor(pie, long, series);
  expect(answer && rowsOf(answer.table).map((row) => ({ ...row }))).toEqual([
    { city: 'Oslo', rain: 10, share: 10 / 13 },
    { city: 'Rome', rain: 3, share: 3 / 13 },
  ]);
  // Of what does not add up the mean stands for the group; no number is shown.
  const levels = { ...series, additivity: { rain: 'non_additive' as const } };
  const level = answerFor({ columns: ['city'], metrics: ['rain'] }, long, levels);
  expect(level && rowsOf(level.table).map((row) => row['rain'])).toEqual([10, 1.5]);
});

test('rows become one column per series again, and what they do not hold is not made up', () => {
  const long = longRows(overTime, series);
  if (!long) throw new Error('no rows');
  const again = answerFor(overTime, long, series);
  expect(again && rowsOf(again.table).map((row) => ({ ...row }))).toEqual([
    { day: 1, Oslo: 10, Rome: 1 },
    { day: 2, Oslo: null, Rome: 2 },
  ]);
  expect(answerFor({ columns: ['country'], metrics: ['rain'] }, long, series)).toBeNull();
  expect(answerFor({ columns: ['city'], metrics: ['sun'] }, long, series)).toBeNull();
  const monthly = [{ sqlExpression: 'day', label: 'day', expressionType: 'SQL' as const, timeGrain: 'P1M' }];
  expect(answerFor({ columns: monthly, metrics: ['rain'] }, long, series)).toBeNull();
});

const question: Question = {
  filled: new Set(['x', 'y', 'series']),
  hasTime: true,
  rows: 50,
  series: 3,
  isAdditive: true,
};
const typesFor = (changed: Partial<Question>, current = '') =>
  candidatesOf(typeItems, { ...question, ...changed }, current).map(({ type }) => type);

test('[3.1-03] the types that suit come first, the one that is shown among them', () => {
  expect(typesFor({})).toEqual(expect.arrayContaining(['echarts_timeseries_line', 'echarts_timeseries_bar']));
  expect(typesFor({})).toHaveLength(5);
  const parts: Partial<Question> = { filled: new Set(['series', 'value']), hasTime: false };
  expect(typesFor(parts)).toContain('pie');
  expect(typesFor({ ...parts, isAdditive: false }, 'pie')).toContain('pie');
  const one: Partial<Question> = { filled: new Set(['value']), hasTime: false, rows: 1, series: 1 };
  expect(typesFor(one)[0]).toMatch(/^big_number/);
});

test('what does not fit says what it lacks', () => {
  const item = (type: string) => {
    const found = typeItems.find((one) => one.type === type);
    if (!found) throw new Error(type);
    return found;
  };
  expect(lacksOf(item('pie'), flights, { isAdditive: true })).toEqual([]);
  expect(lacksOf(item('pie'), flights, { isAdditive: false })).toEqual(['The metric does not add up to a whole.']);
  expect(lacksOf(item('world_map'), { columns: [] }, { isAdditive: null })).toEqual([
    'Needs a column of countries or regions.',
  ]);
});
