import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildQueryObject } from '../build-query.ts';
import { expressionCases, freeTextCases, rangeCases, shiftCases, sinceUntilCases } from '../fixtures/time-range.ts';
import { addUnits, DAY_MS, daysInMonth, lastDay, TIME_UNITS, truncate } from './calendar.ts';
import { evaluate } from './expression.ts';
import { easter } from './holidays.ts';
import { clockAt, readHumanDate } from './human-date.ts';
import { timeRangeLabel } from './label.ts';
import { NO_TIME_RANGE } from './no-range.ts';
import { parseTimeRange, type TimeRangeParse } from './parse.ts';
import { shiftMoment, shiftRange } from './shift.ts';
import { sayInEnglish } from '../messages.ts';
import { sinceUntil } from './since-until.ts';
import { fromWall, toWall } from './zone.ts';

const utc = (text: string) => Date.parse(`${text}Z`);
const NOW = utc('2016-11-07T09:30:10');
const clock = clockAt(NOW, 'UTC');

function shown(parsed: TimeRangeParse): readonly (string | null)[] | string {
  if (!parsed.ok) return sayInEnglish(parsed.reason);
  return [parsed.range.since, parsed.range.until].map((end) =>
    end === null ? null : new Date(end).toISOString().slice(0, 19),
  );
}

test.each(rangeCases)(
  '[3.2-01] at $now, "$text" $anchors $shift',
  ({ now, text, anchors = {}, shift, ends, reason }) => {
    const options = { now: utc(now), ...anchors };
    const parsed = parseTimeRange(text, options);
    expect(shown(parsed.ok && shift !== undefined ? shiftRange(parsed.range, shift, options) : parsed)).toEqual(
      ends ?? reason,
    );
  },
);

test.each(sinceUntilCases)('[3.2-01] since "$since" until "$until"', ({ since, until, ends }) => {
  expect(shown(parseTimeRange(sinceUntil(since, until) ?? '', { now: NOW }))).toEqual(ends);
  expect(shown(parseTimeRange(buildQueryObject({ since, until }).time_range ?? '', { now: NOW }))).toEqual(ends);
});

