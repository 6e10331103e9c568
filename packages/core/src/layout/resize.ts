import {
  anySize,
  type ComponentMeta,
  componentOf,
  type ComponentType,
  DEFAULT_HEIGHT,
  type Layout,
  type LeastSize,
  MAX_HEIGHT,
  MIN_HEIGHT,
  MIN_WIDTH,
  parentOf,
} from './types.ts';
import { availableWidth, minimumWidth, occupiedWidth } from './widths.ts';

/** Which edges of a component can be pulled. */
export const resizable: Readonly<
  Partial<Record<ComponentType, { readonly width: boolean; readonly height: boolean }>>
> = {
  CHART: { width: true, height: true },
  MARKDOWN: { width: true, height: true },
  COLUMN: { width: true, height: false },
  DYNAMIC: { width: true, height: false },
};

export type Bounds = { readonly min: number; readonly max: number };

/**
 * Widths that a component may take in its row: from what its content or its type needs to the room that its neighbours
 * leave. One that was saved narrower than its type needs may stay so.
 */
export function widthBounds(layout: Layout, id: string, leastSize: LeastSize = anySize): Bounds {
  const component = componentOf(layout, id);
  const parent = parentOf(layout, id);
  const least = component ? Math.min(leastSize(component).width, component.meta.width ?? MIN_WIDTH) : MIN_WIDTH;
  const min = Math.max(minimumWidth(layout, id), least);
  if (!component || !parent) return { min, max: min };
  const others = parent.type === 'ROW' ? occupiedWidth(layout, parent.id) - (component.meta.width ?? 0) : 0;
  return { min, max: Math.max(min, availableWidth(layout, parent.id) - others) };
}

/** Heights that a component may take, in units of 8 px; one that was saved lower may stay so. */
export function heightBounds(layout: Layout, id: string, leastSize: LeastSize = anySize): Bounds {
  const component = componentOf(layout, id);
  const least = component ? Math.min(leastSize(component).height, component.meta.height ?? DEFAULT_HEIGHT) : MIN_HEIGHT;
  return { min: Math.max(MIN_HEIGHT, least), max: MAX_HEIGHT };
}

/**
 * Resize within the bounds. The same layout comes back when nothing changes ([4.6-07]), so that no undo step is made.
 *
 * @param size  Width in grid columns, height in units of 8 px; what a component cannot change is ignored.
 */
export function resizeComponent(
  layout: Layout,
  id: string,
  size: { readonly width?: number; readonly height?: number },
  leastSize: LeastSize = anySize,
): Layout {
  const component = componentOf(layout, id);
  const edges = component && resizable[component.type];
  if (!edges) return layout;
  const widths = widthBounds(layout, id, leastSize);
  const heights = heightBounds(layout, id, leastSize);
  const meta: ComponentMeta = {
    ...component.meta,
    ...(edges.width && size.width !== undefined ? { width: clamp(size.width, widths.min, widths.max) } : {}),
    ...(edges.height && size.height !== undefined ? { height: clamp(size.height, heights.min, heights.max) } : {}),
  };
  if (meta.width === component.meta.width && meta.height === component.meta.height) return layout;
  return { ...layout, [id]: { ...component, meta } };
}

/** Change texts, header size, background … of a component; sizes go through `resizeComponent`. */
export function updateMeta(layout: Layout, id: string, patch: ComponentMeta): Layout {
  const component = componentOf(layout, id);
  if (!component || Object.entries(patch).every(([key, value]) => component.meta[key] === value)) return layout;
  return { ...layout, [id]: { ...component, meta: { ...component.meta, ...patch } } };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.round(value)));
}
