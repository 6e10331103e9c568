import { describe, expect, test } from 'vitest';
import { incompletePeriods, periodAt, periodOf } from './periods.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const open = { fromMs: null, toMs: null };
const LATER = at('2030-01-01T00:00');

describe('periods', () => {
  test.each([
    ['P1D', '2024-02-29T00:00', '2024-02-29T00:00', '2024-03-01T00:00'],
    ['P1M', '2024-02-01T00:00', '2024-02-01T00:00', '2024-03-01T00:00'],
    ['P3M', '2024-10-01T00:00', '2024-10-01T00:00', '2025-01-01T00:00'],
    ['P1Y', '2024-01-01T00:00', '2024-01-01T00:00', '2025-01-01T00:00'],
    ['PT6H', '2024-01-01T18:00', '2024-01-01T18:00', '2024-01-02T00:00'],
    ['P1W/1970-01-03T00:00:00Z', '2024-01-06T00:00', '2023-12-31T00:00', '2024-01-07T00:00'],
  ])('a bucket of %s at %s lasts from %s to %s', (grain, bucket, start, end) => {
    expect(periodOf(grain, at(bucket))).toEqual({ startMs: at(start), endMs: at(end) });
  });

  test.each([
    ['PT6H', '2024-01-01T19:30', '2024-01-01T18:00'],
    ['P1D', '2024-02-29T23:59', '2024-02-29T00:00'],
    ['P1W', '2024-03-03T10:00', '2024-02-26T00:00'],
    ['1969-12-28T00:00:00Z/P1W', '2024-03-03T10:00', '2024-03-03T00:00'],
    ['P1W/1970-01-03T00:00:00Z', '2024-03-02T10:00', '2024-02-25T00:00'],
    ['P1W/1970-01-04T00:00:00Z', '2024-03-03T10:00', '2024-02-26T00:00'],
    ['P1M', '2024-02-29T10:00', '2024-02-01T00:00'],
    ['P3M', '1969-12-31T10:00', '1969-10-01T00:00'],
    ['P1Y', '2024-12-31T10:00', '2024-01-01T00:00'],
  ])('the %s that %s lies in begins at %s', (grain, moment, start) => {
    expect(periodAt(grain, at(moment))?.startMs).toBe(at(start));
  });

  test('a grain that nobody knows has no periods', () => {
    expect([periodOf('P2D', 0), periodOf('toString', 0), periodAt('P2D', 0)]).toEqual([null, null, null]);
    expect(incompletePeriods(0, 0, 'P2D', { fromMs: 1, toMs: 1 }, 1)).toEqual({ first: false, last: false });
  });
});

describe('incomplete periods', () => {
  const january = at('2024-01-01T00:00');
  const march = at('2024-03-01T00:00');
  const incomplete = (range: { fromMs: number | null; toMs: number | null }, now = LATER) =>
    incompletePeriods(january, march, 'P1M', range, now);

  test('a range that begins and ends with its periods leaves them whole', () => {
    expect(incomplete({ fromMs: january, toMs: at('2024-04-01T00:00') })).toEqual({ first: false, last: false });
    expect(incomplete(open)).toEqual({ first: false, last: false });
  });

  test('a range that begins or ends inside of a period leaves a part of it', () => {
    expect(incomplete({ fromMs: at('2024-01-10T00:00'), toMs: at('2024-03-15T00:00') })).toEqual({
      first: true,
      last: true,
    });
  });

  test('a period that goes on is a part of itself, whatever range was asked for', () => {
    expect(incomplete(open, at('2024-03-20T12:00'))).toEqual({ first: false, last: true });
    expect(incomplete({ fromMs: null, toMs: LATER }, at('2024-03-20T12:00'))).toEqual({ first: false, last: true });
  });

  test('rows that end before the range does say nothing of their last period', () => {
    expect(incomplete({ fromMs: at('2023-12-10T00:00'), toMs: at('2024-05-15T00:00') })).toEqual({
      first: false,
      last: false,
    });
  });
});
