import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { drawSvg } from '../../draw-svg.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { pie } from './index.ts';

const viz = erase(pie);
const circle = (values: readonly (number | null)[]) => [
  {
    ...resultOf({ 'city:string': values.map((_, index) => `City ${index}`), 'count:numeric': values }),
    additivity: { count: 'additive' as const },
  },
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

test('slices of an average have values, no shares, no total and no slice that gathers them', async () => {
  const average = contextOf({ additivity: 'non_additive' });
  const few = circle([30, 20, 1, 1]);
  const asked = { ...form, threshold_for_other: 10, show_total: true, label_type: 'key_percent' };
  const svg = await drawSvg(viz, few, asked, average);
  expect(svg).toContain('does not add up: slices show values, no shares');
  expect(svg).not.toMatch(/%|Total|Other/);
  expect(viz.marks(few, asked, average).map(({ name }) => name)).toEqual([
    'City 0: 30',
    'City 1: 20',
    'City 2: 1',
    'City 3: 1',
  ]);
  expect(viz.describe(few, asked, average)).not.toMatch(/%|in total/);
  const [{ additivity: _, ...untold }] = cities as [(typeof cities)[number]];
  expect(viz.advise([untold], form)).toBeNull();
  expect(viz.controls['metric']?.warn?.({ metric: avg }, { columns: [], grains: [] })?.text).toBe(
    'AVG(n) does not add up: shares of it mean nothing.',
  );
});

const avg = { expressionType: 'SIMPLE', aggregate: 'AVG', column: { column_name: 'n' }, label: 'AVG(n)' };
