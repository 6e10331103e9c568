import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantIso, splitMicros, withMicros } from './micros.ts';

test.each([
  ['1', 0],
  ['123', 0],
  ['1234', 0.4],
  ['123456', 0.456],
  ['123456789', 0.456],
  ['000001', 0.001],
])('the fraction .%s adds %d to whole milliseconds', (digits, more) => {
  expect(withMicros(1_700_000_000_123, digits)).toBe(1_700_000_000_123 + more);
});

test('the last instant of the year 9999, by which open ends are written, stays in its second', () => {
  const last = Date.parse('9999-12-31T23:59:59.999Z');
  expect(withMicros(last, '999999')).toBe(last);
  expect(instantIso(last)).toBe('9999-12-31T23:59:59.999');
});

test.each([
  [0, '1970-01-01T00:00:00'],
  [120, '1970-01-01T00:00:00.120'],
  [0.001, '1970-01-01T00:00:00.000001'],
  [withMicros(-1, '999999'), '1969-12-31T23:59:59.999999'],
  [Date.UTC(2024, 0, 1) - 0.0001, '2024-01-01T00:00:00'],
])('%d is %s', (epochMs, text) => {
  expect(instantIso(epochMs)).toBe(text);
});

test('every microsecond from 1700 to 2248 comes back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -(2 ** 43) + 1, max: 2 ** 43 - 1 }),
      fc.integer({ min: 0, max: 999 }),
      (ms, micros) => {
        const instant = withMicros(ms, `000${String(micros).padStart(3, '0')}`);
        expect(splitMicros(instant)).toEqual({ wholeMs: ms, micros });
      },
    ),
  );
});
