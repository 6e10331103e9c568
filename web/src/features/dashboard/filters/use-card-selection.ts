import { columnLabel } from '@tessera/core/form-data';
import type { FilterMask } from '@tessera/core/native-filters/definition';
import { selectOnChart } from '@tessera/core/native-filters/filter-state';
import { useCallback, useMemo } from 'react';
import type { ControlledSelection, OnOutcome } from '../../../chart/use-inputs.ts';
import { useFilters, useFilterState, useFilterStore } from './FilterProvider.tsx';

/** What is selected on a card, and where a new selection goes. */
export function useCardSelection(chartId: number): {
  readonly selection: ControlledSelection;
  readonly onOutcome: OnOutcome;
} {
  const store = useFilterStore();
  const { selections } = useFilters();
  const scope = selections.get(chartId);
  const emits = scope !== undefined;
  const state = useFilterState(({ masks }) => masks[String(chartId)]?.filterState ?? none);
  const columns = scope?.columns ?? null;
  const onOutcome = useCallback<OnOutcome>(
    (outcome) => {
      if (outcome.kind !== 'data_mask') return;
      const mask = emittedMask(outcome.mask, columns);
      store.getState().update((before) => selectOnChart(before, chartId, mask));
    },
    [store, chartId, columns],
  );
  const selection = useMemo(() => ({ state: emits ? state : none, emits }), [state, emits]);
  return { selection, onOutcome };
}

const none = {};

/** What a selection sends: of the dimensions that the author lets it send. Null where it says nothing. */
function emittedMask({ extraFormData, filterState }: FilterMask, columns: readonly string[] | null): FilterMask | null {
  const filters = (extraFormData.filters ?? []).filter(
    ({ col }) => columns === null || columns.includes(columnLabel(col)),
  );
  const { filters: _, ...others } = extraFormData;
  if (filters.length === 0 && Object.keys(others).length === 0) return null;
  return { extraFormData: { ...others, filters }, filterState };
}
