import { expect, test } from 'vitest';
import { isOpacity, parseColor, readChoice } from './choices.ts';

const fixed = { kind: 'select', label: 'Stack', choices: [{ value: 'a', label: 'A' }, { value: 'b', label: 'B' }], default: 'a' } as const;

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

test.each(['#abc', 'abc', '#AABBCC', 'rgb(170, 187, 204)'])('[5.0-08] %s is a colour', (text) => {
  expect(parseColor(text)).toEqual({ ok: true, r: 170, g: 187, b: 204 });
});

test.each(['', '#ab', '#abcd', 'rgb(1,2)', 'rgb(256,0,0)', 'red', '#ggg'])('[5.0-08] "%s" is an invalid color', (text) => {
  expect(parseColor(text)).toEqual({ ok: false, reason: 'Invalid color' });
});

test('[5.0-08] opacity lies between 0 and 1', () => {
  expect([0, 0.4, 1].every(isOpacity)).toBe(true);
  expect([-0.1, 1.1, '1', null].some(isOpacity)).toBe(false);
});
