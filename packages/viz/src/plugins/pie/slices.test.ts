import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { resultOf } from '../../testing/tables.ts';
import { pie } from './index.ts';

const viz = erase(pie);
const circle = (values: readonly (number | null)[]) => [
  resultOf({ 'city:string': values.map((_, index) => `City ${index}`), 'count:numeric': values }),
];
const cities = circle(Array.from({ length: 100 }, (_, index) => 1000 / (index + 4)));
const form = { groupby: ['city'], metric: 'count' };

test('who makes a circle of a hundred slices is offered to gather the thin ones', () => {
  const advice = viz.advise(cities, form);
  expect(advice?.text).toMatch(/^\d+ of 100 slices are below 1%\.$/);
  expect(advice).toMatchObject({ control: 'threshold_for_other', value: 1 });
  expect(viz.advise(cities, { ...form, threshold_for_other: 1 })).toBeNull();
});

test('few slices, and slices of a size, need no advice', () => {
  expect(viz.advise(circle([1000, 1, 1, 1]), form)).toBeNull();
  expect(viz.advise(circle(Array.from({ length: 40 }, () => 5)), form)).toBeNull();
  expect(viz.advise(circle([null, null]), form)).toBeNull();
  expect(viz.advise([], form)).toBeNull();
});
