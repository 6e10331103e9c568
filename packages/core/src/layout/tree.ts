import { componentOf, emptyLayout, GRID_ID, HEADER_ID, type Layout, type LayoutComponent, ROOT_ID } from './types.ts';

/** Ids of a component and everything below it, top down. */
export function subtreeIds(layout: Layout, id: string): readonly string[] {
  const component = componentOf(layout, id);
  return component ? [id, ...component.children.flatMap((child) => subtreeIds(layout, child))] : [];
}

/** Put components in (or over those with their ids). */
export function withComponents(layout: Layout, ...components: readonly LayoutComponent[]): Layout {
  return { ...layout, ...Object.fromEntries(components.map((component) => [component.id, component])) };
}

export function withChildren(layout: Layout, id: string, children: readonly string[]): Layout {
  const component = componentOf(layout, id);
  return component ? { ...layout, [id]: { ...component, children } } : layout;
}

/** Take a child out of its parent; the component itself stays in the map. */
export function detach(layout: Layout, parentId: string, id: string): Layout {
  return withChildren(layout, parentId, componentOf(layout, parentId)?.children.filter((child) => child !== id) ?? []);
}

/** Put a child into a parent; an index beyond the end appends. */
export function attach(layout: Layout, parentId: string, id: string, index: number): Layout {
  return withChildren(
    layout,
    parentId,
    componentOf(layout, parentId)?.children.toSpliced(Math.max(0, index), 0, id) ?? [],
  );
}

/** Bring `parents` up to date, and drop what hangs nowhere; the grid and the header stay. */
export function settle(layout: Layout): Layout {
  const settled: Record<string, LayoutComponent> = {};
  const visit = (id: string, parents: readonly string[]): void => {
    const component = componentOf(layout, id);
    if (!component || Object.hasOwn(settled, id)) return;
    const same =
      component.parents.length === parents.length && component.parents.every((parent, at) => parent === parents[at]);
    settled[id] = same ? component : { ...component, parents };
    for (const child of component.children) visit(child, [...parents, id]);
  };
  visit(ROOT_ID, []);
  const grid = componentOf(settled, GRID_ID) ?? emptyLayout[GRID_ID];
  if (grid) settled[GRID_ID] = grid;
  const header = componentOf(layout, HEADER_ID);
  if (header) settled[HEADER_ID] ??= header;
  return settled;
}

/**
 * Remove rows and tab sets that have become empty, from one component upwards ([4.6-06]). The settled tree comes back.
 */
export function cleanUp(layout: Layout, from: string): Layout {
  const component = componentOf(layout, from);
  if (!component || component.children.length > 0 || (component.type !== 'ROW' && component.type !== 'TABS'))
    return settle(layout);
  const parentId = component.parents.at(-1) ?? ROOT_ID;
  const removed = detach(layout, parentId, from);
  return parentId === ROOT_ID ? settle(withChildren(removed, ROOT_ID, [GRID_ID])) : cleanUp(removed, parentId);
}
