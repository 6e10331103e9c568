import { expect, test } from 'vitest';
import type { AdhocFilter } from '@tessera/core/form-data';
import type { DrillFilter, DrillTarget } from '@tessera/viz/events';
import type { Mark } from '@tessera/viz/marks';
import { describeFilter } from '../../controls/filter-words.ts';
import { simpleFilter } from '../../controls/filters.ts';
import { drillFilterText, filteredTo, leavable, leftOut, valuesOf, whyNotLeftOut } from './mark-filters.ts';

const rain: DrillFilter = { col: 'weather', op: '==', val: 'rain', formattedVal: 'rain' };
const nothing: DrillFilter = { col: 'weather', op: 'IS NULL', formattedVal: '<NULL>' };
const march: DrillFilter = { col: 'day', op: '==', val: Date.UTC(2012, 2, 1), grain: 'P1M', formattedVal: 'Mar 2012' };
const year = { label: 'Year', expressionType: 'SQL', sqlExpression: 'year(day)' } as const;
const noTime = () => false;
const isDay = (column: unknown) => column === 'day';
const texts = (filters: readonly AdhocFilter[]) => filters.map((filter) => describeFilter(filter));

const mark: Mark = { key: 'a', name: 'a', series: null, datum: {}, filters: [] };
const target = (toDetail: readonly DrillFilter[]): DrillTarget => ({ mark, toDetail, by: null, crossFilter: null });

test('a mark stands for its dimensions; without them for its place, and else for all rows', () => {
  expect(valuesOf({ ...mark, filters: [{ col: 'weather', val: 'rain' }] }, target([march, rain]))).toEqual([
    { col: 'weather', op: '==', val: 'rain' },
  ]);
  expect(valuesOf(mark, target([march]))).toEqual([march]);
  expect(valuesOf(mark, null)).toEqual([]);
  expect(whyNotLeftOut([], noTime)).toBe('This mark stands for all rows.');
});

test.each<[string, readonly AdhocFilter[], readonly DrillFilter[], readonly string[]]>([
  ['a value', [], [rain], ['weather is one of rain']],
  ['no value', [], [nothing], ['weather has no value']],
  ['a bucket of time', [], [march], ['day from 2012-03-01 until 2012-04-01']],
  [
    'instead of what was chosen, beside the rest',
    [simpleFilter('weather', 'IN', ['sun', 'rain']), simpleFilter('weather', 'NOT_IN', ['fog'])],
    [rain],
    ['weather is none of fog', 'weather is one of rain'],
  ],
  [
    'instead of any time',
    [simpleFilter('day', 'TEMPORAL_RANGE', 'No filter')],
    [march, rain],
    ['day from 2012-03-01 until 2012-04-01', 'weather is one of rain'],
  ],
  ['an expression', [], [{ col: year, op: '==', val: 2012 }], ['Year is one of 2012']],
])('filtered to %s', (_, before, values, after) => {
  expect(texts(filteredTo(before, values, noTime))).toEqual(after);
});

test('a time without a grain is one moment', () => {
  const { grain: _, ...moment } = march;
  expect(filteredTo([], [moment], isDay)[0]?.comparator).toBe('2012-03-01 : 2012-03-01T00:00:01');
});

test.each<[string, readonly AdhocFilter[], DrillFilter, readonly string[]]>([
  ['a value', [], rain, ['weather is none of rain']],
  ['one more', [simpleFilter('weather', 'NOT_IN', ['sun'])], rain, ['weather is none of sun, rain']],
  ['one of those chosen', [simpleFilter('weather', 'IN', ['sun', 'rain'])], rain, ['weather is one of sun']],
  [
    'the only one chosen',
    [simpleFilter('weather', 'IN', ['rain'])],
    rain,
    ['weather is one of rain', 'weather is none of rain'],
  ],
  ['no value', [], nothing, ['weather has a value']],
])('left out: %s', (_, before, value, after) => {
  expect(texts(leftOut(before, value))).toEqual(after);
});

test('left out is what a filter can say: values one by one, and no period', () => {
  expect(whyNotLeftOut([march], noTime)).toBe('A period cannot be left out of a filter.');
  expect(whyNotLeftOut([march, rain], noTime)).toBeNull();
  expect(leavable([march, rain, nothing], noTime)).toEqual([rain, nothing]);
  expect(leavable([{ col: 'day', op: '==', val: 0 }], isDay)).toEqual([]);
});

test('filters on a mark in words', () => {
  const label = (column: string) => (column === 'weather' ? 'Weather' : column);
  const newYear = Date.UTC(2024, 0, 1);
  const moment: DrillFilter = { col: 'day', op: '==', val: newYear, formattedVal: '2024' };
  const filters = [rain, nothing, march, { ...rain, formattedVal: '' }, moment, { ...moment, val: newYear + 90_000 }];
  expect(filters.map((one) => drillFilterText(one, label, isDay))).toEqual([
    'Weather is rain',
    'Weather has no value',
    'day is Mar 2012',
    'Weather is <empty string>',
    'day is 2024-01-01',
    'day is 2024-01-01 00:01:30',
  ]);
});

test('a moment named by text of its own clock is the second from it on', () => {
  const five: DrillFilter = { col: 'day', op: '==', val: '2024-03-10T05:00:00', formattedVal: '5 AM' };
  expect(texts(filteredTo([], [five], isDay))).toEqual(['day from 2024-03-10T05:00:00 until 2024-03-10T05:00:01']);
  expect(drillFilterText(five, String, isDay)).toBe('day is 2024-03-10 05:00:00');
});
