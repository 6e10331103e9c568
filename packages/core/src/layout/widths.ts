import { componentOf, GRID_COLUMNS, GRID_GUTTER_PX, type Layout, type LayoutComponent, MIN_WIDTH } from './types.ts';

/** Grid columns that the content of a component may take: those of the column around it, or the whole grid. */
export function availableWidth(layout: Layout, id: string): number {
  const component = componentOf(layout, id);
  if (component?.type === 'COLUMN') return component.meta.width ?? GRID_COLUMNS;
  const column = component?.parents.findLast((parent) => componentOf(layout, parent)?.type === 'COLUMN');
  return componentOf(layout, column)?.meta.width ?? GRID_COLUMNS;
}

/** Width of a component: its own, or for rows and whatever has none, what is available. */
export function widthOf(layout: Layout, id: string): number {
  const component = componentOf(layout, id);
  if (!component || component.type === 'ROW') return availableWidth(layout, id);
  return component.meta.width ?? availableWidth(layout, id);
}

/** What a row's children take side by side. Children of other components stand below each other and take nothing. */
export function occupiedWidth(layout: Layout, id: string): number {
  const component = componentOf(layout, id);
  if (!component) return 0;
  if (component.type === 'ROW') return childrenOf(layout, component).reduce((sum, child) => sum + ownWidth(child), 0);
  return component.type === 'CHART' || component.type === 'MARKDOWN' || component.type === 'DYNAMIC'
    ? ownWidth(component)
    : 0;
}

/** The narrowest that a component can be: a column as its widest content, a row as all of its content. */
export function minimumWidth(layout: Layout, id: string): number {
  const component = componentOf(layout, id);
  if (!component) return MIN_WIDTH;
  if (component.type === 'ROW') return occupiedWidth(layout, id);
  if (component.type !== 'COLUMN' && component.type !== 'TABS' && component.type !== 'TAB') return MIN_WIDTH;
  const widths = childrenOf(layout, component).map((child) =>
    child.children.length > 0 ? minimumWidth(layout, child.id) : ownWidth(child),
  );
  return Math.max(MIN_WIDTH, ...widths);
}

/** Components without a width (headers in a row) count as the narrowest. */
function ownWidth(component: LayoutComponent): number {
  return component.meta.width ?? MIN_WIDTH;
}

function childrenOf(layout: Layout, component: LayoutComponent): readonly LayoutComponent[] {
  return component.children.flatMap((id) => componentOf(layout, id) ?? []);
}

/**
 * Width that a dropped component takes in its new parent, in grid columns, or -1 if it does not fit ([4.6-04]).
 *
 * It shrinks to the room that is left, never below its minimum; those already there keep their widths.
 */
export function fitWidth(wanted: number, minimum: number, free: number): number {
  if (free < minimum || free < MIN_WIDTH) return -1;
  return Math.min(wanted, free);
}

/** Pixels of one grid column in a container. */
export function columnWidthPx(containerPx: number): number {
  return (containerPx + GRID_GUTTER_PX) / GRID_COLUMNS - GRID_GUTTER_PX;
}

/** Pixels that a component of some columns takes, the gutters between them included. */
export function spanPx(columns: number, columnPx: number): number {
  return columns * columnPx + (columns - 1) * GRID_GUTTER_PX;
}
