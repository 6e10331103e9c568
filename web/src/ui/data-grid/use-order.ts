import type { Table } from '@tessera/core/table';
import { useEffect, useMemo, useState } from 'react';
import { searchRows, searchWords } from './search-rows.ts';
import { sortRows, unsortedRows, type GridSort } from './sort-rows.ts';
import { yieldToPage } from './yield-to-page.ts';

/**
 * The rows that a sort and a search leave, in their order. Long tables take a while: until then what was found last
 * stays.
 */
export function useOrder(
  table: Table,
  sort: GridSort,
  search: string,
): { readonly order: Uint32Array; readonly isWorking: boolean } {
  const asTheyCame = useMemo(() => unsortedRows(table), [table]);
  const [sorted, setSorted] = useState<Made | null>(null);
  const [found, setFound] = useState<Made | null>(null);
  const isSearched = searchWords(search).length > 0;
  const base = sort === null ? asTheyCame : sorted?.of === table ? sorted.rows : asTheyCame;
  const isSorting = sort !== null && (sorted?.of !== table || sorted.by !== sort);

  useEffect(() => {
    if (sort === null) return setSorted(null);
    const stop = new AbortController();
    void sortRows(table, sort, stop.signal, yieldToPage).then(
      (rows) => rows && setSorted({ of: table, by: sort, rows }),
    );
    return () => stop.abort();
  }, [table, sort]);

  useEffect(() => {
    if (!isSearched) return setFound(null);
    const stop = new AbortController();
    void searchRows(table, base, search, stop.signal, yieldToPage).then(
      (rows) => rows && setFound({ of: table, by: search, rows }),
    );
    return () => stop.abort();
  }, [table, base, search, isSearched]);

  return {
    order: isSearched && found?.of === table ? found.rows : base,
    isWorking: isSorting || (isSearched && found?.by !== search),
  };
}

type Made = { readonly of: Table; readonly by: GridSort | string; readonly rows: Uint32Array };
