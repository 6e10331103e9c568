import { isValidChild, depthOf } from '../layout/nesting.ts';
import { cleanUp, settle } from '../layout/tree.ts';
import {
  componentOf,
  GRID_ID,
  HEADER_ID,
  parentOf,
  ROOT_ID,
  type ComponentMeta,
  type Layout,
  type LayoutComponent,
} from '../layout/types.ts';
import { availableWidth, minimumWidth, occupiedWidth, widthOf } from '../layout/widths.ts';
import { mergeDrafts } from '../merge-drafts.ts';
import { DERIVED_META } from './document.ts';

/** What two users did to one component that does not go together: a property of it, its place, or its removal. */
export type LayoutClash = { readonly id: string; readonly property: string };

export type MergedLayout = {
  /** Where both changed the same thing, it is as the winner has it. */
  readonly layout: Layout;
  readonly clashes: readonly LayoutClash[];
  /**
   * False when the two do not fit together at all: too wide for a row, or one inside what the other took away. `layout`
   * is one of the two then.
   */
  readonly isSound: boolean;
};

/** Whose change stays where two do not go together. */
export type Winner = 'mine' | 'theirs';

/**
 * Three-way merge of a layout by component and property: what only one of two users changed is taken from that one.
 *
 * @param base what both began with, as it was stored
 * @param winnerOf  by the id of the component that both changed
 */
export function mergeLayouts(
  base: Layout,
  mine: Layout,
  theirs: Layout,
  winnerOf: (id: string) => Winner = () => 'mine',
): MergedLayout {
  const clashed = (id: string, property: string): Winner => {
    clashes.push({ id, property });
    return winnerOf(id);
  };
  const clashes: LayoutClash[] = [];
  const placedByThem = withoutDoubles(base, mine, theirs);
  const merged = new Map<string, Merged>();
  for (const id of new Set([...Object.keys(base), ...Object.keys(placedByThem), ...Object.keys(theirs)])) {
    const one = mergeComponent(id, base, placedByThem, theirs, (property) => clashed(id, property));
    if (one !== null) merged.set(id, one);
  }
  reviveParents(merged, placedByThem, theirs);
  const tops = [base, placedByThem, theirs].map((layout) => componentOf(layout, ROOT_ID)?.children[0] ?? GRID_ID);
  const top = pick(tops[0], tops[1], tops[2], () => clashed(ROOT_ID, 'place')) ?? GRID_ID;

  const layout: Record<string, LayoutComponent> = {};
  for (const [id, { component }] of merged) {
    const members = [...merged].flatMap(([child, { parent }]) => (parent === id && child !== GRID_ID ? child : []));
    const children =
      id === ROOT_ID ? [top] : orderOf(id, members, base, placedByThem, theirs, () => clashed(id, 'order'));
    layout[id] = { ...component, children };
  }
  const settled = emptied([...merged.keys()], settle(layout), placedByThem, theirs);
  const isSound = fits(settled, merged, placedByThem, theirs);
  return {
    layout: isSound ? settled : winnerOf(ROOT_ID) === 'theirs' ? theirs : mine,
    clashes: isSound ? clashes : [...clashes, { id: ROOT_ID, property: 'place' }],
    isSound,
  };
}

type Merged = { readonly component: LayoutComponent; readonly parent: string | undefined };

/** The value that only one of two changed, else the winner's; both changes, if they differ, are reported. */
function pick<V>(base: V, mine: V, theirs: V, onClash: () => Winner): V {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  return onClash() === 'mine' ? mine : theirs;
}

function mergeComponent(
  id: string,
  base: Layout,
  mine: Layout,
  theirs: Layout,
  clash: (property: string) => Winner,
): Merged | null {
  const [was, here, there] = [componentOf(base, id), componentOf(mine, id), componentOf(theirs, id)];
  const place = (layout: Layout) => parentOf(layout, id)?.id;
  if (!here && !there) return null;
  if (!here || !there) {
    const kept = here ?? there;
    const [keptIn] = here ? [mine] : [theirs];
    if (!kept) return null;
    if (!was) return { component: kept, parent: place(keptIn) };
    // One took it away. What the other did to it meanwhile would be lost.
    const isTouched = place(keptIn) !== place(base) || mergeMeta(was.meta, was.meta, kept.meta).touched.length > 0;
    const isMineGone = here === undefined;
    if (!isTouched || (clash('removed') === 'mine') === isMineGone) return null;
    return { component: kept, parent: place(keptIn) };
  }
  const { meta, kept } = mergeMeta(was?.meta ?? {}, here.meta, there.meta);
  const lost = kept.filter((property) => clash(property) === 'theirs');
  const won = Object.fromEntries(lost.map((property) => [property, there.meta[property]]));
  return {
    component: { ...here, meta: withoutNothing({ ...meta, ...won }) },
    parent: pick(place(base), place(mine), place(theirs), () => clash('place')),
  };
}

