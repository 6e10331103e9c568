import type { Mark } from '@tessera/viz/marks';
import { expect, test } from 'vitest';
import { stepInSeries, stepMark } from './mark-steps.ts';

const mark = (series: string, dataIndex: number): Mark => ({
  key: `${series}${dataIndex}`,
  name: '',
  series,
  datum: {},
  filters: [],
  drawn: { seriesId: series, dataIndex },
});
// b has a gap at 1.
const marks = [mark('a', 0), mark('a', 1), mark('a', 2), mark('b', 0), mark('b', 2)];
const step = (from: string | null, key: string) => stepMark(marks, from, key)?.key ?? null;

test('arrows move along a series, and to the same place of the next one', () => {
  expect(['ArrowRight', 'ArrowLeft', 'Home', 'End'].map((key) => step('a1', key))).toEqual(['a2', 'a0', 'a0', 'b2']);
  expect(step('a2', 'ArrowDown')).toBe('b2');
  expect(step('b2', 'ArrowUp')).toBe('a2');
});

test('a gap leads to the nearest value, and beyond the last series nothing moves', () => {
  expect(step('a1', 'ArrowDown')).toBe('b0');
  expect(step('b0', 'ArrowDown')).toBe('b0');
  expect(step('b2', 'ArrowRight')).toBe('b2');
});

test('the first key goes to the first mark; other keys and charts without marks lead nowhere', () => {
  expect(step(null, 'ArrowRight')).toBe('a0');
  expect(step('a0', 'x')).toBeNull();
  expect(stepMark([], null, 'ArrowRight')).toBeNull();
});

test('a range grows within its series, and other keys leave it', () => {
  const [, , last, other] = marks;
  if (!last || !other) throw new Error('no marks');
  const keys = ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'ArrowDown', 'Enter'];
  expect(keys.map((key) => stepInSeries(marks, last, key)?.key ?? null)).toEqual(['a1', 'a2', 'a0', 'a2', null, null]);
  expect(keys.map((key) => stepInSeries(marks, other, key)?.key ?? null)).toEqual(['b0', 'b2', 'b0', 'b2', null, null]);
});
