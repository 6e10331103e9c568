import { DAY_MS, addUnits } from '@tessera/core/time-range/calendar';
import { expect, test } from 'vitest';
import { applySteps } from './apply.ts';
import { columnNamed, type Frame, frameOf, numbersOf } from './frame.ts';
import { normalQuantile, studentQuantile } from './forecast/normal.ts';

const START = Date.UTC(2023, 0, 1);
const days = (count: number) => Array.from({ length: count }, (_, day) => START + day * DAY_MS);

function frame(instants: readonly number[], series: Readonly<Record<string, readonly (number | null)[]>>): Frame {
  const columns = new Map<string, { name: string; kind: 'temporal' | 'numeric'; values: readonly (number | null)[] }>([
    ['__timestamp', { name: '__timestamp', kind: 'temporal', values: instants }],
  ]);
  for (const [name, values] of Object.entries(series)) columns.set(name, { name, kind: 'numeric', values });
  return frameOf({ rowCount: instants.length, columns });
}

const prophet = (given: Frame, options: Readonly<Record<string, unknown>> = {}) =>
  applySteps(given, [
    { operation: 'prophet', options: { time_grain: 'P1D', periods: 7, confidence_interval: 0.8, ...options } },
  ]);
const numbers = (made: Frame, name: string) => Array.from(numbersOf(columnNamed(made, name).values));

