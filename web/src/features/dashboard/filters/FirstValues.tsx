import { useQueries } from '@tanstack/react-query';
import { limitsOf } from '@tessera/core/native-filters/cascade';
import { maskOfState } from '@tessera/core/native-filters/emit';
import { settleFirst } from '@tessera/core/native-filters/filter-state';
import { useEffect } from 'react';
import { filterValues, type Choices } from './filter-data.ts';
import { useFilters, useFilterState, useFilterStore } from './FilterProvider.tsx';

/** Filters that take the first of their values get it before their charts ask; those above them first. */
export function FirstValues({ dashboardId }: { readonly dashboardId: number }): null {
  const store = useFilterStore();
  const { filters } = useFilters();
  const awaited = useFilterState((state) => state.awaited);
  const masks = useFilterState((state) => state.masks);
  const ready = filters.filter(
    ({ id, parentIds }) => awaited.has(id) && !parentIds.some((parent) => awaited.has(parent)),
  );
  const answers = useQueries({
    queries: ready.map((filter) => filterValues({ dashboardId, filter, limits: limitsOf(filter, filters, masks) })),
    combine: (results) => results.map(({ data, isError }) => ({ data, isError })),
  });
  useEffect(() => {
    ready.forEach((filter, at) => {
      const answer = answers[at];
      if (answer === undefined || (answer.data === undefined && !answer.isError)) return;
      const first = answer.data?.choices[0];
      const mask =
        first === undefined
          ? null
          : maskOfState(filter, { value: [first.value] }, { isTemporal: isTemporal(answer.data) });
      store.getState().update((state) => settleFirst(state, filter.id, mask));
    });
  });
  return null;
}

function isTemporal(choices: Choices | undefined): boolean {
  return choices?.kind === 'temporal';
}