function mergeMeta(
  base: ComponentMeta,
  mine: ComponentMeta,
  theirs: ComponentMeta,
): { readonly meta: ComponentMeta; readonly kept: readonly string[]; readonly touched: readonly string[] } {
  const fields = [...new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)])].filter(
    (field) => !DERIVED_META.has(field),
  );
  const { draft, taken, kept } = mergeDrafts<ComponentMeta, string>(fields, base, mine, theirs);
  return {
    meta: withoutNothing(draft),
    kept: kept.map(String),
    touched: [...taken, ...kept].map(String),
  };
}

function withoutNothing(meta: ComponentMeta): ComponentMeta {
  return Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== undefined));
}

/** A chart that both added stands where they put it: once is enough. */
function withoutDoubles(base: Layout, mine: Layout, theirs: Layout): Layout {
  const isNew = ({ id, type }: LayoutComponent) => type === 'CHART' && !Object.hasOwn(base, id);
  const chartsOf = (layout: Layout) =>
    new Map(
      Object.values(layout)
        .filter(isNew)
        .flatMap(({ id, meta }) => (meta.chartId === undefined ? [] : [[meta.chartId, id] as const])),
    );
  const added = chartsOf(theirs);
  let layout = mine;
  for (const [chartId, id] of chartsOf(mine)) {
    const parent = parentOf(layout, id);
    if (!added.has(chartId) || added.get(chartId) === id || !parent) continue;
    layout = cleanUp(
      { ...layout, [parent.id]: { ...parent, children: parent.children.filter((child) => child !== id) } },
      parent.id,
    );
  }
  return layout;
}

/** A row that one took away, and into which the other put something, stays for that. */
function reviveParents(merged: Map<string, Merged>, mine: Layout, theirs: Layout): void {
  for (const { parent } of merged.values()) {
    for (let id = parent; id !== undefined && !merged.has(id); id = merged.get(id)?.parent) {
      const layout = componentOf(mine, id) ? mine : theirs;
      const component = componentOf(layout, id);
      if (!component) break;
      merged.set(id, { component, parent: parentOf(layout, id)?.id });
    }
  }
}

/** Children in one order: as it was, with what both added; a new order of one of the two goes before. */
function orderOf(
  id: string,
  members: readonly string[],
  base: Layout,
  mine: Layout,
  theirs: Layout,
  onClash: () => Winner,
): readonly string[] {
  const orders = [base, mine, theirs].map((layout) =>
    (componentOf(layout, id)?.children ?? []).filter((child) => members.includes(child)),
  );
  const [was = [], here = [], there = []] = orders;
  const common = was.filter((child) => here.includes(child) && there.includes(child));
  const among = (order: readonly string[]) => order.filter((child) => common.includes(child)).join();
  const [isMoved, areMoved] = [among(here) !== among(was), among(there) !== among(was)];
  const isTheirs = isMoved && areMoved && among(here) !== among(there) ? onClash() === 'theirs' : areMoved && !isMoved;
  const [first, second] = isTheirs ? [there, here] : [here, there];
  const order = [...first];
  for (const [at, child] of second.entries()) {
    if (order.includes(child)) continue;
    const before = second.slice(0, at).findLast((sibling) => order.includes(sibling));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, child);
  }
  return [...order, ...members.filter((child) => !order.includes(child))];
}

/** Rows and tab sets that only the two together left empty go. */
function emptied(ids: readonly string[], layout: Layout, mine: Layout, theirs: Layout): Layout {
  return ids.reduce((now, id) => {
    const isEmpty = componentOf(now, id)?.children.length === 0;
    return isEmpty && wasFilled(id, mine, theirs) ? cleanUp(now, id) : now;
  }, layout);
}

function wasFilled(id: string, mine: Layout, theirs: Layout): boolean {
  return [mine, theirs].every((each) => componentOf(each, id)?.children.length !== 0);
}

/**
 * Everything that is to be there is reachable, in a parent that may hold it, and no row is too wide that was not
 * before.
 */
function fits(layout: Layout, merged: ReadonlyMap<string, Merged>, mine: Layout, theirs: Layout): boolean {
  const isHome = (id: string) => id === ROOT_ID || id === GRID_ID || id === HEADER_ID;
  const isWide = (of: Layout, id: string) => {
    const type = componentOf(of, id)?.type;
    return type === 'ROW'
      ? occupiedWidth(of, id) > availableWidth(of, id)
      : type === 'COLUMN' && minimumWidth(of, id) > widthOf(of, id);
  };
  for (const [id, { component }] of merged) {
    if (isHome(id)) continue;
    const present = componentOf(layout, id);
    if (!present) {
      // Only what was cleaned up may be missing.
      if ((component.type === 'ROW' || component.type === 'TABS') && wasFilled(id, mine, theirs)) continue;
      return false;
    }
    const parent = parentOf(layout, id);
    const isOld = parent?.id === parentOf(mine, id)?.id || parent?.id === parentOf(theirs, id)?.id;
    if (!isOld && !isValidChild(parent?.type, depthOf(layout, parent?.id ?? ''), present.type)) return false;
    if (isWide(layout, id) && !isWide(mine, id) && !isWide(theirs, id)) return false;
  }
  return true;
}
