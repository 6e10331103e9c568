export type Side = 'top' | 'bottom' | 'left' | 'right';
type Size = { readonly width: number; readonly height: number };
type Place = { readonly x: number; readonly y: number };

/** Between a bubble and what it is about. */
const OFFSET_PX = 6;
/** Between a bubble and the edge of the screen. */
const EDGE_PX = 8;

const opposite: Readonly<Record<Side, Side>> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

/**
 * Where a bubble stands beside an element, in px from the left and top of the screen: in the middle of the wanted side,
 * on the other side where there is no room, and pushed along that side so that it stays on screen.
 */
export function placeBubble(anchor: Place & Size, bubble: Size, screen: Size, wanted: Side): Place {
  const besideAnchor = (side: Side): Place => ({
    x: {
      left: anchor.x - OFFSET_PX - bubble.width,
      right: anchor.x + anchor.width + OFFSET_PX,
      top: anchor.x + (anchor.width - bubble.width) / 2,
      bottom: anchor.x + (anchor.width - bubble.width) / 2,
    }[side],
    y: {
      top: anchor.y - OFFSET_PX - bubble.height,
      bottom: anchor.y + anchor.height + OFFSET_PX,
      left: anchor.y + (anchor.height - bubble.height) / 2,
      right: anchor.y + (anchor.height - bubble.height) / 2,
    }[side],
  });
  const isVertical = wanted === 'top' || wanted === 'bottom';
  const fits = ({ x, y }: Place) =>
    isVertical ? y >= 0 && y + bubble.height <= screen.height : x >= 0 && x + bubble.width <= screen.width;
  const other = besideAnchor(opposite[wanted]);
  const { x, y } = fits(besideAnchor(wanted)) || !fits(other) ? besideAnchor(wanted) : other;
  return isVertical
    ? { x: within(x, screen.width - bubble.width), y }
    : { x, y: within(y, screen.height - bubble.height) };
}

function within(start: number, free: number): number {
  return Math.max(EDGE_PX, Math.min(start, free - EDGE_PX));
}