/** Numbers in (0, 1) that are the same in every run (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 4_294_967_296;
  };
}
const bell = (roll: () => number) => () => Math.sqrt(-2 * Math.log(roll())) * Math.cos(2 * Math.PI * roll());

test('each series gets three columns, and rows go on by the grain', () => {
  const made = prophet(frame(days(20), { a: days(20).map((_, at) => at), b: days(20).map(() => 5) }));
  expect(made.columns.map(({ path }) => path)).toEqual(
    [
      '__timestamp',
      'a',
      'b',
      'a__yhat',
      'a__yhat_lower',
      'a__yhat_upper',
      'b__yhat',
      'b__yhat_lower',
      'b__yhat_upper',
    ].map((name) => [name]),
  );
  expect(numbers(made, '__timestamp')).toEqual(days(27));
  expect(numbers(made, 'a').slice(18)).toEqual([18, 19, ...Array.from({ length: 7 }, () => Number.NaN)]);
  expect(numbers(made, 'a__yhat').at(-1)).toBeCloseTo(26, 2);
  expect(numbers(made, 'b__yhat_upper').at(-1)).toBeCloseTo(5, 6);
});

test.each([
  { grain: 'PT1H', from: '2024-02-28T22:00:00Z', want: ['2024-02-28T23:00:00Z', '2024-02-29T00:00:00Z'] },
  { grain: 'P1W', from: '2024-02-26T00:00:00Z', want: ['2024-03-04T00:00:00Z', '2024-03-11T00:00:00Z'] },
  {
    grain: 'P1W/1970-01-04T00:00:00Z',
    from: '2024-02-25T00:00:00Z',
    want: ['2024-03-03T00:00:00Z', '2024-03-10T00:00:00Z'],
  },
  { grain: 'P1M', from: '2023-12-01T00:00:00Z', want: ['2024-01-01T00:00:00Z', '2024-02-01T00:00:00Z'] },
  { grain: 'P1M', from: '2024-01-31T00:00:00Z', want: ['2024-02-29T00:00:00Z', '2024-03-31T00:00:00Z'] },
  { grain: 'P3M', from: '2023-10-01T00:00:00Z', want: ['2024-01-01T00:00:00Z', '2024-04-01T00:00:00Z'] },
  { grain: 'P1Y', from: '2023-01-01T00:00:00Z', want: ['2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z'] },
])('rows of $grain after $from', ({ grain, from, want }) => {
  const made = prophet(frame([Date.parse(from)], { a: [1] }), { time_grain: grain, periods: 2 });
  expect(numbers(made, '__timestamp').slice(1)).toEqual(want.map((text) => Date.parse(text)));
});

test('a trend with a weekly rhythm is found again', () => {
  const instants = days(150);
  const week = [0, 8, 12, 10, 6, -15, -21];
  const truth = (day: number) => 100 + 0.7 * day + (week[day % 7] ?? 0);
  const noise = bell(dice(7));
  const made = prophet(
    frame(instants.slice(0, 120), { a: instants.slice(0, 120).map((_, day) => truth(day) + noise()) }),
    { periods: 30 },
  );
  numbers(made, 'a__yhat')
    .slice(120)
    .forEach((value, at) => expect(Math.abs(value - truth(120 + at)), `day ${at}`).toBeLessThan(2.5));
});

test('a yearly rhythm of months is found again', () => {
  const months = Array.from({ length: 84 }, (_, at) => addUnits(START, at, 'month'));
  const truth = (at: number) => 50 + 0.3 * at + 12 * Math.sin((2 * Math.PI * at) / 12) + (at % 12 === 11 ? 9 : 0);
  const made = prophet(frame(months.slice(0, 72), { a: months.slice(0, 72).map((_, at) => truth(at)) }), {
    time_grain: 'P1M',
    periods: 12,
  });
  numbers(made, 'a__yhat')
    .slice(72)
    .forEach((value, at) => expect(Math.abs(value - truth(72 + at)), `month ${at}`).toBeLessThan(3));
});

test.each([0.5, 0.8, 0.95])('the band holds about %s of what comes', (share) => {
  const noise = bell(dice(11));
  let [inside, all] = [0, 0];
  for (let run = 0; run < 60; run += 1) {
    let [level, walk] = [200, 0];
    const series = days(104).map((_, day) => {
      // Half of the series stay on their line, half wander.
      if (run % 2 === 1) level += 0.6 * (walk = noise());
      return level + 0.2 * day + 5 * Math.sin((2 * Math.PI * day) / 7) + (run % 2 === 1 ? 0.4 * walk : 2 * noise());
    });
    const made = prophet(frame(days(90), { a: series.slice(0, 90) }), { periods: 14, confidence_interval: share });
    const [lower, upper] = [numbers(made, 'a__yhat_lower'), numbers(made, 'a__yhat_upper')];
    series.slice(90).forEach((value, at) => {
      all += 1;
      if (value >= (lower[90 + at] ?? 0) && value <= (upper[90 + at] ?? 0)) inside += 1;
    });
  }
  expect(Math.abs(inside / all - share), `${inside / all}`).toBeLessThan(0.08);
});

test('the band widens with the way, and with the share asked for', () => {
  const noise = bell(dice(3));
  let level = 0;
  const series = days(60).map(() => (level += noise()));
  const width = (made: Frame, row: number) =>
    (numbers(made, 'a__yhat_upper')[row] ?? 0) - (numbers(made, 'a__yhat_lower')[row] ?? 0);
  const [narrow, wide] = [
    prophet(frame(days(60), { a: series })),
    prophet(frame(days(60), { a: series }), { confidence_interval: 0.95 }),
  ];
  expect(width(narrow, 66)).toBeGreaterThan(width(narrow, 60));
  expect(width(wide, 60)).toBeGreaterThan(width(narrow, 60));
});

test('a rhythm counts when it is asked for, and not when it is not wanted', () => {
  const series = days(70).map((_, day) => (day % 7 === 0 ? 20 : 0));
  const peak = (options: Readonly<Record<string, unknown>>) =>
    numbers(prophet(frame(days(70), { a: series }), options), 'a__yhat')[70] ?? 0;
  expect(peak({})).toBeGreaterThan(17);
  expect(peak({ weekly_seasonality: true })).toBeGreaterThan(17);
  expect(peak({ weekly_seasonality: false })).toBeLessThan(8);
  expect(peak({ weekly_seasonality: 1 })).toBeLessThan(peak({ weekly_seasonality: 3 }));
});

test('gaps, nulls, disorder and rows without a time are borne', () => {
  const instants = days(40);
  const line = instants.map((_, at) => (at % 5 === 2 ? null : 3 * at));
  const shuffled = [...instants.keys()].sort((a, b) => ((a * 17) % 40) - ((b * 17) % 40));
  const given = frame([...shuffled.map((at) => instants[at] ?? 0), Number.NaN], {
    a: [...shuffled.map((at) => line[at] ?? null), 9e9],
  });
  const made = prophet(given, { periods: 2 });
  expect(numbers(made, '__timestamp')).toEqual(days(42));
  expect(numbers(made, 'a__yhat').at(-1)).toBeCloseTo(3 * 41, 0);
  const empty = prophet(frame(days(3), { a: [null, null, null], b: [null, 4, null] }));
  expect(numbers(empty, 'a__yhat').every(Number.isNaN)).toBe(true);
  expect(numbers(empty, 'b__yhat').every(Number.isNaN)).toBe(true);
  expect(prophet(frame([], { a: [] })).rowCount).toBe(0);
});

test.each([
  { options: { time_grain: null }, text: '`time_grain` is missing.' },
  { options: { time_grain: 'P4D' }, text: 'Unsupported time grain: P4D' },
  { options: { time_grain: 'PT6H' }, text: 'Unsupported time grain: PT6H' },
  { options: { periods: -1 }, text: '`periods` must be a whole number' },
  { options: { periods: 1.5 }, text: '`periods` must be a whole number' },
  { options: { periods: 10_001 }, text: 'at most' },
  { options: { confidence_interval: 0 }, text: '`confidence_interval` must lie between 0 and 1' },
  { options: { confidence_interval: 1 }, text: '`confidence_interval` must lie between 0 and 1' },
  { options: { index: 'other' }, text: 'A forecast needs the time column other.' },
  { options: { yearly_seasonality: 'much' }, text: '`yearly_seasonality`' },
])('refused: $options', ({ options, text }) => {
  expect(() => prophet(frame(days(5), { a: [1, 2, 3, 4, 5] }), options)).toThrow(text);
});

test('there must be a number to forecast', () => {
  expect(() => prophet(frame(days(5), {}))).toThrow('numeric series');
});

test('quantiles agree with the tables', () => {
  expect(normalQuantile(0.975)).toBeCloseTo(1.959964, 5);
  expect(normalQuantile(0.01)).toBeCloseTo(-2.326348, 5);
  expect(studentQuantile(0.975, 10)).toBeCloseTo(2.228, 2);
});
