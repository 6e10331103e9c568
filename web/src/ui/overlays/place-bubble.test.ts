import { expect, test } from 'vitest';
import { placeBubble } from './place-bubble.ts';

const screen = { width: 1000, height: 600 };
const bubble = { width: 200, height: 40 };
const button = (x: number, y: number) => ({ x, y, width: 100, height: 20 });

test.each([
  { case: 'below, in the middle', anchor: button(400, 100), side: 'bottom', want: { x: 350, y: 126 } },
  { case: 'above, in the middle', anchor: button(400, 100), side: 'top', want: { x: 350, y: 54 } },
  { case: 'on the right', anchor: button(400, 100), side: 'right', want: { x: 506, y: 90 } },
  { case: 'on the left', anchor: button(400, 100), side: 'left', want: { x: 194, y: 90 } },
  { case: 'above where there is no room below', anchor: button(400, 570), side: 'bottom', want: { x: 350, y: 524 } },
  { case: 'below where there is no room above', anchor: button(400, 10), side: 'top', want: { x: 350, y: 36 } },
  {
    case: 'left where there is no room on the right',
    anchor: button(800, 100),
    side: 'right',
    want: { x: 594, y: 90 },
  },
  { case: 'pushed in from the left edge', anchor: button(0, 100), side: 'bottom', want: { x: 8, y: 126 } },
  { case: 'pushed in from the right edge', anchor: button(900, 100), side: 'bottom', want: { x: 792, y: 126 } },
] as const)('a bubble stands $case', ({ anchor, side, want }) => {
  expect(placeBubble(anchor, bubble, screen, side)).toEqual(want);
});

test('where neither side has room it stays on the wanted one', () => {
  expect(placeBubble(button(0, 10), bubble, { width: 300, height: 50 }, 'bottom')).toEqual({ x: 8, y: 36 });
});
