import { expect, expectTypeOf, test } from 'vitest';
import { bindAll } from './bind-all.ts';

type Counter = { count: number };

/** @returns the count before */
function add(counter: Counter, more: number, times = 1): number {
  const before = counter.count;
  counter.count += more * times;
  return before;
}
async function read(counter: Counter): Promise<number> {
  return counter.count;
}

test('each function gets what it works with, and what its caller gives', async () => {
  const counter = { count: 1 };
  const bound = bindAll(counter, { add, read });
  expect([bound.add(2), bound.add(3, 4), await bound.read()]).toEqual([1, 3, 15]);
  expect(counter.count).toBe(15);
  expectTypeOf(bound.read).toEqualTypeOf<() => Promise<number>>();
  expectTypeOf(bound.add).toEqualTypeOf<(more: number, times?: number) => number>();
});

test('two that are bound to different things do not share them, and a function may stand without its record', () => {
  const [one, two] = [bindAll({ count: 0 }, { add }), bindAll({ count: 10 }, { add })];
  const { add: addToOne } = one;
  expect([addToOne(1), two.add(1), addToOne(1)]).toEqual([0, 10, 1]);
  expect(Object.keys(one)).toEqual(['add']);
});

test('what a function throws reaches the caller', () => {
  const { fail } = bindAll('the reason', {
    fail: (reason: string): never => {
      throw new RangeError(reason);
    },
  });
  expect(fail).toThrow(new RangeError('the reason'));
});
