import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { listOf } from '../../api/list.ts';
import type { ListPageProps } from './list-page-types.ts';
import { listPageSize, listQueryOf, readListState, writeListState, type ListState } from './list-state.ts';

export type List<T extends { readonly id: number }> = ReturnType<typeof useList<T>>;

/**
 * The rows of a list page: the state in the address, and the server's answer to it.
 *
 * @param onChange - called before other rows are asked for
 */
export function useList<T extends { readonly id: number }>(props: ListPageProps<T>, onChange: () => void) {
  const { resource, fields, search, filters = [], order, pageSize = listPageSize } = props;
  const [parameters, setParameters] = useSearchParams();
  const state = readListState(parameters, order);
  const [typed, setTyped] = useState(state.search);
  const query = listQueryOf(
    state,
    fields,
    search,
    (name, value) =>
      filters.find((filter) => filter.name === name)?.toFilters(value) ?? props.hiddenFilters?.[name]?.(value) ?? [],
    pageSize,
  );
  const answer = useQuery(listOf<T>(resource, query));
  const rows = useMemo(() => answer.data?.result ?? [], [answer.data]);
  const count = answer.data?.count ?? 0;
  const { hidden, isNarrowed, isFiltered } = narrowing(state, props.hiddenFilters);

  const change = (next: Partial<ListState>) => {
    onChange();
    setParameters(writeListState({ ...state, page: 0, ...next }, order), { replace: true });
  };

  // Typing asks the server after a short rest, and the address follows it.
  useEffect(() => {
    if (typed === state.search) return;
    const timer = setTimeout(() => change({ search: typed }), 200);
    return () => clearTimeout(timer);
  });

  const isBeyond = answer.isSuccess && !answer.isPlaceholderData && rows.length === 0 && count > 0 && state.page > 0;
  useEffect(() => {
    if (isBeyond)
      setParameters(
        writeListState({ ...readListState(parameters, order), page: Math.ceil(count / pageSize) - 1 }, order),
        { replace: true },
      );
  }, [isBeyond, parameters, setParameters, order, count, pageSize]);

  return {
    state,
    /** What stands in the search field; the state follows it. */
    typed,
    setTyped,
    change,
    clear: () => {
      setTyped('');
      change({ search: '', filters: isNarrowed ? Object.fromEntries(hidden) : {} });
    },
    answer,
    rows,
    count,
    pageSize,
    isFiltered,
    /** By what the bar shows. */
    isNarrowed,
    isBeyond,
    isEmpty: answer.isSuccess && !isBeyond && !isFiltered && rows.length === 0,
  };
}

/** By what a list is narrowed: by what its bar shows, or by filters that something else chooses. */
function narrowing(
  { search, filters }: ListState,
  hiddenFilters: ListPageProps<{ readonly id: number }>['hiddenFilters'],
) {
  const hidden = Object.entries(filters).filter(([name]) => hiddenFilters?.[name] !== undefined);
  const isNarrowed = search !== '' || Object.keys(filters).length > hidden.length;
  return { hidden, isNarrowed, isFiltered: isNarrowed || hidden.length > 0 };
}
