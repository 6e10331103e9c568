import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '@tessera/core/fixtures/runs';
import { tableOf } from '@tessera/core/table';
import { bucketOf } from './bucket.ts';
import { joinOffsets } from './join.ts';
import { readOffset } from './offset.ts';

const DAY = 86_400_000;
const utc = (text: string) => Date.parse(`${text}Z`);
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 19));
const range = { since: utc('2024-02-28T00:00:00'), until: utc('2024-04-01T00:00:00') };
const shifted = (text: string, zone = 'UTC', of = range) => {
  const { since, until } = readOffset(text, of, zone).range(of);
  return [iso(since), iso(until)];
};

test.each([
  { text: '1 year ago', want: ['2023-02-28T00:00:00', '2023-04-01T00:00:00'] },
  { text: '28 days', want: ['2024-01-31T00:00:00', '2024-03-04T00:00:00'] },
  { text: '1 month ago', want: ['2024-01-28T00:00:00', '2024-03-01T00:00:00'] },
  { text: '2 quarters', want: ['2023-08-28T00:00:00', '2023-10-01T00:00:00'] },
  { text: 'inherit', want: ['2024-01-26T00:00:00', '2024-02-28T00:00:00'] },
  { text: '2023-12-24', want: ['2023-12-24T00:00:00', '2024-01-26T00:00:00'] },
  { text: '2020-01-01 : 2020-02-01', want: ['2020-01-01T00:00:00', '2020-02-01T00:00:00'] },
])('[3.2-01] the range that "$text" compares with', ({ text, want }) => expect(shifted(text)).toEqual(want));

test('the length of a range is counted in days of its zone, whatever the clocks do', () => {
  // Clocks go forward in Berlin on 31 March 2024: the day has 23 hours, the one before 24.
  const day = { since: utc('2024-03-30T23:00:00'), until: utc('2024-03-31T22:00:00') };
  expect(shifted('inherit', 'Europe/Berlin', day)).toEqual(['2024-03-29T23:00:00', '2024-03-30T23:00:00']);
});

