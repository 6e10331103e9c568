import { chartsInScope, type FilterScope } from '../effective-query/scope.ts';
import type { RawForm } from '../form-data.ts';
import { chartIdsOf, placesOfChart } from '../layout/charts.ts';
import { componentOf, ROOT_ID, type Layout } from '../layout/types.ts';
import { t } from '../messages.ts';
import { stableJson } from '../stable-json.ts';
import { hasCircle } from './cascade.ts';
import {
  defaultSettings,
  filtersOf,
  storedFilterEntry,
  type FilterEntry,
  type FilterType,
  type NativeFilter,
} from './definition.ts';
import { hasValue } from './emit.ts';

/** What `PUT …/filters` takes ([7.4-04]). */
export type FilterChanges = {
  readonly modified: readonly RawForm[];
  readonly deleted: readonly string[];
  readonly reordered: readonly string[];
};

/** The field of a filter that something is wrong with. */
export type FaultyField = 'name' | 'dataset' | 'column' | 'parents' | 'default';
export type FilterFault = { readonly id: string; readonly field: FaultyField; readonly text: string };

/** Types that go by a dataset, and those that go by one of its columns. */
const WITH_DATASET: ReadonlySet<FilterType> = new Set([
  'filter_select',
  'filter_range',
  'filter_timecolumn',
  'filter_timegrain',
]);
const WITH_COLUMN: ReadonlySet<FilterType> = new Set(['filter_select', 'filter_range']);

export function takesDataset({ filterType }: Pick<NativeFilter, 'filterType'>): boolean {
  return WITH_DATASET.has(filterType);
}

export function takesColumn({ filterType }: Pick<NativeFilter, 'filterType'>): boolean {
  return WITH_COLUMN.has(filterType);
}

/** What is wrong, in the order of the filters ([5.0-13]); `withDefault`: filters whose author asked for a default. */
export function filterFaults(
  entries: readonly FilterEntry[],
  withDefault: ReadonlySet<string> = new Set(),
): readonly FilterFault[] {
  const links = Object.fromEntries(filtersOf(entries).map(({ id, parentIds }) => [id, parentIds]));
  return entries.flatMap((entry) => {
    const fault = (field: FaultyField, text: string): FilterFault => ({ id: entry.id, field, text });
    if (entry.type === 'DIVIDER') return entry.title.trim() === '' ? [fault('name', t('Title is required'))] : [];
    return [
      ...(entry.name.trim() === '' ? [fault('name', t('Name is required'))] : []),
      ...(takesDataset(entry) && entry.datasetId === null ? [fault('dataset', t('Dataset is required'))] : []),
      ...(takesColumn(entry) && entry.column === null ? [fault('column', t('Column is required'))] : []),
      ...(hasCircle(links, entry.id) ? [fault('parents', t('These filters depend on each other in a circle'))] : []),
      ...(withDefault.has(entry.id) && !hasValue(entry.defaultMask.filterState)
        ? [fault('default', t('Default value is required'))]
        : []),
    ];
  });
}

/** What has to be written so that `before` becomes `after`; what is derived from the layout is written along. */
export function filterChanges(
  before: readonly FilterEntry[],
  after: readonly FilterEntry[],
  layout: Layout,
): FilterChanges {
  const old = new Map(before.map((entry) => [entry.id, stableJson(entry)]));
  const ids = after.map(({ id }) => id);
  const isMoved = stableJson(before.map(({ id }) => id)) !== stableJson(ids);
  return {
    modified: after
      .filter((entry) => old.get(entry.id) !== stableJson(entry))
      .map((entry) => storedWithReach(entry, layout)),
    deleted: before.filter(({ id }) => !ids.includes(id)).map(({ id }) => id),
    reordered: isMoved ? ids : [],
  };
}

/** Whether there is anything to write. */
export function hasChanges({ modified, deleted, reordered }: FilterChanges): boolean {
  return modified.length + deleted.length + reordered.length > 0;
}

/** The stored list after a change, as the server makes it. */
export function changedConfiguration(
  present: readonly RawForm[],
  { modified, deleted, reordered }: FilterChanges,
): readonly RawForm[] {
  const byId = new Map<unknown, RawForm>(present.map((entry) => [entry['id'], entry]));
  for (const entry of modified) byId.set(entry['id'], entry);
  for (const id of deleted) byId.delete(id);
  const ordered = reordered.map((id) => byId.get(id)).filter((entry) => entry !== undefined);
  return [...ordered, ...[...byId.values()].filter((entry) => !ordered.includes(entry))];
}

