import { expect, test } from 'vitest';
import { describeFilter } from '../../controls/filter-words.ts';
import { simpleFilter } from '../../controls/filters.ts';
import { readableRange, withRange, withValue } from './profile-filter.ts';

const say = (filters: ReturnType<typeof withValue>) => filters.map((filter) => describeFilter(filter));

test('values of a column are one list; one that is pressed again goes', () => {
  const one = withValue([simpleFilter('city', 'EQUALS', 'Oslo')], 'weather', 'rain');
  expect(say(one)).toEqual(['city is Oslo', 'weather is one of rain']);
  const two = withValue(one, 'weather', 'sun');
  expect(say(two)).toEqual(['city is Oslo', 'weather is one of rain, sun']);
  expect(say(withValue(withValue(two, 'weather', 'rain'), 'weather', 'sun'))).toEqual(['city is Oslo']);
  expect(say(withValue([], 'weather', null))).toEqual(['weather has no value']);
});

test('a range takes the place of the one before', () => {
  const time = withRange([simpleFilter('day', 'TEMPORAL_RANGE', 'No filter')], 'day', 'temporal', 0, 86_400_000 * 31);
  expect(time).toEqual([simpleFilter('day', 'TEMPORAL_RANGE', '1970-01-01 : 1970-02-01')]);
  const wind = withRange(withRange([], 'wind', 'numeric', 1, 5), 'wind', 'numeric', 2, 3);
  expect(say(wind)).toEqual(['wind is at least 2', 'wind is at most 3']);
});

test('a range that was dragged ends in numbers as fine as a tenth of a bar, and holds what was dragged over', () => {
  const bars = (from: number, width: number) => [{ from, to: from + width, count: 1 }];
  expect(readableRange(0.7791666666666668, 1.9166666666666667, bars(0.4, 0.3791666666666667))).toEqual([0.77, 1.92]);
  expect(readableRange(0.3, 0.7, bars(0.1, 0.1))).toEqual([0.3, 0.7]);
  expect(readableRange(-1234.5678, 98_765.4321, bars(-1234.5678, 4166.6667))).toEqual([-1300, 98_800]);
  expect(readableRange(3, 8, bars(3, 1))).toEqual([3, 8]);
  expect(readableRange(1e-9, 2.345e-9, bars(0, 1e-9))).toEqual([1e-9, 2.4e-9]);
  expect(readableRange(5, 5, bars(5, 0))).toEqual([5, 5]);
});
