import { expect, test } from 'vitest';
import { addColumn, addMetric, moveItem, readNumberText, sameForm } from './values.ts';

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

test('the order of keys and undefined do not make another form', () => {
  expect(sameForm({ a: 1, b: { d: 1, c: 2 } }, { b: { c: 2, d: 1 }, a: 1, e: undefined })).toBe(true);
  expect(sameForm({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
});
