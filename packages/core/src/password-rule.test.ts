import { expect, test } from 'vitest';
import { passwordComplaint, passwordRule } from './password-rule.ts';

test.each([
  ['', true],
  ['1234567', true],
  ['12345678', false],
  ['x'.repeat(256), false],
  ['x'.repeat(257), true],
])('%j', (password, isRefused) => {
  expect(passwordComplaint(password) !== null).toBe(isRefused);
});

test('the rule that is shown is the one that applies', () => {
  const least = Number(/\d+/.exec(passwordRule())?.[0]);
  expect([
    passwordComplaint('x'.repeat(least)),
    passwordComplaint('x'.repeat(least - 1))?.includes(String(least)),
  ]).toEqual([null, true]);
});
