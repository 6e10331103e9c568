import { expect, test } from 'vitest';
import { clickLegend } from './legend.ts';

const names = ['a', 'b', 'c'];

test('a click isolates an entry and a second one brings all back', () => {
  const isolated = clickLegend(names, {}, 'b', false);
  expect(isolated).toEqual({ a: false, b: true, c: false });
  expect(clickLegend(names, isolated, 'b', false)).toEqual({ a: true, b: true, c: true });
  expect(clickLegend(names, isolated, 'c', false)).toEqual({ a: false, b: false, c: true });
});

test('with the modifier a click switches one entry', () => {
  expect(clickLegend(names, {}, 'b', true)).toEqual({ a: true, b: false, c: true });
  expect(clickLegend(names, { a: false, b: true, c: false }, 'c', true)).toEqual({ a: false, b: true, c: true });
});