test('[8.6-01] what an offset cannot be', () => {
  const codeOf = (run: () => unknown) => {
    try {
      run();
      return 'no error';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  for (const text of ['inherit', '1985-01-01', '2020-01-01 : 2020-02-01'])
    expect(codeOf(() => readOffset(text, { since: null, until: 5 }, 'UTC'))).toBe('open_comparison');
  expect(readOffset('1 day ago', { since: null, until: null }, 'UTC').range({ since: null, until: null })).toEqual({
    since: null,
    until: null,
  });
  for (const text of [
    '',
    'yesterday',
    '5 lightyears ago',
    '2020-13-40',
    '2020-02-01 : 2020-01-01',
    '2020-01-01 : 2020-02-01 : 2020-03-01',
  ])
    expect(codeOf(() => readOffset(text, range, 'UTC'))).toBe('incorrect_request');
  expect(codeOf(() => readOffset('999999 years', range, 'UTC').range(range))).toBe('incorrect_request');
});

const axes = { dimensions: ['day'], measures: ['n'], axis: { label: 'day', grain: 'P1D', toWall: (at: number) => at } };
const days = (since: number, count: number) =>
  tableOf([
    { name: 'day', kind: 'temporal', values: Float64Array.from({ length: count }, (_, at) => since + at * DAY) },
    { name: 'n', kind: 'numeric', values: Float64Array.from({ length: count }, (_, at) => since / DAY + at) },
  ]);

test('the last days of a long month are all compared with the last day of the short one before', async () => {
  const offset = readOffset(
    '1 month ago',
    { since: utc('2023-03-27T00:00:00'), until: utc('2023-04-02T00:00:00') },
    'UTC',
  );
  const { table: joined } = await joinOffsets(
    days(utc('2023-03-27T00:00:00'), 6),
    [{ offset, table: days(utc('2023-02-01T00:00:00'), 40) }],
    axes,
  );
  const theirs = joined.columns.get('n__1 month ago')?.values ?? [];
  expect(Array.from(theirs, (day) => iso(Number(day) * DAY)?.slice(0, 10))).toEqual([
    '2023-02-27',
    '2023-02-28',
    '2023-02-28',
    '2023-02-28',
    '2023-02-28',
    '2023-03-01',
  ]);
});

/** The same day of an earlier month, or its last one: written with texts instead of arithmetic. */
function earlier(ms: number, months: number): number {
  const [year = 0, month = 0, day = 0] = new Date(ms).toISOString().slice(0, 10).split('-').map(Number);
  const index = year * 12 + month - 1 - months;
  for (let last = day; last > 0; last -= 1) {
    const text =
      `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}-` +
      `${String(last).padStart(2, '0')}`;
    const at = Date.parse(`${text}T00:00:00Z`);
    if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(text)) return at;
  }
  return Number.NaN;
}

test('months and years back end on the same day, or on the last one that there is', () => {
  const anyDay = fc.integer({ min: -20_000, max: 60_000 }).map((day) => day * DAY);
  fc.assert(
    fc.property(
      anyDay,
      fc.integer({ min: 0, max: 30 }),
      fc.constantFrom('month', 'year', 'quarter'),
      (day, amount, unit) => {
        const months = amount * { month: 1, year: 12, quarter: 3 }[unit];
        expect(readOffset(`${amount} ${unit}s ago`, range, 'UTC').move(day)).toBe(earlier(day, months));
      },
    ),
    { numRuns: runs(2000) },
  );
});

test('every bucket of the query finds the bucket of the other time, for grains that divide each other', () => {
  const grains = ['P1M', 'P3M', 'P1Y'];
  fc.assert(
    fc.property(
      fc.integer({ min: -20_000, max: 40_000 }),
      fc.constantFrom(...grains),
      fc.integer({ min: 1, max: 12 }),
      (day, grain, years) => {
        const { move } = readOffset(`${years} years ago`, range, 'UTC');
        // The start of a bucket, moved, is the start of the bucket that the moved day lies in.
        expect(bucketOf(move(bucketOf(day * DAY, grain)), grain)).toBe(bucketOf(move(day * DAY), grain));
      },
    ),
    { numRuns: runs(2000) },
  );
});

test.each([
  { grain: '1969-12-28T00:00:00Z/P1W', day: '2024-03-03', other: '2024-03-09' },
  { grain: 'P1W/1970-01-03T00:00:00Z', day: '2024-03-03', other: '2024-03-09' },
  { grain: 'P1W/1970-01-04T00:00:00Z', day: '2024-03-04', other: '2024-03-10' },
  { grain: 'P1W', day: '2024-03-04', other: '2024-03-10' },
])('a week of $grain is one bucket', ({ grain, day, other }) => {
  const bucket = (text: string) => bucketOf(utc(`${text}T00:00:00`), grain);
  expect(bucket(day)).toBe(bucket(other));
  expect(bucketOf(utc(`${day}T00:00:00`) - DAY, grain)).not.toBe(bucket(day));
});

const at = (day: string) => utc(`${day}T00:00:00`);
const dayOf = (ms: number | null) => iso(ms)?.slice(0, 10);

test.each([
  { text: '1 year ago', weeks: 52 },
  { text: '2 years ago', weeks: 104 },
  { text: '1 month ago', weeks: 4 },
  { text: '30 days ago', weeks: 4 },
  { text: '1 day ago', weeks: 1 },
  { text: '0 days ago', weeks: 0 },
  { text: 'inherit', weeks: 5 },
])('weeks stand beside whole weeks: "$text" is $weeks of them', ({ text, weeks }) => {
  // From a Thursday to a Tuesday: the first and the last week are cut alike.
  const of = { since: at('2024-02-01'), until: at('2024-03-05') };
  const { range: moved, move } = readOffset(text, of, 'UTC', 'P1W');
  expect(moved(of)).toEqual({ since: of.since - weeks * 7 * DAY, until: of.until - weeks * 7 * DAY });
  expect(bucketOf(move(at('2024-01-29')), 'P1W')).toBe(at('2024-01-29') - weeks * 7 * DAY);
});

test('each week finds its own week of the year before, the first and the last too', async () => {
  const weeks = (since: string, count: number) =>
    tableOf([
      {
        name: 'day',
        kind: 'temporal',
        values: Float64Array.from({ length: count }, (_, i) => at(since) + i * 7 * DAY),
      },
      { name: 'n', kind: 'numeric', values: Float64Array.from({ length: count }, (_, i) => i + 1) },
    ]);
  const of = { since: at('2024-02-05'), until: at('2024-03-04') };
  const offset = readOffset('1 year ago', of, 'UTC', 'P1W');
  const joined = await joinOffsets(weeks('2024-02-05', 4), [{ offset, table: weeks('2023-02-06', 4) }], {
    ...axes,
    axis: { label: 'day', grain: 'P1W', toWall: (wall: number) => wall },
  });
  expect(Array.from(joined.table.columns.get('n__1 year ago')?.values ?? [])).toEqual([1, 2, 3, 4]);
  expect(joined.unmatched).toEqual([]);
});

test('a date or a range is taken as it is, and its first week stands beside the first', () => {
  const of = { since: at('2024-02-07'), until: at('2024-03-04') };
  for (const text of ['2023-02-05', '2023-02-05 : 2023-03-01']) {
    const { range: moved, move } = readOffset(text, of, 'UTC', 'P1W');
    expect(dayOf(moved(of).since)).toBe('2023-02-05');
    expect(dayOf(move(at('2024-02-05')))).toBe('2023-01-30');
  }
});

test.each([
  { grain: 'P1M', since: '2024-02-01', until: '2024-05-01', want: ['2023-11-01', '2024-02-01'] },
  { grain: 'P1M', since: '2024-02-10', until: '2024-03-01', want: ['2024-01-10', '2024-02-01'] },
  { grain: 'P3M', since: '2024-01-01', until: '2024-07-01', want: ['2023-07-01', '2024-01-01'] },
  { grain: 'P1Y', since: '2023-01-01', until: '2025-01-01', want: ['2021-01-01', '2023-01-01'] },
  { grain: 'P1D', since: '2024-02-01', until: '2024-05-01', want: ['2023-11-03', '2024-02-01'] },
])('the range before $since : $until by $grain has whole periods', ({ grain, since, until, want }) => {
  const of = { since: at(since), until: at(until) };
  const moved = readOffset('inherit', of, 'UTC', grain).range(of);
  expect([dayOf(moved.since), dayOf(moved.until)]).toEqual(want);
});
