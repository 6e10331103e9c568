import { SEARCH_FROM } from '@tessera/viz/layer/legend';
import type { Mark } from '@tessera/viz/marks';
import { expect, test } from 'vitest';
import {
  clickLegend,
  longLegendOf,
  markOfSeries,
  searchLegend,
  showOnly,
  withoutLegendPicture,
  hiddenOf,
  selectedOf,
} from './legend.ts';

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

test('a name of the legend stands for the mark that all of its series select, where they select the same', () => {
  const mark = (series: string, ...filters: readonly (readonly [string, string])[]): Mark => ({
    key: `${series} ${filters.join(' ')}`,
    name: series,
    series,
    datum: {},
    filters: filters.map(([col, val]) => ({ col, val })),
  });
  const line = [mark('EU', ['region', 'EU']), mark('US', ['region', 'US']), mark('EU', ['region', 'EU'])];
  expect(markOfSeries(line, 'EU')).toBe(line[0]);
  expect(markOfSeries(line, 'Asia')).toBeNull();
  expect(markOfSeries([mark('EU', ['item', 'a']), mark('EU', ['item', 'b'])], 'EU')).toBeNull();
  expect(markOfSeries([mark('EU', ['region', 'EU']), mark('EU', ['area', 'EU'])], 'EU')).toBeNull();
  expect(markOfSeries([mark('count')], 'count')).toBeNull();
});

const many = Array.from({ length: SEARCH_FROM }, (_, index) => `Station ${index + 1}`);
const optionOf = (list: readonly string[]) => ({
  legend: {
    show: true,
    type: 'scroll' as const,
    orient: 'horizontal' as const,
    top: 4,
    data: list.map((name) => ({ name })),
    formatter: (name: string) => name.slice(0, 3),
  },
  series: list.map((name, index) => ({ type: 'line' as const, name, itemStyle: { color: `#00000${index % 10}` } })),
});

test('a legend of twenty names is searched, one of nineteen is left to the canvas', () => {
  expect(longLegendOf(optionOf(many.slice(1)))).toBeNull();
  const legend = longLegendOf(optionOf(many));
  expect(legend).toMatchObject({ side: 'top', wraps: false, width: null });
  expect(legend?.entries).toHaveLength(SEARCH_FROM);
  expect(legend?.entries[3]).toEqual({ name: 'Station 4', label: 'Sta', color: '#000003' });
  expect(withoutLegendPicture(optionOf(many)).legend).toMatchObject({
    show: false,
    data: many.map((name) => ({ name })),
  });
});

test('fewer names that scroll on two rows are drawn by the page, without a search', () => {
  const few = optionOf(many.slice(0, 6));
  const rows = longLegendOf({ ...few, legend: { ...few.legend, height: 40 } });
  expect([rows?.scrollsOnRows, rows?.entries.length]).toEqual([true, 6]);
  expect(longLegendOf(optionOf(many))?.scrollsOnRows).toBe(false);
});

test('the names of slices have the colours of the slices', () => {
  const slices = {
    ...optionOf(many),
    series: [{ type: 'pie' as const, data: many.map((name) => ({ name, value: 1, itemStyle: { color: '#123456' } })) }],
  };
  expect(longLegendOf(slices)?.entries[19]?.color).toBe('#123456');
});

test('the search wants every word, in any case and order', () => {
  const entries = longLegendOf(optionOf(many))?.entries ?? [];
  expect(searchLegend(entries, ' 12 sTATION').map(({ name }) => name)).toEqual(['Station 12']);
  expect(searchLegend(entries, '  ')).toBe(entries);
  expect(searchLegend(entries, 'none')).toEqual([]);
});

test('isolating, all and none mean every name, also those that the search leaves out', () => {
  expect(Object.values(showOnly(names, []))).toEqual([false, false, false]);
  expect(Object.values(showOnly(names, names))).toEqual([true, true, true]);
  expect(showOnly(names, ['b'])).toEqual(clickLegend(names, {}, 'b', false));
  expect(hiddenOf(showOnly(names, ['b']))).toEqual(new Set(['a', 'c']));
  expect(selectedOf(new Set(['a']))).toEqual({ a: false });
});
