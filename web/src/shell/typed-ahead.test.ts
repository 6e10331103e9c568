import { expect, test } from 'vitest';
import { createTypedAhead } from './typed-ahead.ts';

const press = (target: EventTarget, key: string, more: object = {}): boolean =>
  !target.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key, ...more }));

test('letters that are typed before a field is there are its own, and nobody else takes them', () => {
  const target = new EventTarget();
  const typed = createTypedAhead(target);
  expect([press(target, 'g'), typed.take()]).toEqual([false, '']);
  typed.begin();
  const taken = ['f', 'l', 'x', 'Backspace', 'y'].map((key) => press(target, key));
  expect(taken).toEqual([true, true, true, true, true]);
  expect([press(target, 'k', { ctrlKey: true }), press(target, 'ArrowDown')]).toEqual([false, false]);
  expect([typed.take(), typed.take(), press(target, 'g')]).toEqual(['fly', '', false]);
  typed.begin();
  press(target, 'a');
  expect([press(target, 'Escape'), press(target, 'b'), typed.take()]).toEqual([false, false, '']);
});
