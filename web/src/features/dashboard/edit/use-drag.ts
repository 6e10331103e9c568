import type * as adapterModule from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { dropPosition, EDGE_THRESHOLD_PX, placeOf, type DropPosition } from '@tessera/core/layout/drop-position';
import { createComponent, moveComponent } from '@tessera/core/layout/drop';
import { depthOf } from '@tessera/core/layout/nesting';
import {
  componentOf,
  parentOf,
  type ComponentMeta,
  type ComponentType,
  type Layout,
  type LeastSize,
} from '@tessera/core/layout/types';
import { useEffect, useState, type RefObject } from 'react';
import type { DashboardStore, DropMark } from '../dashboard-store.ts';
import { useLeastSize } from '../dashboard-data.tsx';
import { useDashboardStore } from '../DashboardProvider.tsx';
import { newComponentId } from '../../../api/component-id.ts';
import { applyChange, presentLayout } from './apply-change.ts';
import { applyMove } from './apply-move.ts';

/** What is dragged: a component of the layout, or a new one from the palette. */
export type Dragged =
  | { readonly kind: 'component'; readonly id: string; readonly type: ComponentType }
  | {
      readonly kind: 'new';
      readonly type: ComponentType;
      readonly meta: ComponentMeta;
      readonly prepare?: () => Promise<boolean>;
    };

type Adapter = typeof adapterModule;

/** Who only looks at dashboards drags nothing: the library comes with the first edit. @returns undoes it */
function withAdapter(register: (adapter: Adapter) => () => void): () => void {
  let undo: (() => void) | null = null;
  let isGone = false;
  import('@atlaskit/pragmatic-drag-and-drop/element/adapter').then(
    (adapter) => {
      if (!isGone) undo = register(adapter);
    },
    // Moving by key still works; the next edit tries again.
    () => undefined,
  );
  return () => {
    isGone = true;
    undo?.();
  };
}

/** Make an element draggable by a handle inside it. */
export function useDraggable(
  element: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null> | null,
  dragged: Dragged,
  enabled: boolean,
): boolean {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!enabled || !current) return;
    return withAdapter(({ draggable }) =>
      draggable({
        element: current,
        ...(handle?.current ? { dragHandle: handle.current } : {}),
        getInitialData: () => ({ dragged }),
        onDragStart: () => setDragging(true),
        onDrop: () => setDragging(false),
      }),
    );
  }, [element, handle, dragged, enabled]);
  return isDragging;
}

/** Let a component take drops on or beside itself. */
export function useDropTarget(element: RefObject<HTMLElement | null>, id: string): void {
  const store = useDashboardStore();
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    return withAdapter(({ dropTargetForElements }) =>
      dropTargetForElements({
        element: current,
        getData: () => ({ componentId: id, store }),
        canDrop: ({ source }) => readDragged(source.data) !== null,
      }),
    );
  }, [element, id, store]);
}

/** Follow every drag of the page: mark where it would land, and carry it out. Once per dashboard. */
export function useDropMonitor(): void {
  const store = useDashboardStore();
  const leastSize = useLeastSize();
  useEffect(() => {
    const follow = (source: Record<string | symbol, unknown>, { input, dropTargets }: Location) => {
      const dragged = readDragged(source);
      // What hangs in another dashboard of the page takes nothing of this one.
      const own = dropTargets.filter(({ data }) => data['store'] === store);
      return dragged ? landing(presentLayout(store), dragged, { input, dropTargets: own }) : null;
    };
    const mark = (dropMark: DropMark, isDragging: boolean) => {
      const state = store.getState();
      // A pointer that moves on over the same place draws nothing anew.
      if (state.isDragging === isDragging && isSameMark(state.dropMark, dropMark)) return;
      state.dispatch({ type: 'drop_marked', mark: dropMark, isDragging });
    };
    return withAdapter(({ monitorForElements }) =>
      monitorForElements({
        onDragStart: () => mark(null, true),
        onDrag: ({ source, location }) => mark(follow(source.data, location.current), true),
        onDrop: ({ source, location }) => {
          const landed = follow(source.data, location.current);
          mark(null, false);
          const dragged = readDragged(source.data);
          if (landed && dragged) void carryOut(store, dragged, landed, leastSize);
        },
      }),
    );
  }, [store, leastSize]);
}

function isSameMark(one: DropMark, other: DropMark): boolean {
  if (one?.targetId !== other?.targetId) return false;
  const [a, b] = [one?.position, other?.position];
  if (!isPlace(a) || !isPlace(b)) return a === b;
  return a.side === b.side && a.as === b.as;
}

function isPlace(position: DropPosition | undefined): position is Exclude<DropPosition, null | 'forbidden'> {
  return typeof position === 'object' && position !== null;
}

