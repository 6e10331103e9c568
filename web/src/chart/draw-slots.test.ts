import { expect, test } from 'vitest';
import { createDrawSlots } from './draw-slots.ts';

/** A page whose frames and clock the test moves. */
function setUp() {
  const frames: (() => void)[] = [];
  const drawn: string[] = [];
  const alone: string[] = [];
  let clock = 1_000_000;
  const slots = createDrawSlots({
    frame: (run) => void frames.push(run),
    now: (run) => {
      const before = drawn.length;
      run();
      alone.push(...drawn.slice(before));
    },
    clock: () => clock,
  });
  return {
    slots,
    drawn,
    alone,
    pass: (ms: number) => void (clock += ms),
    frame: () => {
      for (const run of frames.splice(0)) run();
    },
    chart: (name: string, ms: number) => () => {
      drawn.push(name);
      clock += ms;
    },
  };
}

test('charts that were answered in one moment are drawn in one go, each once', () => {
  const it = setUp();
  const [heavy, light] = [it.chart('heavy', 90), it.chart('light', 1)];
  for (const draw of [heavy, light, heavy]) it.slots.wait(draw);
  expect([it.drawn, it.slots.isWaiting(heavy)]).toEqual([[], true]);
  it.frame();
  expect([it.drawn, it.alone, it.slots.isWaiting(heavy)]).toEqual([['heavy', 'light'], [], false]);
});

test('while a hand moves a frame draws what it has room for, and nobody is passed by', () => {
  const it = setUp();
  it.slots.pace(true);
  const [a, heavy, b] = [it.chart('a', 12), it.chart('heavy', 40), it.chart('b', 3)];
  for (const draw of [a, heavy, b]) it.slots.wait(draw);
  it.frame();
  expect(it.alone).toEqual(['a', 'heavy']);
  it.slots.wait(a);
  it.frame();
  expect(it.alone).toEqual(['a', 'heavy', 'b', 'a']);
});

test('a chart that leaves has no slot, and many that change are a crowd for a moment', () => {
  const it = setUp();
  const [a, b] = [it.chart('a', 1), it.chart('b', 1)];
  it.slots.wait(a);
  it.frame();
  expect(it.slots.isCrowd()).toBe(false);
  for (const draw of [a, b]) it.slots.wait(draw);
  it.slots.leave(a);
  it.frame();
  expect([it.drawn, it.slots.isCrowd()]).toEqual([['a', 'b'], false]);
  for (const draw of [a, b]) it.slots.wait(draw);
  it.frame();
  expect(it.slots.isCrowd()).toBe(true);
  it.pass(1_000);
  expect(it.slots.isCrowd()).toBe(false);
});
