import { resizeGivingWay } from '@tessera/core/layout/give-way';
import { moveComponent } from '@tessera/core/layout/drop';
import { resizable, resizeComponent } from '@tessera/core/layout/resize';
import {
  anySize,
  componentOf,
  DEFAULT_HEIGHT,
  parentOf,
  type Layout,
  type LayoutChange,
  type LeastSize,
  type NewId,
  type Place,
} from '@tessera/core/layout/types';

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

/** Units of 8 px that one key press makes a component taller. */
const HEIGHT_STEP = 5;

/**
 * Move a component by one place with an arrow key. Sideways changes places with a neighbour of its row. Up and down
 * go past the neighbour in a column; out of a row they go into the row above or below, or into a new row between
 * them when there is no room. Where there is nowhere to go the same layout comes back.
 */
export function moveByKey(
  layout: Layout,
  id: string,
  key: Arrow,
  newId: NewId,
  leastSize: LeastSize = anySize,
): LayoutChange {
  const parent = parentOf(layout, id);
  if (!parent) return { ok: true, layout };
  const at = parent.children.indexOf(id);
  const forward = key === 'ArrowRight' || key === 'ArrowDown';
  const isAlong =
    parent.type === 'ROW' || parent.type === 'TABS'
      ? key === 'ArrowLeft' || key === 'ArrowRight'
      : key === 'ArrowUp' || key === 'ArrowDown';
  if (isAlong) {
    const hasNeighbour = forward ? at < parent.children.length - 1 : at > 0;
    return hasNeighbour
      ? moveComponent(layout, id, { parentId: parent.id, index: forward ? at + 2 : at - 1 }, newId)
      : { ok: true, layout };
  }
  return parent.type === 'ROW'
    ? leaveRow(layout, id, parent.id, forward, (...args) => moveComponent(...args, newId, leastSize))
    : { ok: true, layout };
}

type Move = (layout: Layout, id: string, place: Place) => LayoutChange;

function leaveRow(layout: Layout, id: string, rowId: string, down: boolean, move: Move): LayoutChange {
  const around = parentOf(layout, rowId);
  if (!around) return { ok: true, layout };
  const row = around.children.indexOf(rowId);
  const next = componentOf(layout, around.children[row + (down ? 1 : -1)]);
  if (next?.type === 'ROW') {
    const joined = move(layout, id, { parentId: next.id, index: down ? 0 : next.children.length });
    if (joined.ok) return joined;
  }
  const isAlone = componentOf(layout, rowId)?.children.length === 1;
  // Alone in its row at the edge of the page it is already where it would go.
  if (isAlone && next === undefined) return { ok: true, layout };
  const place: Place = { parentId: around.id, index: isAlone ? row + (down ? 2 : -1) : row + (down ? 1 : 0) };
  return move(layout, id, place);
}

/**
 * Resize by one step with shift and an arrow key. The same layout comes back at a bound.
 *
 * @param givesWay  neighbours in a full row become narrower, as under the pointer
 */
export function resizeByKey(
  layout: Layout,
  id: string,
  key: Arrow,
  leastSize: LeastSize = anySize,
  givesWay = false,
): Layout {
  const component = componentOf(layout, id);
  if (!component || !resizable[component.type]) return layout;
  const { width = 0, height = DEFAULT_HEIGHT } = component.meta;
  switch (key) {
    case 'ArrowLeft':
      return resizeComponent(layout, id, { width: width - 1 }, leastSize);
    case 'ArrowRight':
      return (givesWay ? resizeGivingWay : resizeComponent)(layout, id, { width: width + 1 }, leastSize);
    case 'ArrowUp':
      return resizeComponent(layout, id, { height: height - HEIGHT_STEP }, leastSize);
    case 'ArrowDown':
      return resizeComponent(layout, id, { height: height + HEIGHT_STEP }, leastSize);
  }
}

/**
 * Where the keyboard goes on when a component is removed: the next beside it, else the one before, else what is beside
 * the row or column around it.
 */
export function nearestTo(layout: Layout, id: string): string | null {
  const parent = parentOf(layout, id);
  if (!parent) return null;
  const at = parent.children.indexOf(id);
  const beside = parent.children[at + 1] ?? parent.children[at - 1];
  if (beside === undefined) return nearestTo(layout, parent.id);
  const inside = componentOf(layout, beside);
  // A row is moved by its first component.
  return inside?.type === 'ROW' ? (inside.children[0] ?? beside) : beside;
}

export function isArrow(key: string): key is Arrow {
  return key === 'ArrowLeft' || key === 'ArrowRight' || key === 'ArrowUp' || key === 'ArrowDown';
}