/**
 * Filters that a change writes and that somebody else wrote meanwhile.
 *
 * @param before  the stored filters that the change was made to
 * @param present  those that are stored now
 */
export function contestedFilters(
  before: readonly RawForm[],
  present: readonly RawForm[],
  { modified, deleted }: FilterChanges,
): readonly string[] {
  const formOf = (list: readonly RawForm[], id: string) => stableJson(list.find((one) => one['id'] === id) ?? null);
  const written = [...modified.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])), ...deleted];
  return written.filter((id) => formOf(before, id) !== formOf(present, id));
}

/** The stored form with the charts and tabs that its scope comes to, as other clients read them. */
function storedWithReach(entry: FilterEntry, layout: Layout): RawForm {
  const stored = storedFilterEntry(entry);
  if (entry.type === 'DIVIDER') return stored;
  const charts = chartsInScope(entry.scope, chartIdsOf(layout), layout);
  return { ...stored, chartsInScope: charts, tabsInScope: tabsAround(charts, layout) };
}

/** Every tab around charts, inner and outer ones. */
export function tabsAround(charts: readonly number[], layout: Layout): readonly string[] {
  const around = charts.flatMap((id) =>
    placesOfChart(layout, id).flatMap((place) => componentOf(layout, place)?.parents ?? []),
  );
  return [...new Set(around.filter((id) => componentOf(layout, id)?.type === 'TAB'))];
}

/**
 * The scope that takes in exactly these charts: the whole dashboard, or the top-level tabs that hold them, without the
 * others there. New charts that are put there later are taken in as well.
 *
 * @param before  the scope that it replaces: the layers of maps in it stay
 * @param without  a chart that cannot be chosen, and does not count as left out
 */
export function scopeOfCharts(
  chosen: ReadonlySet<number>,
  layout: Layout,
  before: FilterScope = {},
  without: number | null = null,
): FilterScope {
  const all = chartIdsOf(layout);
  const layers = before.selectedLayers === undefined ? {} : { selectedLayers: before.selectedLayers };
  const top = topTabs(layout);
  const holding = top.filter((tab) => isUnderAny(chosen, tab, layout));
  const isInTabs = [...chosen].every((id) => placesOfChart(layout, id).every((place) => isUnder(place, top, layout)));
  const isWhole = all.every((id) => id === without || chosen.has(id));
  const isByTabs = !isWhole && isInTabs && holding.length > 0 && holding.length < top.length;
  const rootPath = isByTabs ? holding : [ROOT_ID];
  const reached = chartsInScope({ rootPath, excluded: [] }, all, layout);
  return { rootPath, excluded: reached.filter((id) => !chosen.has(id)), ...layers };
}

function topTabs(layout: Layout): readonly string[] {
  const [top] = componentOf(layout, ROOT_ID)?.children ?? [];
  const component = componentOf(layout, top);
  return component?.type === 'TABS' ? component.children : [];
}

function isUnderAny(charts: ReadonlySet<number>, tab: string, layout: Layout): boolean {
  return [...charts].some((id) => placesOfChart(layout, id).some((place) => isUnder(place, [tab], layout)));
}

function isUnder(place: string, roots: readonly string[], layout: Layout): boolean {
  return (componentOf(layout, place)?.parents ?? []).some((id) => roots.includes(id));
}

/** A filter of another type: what does not hold for it goes. */
export function withType(filter: NativeFilter, filterType: FilterType): NativeFilter {
  const next = { ...filter, filterType, settings: defaultSettings(filterType), defaultMask: noDefault };
  return {
    ...next,
    datasetId: takesDataset(next) ? filter.datasetId : null,
    column: null,
    sortMetric: null,
  };
}

const noDefault = { extraFormData: {}, filterState: {} };

/** Filters that another one may depend on: those of values, ranges and times that do not depend on it themselves. */
export function possibleParents(filter: NativeFilter, all: readonly NativeFilter[]): readonly NativeFilter[] {
  const links = Object.fromEntries(all.map(({ id, parentIds }) => [id, parentIds]));
  return all.filter(
    (one) => one.id !== filter.id && !hasCircle({ ...links, [filter.id]: [...filter.parentIds, one.id] }, filter.id),
  );
}
