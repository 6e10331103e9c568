import { expect, test } from 'vitest';
import { createLongPress } from './long-press.ts';

const here = { x: 10, y: 10 };

/** A press whose time runs when the test says so. */
function press() {
  const opened: unknown[] = [];
  let run: (() => void) | null = null;
  const long = createLongPress(
    (at) => opened.push(at),
    (then) => {
      run = then;
      return () => {
        run = null;
      };
    },
  );
  return { long, opened, wait: () => run?.() };
}

test('a finger that rests opens the menu where it is, and its click means nothing', () => {
  const { long, opened, wait } = press();
  long.down(here);
  long.move({ x: 14, y: 12 });
  wait();
  expect(opened).toEqual([here]);
  expect(long.up()).toBe(true);
});

test('a tap, a swipe and a second finger open nothing', () => {
  const { long, opened, wait } = press();
  long.down(here);
  expect(long.up()).toBe(false);
  wait();
  long.down(here);
  long.move({ x: 40, y: 10 });
  wait();
  expect(long.up()).toBe(false);
  long.down(here);
  long.cancel();
  wait();
  expect(opened).toEqual([]);
});

test('a browser with a menu of its own opens one menu, whoever is first', () => {
  const { long, opened, wait } = press();
  long.down(here);
  expect(long.asked()).toBe(false);
  wait();
  expect(opened).toEqual([]);
  expect(long.up()).toBe(true);
  long.down(here);
  wait();
  expect(long.asked()).toBe(true);
  expect(opened).toHaveLength(1);
});

test('a right click asks without a press', () => {
  expect(press().long.asked()).toBe(false);
});
