import { useEffect, useState } from 'react';
import { firstLayout, type ColumnLayout } from './column-layout.ts';
import { noFilters, type GridFilters } from './row-filters.ts';
import type { GridSort } from './sort-rows.ts';

/** What a user made of a grid: the order of its rows, what is left of them, and how its columns stand. */
export type GridView = {
  readonly sort: GridSort;
  readonly filters: GridFilters;
  readonly search: string;
  readonly layout: ColumnLayout;
  /** Columns of structures whose fields are columns of their own. */
  readonly expanded: ReadonlySet<string>;
};

const firstView: GridView = { sort: null, filters: noFilters, search: '', layout: firstLayout, expanded: new Set() };

/** Where a grid that comes back finds how it was left. */
export type GridMemory = {
  readonly read: () => GridView | null;
  readonly write: (view: GridView) => void;
};

/** The view of a grid, as it was left where somebody remembers it; another `memory` is another grid. */
export function useGridView(memory: GridMemory | undefined) {
  const [view, setView] = useState(() => memory?.read() ?? firstView);
  useEffect(() => {
    if (view !== firstView) memory?.write(view);
  }, [memory, view]);
  return [view, setView] as const;
}

export type ChangeView = ReturnType<typeof useGridView>[1];
