import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '@tessera/core/fixtures/runs';
import { typeOf } from './types.ts';

const [date, timestamp, timestamptz, bigint] = [
  typeOf(1082).parse,
  typeOf(1114).parse,
  typeOf(1184).parse,
  typeOf(20).parse,
];
const year0 = new Date('0000-01-01T00:00:00Z').getTime();
const year9999 = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const iso = (ms: number) => new Date(ms).toISOString();

test('whatever instant is written, with or without a fraction or a zone, is read to the microsecond', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: year0, max: year9999 }),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: -56, max: 56 }),
      (ms, digits, quarters) => {
        const seconds = iso(ms).slice(0, 19).replace('T', ' ');
        const micros = `${iso(ms).slice(20, 23)}789`.slice(0, digits);
        const text = digits === 0 ? seconds : `${seconds}.${micros}`;
        const read = Math.floor(ms / 1000) * 1000 + Number(micros.padEnd(3, '0').slice(0, 3));
        // Beyond the year 2248 a double holds whole milliseconds alone.
        const exact = (whole: number) =>
          Math.abs(whole) < 2 ** 43 ? whole + Number(micros.slice(3).padEnd(3, '0')) / 1000 : whole;
        expect(timestamp(text)).toBe(exact(read));
        expect(timestamptz(`${text}+00`)).toBe(exact(read));
        const ahead = Math.abs(quarters);
        const [hours, minutes] = [Math.floor(ahead / 4), (ahead % 4) * 15];
        const sign = quarters < 0 ? '-' : '+';
        const zone = `${sign}${String(hours).padStart(2, '0')}${minutes === 0 ? '' : `:${minutes}`}`;
        expect(timestamptz(`${text}${zone}`)).toBe(exact(read - quarters * 15 * 60_000));
      },
    ),
    { numRuns: runs(2000) },
  );
});

test('dates are their midnight in UTC, also those of the first century', () => {
  for (const text of [
    '0001-01-01',
    '0099-12-31',
    '0100-01-01',
    '1582-10-10',
    '1900-02-28',
    '1969-12-31',
    '1970-01-01',
    '2000-02-29',
    '2024-02-29',
    '9999-12-31',
  ])
    expect(date(text)).toBe(Date.parse(`${text}T00:00:00Z`));
});

test('years of five digits and those before our era are instants like others', () => {
  expect(date('10000-01-01')).toBe(Date.parse('+010000-01-01T00:00:00Z'));
  expect(timestamp('10000-01-02 03:04:05.678901')).toBe(Date.parse('+010000-01-02T03:04:05.678Z'));
  expect(timestamptz('275000-06-30 23:00:00+02:30')).toBe(Date.parse('+275000-06-30T20:30:00Z'));
  expect(date('0044-03-15 BC')).toBe(Date.parse('-000043-03-15T00:00:00Z'));
  expect(timestamp('0001-12-31 12:00:00.5 BC')).toBe(Date.parse('0000-12-31T12:00:00.500Z'));
  expect(timestamptz('0044-03-15 12:00:00+00 BC')).toBe(Date.parse('-000043-03-15T12:00:00Z'));
});

test.each([
  'infinity',
  '-infinity',
  '294276-12-31 23:59:59',
  '2024-01-01 10:00:00.1234567',
  '2024-0x-01',
  '2024-01-01 1x:00:00',
  '2024-01-01 10:00:00.',
  '2024-01-01T10:00:00',
  '',
])('what no instant can hold stays text: %j', (text) => {
  expect([date(text), timestamp(text), timestamptz(text)]).toEqual([text, text, text]);
});

test('integers are numbers while that loses nothing', () => {
  for (const text of ['0', '-1', '42', '999999999999999', '-99999999999999', '9007199254740991', '-9007199254740991'])
    expect(bigint(text)).toBe(Number(text));
  for (const text of ['9007199254740992', '-9007199254740992', '9223372036854775807', '-9223372036854775808'])
    expect(bigint(text)).toBe(BigInt(text));
});
