import { expect, test } from 'vitest';
import { addMonths, dayOfKey, isWithin, rangeBetween, weekStartOf, weeksOf } from './calendar-days.ts';

test('weeks of a month begin with the day of the language and keep the height', () => {
  const monday = weeksOf('2024-02-15', 1);
  expect([monday.length, monday[0]?.[0], monday[0]?.[3], monday[4]?.[3]]).toEqual([
    6,
    '2024-01-29',
    '2024-02-01',
    '2024-02-29',
  ]);
  expect(weeksOf('2024-02-15', 7)[0]?.[0]).toBe('2024-01-28');
  // A month that begins with its week has nothing before it.
  expect(weeksOf('2024-04-30', 1)[0]?.[0]).toBe('2024-04-01');
  expect([weekStartOf('de'), weekStartOf('en-US')]).toEqual([1, 7]);
});

test.each([
  ['ArrowLeft', false, '2024-02-29'],
  ['ArrowRight', false, '2024-03-02'],
  ['ArrowUp', false, '2024-02-23'],
  ['ArrowDown', false, '2024-03-08'],
  ['Home', false, '2024-02-26'],
  ['End', false, '2024-03-03'],
  ['PageUp', false, '2024-02-01'],
  ['PageDown', true, '2025-03-01'],
  ['Enter', false, null],
] as const)('%s leads from a day to another', (key, isShift, want) => {
  expect(dayOfKey(key, '2024-03-01', 1, isShift)).toBe(want);
});

test('a month without such a day ends earlier, and the calendar has two ends', () => {
  expect([addMonths('2024-01-31', 1), addMonths('2024-03-31', -1), addMonths('2024-02-29', 12)]).toEqual([
    '2024-02-29',
    '2024-02-29',
    '2025-02-28',
  ]);
  expect([addMonths('9999-12-15', 1), addMonths('0001-01-15', -1)]).toEqual(['9999-12-31', '0001-01-01']);
});

test('two presses make a range, in whichever order', () => {
  expect(rangeBetween('2024-02-03', '2024-01-01')).toEqual({ first: '2024-01-01', last: '2024-02-03' });
  const open = { first: '2024-01-01', last: null };
  expect([isWithin('2024-01-01', open), isWithin('2023-12-31', open)]).toEqual([true, false]);
  expect(isWithin('2024-01-01', { first: null, last: null })).toBe(false);
});
