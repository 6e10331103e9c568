import { limitsOf } from '@tessera/core/native-filters/cascade';
import type { NativeFilter } from '@tessera/core/native-filters/definition';
import { isMissing } from '@tessera/core/native-filters/emit';
import { shownMask } from '@tessera/core/native-filters/filter-state';
import { t } from '@tessera/core/messages';
import { useMemo } from 'react';
import { useDashboard } from '../DashboardProvider.tsx';
import { useFilters, useFilterState, useFilterStore } from './FilterProvider.tsx';
import styles from './FilterBar.module.css';
import { FilterInput } from './inputs/FilterInput.tsx';
import { useFilterActions } from './use-filter-actions.ts';

/** One filter of the bar. While the pointer is on it the charts that it acts on stand out. */
export function FilterField({
  filter,
  isMarked = true,
}: {
  readonly filter: NativeFilter;
  /** Off where what opened it has the mark of the filter. */
  readonly isMarked?: boolean;
}) {
  const store = useFilterStore();
  const { filters, reach } = useFilters();
  const dashboardId = useDashboard((state) => state.id) ?? 0;
  const { filterState } = useFilterState((state) => shownMask(state, filter.id));
  const isChanged = useFilterState(({ chosen }) => Object.hasOwn(chosen, filter.id));
  const shown = useShownMasks();
  const limits = useMemo(() => limitsOf(filter, filters, shown), [filter, filters, shown]);
  const { choose } = useFilterActions();
  const charts = reach.get(filter.id) ?? null;
  const { touch } = store.getState();
  const { validateMessage } = filterState;
  const error = isChanged && isMissing(filter, filterState) ? t('A value is needed') : null;
  return (
    <div
      className={styles['field']}
      data-filter-id={isMarked ? filter.id : undefined}
      data-changed={isChanged || undefined}
      onPointerEnter={() => touch(charts)}
      onPointerLeave={() => touch(null)}
      onFocus={() => touch(charts)}
      onBlur={() => touch(null)}
    >
      <FilterInput
        filter={filter}
        state={filterState}
        limits={limits}
        dashboardId={dashboardId}
        onChange={(mask) => choose(filter.id, mask)}
        error={typeof validateMessage === 'string' && validateMessage !== '' ? validateMessage : error}
      />
    </div>
  );
}

/** What every filter is set to in the bar: a choice that is not applied limits those below it already. */
function useShownMasks() {
  const masks = useFilterState((state) => state.masks);
  const chosen = useFilterState((state) => state.chosen);
  return useMemo(() => ({ ...masks, ...chosen }), [masks, chosen]);
}
