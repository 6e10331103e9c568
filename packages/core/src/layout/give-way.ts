import { resizeComponent, widthBounds } from './resize.ts';
import { anySize, componentOf, type ComponentSize, type Layout, type LeastSize, parentOf } from './types.ts';

/**
 * Resize within the bounds, and where the row is full make its neighbours narrower: the next one behind it first, those
 * before it last, none below what its content and its type need. The same layout comes back when nothing changes.
 */
export function resizeGivingWay(
  layout: Layout,
  id: string,
  size: Partial<ComponentSize>,
  leastSize: LeastSize = anySize,
): Layout {
  const { max } = widthBounds(layout, id, leastSize);
  let missing = Math.round(size.width ?? max) - max;
  let present = layout;
  for (const neighbour of missing > 0 ? neighboursOf(layout, id) : []) {
    const { width } = componentOf(present, neighbour)?.meta ?? {};
    if (width === undefined || missing <= 0) continue;
    const { min } = widthBounds(present, neighbour, leastSize);
    const given = Math.max(0, Math.min(missing, width - min));
    present = resizeComponent(present, neighbour, { width: width - given }, leastSize);
    missing -= given;
  }
  return resizeComponent(present, id, size, leastSize);
}

/** Those in the same row: behind it from near to far, then before it from near to far. */
function neighboursOf(layout: Layout, id: string): readonly string[] {
  const parent = parentOf(layout, id);
  if (parent?.type !== 'ROW') return [];
  const at = parent.children.indexOf(id);
  return [...parent.children.slice(at + 1), ...parent.children.slice(0, at).toReversed()];
}
