import { expect, test } from 'vitest';
import {
  addColumn,
  addMetric,
  isEmpty,
  moveItem,
  readBounds,
  readColumns,
  readCurrency,
  readMetrics,
  readNumberText,
  sameForm,
} from './values.ts';

test('columns are read from one, many or junk', () => {
  const adhoc = { expressionType: 'SQL', sqlExpression: 'upper(a)', label: 'A' };
  expect(readColumns('a')).toEqual(['a']);
  expect(readColumns(['a', '', null, 3, adhoc, {}])).toEqual(['a', adhoc]);
  expect(readColumns(undefined)).toEqual([]);
});

test('metrics are saved names or adhoc metrics', () => {
  const adhoc = { expressionType: 'SIMPLE', column: { column_name: 'x' }, aggregate: 'SUM' };
  expect(readMetrics(['count', adhoc, { label: 'old' }, 5])).toEqual(['count', adhoc]);
  expect(readMetrics(adhoc)).toEqual([adhoc]);
});

test('[5.0-03] null, empty text and an empty list are empty; zero and false are not', () => {
  expect([null, undefined, '', []].every(isEmpty)).toBe(true);
  expect([0, false, ['a'], ' '].some(isEmpty)).toBe(false);
});

test.each([
  { from: 0, to: 2, want: ['b', 'c', 'a'] },
  { from: 2, to: 0, want: ['c', 'a', 'b'] },
  { from: 1, to: 1, want: ['a', 'b', 'c'] },
  { from: 0, to: 3, want: ['a', 'b', 'c'] },
  { from: 7, to: 0, want: ['a', 'b', 'c'] },
])('item $from goes to place $to', ({ from, to, want }) => {
  expect(moveItem(['a', 'b', 'c'], from, to)).toEqual(want);
});

test('a label stands once in a list', () => {
  expect(addColumn(['a'], 'a')).toEqual(['a']);
  expect(addColumn(['a'], { sqlExpression: 'x', label: 'a' })).toEqual(['a']);
  const sum = { expressionType: 'SIMPLE', column: { column_name: 'x' }, aggregate: 'SUM' } as const;
  expect(addMetric([sum], { ...sum })).toEqual([sum]);
  expect(addMetric([sum], { ...sum, aggregate: 'AVG' })).toHaveLength(2);
});

test('number fields give a number, nothing, or the text to complain about', () => {
  expect(readNumberText(' 12 ')).toBe(12);
  expect(readNumberText('')).toBeNull();
  expect(readNumberText('1e309')).toBe('1e309');
  expect(readNumberText('ten')).toBe('ten');
});

test('bounds and currencies survive what scripts stored', () => {
  expect(readBounds(['1', null])).toEqual([1, null]);
  expect(readBounds('x')).toEqual([null, null]);
  expect(readCurrency({ symbol: 'EUR', symbolPosition: 'suffix' })).toEqual({
    symbol: 'EUR',
    symbolPosition: 'suffix',
  });
  expect(readCurrency({ symbol: '' })).toBeNull();
});

test('the order of keys and undefined do not make another form', () => {
  expect(sameForm({ a: 1, b: { d: 1, c: 2 } }, { b: { c: 2, d: 1 }, a: 1, e: undefined })).toBe(true);
  expect(sameForm({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
});
