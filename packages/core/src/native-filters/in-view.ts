import { chartIdsOf, placesOfChart } from '../layout/charts.ts';
import { chartsInScope } from '../effective-query/scope.ts';
import { componentOf, ROOT_ID, type Layout } from '../layout/types.ts';
import type { FilterEntry, NativeFilter } from './definition.ts';

/** The open tab of each set of tabs, by the id of the set; where nothing is said it is the first one. */
export type OpenTabs = Readonly<Record<string, string>>;

/** Ids of all tabs that are open, whether or not the tab around them is. */
export function openTabIds(layout: Layout, chosen: OpenTabs): ReadonlySet<string> {
  return new Set(
    Object.values(layout).flatMap(({ id, type, children }) =>
      type === 'TABS' ? (children.find((child) => child === chosen[id]) ?? children[0] ?? []) : [],
    ),
  );
}

/**
 * The filters that act on something in the open tabs, and those that do not. A filter of the whole dashboard without
 * charts acts on none; dividers are always in view.
 */
export function filtersInView(
  entries: readonly FilterEntry[],
  layout: Layout,
  openTabs: ReadonlySet<string>,
): { readonly inView: readonly FilterEntry[]; readonly outOfView: readonly FilterEntry[] } {
  const hasTabs = Object.values(layout).some(({ type }) => type === 'TAB');
  const isInView = (entry: FilterEntry) =>
    !hasTabs || entry.type === 'DIVIDER' || isFilterInView(entry, layout, openTabs);
  return { inView: entries.filter(isInView), outOfView: entries.filter((entry) => !isInView(entry)) };
}

function isFilterInView({ scope }: NativeFilter, layout: Layout, openTabs: ReadonlySet<string>): boolean {
  const charts = chartsInScope(scope, chartIdsOf(layout), layout);
  if (charts.length === 0) return (scope.rootPath ?? [ROOT_ID]).some((id) => openTabs.has(id));
  return charts.some((id) => placesOfChart(layout, id).some((place) => isOpen(place, layout, openTabs)));
}

function isOpen(place: string, layout: Layout, openTabs: ReadonlySet<string>): boolean {
  const around = componentOf(layout, place)?.parents ?? [];
  return around.every((id) => componentOf(layout, id)?.type !== 'TAB' || openTabs.has(id));
}
