import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { bubble, oldBubble } from './index.ts';

const form = { entity: 'carrier', x: 'count', y: 'delay', size: 'distance', max_bubble_size: 100 };
const result = resultOf({
  'carrier:string': ['a', 'b', 'c'],
  'count:numeric': [1, 2, 3],
  'delay:numeric': [10, 40, 100],
  'distance:numeric': [1, -30, 100],
});

function topOf(viz: ReturnType<typeof erase>, more: object): number {
  if (viz.drawing.kind !== 'option') throw new TypeError('not an option');
  const { grid } = viz.drawing.toOption([result], { ...form, ...more }, contextOf({}));
  return Number((grid as { readonly top?: number }).top);
}

test('a great bubble at the top is whole, a small one takes no room', () => {
  // Its radius is a third of 360 px.
  for (const viz of [erase(bubble), erase(oldBubble)]) {
    expect(topOf(viz, {})).toBeGreaterThan(90);
    expect(topOf(viz, { y_axis_showminmax: true })).toBeGreaterThan(90);
    expect(topOf(viz, { max_bubble_size: 5 })).toBe(topOf(viz, { max_bubble_size: 1 }));
  }
  expect(topOf(erase(oldBubble), { y_axis_showminmax: true })).toBeGreaterThanOrEqual(122);
});

test('a negative size is said', () => {
  expect(erase(bubble).notes([result], form, contextOf({}))).toEqual([
    '1 bubble of a negative size is drawn as the smallest',
  ]);
});
