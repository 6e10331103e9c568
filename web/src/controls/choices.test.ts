import { expect, test } from 'vitest';
import { isOpacity, readChoice } from './choices.ts';

const fixed = {
  kind: 'select',
  label: 'Stack',
  choices: [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ],
  default: 'a',
} as const;

test('[5.0-04] a select with fixed choices drops what is not among them', () => {
  expect(readChoice(fixed, 'b')).toBe('b');
  expect(readChoice(fixed, 'gone')).toBe('a');
  expect(readChoice(fixed, undefined)).toBe('a');
});

test('free entry keeps what was typed, and clearing works where it is allowed', () => {
  expect(readChoice({ ...fixed, freeForm: 'text' }, 'mine')).toBe('mine');
  expect(readChoice({ ...fixed, clearable: true }, null)).toBeNull();
  expect(readChoice(fixed, null)).toBe('a');
});

test('[5.0-08] opacity lies between 0 and 1', () => {
  expect([0, 0.4, 1].every(isOpacity)).toBe(true);
  expect([-0.1, 1.1, '1', null].some(isOpacity)).toBe(false);
});