function valueOf(text: string): string | number {
  try {
    const value = evaluate(text, clock);
    return value.kind === 'number' ? value.value : new Date(value.wall).toISOString().slice(0, 19);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

test.each(expressionCases)('%s is %s', (text, value) => {
  expect(valueOf(text)).toBe(value);
});

test.each([
  [
    "DATEADD(DATETIME('2018-01-01'), DATEDIFF(DATETIME('2018-01-01'), DATETIME('2018-01-10')), day)",
    '2018-01-10T00:00:00',
  ],
  ["DATETIME('2018-01-01',)", '2018-01-01T00:00:00'],
  ["DATETRUNC(DATETIME('2018-01-01T01:02:03.456'), fortnight)", '2018-01-01T01:02:03'],
  ["HOLIDAY('thanks', DATETIME('2023-05-01'))", '2023-11-23T00:00:00'],
  ["HOLIDAY('Good Fri', DATETIME('2024-01-01'), 'UK')", '2024-03-29T00:00:00'],
  ["HOLIDAY('Memorial Day')", '2016-05-30T00:00:00'],
  ["DATEADD(DATETIME('now'), 999999999, year)", 'The date is out of range'],
  ['DATETIME(2018)', 'Unexpected "2018"'],
  ["DATETIME('2018-01-01'", 'The expression ends too early'],
  [`${'DATETRUNC('.repeat(40)}DATETIME('now')${', day)'.repeat(40)}`, 'More than 32 functions inside each other'],
])('%s is %s', (text, value) => {
  expect(valueOf(text)).toBe(value);
});

test.each(freeTextCases)('free text "%s" is %s', (text, value) => {
  expect(readHumanDate(text, clock)).toBe(value === null ? null : utc(value));
});

test.each([
  ['Jan 5, 2018', '2018-01-05T00:00:00'],
  ['5 January 2018 18:30', '2018-01-05T18:30:00'],
  ['01/31/2018', '2018-01-31T00:00:00'],
  ['2018-01-01T10:00:00.250Z', '2018-01-01T10:00:00.250'],
  ['12 am', null],
  ['2018-02-30', null],
  ['2018-13-01', null],
  ['25:00', null],
  ['last monday', '2016-10-31T00:00:00'],
  ['friday', '2016-11-11T00:00:00'],
  ['3 hours ago', '2016-11-07T06:30:10'],
  ['yesterday 18:00', '2016-11-06T18:00:00'],
  ['999999 years ago', null],
  ['5 days', null],
])('free text "%s" is %s', (text, value) => {
  expect(readHumanDate(text, clock)).toBe(value === null ? null : utc(value));
});

test.each(shiftCases)('[9.0-13] time shift "%s" moves back %s days', (shift, days) => {
  expect((NOW - shiftMoment(NOW, shift)) / DAY_MS).toBe(days);
});

test('[9.0-13] every shift on offer moves', () => {
  for (const shift of [
    '1 day',
    '1 week',
    '28 days',
    '30 days',
    '52 weeks',
    '1 year',
    '104 weeks',
    '2 years',
    '156 weeks',
    '3 years',
  ]) {
    expect(shiftMoment(NOW, shift)).toBeLessThan(NOW);
    expect(shiftMoment(NOW, `${shift} ago`)).toBe(shiftMoment(NOW, shift));
  }
});

test('[9.0-07] the default time range is "No filter"', () => {
  expect(NO_TIME_RANGE).toBe('No filter');
  expect(parseTimeRange(NO_TIME_RANGE, { now: NOW })).toEqual({ ok: true, range: { since: null, until: null } });
});

test('a range in two parts can be shifted to another range', () => {
  expect(shown(shiftRange({ since: NOW, until: NOW }, '2018-01-01 : 2018-02-01', { now: NOW }))).toEqual([
    '2018-01-01T00:00:00',
    '2018-02-01T00:00:00',
  ]);
});

test('midnight is that of the zone, on the days on which clocks change too', () => {
  const newYork = { now: utc('2024-03-11T02:00:00'), zone: 'America/New_York' };
  expect(shown(parseTimeRange('Last day', newYork))).toEqual(['2024-03-09T05:00:00', '2024-03-10T05:00:00']);
  expect(shown(parseTimeRange('Current day', newYork))).toEqual(['2024-03-10T05:00:00', '2024-03-11T04:00:00']);
  expect(shown(parseTimeRange('2024-03-10 02:30:00 : 2024-11-03 01:30:00', newYork))).toEqual([
    '2024-03-10T07:30:00',
    '2024-11-03T05:30:00',
  ]);
  expect(() => parseTimeRange('Last day', { now: 0, zone: 'Mars/Base' })).toThrow(RangeError);
});

test.each([
  'Last 9999 years',
  'Next 8000 years',
  '9000 years ago : now',
  "DATEADD(DATETIME('now'), 9000, year) : ",
  ' : 0000-01-01',
])('"%s" lies beyond the calendar', (text) => {
  for (const zone of ['UTC', 'America/New_York']) expect(parseTimeRange(text, { now: NOW, zone }).ok).toBe(false);
  expect(shiftMoment(NOW, '999999 years ago', 'America/New_York')).toBe(NOW);
});

test.each([
  ['Last 7 days', '2016-10-31 – 2016-11-07'],
  ['No filter', 'No filter'],
  [' : now', 'before 2016-11-07 09:30:10'],
  ['2018-01-01 12:30 : ', 'from 2018-01-01 12:30 on'],
  ['foo : bar', 'Cannot parse time string [foo]'],
])('"%s" reads %s', (text, label) => {
  expect(timeRangeLabel(text, { now: NOW })).toBe(label);
});

test('Easter, by tables', () => {
  expect([1961, 2000, 2024, 2025, 2038].map((year) => new Date(easter(year)).toISOString().slice(5, 10))).toEqual([
    '04-02',
    '04-23',
    '03-31',
    '04-20',
    '04-25',
  ]);
});

const moments = fc.integer({ min: -2_000_000_000_000, max: 8_000_000_000_000 });
const units = fc.constantFrom(...TIME_UNITS);

test('a unit holds each of its moments, and the next one begins where it ends', () => {
  fc.assert(
    fc.property(moments, units, (wall, unit) => {
      const start = truncate(wall, unit);
      const next = addUnits(start, 1, unit);
      expect(start <= wall && wall < next).toBe(true);
      expect([truncate(start, unit), truncate(next, unit), truncate(next - 1, unit)]).toEqual([start, next, start]);
    }),
  );
});

test('adding months keeps the day or takes the last one of the month, leap days included', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: -600, max: 600 }), (wall, months) => {
      const [from, to] = [new Date(wall), new Date(addUnits(wall, months, 'month'))];
      expect(to.getUTCDate()).toBe(Math.min(from.getUTCDate(), daysInMonth(to.getUTCFullYear(), to.getUTCMonth())));
      expect((to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()).toBe(months);
      expect(to.getTime() - truncate(to.getTime(), 'day')).toBe(wall - truncate(wall, 'day'));
    }),
  );
});

test('the last day of a month is in it, and the day after is not', () => {
  fc.assert(
    fc.property(
      moments,
      fc.constantFrom('week' as const, 'month' as const, 'quarter' as const, 'year' as const),
      (wall, unit) => {
        expect(truncate(lastDay(wall, unit), unit)).toBe(truncate(wall, unit));
        expect(truncate(lastDay(wall, unit) + DAY_MS, unit)).toBe(addUnits(truncate(wall, unit), 1, unit));
      },
    ),
  );
});

test('an instant survives the way to the wall and back, but for the hour that comes twice', () => {
  fc.assert(
    fc.property(
      moments,
      fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'),
      (epochMs, zone) => {
        const wall = toWall(epochMs, zone);
        expect(toWall(fromWall(wall, zone), zone)).toBe(wall);
        expect(fromWall(wall, zone)).toBeLessThanOrEqual(epochMs);
      },
    ),
  );
});

test('Last N units end today and are N units long; whatever the text, nothing throws', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 400 }), fc.constantFrom('day', 'week'), (now, n, unit) => {
      const parsed = parseTimeRange(`Last ${n} ${unit}s`, { now });
      const until = truncate(now, 'day');
      expect(parsed).toEqual({
        ok: true,
        range: { since: addUnits(until, -n, unit === 'day' ? 'day' : 'week'), until },
      });
    }),
  );
  const word = fc.constantFrom(
    'Last',
    'next',
    '9',
    'days',
    ':',
    ' : ',
    'DATEADD(',
    'DATETIME("now")',
    ')',
    ',',
    '"',
    'of',
    'end',
    '2018-02-29',
    'Current',
    'ago',
    '-1',
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      expect(typeof parseTimeRange(words.join(' '), { now: NOW }).ok).toBe('boolean');
    }),
  );
});