type Location = {
  readonly input: { readonly clientX: number; readonly clientY: number };
  readonly dropTargets: readonly { readonly element: Element; readonly data: Record<string | symbol, unknown> }[];
};

type Candidate = {
  readonly targetId: string;
  readonly type: ComponentType;
  readonly position: Exclude<DropPosition, null>;
};

/**
 * Where the dragged thing would land. The innermost component under the pointer decides, with two exceptions: near the
 * upper or lower edge of a row the row goes before what lies in it, and in the space between two components their
 * nearest neighbour goes before the container. What forbids is shown only when nothing takes it.
 */
function landing(layout: Layout, dragged: Dragged, { input, dropTargets }: Location): DropMark {
  const candidates = dropTargets.flatMap(({ element, data }, depth): Candidate[] => {
    const targetId = String(data['componentId']);
    const target = componentOf(layout, targetId);
    if (!target) return [];
    const parentType = parentOf(layout, targetId)?.type;
    const position = dropPosition({
      dragged: { id: dragged.kind === 'component' ? dragged.id : '', type: dragged.type },
      target: {
        id: targetId,
        type: target.type,
        depth: depthOf(layout, targetId),
        parentType,
        hasChildren: target.children.length > 0,
        orientation: orientationOf(target.type, parentType),
        rect: element.getBoundingClientRect(),
      },
      pointer: { x: input.clientX, y: input.clientY },
      shallow: depth === 0,
    });
    return position === null ? [] : [{ targetId, type: target.type, position }];
  });
  const allowed = candidates.filter(({ position }) => position !== 'forbidden');
  const beside = allowed.find(
    ({ type, position }) => type === 'ROW' && position !== 'forbidden' && position.as === 'sibling',
  );
  const chosen = beside ?? allowed[0] ?? candidates[0];
  if (!chosen) return null;
  const isInside = chosen.position !== 'forbidden' && chosen.position.as === 'child' && stacks.has(chosen.type);
  return (isInside ? neighbour(layout, chosen.targetId, input.clientY) : null) ?? chosen;
}

/** Components whose children stand below each other. */
const stacks: ReadonlySet<ComponentType> = new Set(['GRID', 'TAB', 'COLUMN']);

/** The child next to the pointer, when the pointer is in the space before or after it. */
function neighbour(layout: Layout, parentId: string, y: number): DropMark {
  for (const targetId of componentOf(layout, parentId)?.children ?? []) {
    const box = document.querySelector(`[data-component-id="${CSS.escape(targetId)}"]`)?.getBoundingClientRect();
    if (!box) continue;
    if (y < box.top && box.top - y <= EDGE_THRESHOLD_PX) return { targetId, position: { side: 'top', as: 'sibling' } };
    if (y > box.bottom && y - box.bottom <= EDGE_THRESHOLD_PX)
      return { targetId, position: { side: 'bottom', as: 'sibling' } };
  }
  return null;
}

/** How a component lays out what it holds; a component without children lies along its parent. */
function orientationOf(type: ComponentType, parentType: ComponentType | undefined): 'row' | 'column' {
  if (type === 'ROW' || type === 'TABS') return 'row';
  if (type === 'GRID' || type === 'ROOT' || type === 'TAB' || type === 'COLUMN') return 'column';
  return parentType === 'ROW' ? 'column' : 'row';
}

async function carryOut(
  store: DashboardStore,
  dragged: Dragged,
  mark: NonNullable<DropMark>,
  leastSize: LeastSize,
): Promise<void> {
  const place = placeOf(presentLayout(store), mark.targetId, mark.position);
  if (!place) return;
  if (dragged.kind === 'new' && dragged.prepare && !(await dragged.prepare())) return;
  const layout = presentLayout(store);
  const isTaken =
    dragged.kind === 'component'
      ? applyMove(store, dragged.id, moveComponent(layout, dragged.id, place, newComponentId, leastSize))
      : applyChange(store, createComponent(layout, dragged.type, dragged.meta, place, newComponentId, leastSize));
  if (isTaken) openTab(store, place.parentId);
}

/** What was dropped on the name of a tab is seen where it went. */
function openTab(store: DashboardStore, id: string): void {
  const tabs = parentOf(presentLayout(store), id);
  if (tabs?.type === 'TABS') store.getState().dispatch({ type: 'tab_chosen', tabsId: tabs.id, tabId: id });
}

function readDragged(data: Record<string | symbol, unknown>): Dragged | null {
  const { dragged } = data;
  return typeof dragged === 'object' && dragged !== null && 'kind' in dragged ? (dragged as Dragged) : null;
}
