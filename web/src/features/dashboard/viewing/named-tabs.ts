import { componentOf, parentOf, type Layout } from '@tessera/core/layout/types';

/** The open tab of each set, by the id of the set. */
type OpenTabs = Readonly<Record<string, string>>;

/** Every tab set around a component opens at the tab that holds it. */
export function tabsTowards(layout: Layout, id: string): OpenTabs {
  const path = [...(componentOf(layout, id)?.parents ?? []), id];
  return Object.fromEntries(
    path.flatMap((tabId, at) => {
      const parent = path[at - 1];
      return componentOf(layout, tabId)?.type === 'TAB' && parent !== undefined ? [[parent, tabId]] : [];
    }),
  );
}

/**
 * What opens where tabs are named. The sets around a named tab open towards it, unless another of their own is named as
 * well: a tab may be open within one that is not.
 */
export function tabsNamed(layout: Layout, ids: readonly string[]): OpenTabs {
  const named = ids.flatMap((id) => {
    const set = componentOf(layout, id)?.type === 'TAB' ? parentOf(layout, id) : undefined;
    return set ? [[set.id, id] as const] : [];
  });
  return Object.assign({}, ...named.map(([, id]) => tabsTowards(layout, id)), Object.fromEntries(named)) as OpenTabs;
}

/**
 * The tabs to name for what is open: those that are not the first of their set, and the first ones of sets that would
 * open towards another. In a stable order.
 */
export function namesOfTabs(layout: Layout, activeTabs: OpenTabs): readonly string[] {
  const open = Object.entries(activeTabs).filter(([set, id]) => componentOf(layout, set)?.children.includes(id));
  const isFirst = (set: string, id: string) => componentOf(layout, set)?.children[0] === id;
  const others = open.filter(([set, id]) => !isFirst(set, id)).map(([, id]) => id);
  const leadsAway = (set: string, id: string) => {
    const around = others.map((other) => tabsTowards(layout, other)[set]);
    return around.some((towards) => towards !== undefined && towards !== id);
  };
  const firsts = open.filter(([set, id]) => isFirst(set, id) && leadsAway(set, id)).map(([, id]) => id);
  return [...others, ...firsts].toSorted();
}
