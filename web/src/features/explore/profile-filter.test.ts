import { expect, test } from 'vitest';
import { describeFilter } from '../../controls/filter-words.ts';
import { simpleFilter } from '../../controls/filters.ts';
import { withRange, withValue } from './profile-filter.ts';

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
