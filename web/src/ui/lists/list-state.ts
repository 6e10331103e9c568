import type { ListFilter, ListQuery } from '../../api/list.ts';

/** What a list page shows; all of it is in the address, so that reload, Back and a sent link keep it. */
export type ListState = {
  readonly search: string;
  /** Filter name → chosen value. */
  readonly filters: Readonly<Record<string, string>>;
  readonly orderColumn: string;
  readonly orderDirection: 'asc' | 'desc';
  /** From 0. */
  readonly page: number;
};

export const listPageSize = 25;

export type ListDefaults = { readonly orderColumn: string; readonly orderDirection: 'asc' | 'desc' };

const filterPrefix = 'f.';

export function readListState(parameters: URLSearchParams, defaults: ListDefaults): ListState {
  const [column, direction] = (parameters.get('sort') ?? '').split('.');
  const page = Number(parameters.get('page') ?? '1');
  return {
    search: parameters.get('q') ?? '',
    filters: Object.fromEntries(
      [...parameters]
        .filter(([name]) => name.startsWith(filterPrefix))
        .map(([name, value]) => [name.slice(filterPrefix.length), value]),
    ),
    orderColumn: column === undefined || column === '' ? defaults.orderColumn : column,
    orderDirection: direction === 'asc' || direction === 'desc' ? direction : defaults.orderDirection,
    page: Number.isInteger(page) && page > 0 ? page - 1 : 0,
  };
}

/** The address of a state; what is default is left out. */
export function writeListState(state: ListState, defaults: ListDefaults): URLSearchParams {
  const parameters = new URLSearchParams();
  if (state.search !== '') parameters.set('q', state.search);
  for (const [name, value] of Object.entries(state.filters)) parameters.set(`${filterPrefix}${name}`, value);
  if (state.orderColumn !== defaults.orderColumn || state.orderDirection !== defaults.orderDirection)
    parameters.set('sort', `${state.orderColumn}.${state.orderDirection}`);
  if (state.page > 0) parameters.set('page', String(state.page + 1));
  return parameters;
}

/** The list query of a state. `toFilters` knows what a filter name means to the resource. */
export function listQueryOf(
  state: ListState,
  columns: readonly string[],
  searchFilter: { readonly col: string; readonly opr: string },
  toFilters: (name: string, value: string) => readonly ListFilter[],
  pageSize: number = listPageSize,
): ListQuery {
  const search = state.search.trim();
  return {
    columns,
    filters: [
      ...(search === '' ? [] : [{ ...searchFilter, value: search }]),
      ...Object.entries(state.filters).flatMap(([name, value]) => toFilters(name, value)),
    ],
    orderColumn: state.orderColumn,
    orderDirection: state.orderDirection,
    page: state.page,
    pageSize,
  };
}
