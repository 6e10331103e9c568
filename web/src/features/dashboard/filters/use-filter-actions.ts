import {
  applyBlock,
  applyChosen,
  chooseValue,
  clearAll,
  selectOnChart,
  withoutSelections,
} from '@tessera/core/native-filters/filter-state';
import {
  filtersOf,
  type FilterEntry,
  type FilterMask,
  type NativeFilter,
} from '@tessera/core/native-filters/definition';
import { isMissing, maskOfState } from '@tessera/core/native-filters/emit';
import { filtersInView, openTabIds } from '@tessera/core/native-filters/in-view';
import { useMemo } from 'react';
import { useDashboard, useLayout } from '../DashboardProvider.tsx';
import { useFilters, useFilterState, useFilterStore } from './FilterProvider.tsx';

export type FilterActions = {
  readonly choose: (id: string, mask: FilterMask) => void;
  readonly apply: () => void;
  /** Back to what acts. */
  readonly giveUp: () => void;
  /** Everything off; at once, unless a filter needs a value. */
  readonly clear: () => void;
  /** One filter off, at once. */
  readonly remove: (filter: NativeFilter) => void;
  readonly deselect: (chartId: number) => void;
  readonly deselectAll: () => void;
};

/** What a reader does with the filters of a dashboard. */
export function useFilterActions(): FilterActions {
  const store = useFilterStore();
  const { filters } = useFilters();
  return useMemo(() => {
    const { update } = store.getState();
    return {
      choose: (id, mask) => update((state) => chooseValue(state, id, mask)),
      apply: () => update(applyChosen),
      giveUp: () => update((state) => ({ ...state, chosen: {} })),
      clear: () =>
        update((state) => {
          const cleared = clearAll(state, filters);
          return filters.some((filter) => isMissing(filter, {})) ? cleared : applyChosen(cleared);
        }),
      remove: (filter) =>
        update((state) => {
          const emptied = chooseValue(state, filter.id, maskOfState(filter, { value: null }));
          return isMissing(filter, {}) ? emptied : applyChosen(emptied);
        }),
      deselect: (chartId) => update((state) => selectOnChart(state, chartId, null)),
      deselectAll: () => update((state) => withoutSelections(state, filters)),
    };
  }, [store, filters]);
}

/** The filters that act on the open tabs, and the others. */
export function useInView(): { readonly inView: readonly FilterEntry[]; readonly outOfView: readonly FilterEntry[] } {
  const { entries } = useFilters();
  const layout = useLayout();
  const activeTabs = useDashboard((state) => state.activeTabs);
  return useMemo(() => filtersInView(entries, layout, openTabIds(layout, activeTabs)), [entries, layout, activeTabs]);
}

/** Why Apply does nothing, in words; null where it applies. */
export function useApplyBlock(): string | null {
  const { inView, outOfView } = useInView();
  return useFilterState((state) => applyBlock(state, filtersOf(inView), filtersOf(outOfView)));
}
