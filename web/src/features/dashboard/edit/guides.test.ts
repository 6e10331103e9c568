import { expect, test } from 'vitest';
import { guidesOf } from './guides.ts';

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

test('guides run along edges that meet, over all whose edges they are', () => {
  const pulled = box(0, 0, 400, 200);
  const below = box(0, 216, 400.4, 100);
  const besideBelow = box(416, 216, 300, 100);
  const nextTo = box(416, 0, 300, 200);
  expect(guidesOf(pulled, [below, besideBelow, nextTo])).toEqual([
    { axis: 'x', at: 400, from: 0, to: 316 },
    { axis: 'y', at: 200, from: 0, to: 716 },
  ]);
  // An edge that begins where another ends meets it too.
  expect(guidesOf(pulled, [box(400, 500, 10, 10)])).toEqual([{ axis: 'x', at: 400, from: 0, to: 510 }]);
});

test('there are none where no edge meets', () => {
  expect(guidesOf(box(0, 0, 402, 190), [box(0, 216, 400, 100), box(416, 0, 300, 200)])).toEqual([]);
});
