import { appliedMasks, chartsInScope } from '@tessera/core/effective-query/scope';
import { reaches, type AppliedMask } from '@tessera/core/effective-query/sources';
import { chartIdsOf } from '@tessera/core/layout/charts';
import {
  areCrossFiltersOn,
  crossFilterScopes,
  type CrossFilterScope,
} from '@tessera/core/native-filters/cross-filters';
import {
  filtersOf,
  readFilterEntries,
  type FilterEntry,
  type NativeFilter,
} from '@tessera/core/native-filters/definition';
import { isMissing } from '@tessera/core/native-filters/emit';
import { keepFilterState, openFilterState } from '@tessera/core/native-filters/filter-state';
import { createContext, useContext, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { useDashboardCharts } from '../dashboard-data.tsx';
import { useDashboard, useLayout } from '../DashboardProvider.tsx';
import { useSelectableCharts } from './use-selectable-charts.ts';
import { createFilterStore, type FilterStore, type FiltersOfPage } from './filter-store.ts';

/** The filters of the dashboard as its document has them, and what they reach. */
type Derived = {
  readonly entries: readonly FilterEntry[];
  readonly filters: readonly NativeFilter[];
  /** Charts in the scope of each filter. */
  readonly reach: ReadonlyMap<string, ReadonlySet<number>>;
  /** What selections reach, by chart; empty where cross-filters are off. */
  readonly selections: ReadonlyMap<number, CrossFilterScope>;
  readonly masks: readonly AppliedMask[];
};

const StoreContext = createContext<FilterStore | null>(null);
const DerivedContext = createContext<Derived | null>(null);

type FilterProviderProps = {
  /** Masks that a link or the address brought; null where they brought none. */
  readonly loaded: Readonly<Record<string, unknown>> | null;
  readonly children: ReactNode;
};

/** Holds what is set in the filters of one dashboard, and gives every chart the masks that reach it. */
export function FilterProvider({ loaded, children }: FilterProviderProps) {
  const settings = useDashboard((state) => state.history.present.settings);
  const stored = settings['native_filter_configuration'];
  const entries = useMemo(() => readFilterEntries({ native_filter_configuration: stored }), [stored]);
  const filters = useMemo(() => filtersOf(entries), [entries]);
  const layout = useLayout();
  const [store] = useState(() => createFilterStore(openFilterState(filters, loaded, chartIdsOf(layout))));
  useFollow(store, filters);
  const reach = useMemo(() => {
    const ids = chartIdsOf(layout);
    return new Map(filters.map(({ id, scope }) => [id, new Set(chartsInScope(scope, ids, layout))]));
  }, [filters, layout]);
  const selections = useSelectionScopes();
  const masks = useActing(store, { filters, reach, selections });
  const derived = useMemo(
    () => ({ entries, filters, reach, selections, masks }),
    [entries, filters, reach, selections, masks],
  );
  return (
    <StoreContext value={store}>
      <DerivedContext value={derived}>{children}</DerivedContext>
    </StoreContext>
  );
}

/** When its author changes the filters, what is set follows. */
function useFollow(store: FilterStore, filters: readonly NativeFilter[]): void {
  const before = useRef(filters);
  useLayoutEffect(() => {
    const old = before.current;
    if (old === filters) return;
    before.current = filters;
    store.getState().update((state) => keepFilterState(state, old, filters));
  }, [store, filters]);
}

const nowhere: ReadonlyMap<number, CrossFilterScope> = new Map();

/** What a selection on each chart reaches. */
function useSelectionScopes(): ReadonlyMap<number, CrossFilterScope> {
  const charts = useSelectableCharts();
  const layout = useLayout();
  const settings = useDashboard((state) => state.history.present.settings);
  return useMemo(
    () => (areCrossFiltersOn(settings) ? crossFilterScopes(settings, layout, charts) : nowhere),
    [charts, layout, settings],
  );
}

/** The masks that act, with the charts that they reach. */
function useActing(
  store: FilterStore,
  { filters, reach, selections }: Pick<Derived, 'filters' | 'reach' | 'selections'>,
): readonly AppliedMask[] {
  const masks = useStore(store, (state) => state.masks);
  const charts = useDashboardCharts();
  const layout = useLayout();
  return useMemo(() => {
    const placements = Object.values(layout).flatMap(({ id, type, meta: { chartId, sliceNameOverride } }) =>
      type === 'CHART' && chartId !== undefined
        ? [{ id, chartId, name: sliceNameOverride ?? charts.get(chartId)?.slice_name ?? String(chartId) }]
        : [],
    );
    const emitting = Object.fromEntries(
      Object.entries(masks).filter(([id]) => reach.has(id) || selections.has(Number(id))),
    );
    return appliedMasks(emitting, {
      filters: filters.map(({ id, name, datasetId }) => ({
        id,
        name,
        datasetId,
        chartsInScope: [...(reach.get(id) ?? [])],
      })),
      placements,
      chartConfiguration: Object.fromEntries(
        [...selections].map(([id, { chartsInScope: charts }]) => [id, { crossFilters: { chartsInScope: charts } }]),
      ),
    });
  }, [masks, charts, layout, filters, reach, selections]);
}

/** The store of the filters around, for what is read when a user does something. */
export function useFilterStore(): FilterStore {
  const store = useContext(StoreContext);
  if (store === null) throw new Error('There are no filters around this component.');
  return store;
}

/** A part of what is set in the filters. */
export function useFilterState<Part>(select: (state: FiltersOfPage) => Part): Part {
  return useStore(useFilterStore(), select);
}

/** The filters of the dashboard, and what they reach. */
export function useFilters(): Derived {
  const derived = useContext(DerivedContext);
  if (derived === null) throw new Error('There are no filters around this component.');
  return derived;
}

/** The masks that reach a chart; the same list as long as they are the same. */
export function useChartMasks(chartId: number): readonly AppliedMask[] {
  const { masks } = useFilters();
  const found = useMemo(() => masks.filter((mask) => reaches(mask, chartId)), [masks, chartId]);
  const [kept, setKept] = useState(found);
  const isSame = kept.length === found.length && found.every((mask, at) => isSameMask(mask, kept[at]));
  if (!isSame) setKept(found);
  return isSame ? kept : found;
}

function isSameMask(one: AppliedMask, other: AppliedMask | undefined): boolean {
  return one.extraFormData === other?.extraFormData && one.source.name === other.source.name;
}

/** Why a chart does not ask yet. */
export type ChartReadiness = {
  /** The first value of a filter that reaches it is on its way. */
  readonly isAwaiting: boolean;
  /** Names of filters that need a value and have none. */
  readonly missing: string;
};

/** Whether a chart may ask: its filters are settled before its first query. */
export function useChartReadiness(chartId: number): ChartReadiness {
  const { filters, reach } = useFilters();
  const inScope = useMemo(() => filters.filter(({ id }) => reach.get(id)?.has(chartId)), [filters, reach, chartId]);
  const isAwaiting = useFilterState(({ awaited }) => inScope.some(({ id }) => awaited.has(id)));
  const missing = useFilterState(({ masks, awaited }) =>
    inScope
      .filter((filter) => !awaited.has(filter.id) && isMissing(filter, masks[filter.id]?.filterState ?? {}))
      .map(({ name }) => name)
      .join(', '),
  );
  return { isAwaiting, missing };
}
