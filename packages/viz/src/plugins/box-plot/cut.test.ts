import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { CHART_ALONE, isOfChart } from '../../saved-queries.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { boxPlot } from './index.ts';

const viz = erase(boxPlot);
const raw = { viz_type: 'box_plot', columns: ['day'], groupby: ['carrier'], metrics: ['n'] };
const queries = viz.buildQueries(raw, { ownState: {} });

const boxes = (counts: readonly number[]) =>
  resultOf({
    'carrier:string': counts.map((_, at) => `c${at}`),
    'n__min:numeric': counts.map(() => 1),
    'n__q1:numeric': counts.map(() => 2),
    'n__median:numeric': counts.map(() => 3),
    'n__q3:numeric': counts.map(() => 4),
    'n__max:numeric': counts.map(() => 5),
    'n__count:numeric': [...counts],
  });
/** Three boxes of four, two and one values, of which the row limit left seven. */
const cut = { ...boxes([4, 2, 1]), sqlRowCount: 7, rowLimit: 7, additivity: { n: 'additive' as const } };
const counted = (count: number) => ({ ...cut, ...resultOf({ 'rowcount:numeric': [count] }) });

test('boxes that the row limit cut are asked once more as whole ones, without one of the rest', () => {
  const again = viz.again([cut], raw, queries);
  expect(again?.queries[0]).toEqual({ ...queries[0], series_limit: 1 });
  expect(again?.queries.slice(1).map(({ columns }) => columns)).toEqual([['carrier'], ['day']]);
  const saved = { form: raw, queries: [], viz, capabilities: null };
  expect(isOfChart(saved, again?.queries ?? [], CHART_ALONE)).toEqual({ ok: true });
  const taken = again?.take([{ ...cut, ...boxes([6]), sqlRowCount: 6 }, counted(9), counted(6)]) ?? [];
  expect(viz.notes(taken, raw, contextOf({}))).toEqual(['1 of 9 series; the rest is left out']);
  expect(viz.describe(taken, raw, contextOf({}))).toMatch(/^Box plot of 1 box:/);
  expect(viz.again([{ ...cut, sqlRowCount: 6 }], raw, queries)).toBeNull();
});

test('no box is drawn of a part of its values, and the chart says why', () => {
  const alone = { ...raw, groupby: [] };
  expect(viz.again([cut], alone, viz.buildQueries(alone, { ownState: {} }))).toBeNull();
  expect(viz.describe([cut], alone, contextOf({}))).toBe('Box plot without data.');
  expect(viz.whyEmpty([cut], alone)).toMatch(/^A box has more values than the row limit/);
  const whole = { ...cut, rowLimit: 8 };
  expect(viz.whyEmpty([whole], alone)).toBeNull();
});

test('whiskers of two values that are both far from their box end at the box', () => {
  const two = resultOf({
    'carrier:string': ['AA'],
    'n__min:numeric': [10],
    'n__q1:numeric': [7],
    'n__median:numeric': [7],
    'n__q3:numeric': [7],
    'n__max:numeric': [4],
    'n__count:numeric': [2],
  });
  const ends = (whiskerOptions: string) => {
    if (viz.drawing.kind !== 'option') throw new TypeError('not an option');
    const { series } = viz.drawing.toOption([two], { ...raw, whiskerOptions }, contextOf({}));
    const [first] = Array.isArray(series) ? series : [series];
    return (first as { readonly data: readonly { readonly value: unknown }[] }).data[0]?.value;
  };
  expect(ends('Tukey')).toEqual([7, 7, 7, 7, 7]);
  expect(ends('40/60 percentiles')).toEqual([10, 7, 7, 7, 4]);
});
