import { t } from '../messages.ts';
import { childDepth, depthOf, fitsBelow, isValidChild, needsRow } from './nesting.ts';
import { attach, cleanUp, detach, settle, subtreeIds, withChildren, withComponents } from './tree.ts';
import {
  anySize,
  type ComponentMeta,
  componentOf,
  type ComponentType,
  GRID_ID,
  type Layout,
  type LayoutChange,
  type LayoutComponent,
  type LeastSize,
  newComponent,
  type NewId,
  parentOf,
  type Place,
  ROOT_ID,
} from './types.ts';
import { availableWidth, fitWidth, minimumWidth, occupiedWidth, widthOf } from './widths.ts';

const done = (layout: Layout): LayoutChange => ({ ok: true, layout });
const refuse = (reason: string): LayoutChange => ({ ok: false, reason });
const noSpace = () =>
  refuse(
    t('There is not enough space for this component. Try decreasing its width, or increasing the destination width.'),
  );
const notHere = () => refuse(t('This component cannot be placed here.'));

/** Put a new component from the palette, or a chart, into the layout. A new tab set gets one tab ([4.6-05]). */
export function createComponent(
  layout: Layout,
  type: ComponentType,
  meta: ComponentMeta,
  place: Place,
  newId: NewId,
  leastSize: LeastSize = anySize,
): LayoutChange {
  const tab = type === 'TABS' ? [newComponent('TAB', newId('TAB'))] : [];
  const created = newComponent(
    type,
    newId(type),
    meta,
    tab.map(({ id }) => id),
  );
  const prepared = withComponents(layout, created, ...tab);
  if (type === 'TABS' && place.parentId === ROOT_ID) return done(topLevelTabs(prepared, created.id));
  return insertComponent(prepared, created, place, newId, leastSize);
}

/**
 * Move a component with all that hangs below it. A drop where it stands changes nothing and gives the same layout.
 * `place.index` counts before the component is taken out. Rows and tab sets left empty are removed ([4.6-06]).
 */
export function moveComponent(
  layout: Layout,
  id: string,
  place: Place,
  newId: NewId,
  leastSize: LeastSize = anySize,
): LayoutChange {
  const component = componentOf(layout, id);
  const parent = parentOf(layout, id);
  const target = componentOf(layout, place.parentId);
  if (!component || !parent || !target || subtreeIds(layout, id).includes(place.parentId)) return notHere();
  if (component.type === 'GRID') return notHere();

  const from = parent.children.indexOf(id);
  const sameParent = parent.id === target.id;
  // The root has one child, which stands where it stands whatever the index says.
  const staysPut = parent.id === ROOT_ID || place.index === from || place.index === from + 1;
  if (sameParent && staysPut) return done(layout);
  if (component.type === 'TAB' && isTopLevel(layout, parent) && !sameParent && target.type === 'TABS') {
    return refuse(t('Can not move top level tab into nested tabs.'));
  }
  const taken = detach(layout, parent.id, id);
  const index = sameParent && place.index > from ? place.index - 1 : place.index;
  if (component.type === 'TABS' && target.id === ROOT_ID) return done(cleanUp(topLevelTabs(taken, id), parent.id));
  const inserted = insertComponent(taken, component, { parentId: target.id, index }, newId, leastSize);
  return inserted.ok ? done(cleanUp(inserted.layout, parent.id)) : inserted;
}

/** Remove a component with all that hangs below it. Of top-level tabs the content stays, in the grid. */
export function deleteComponent(layout: Layout, id: string): Layout {
  const component = componentOf(layout, id);
  const parent = parentOf(layout, id);
  if (!component || !parent || component.type === 'GRID') return layout;
  if (component.type === 'TABS' && parent.id === ROOT_ID) {
    const content = component.children.flatMap((tab) => componentOf(layout, tab)?.children ?? []);
    return settle(withChildren(withChildren(layout, GRID_ID, content), ROOT_ID, [GRID_ID]));
  }
  return cleanUp(detach(layout, parent.id, id), parent.id);
}

/** The tab set becomes the top level; what stood in the grid goes into its first tab. */
function topLevelTabs(layout: Layout, tabsId: string): Layout {
  const old = componentOf(layout, componentOf(layout, ROOT_ID)?.children[0]);
  const tabs = componentOf(layout, tabsId);
  const first = componentOf(layout, tabs?.children[0]);
  if (!tabs || !first || !old || old.id === tabsId) return settle(layout);
  // Top-level tabs that are there already take the new ones in.
  if (old.type === 'TABS') return settle(withChildren(layout, old.id, [...old.children, ...tabs.children]));
  const moved = withChildren(layout, first.id, [...first.children, ...old.children]);
  return settle(withChildren(withChildren(moved, GRID_ID, []), ROOT_ID, [tabsId]));
}

/** Insert a component that hangs nowhere yet, with what is below it: nesting, width, wrapping row. */
export function insertComponent(
  layout: Layout,
  component: LayoutComponent,
  { parentId, index }: Place,
  newId: NewId,
  leastSize: LeastSize,
): LayoutChange {
  const parent = componentOf(layout, parentId);
  if (!parent) return notHere();
  const depth = depthOf(layout, parentId);
  const wrap = needsRow(parent.type, component.type);
  const fits = wrap
    ? isValidChild(parent.type, depth, 'ROW') && fitsBelow(layout, component.id, 'ROW', childDepth(parent.type, depth))
    : fitsBelow(layout, component.id, parent.type, depth);
  if (!fits) return notHere();

  const free = availableWidth(layout, parentId) - (parent.type === 'ROW' ? occupiedWidth(layout, parentId) : 0);
  const hasWidth = component.meta.width !== undefined;
  const content = minimumWidth(layout, component.id);
  const wanted = hasWidth ? widthOf(layout, component.id) : content;
  // One that was saved narrower than its type needs is moved as it is.
  const width = fitWidth(wanted, Math.max(content, Math.min(leastSize(component).width, wanted)), free);
  if (width < 0) return noSpace();
  const sized =
    hasWidth && width !== component.meta.width ? { ...component, meta: { ...component.meta, width } } : component;
  const ready = withComponents(layout, sized);
  if (!wrap) return done(settle(attach(ready, parentId, sized.id, index)));
  const row = newComponent('ROW', newId('ROW'), {}, [sized.id]);
  return done(settle(attach(withComponents(ready, row), parentId, row.id, index)));
}

function isTopLevel(layout: Layout, tabs: LayoutComponent): boolean {
  return parentOf(layout, tabs.id)?.id === ROOT_ID;
}
