import { expect, test } from 'vitest';
import { periodBefore } from './period-before.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

test('the period before is as long as the range that was asked for', () => {
  const of = (ms: number) => periodBefore({ fromMs: 5 * DAY, toMs: 5 * DAY + ms }, 'P1D');
  expect([DAY, 28 * DAY, 365 * DAY, HOUR, 6 * HOUR].map(of)).toEqual([
    '1 day ago',
    '28 days ago',
    '365 days ago',
    '1 hour ago',
    '6 hours ago',
  ]);
  expect(periodBefore({ fromMs: null, toMs: DAY }, null)).toBeNull();
  expect(periodBefore({ fromMs: DAY, toMs: DAY }, null)).toBeNull();
});

test.each([
  { grain: 'P1M', from: '2024-02-01', to: '2024-05-01', want: '3 months ago' },
  { grain: 'P1M', from: '2024-02-01', to: '2024-03-01', want: '1 month ago' },
  { grain: 'P1M', from: '2024-02-10', to: '2024-04-02', want: '2 months ago' },
  { grain: 'P3M', from: '2024-01-01', to: '2024-07-01', want: '6 months ago' },
  { grain: 'P3M', from: '2024-01-01', to: '2024-02-01', want: '3 months ago' },
  { grain: 'P1Y', from: '2022-01-01', to: '2024-01-01', want: '24 months ago' },
  { grain: 'P1W', from: '2024-02-01', to: '2024-05-01', want: '13 weeks ago' },
  { grain: 'P1W', from: '2024-02-05', to: '2024-02-12', want: '1 week ago' },
  { grain: 'P1D', from: '2024-02-01', to: '2024-05-01', want: '90 days ago' },
  { grain: null, from: '2024-02-01', to: '2024-05-01', want: '3 months ago' },
  { grain: null, from: '2024-02-01', to: '2024-05-02', want: '91 days ago' },
])('periods of $grain from $from to $to are compared with those of $want', ({ grain, from, to, want }) => {
  expect(periodBefore({ fromMs: at(from), toMs: at(to) }, grain)).toBe(want);
});

test('months are those of the clock of the dataset', () => {
  const range = { fromMs: at('2024-02-01') - HOUR, toMs: at('2024-03-01') - HOUR, timeZone: 'Europe/Rome' };
  expect(periodBefore(range, null)).toBe('1 month ago');
});
