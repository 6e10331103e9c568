import { resizeGivingWay } from '@tessera/core/layout/give-way';
import { resizable } from '@tessera/core/layout/resize';
import {
  componentOf,
  DEFAULT_HEIGHT,
  GRID_BASE_UNIT_PX,
  GRID_GUTTER_PX,
  type Layout,
  type LayoutComponent,
} from '@tessera/core/layout/types';
import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
import { paceSizes } from '../../../chart/use-size.ts';
import { cx } from '../../../ui/common/cx.ts';
import classes from '../Dashboard.module.css';
import { useLeastSize } from '../dashboard-data.tsx';
import { useDashboardStore } from '../DashboardProvider.tsx';
import { applyLayout, presentLayout } from './apply-change.ts';

/** Size while a handle is pulled: grid columns, and units of 8 px. */
export type PulledSize = { readonly width: number; readonly height: number };

type ResizeHandlesProps = {
  readonly component: LayoutComponent;
  readonly frame: RefObject<HTMLElement | null>;
  readonly onPull: (size: PulledSize | null) => void;
};

/**
 * Edges that are pulled with the pointer; they snap to columns and units, and neighbours in a full row give way at
 * once. One step of history at the end; Escape takes it back before.
 * The keyboard does the same with shift and arrows on the grip of the component.
 */
export function ResizeHandles({ component, frame, onPull }: ResizeHandlesProps) {
  const start = usePull({ component, frame, onPull });
  const edges = resizable[component.type];
  if (!edges) return null;
  return (
    <>
      {edges.width && (
        <span
          aria-hidden
          className={cx(classes['handle'], classes['handleRight'])}
          onPointerDown={start({ x: true, y: false })}
        />
      )}
      {edges.height && (
        <span
          aria-hidden
          className={cx(classes['handle'], classes['handleBottom'])}
          onPointerDown={start({ x: false, y: true })}
        />
      )}
      {edges.width && edges.height && (
        <span
          aria-hidden
          className={cx(classes['handle'], classes['handleCorner'])}
          onPointerDown={start({ x: true, y: true })}
        />
      )}
    </>
  );
}

/** Begins a pull along one or both axes. */
function usePull({ component, frame, onPull }: ResizeHandlesProps) {
  const store = useDashboardStore();
  const leastSize = useLeastSize();
  return (axis: { readonly x: boolean; readonly y: boolean }) => (event: ReactPointerEvent<HTMLElement>) => {
    const box = frame.current?.getBoundingClientRect();
    if (!box || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    paceSizes(true);
    const from = { width: component.meta.width ?? 1, height: component.meta.height ?? DEFAULT_HEIGHT };
    const columnPx = (box.width + GRID_GUTTER_PX) / from.width;
    const origin = { x: event.clientX, y: event.clientY };
    const before = presentLayout(store);
    let wanted = from;
    const preview = (layout: Layout | null) => store.getState().dispatch({ type: 'previewed', layout });

    const move = (moved: PointerEvent) => {
      const next = {
        width: axis.x ? Math.round(from.width + (moved.clientX - origin.x) / columnPx) : from.width,
        height: axis.y ? Math.round(from.height + (moved.clientY - origin.y) / GRID_BASE_UNIT_PX) : from.height,
      };
      // Between two steps of the grid there is nothing to draw.
      if (next.width === wanted.width && next.height === wanted.height) return;
      wanted = next;
      const layout = resizeGivingWay(before, component.id, wanted, leastSize);
      const { width = from.width, height = from.height } = componentOf(layout, component.id)?.meta ?? {};
      preview(layout);
      onPull({ width, height });
    };
    const end = (taken: boolean) => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', drop);
      handle.removeEventListener('pointercancel', cancel);
      removeEventListener('keydown', onKey, true);
      paceSizes(false);
      preview(null);
      onPull(null);
      if (taken) applyLayout(store, resizeGivingWay(presentLayout(store), component.id, wanted, leastSize));
    };
    const onKey = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return;
      pressed.stopPropagation();
      cancel();
    };
    const drop = () => end(true);
    const cancel = () => end(false);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', drop);
    handle.addEventListener('pointercancel', cancel);
    addEventListener('keydown', onKey, true);
  };
}
