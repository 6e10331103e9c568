import { contentHome } from './charts.ts';
import { deleteComponent, insertComponent } from './drop.ts';
import { readLayout, storedLayout } from './stored.ts';
import { settle, subtreeIds } from './tree.ts';
import {
  anySize,
  componentOf,
  emptyLayout,
  GRID_ID,
  type Layout,
  type LayoutComponent,
  type LeastSize,
  type NewId,
  parentOf,
  type Place,
} from './types.ts';

/** Components that were copied, with all that is below them: a layout of their own, in the order of the page. */
export type Clip = Layout;

/** What came of a paste: the layout, and the ids of what was put in. Null where there is no place for it. */
export type Pasted = { readonly layout: Layout; readonly ids: readonly string[] } | null;

/** Only of these there is one on a dashboard, or they hang in a set of their own. */
const NOT_COPIED: ReadonlySet<string> = new Set(['ROOT', 'GRID', 'TAB']);

/** Copies of components; one that stands inside another of them comes with that. */
export function copyComponents(layout: Layout, ids: ReadonlySet<string>): Clip {
  const roots = inOrder(layout).filter((id) => {
    const component = componentOf(layout, id);
    return (
      component !== undefined &&
      ids.has(id) &&
      !NOT_COPIED.has(component.type) &&
      !component.parents.some((parent) => ids.has(parent))
    );
  });
  const copied = roots.flatMap((id) => subtreeIds(layout, id).flatMap((one) => componentOf(layout, one) ?? []));
  const grid = emptyLayout[GRID_ID];
  return settle({
    ...emptyLayout,
    ...Object.fromEntries(copied.map((component) => [component.id, component])),
    ...(grid ? { [GRID_ID]: { ...grid, children: roots } } : {}),
  });
}

/** Whether a clip holds anything. */
export function isEmptyClip(clip: Clip): boolean {
  return (componentOf(clip, GRID_ID)?.children.length ?? 0) === 0;
}

/**
 * Put copies behind a component: beside it where there is room, else in a row below, else at the end of the page.
 *
 * @param after  null puts them at the end
 * @param home  whose end it is: the open tab, or the grid
 */
export function pasteComponents(
  layout: Layout,
  clip: Clip,
  after: string | null,
  newId: NewId,
  leastSize: LeastSize = anySize,
  home: string = contentHome(layout),
): Pasted {
  let [present, anchor] = [layout, after];
  const ids: string[] = [];
  for (const root of componentOf(clip, GRID_ID)?.children ?? []) {
    const { components, id } = renamed(clip, root, newId);
    const component = components[id];
    if (!component) continue;
    const prepared = { ...present, ...components };
    const changed = placesAfter(present, anchor, home)
      .map((place) => insertComponent(prepared, component, place, newId, leastSize))
      .find((change) => change.ok);
    if (!changed?.ok) return null;
    present = changed.layout;
    anchor = id;
    ids.push(id);
  }
  return ids.length === 0 ? null : { layout: present, ids };
}

/** Without these components and all that is below them. */
export function deleteComponents(layout: Layout, ids: ReadonlySet<string>): Layout {
  return [...ids].reduce(
    (present, id) => (componentOf(present, id)?.type === 'GRID' ? present : deleteComponent(present, id)),
    layout,
  );
}

const MARK = 'tessera/components';

/** A clip as text for the clipboard. */
export function clipText(clip: Clip): string {
  return JSON.stringify({ type: MARK, layout: storedLayout(clip) });
}

/** The clip in a text; null for a text that holds none. */
export function readClip(text: string): Clip | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== MARK) return null;
    const clip = readLayout('layout' in value ? value.layout : null);
    return isEmptyClip(clip) ? null : clip;
  } catch {
    return null;
  }
}

/** Behind the component, then behind what is around it, at last at the end of `home`. */
function placesAfter(layout: Layout, anchor: string | null, home: string): readonly Place[] {
  const end: Place = { parentId: home, index: componentOf(layout, home)?.children.length ?? 0 };
  const places: Place[] = [];
  for (let id = anchor; id !== null;) {
    const parent = parentOf(layout, id);
    if (!parent) break;
    places.push({ parentId: parent.id, index: parent.children.indexOf(id) + 1 });
    id = parent.id;
  }
  return [...places, end];
}

/** A subtree under new ids. */
function renamed(
  clip: Clip,
  root: string,
  newId: NewId,
): { readonly id: string; readonly components: Readonly<Record<string, LayoutComponent>> } {
  const old = subtreeIds(clip, root).flatMap((id) => componentOf(clip, id) ?? []);
  const names = new Map(old.map(({ id, type }) => [id, newId(type)]));
  const components = old.map(({ id, children, ...component }): LayoutComponent => {
    const name = names.get(id) ?? id;
    return { ...component, id: name, children: children.flatMap((child) => names.get(child) ?? []), parents: [] };
  });
  return {
    id: names.get(root) ?? root,
    components: Object.fromEntries(components.map((component) => [component.id, component])),
  };
}

/** Every id in the order of the page. */
function inOrder(layout: Layout): readonly string[] {
  return subtreeIds(layout, 'ROOT_ID');
}
