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

test('of a hundred slices the greatest stay, and the circle says so', () => {
  const context = contextOf({});
  const marks = viz.marks(cities, form, context);
  expect(marks).toHaveLength(10);
  expect(marks.at(-1)?.name).toMatch(/^Other/);
  expect(viz.notes(cities, form, context)).toEqual(['9 of 100 slices; the rest is in Other']);
});

test('where the author draws the line, it is there', () => {
  const context = contextOf({});
  const above = viz.marks(cities, { ...form, threshold_for_other: 1 }, context);
  expect(above.length).toBeGreaterThan(10);
  expect(viz.notes(cities, { ...form, threshold_for_other: 0.1 }, context)).toEqual([]);
});

test('ten slices are ten slices', () => {
  const context = contextOf({});
  expect(viz.marks(circle(Array.from({ length: 10 }, () => 5)), form, context)).toHaveLength(10);
  expect(viz.notes(circle([1000, 1, 1, 1]), form, context)).toEqual([]);
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
  expect(viz.controls['metric']?.warn?.({ metric: avg }, { columns: [], grains: [] })?.text).toBe(
    'AVG(n) does not add up: shares of it mean nothing.',
  );
});

const avg = { expressionType: 'SIMPLE', aggregate: 'AVG', column: { column_name: 'n' }, label: 'AVG(n)' };

test('shares and the total of rows that the limit cut are said to be of those', () => {
  const context = contextOf({});
  const notes = (rowLimit: number, raw = {}) =>
    viz.notes(
      circle([3, 2, 1]).map((result) => ({ ...result, sqlRowCount: 3, rowLimit })),
      { ...form, ...raw },
      context,
    );
  const shares = 'Percentages are shares of the rows shown, not of all.';
  expect(notes(4, { show_total: true })).toEqual([]);
  expect(notes(3)).toEqual([shares]);
  expect(notes(3, { show_total: true })).toEqual([shares, 'Totals are of the rows shown, not of all']);
});
