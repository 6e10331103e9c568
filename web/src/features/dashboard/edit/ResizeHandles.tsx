import { GRID_BASE_UNIT_PX, GRID_GUTTER_PX, DEFAULT_HEIGHT, type LayoutComponent } from '@tessera/core/layout/types';
import { heightBounds, resizable, resizeComponent, widthBounds } from '@tessera/core/layout/resize';
import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
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
 * Edges that are pulled with the pointer; they snap to columns and units. One step of history at the end.
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
    const from = { width: component.meta.width ?? 1, height: component.meta.height ?? DEFAULT_HEIGHT };
    const columnPx = (box.width + GRID_GUTTER_PX) / from.width;
    const bounds = widthBounds(presentLayout(store), component.id, leastSize);
    const heights = heightBounds(presentLayout(store), component.id, leastSize);
    const origin = { x: event.clientX, y: event.clientY };
    let size = from;

    const move = (moved: PointerEvent) => {
      size = {
        width: axis.x
          ? clamp(Math.round(from.width + (moved.clientX - origin.x) / columnPx), bounds.min, bounds.max)
          : from.width,
        height: axis.y
          ? clamp(Math.round(from.height + (moved.clientY - origin.y) / GRID_BASE_UNIT_PX), heights.min, heights.max)
          : from.height,
      };
      onPull(size);
    };
    const end = (taken: boolean) => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', drop);
      handle.removeEventListener('pointercancel', cancel);
      onPull(null);
      if (taken) applyLayout(store, resizeComponent(presentLayout(store), component.id, size, leastSize));
    };
    const drop = () => end(true);
    const cancel = () => end(false);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', drop);
    handle.addEventListener('pointercancel', cancel);
  };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
