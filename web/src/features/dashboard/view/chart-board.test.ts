import { expect, test } from 'vitest';
import { isComplete, runningCount } from './chart-board.tsx';
import { readDatasource } from './datasource.ts';

test('a dashboard is complete when every chart on screen has an answer', () => {
  expect(isComplete({ a: 'rendered', b: 'failed', c: 'stopped' })).toBe(true);
  expect(isComplete({ a: 'rendered', b: 'success' })).toBe(false);
  expect(isComplete({ a: 'rendered', b: 'loading' })).toBe(false);
  expect(runningCount({ a: 'loading', b: 'loading', c: 'rendered' })).toBe(2);
});

test.each([
  ['12__table', { id: 12, type: 'table' }],
  ['12__Table', { id: 12, type: 'table' }],
  ['3__query', { id: 3, type: 'query' }],
  ['table__12', null],
  [null, null],
])('[3.1-02] the datasource %j', (name, want) => {
  expect(readDatasource(name)).toEqual(want);
});
