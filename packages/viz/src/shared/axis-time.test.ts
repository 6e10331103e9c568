import { expect, test } from 'vitest';
import { roundYears, timeTicks } from './axis-time.ts';

const years = (from: string, to: string, count: number) =>
  roundYears(Date.parse(from), Date.parse(to), count)?.map((moment) => new Date(moment).toISOString().slice(0, 10));

test('labels of a long axis stand on round years', () => {
  expect(years('1955-01-01', '2005-01-01', 7)).toEqual([
    '1960-01-01',
    '1970-01-01',
    '1980-01-01',
    '1990-01-01',
    '2000-01-01',
  ]);
  expect(years('1955-01-01', '2005-01-01', 12)).toHaveLength(11);
  expect(years('1958-03-01', '2020-04-01', 4)).toEqual(['1960-01-01', '1980-01-01', '2000-01-01', '2020-01-01']);
  expect(years('0090-06-01', '0145-01-01', 6)).toEqual([
    '0100-01-01',
    '0110-01-01',
    '0120-01-01',
    '0130-01-01',
    '0140-01-01',
  ]);
});

test('an axis with room for every year, or without any length, finds its own labels', () => {
  expect(years('2006-01-01', '2015-01-01', 10)).toBeUndefined();
  expect(years('2006-01-01', '2006-01-01', 10)).toBeUndefined();
  expect(roundYears(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5)).toBeUndefined();
});

test.each([
  ['2001-01-15', '2001-12-20', 4, ['2001-04-01', '2001-07-01', '2001-10-01']],
  [
    '2001-01-01T05:00:00Z',
    '2001-01-02T00:00:00Z',
    4,
    ['2001-01-01T06:00:00Z', '2001-01-01T12:00:00Z', '2001-01-01T18:00:00Z', '2001-01-02'],
  ],
  ['1955-01-01', '2005-01-01', 6, ['1960-01-01', '1970-01-01', '1980-01-01', '1990-01-01', '2000-01-01']],
  ['2001-01-01', '2001-01-01', 5, ['2001-01-01']],
  ['2000-01-01', '2010-02-01', 9, ['2000-01-01', '2002-01-01', '2004-01-01', '2006-01-01', '2008-01-01', '2010-01-01']],
] as const)('an axis from %s to %s with room for %s labels has them on whole units', (from, to, count, ticks) => {
  expect(timeTicks(Date.parse(from), Date.parse(to), count)).toEqual(ticks.map((tick) => Date.parse(tick)));
});
