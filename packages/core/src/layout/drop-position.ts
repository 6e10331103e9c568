import { isValidChild } from './nesting.ts';
import type { ComponentType, Layout, Place } from './types.ts';
import { componentOf, parentOf } from './types.ts';

/** Pixels from an edge within which a drop goes beside a component, not into it ([9.0-27]). */
export const EDGE_THRESHOLD_PX = 20;

export type DropSide = 'top' | 'right' | 'bottom' | 'left';
/**
 * Where a dragged component would land: a side of the target, beside or inside it; nowhere; or not decided yet
 * ([4.6-02]).
 */
export type DropPosition = { readonly side: DropSide; readonly as: 'child' | 'sibling' } | 'forbidden' | null;

export type DropQuery = {
  readonly dragged: { readonly id: string; readonly type: ComponentType };
  readonly target: {
    readonly id: string;
    readonly type: ComponentType;
    readonly depth: number;
    readonly parentType: ComponentType | undefined;
    readonly hasChildren: boolean;
    /** How the target lays its children out. */
    readonly orientation: 'row' | 'column';
    readonly rect: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
  };
  readonly pointer: { readonly x: number; readonly y: number };
  /** False while the pointer is over something inside the target. */
  readonly shallow: boolean;
};

export function dropPosition({ dragged, target, pointer, shallow }: DropQuery): DropPosition {
  if (dragged.id === target.id) return null;
  const parentDepth = target.depth - (target.parentType === 'TAB' || target.parentType === 'TABS' ? 0 : 1);
  const asChild = isValidChild(target.type, target.depth, dragged.type);
  const asSibling = isValidChild(target.parentType, parentDepth, dragged.type);
  if (!asChild && !asSibling) return 'forbidden';

  const { left, top, right, bottom } = target.rect;
  const near = {
    left: Math.abs(pointer.x - left),
    top: Math.abs(pointer.y - top),
    right: Math.abs(pointer.x - right),
    bottom: Math.abs(pointer.y - bottom),
  };
  if (!shallow && Math.min(near.left, near.top, near.right, near.bottom) > EDGE_THRESHOLD_PX) return null;

  const [first, second] = target.orientation === 'row' ? (['top', 'bottom'] as const) : (['left', 'right'] as const);
  if (!asChild) {
    const beforeCentre = first === 'top' ? pointer.y < (top + bottom) / 2 : pointer.x < (left + right) / 2;
    return { side: beforeCentre ? first : second, as: 'sibling' };
  }
  if (asSibling && near[first] < EDGE_THRESHOLD_PX) return { side: first, as: 'sibling' };
  if (asSibling && near[second] < EDGE_THRESHOLD_PX) return { side: second, as: 'sibling' };
  return { side: childSide(target.orientation, target.hasChildren), as: 'child' };
}

function childSide(orientation: 'row' | 'column', hasChildren: boolean): DropSide {
  if (orientation === 'row') return hasChildren ? 'right' : 'left';
  return hasChildren ? 'bottom' : 'top';
}

/** The place in the tree that a position means; `null` for no drop. Children are appended. */
export function placeOf(layout: Layout, targetId: string, position: DropPosition): Place | null {
  if (position === null || position === 'forbidden') return null;
  if (position.as === 'child')
    return { parentId: targetId, index: componentOf(layout, targetId)?.children.length ?? 0 };
  const parent = parentOf(layout, targetId);
  if (!parent) return null;
  const after = position.side === 'right' || position.side === 'bottom';
  return { parentId: parent.id, index: parent.children.indexOf(targetId) + (after ? 1 : 0) };
}
