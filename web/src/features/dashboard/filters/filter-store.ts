import { noFilterState, type FilterState } from '@tessera/core/native-filters/filter-state';
import { createStore, type StoreApi } from 'zustand';

/** What a reader has set on the dashboard, and what of it the page shows at the moment. */
export type FiltersOfPage = FilterState & {
  /** Charts that the filter under the pointer acts on; null while it is elsewhere. */
  readonly touched: ReadonlySet<number> | null;
  readonly update: (change: (state: FilterState) => FilterState) => void;
  readonly touch: (charts: ReadonlySet<number> | null) => void;
};

export type FilterStore = StoreApi<FiltersOfPage>;

/** The filters of one dashboard on a page. */
export function createFilterStore(opened: FilterState = noFilterState): FilterStore {
  return createStore<FiltersOfPage>((set) => ({
    ...opened,
    touched: null,
    update: (change) => set(change),
    touch: (touched) => set({ touched }),
  }));
}
