import { componentOf, type ComponentType, type Layout, ROOT_ID } from './types.ts';

type Nesting = Readonly<Partial<Record<ComponentType, number>>>;

/**
 * Which child may stand in which parent, and how deep that parent may be at most (the root is 0) ([4.6-01], ruling 1).
 */
const allowed: Readonly<Record<ComponentType, Nesting>> = {
  ROOT: { GRID: 0, TABS: 0 },
  GRID: { CHART: 1, COLUMN: 1, DIVIDER: 1, DYNAMIC: 1, HEADER: 1, MARKDOWN: 1, ROW: 1, TABS: 1 },
  ROW: { CHART: 4, COLUMN: 4, DYNAMIC: 4, HEADER: 4, MARKDOWN: 4 },
  TABS: { TAB: 3 },
  TAB: { CHART: 5, DIVIDER: 5, DYNAMIC: 5, HEADER: 5, MARKDOWN: 5, COLUMN: 3, ROW: 3, TABS: 3 },
  COLUMN: { CHART: 5, HEADER: 5, MARKDOWN: 5, DIVIDER: 3, ROW: 3, TABS: 3 },
  HEADER: {},
  CHART: {},
  MARKDOWN: {},
  DIVIDER: {},
  DYNAMIC: {},
};

const WRAPPED: ReadonlySet<ComponentType> = new Set(['CHART', 'COLUMN', 'MARKDOWN']);

/** May `child` stand in a `parent` that is `parentDepth` deep? */
export function isValidChild(parent: ComponentType | undefined, parentDepth: number, child: ComponentType): boolean {
  if (parent === undefined || !Number.isFinite(parentDepth)) return false;
  const deepest = allowed[parent][child];
  return deepest !== undefined && parentDepth <= deepest;
}

/** Charts, columns and texts that fall into the grid or a tab get a row of their own ([4.6-03]). */
export function needsRow(parent: ComponentType, child: ComponentType): boolean {
  return (parent === 'GRID' || parent === 'TAB') && WRAPPED.has(child);
}

/** Depth of the children of a component: tabs and tab add none. */
export function childDepth(type: ComponentType, depth: number): number {
  return type === 'TABS' || type === 'TAB' ? depth : depth + 1;
}

/** Depth of a component in the tree, by its parents; NaN if it hangs nowhere. */
export function depthOf(layout: Layout, id: string): number {
  if (id === ROOT_ID) return 0;
  const component = componentOf(layout, id);
  if (!component || component.parents[0] !== ROOT_ID) return Number.NaN;
  return component.parents.reduce((depth, parent) => childDepth(componentOf(layout, parent)?.type ?? 'ROOT', depth), 0);
}

/** May a component with all that hangs below it stand in a parent of this type and depth? */
export function fitsBelow(layout: Layout, id: string, parent: ComponentType, parentDepth: number): boolean {
  const component = componentOf(layout, id);
  if (!component || !isValidChild(parent, parentDepth, component.type)) return false;
  return component.children.every((child) => fitsBelow(layout, child, component.type, childDepth(parent, parentDepth)));
}
