import { isSameResult } from '@tessera/core/growing-table';
import type { Table } from '@tessera/core/table';
import { useEffect, useMemo, useRef, useState } from 'react';
import { filterRows, type GridFilters } from './row-filters.ts';
import { searchRows, searchWords } from './search-rows.ts';
import { sortRows, unsortedRows, type GridSort } from './sort-rows.ts';
import { yieldToPage } from './yield-to-page.ts';

/** What is shown of the rows besides their order. */
export type Narrowing = { readonly filters: GridFilters; readonly search: string };

/** Whether rows are left out. */
export function isNarrowed({ filters, search }: Narrowing): boolean {
  return filters.size > 0 || searchWords(search).length > 0;
}

/**
 * The rows that a sort, filters and a search leave, in their order. Long tables take a while: until then what was found
 * last stays. Rows that arrive meanwhile are taken up when the work on those before them is done.
 */
export function useOrder(
  table: Table,
  sort: GridSort,
  narrowing: Narrowing,
): { readonly order: Uint32Array; readonly isWorking: boolean } {
  const { rowCount } = table;
  const asTheyCame = useMemo(() => unsortedRows({ rowCount }), [rowCount]);
  const sorting = useMemo(
    () => (sort === null ? null : { table, base: asTheyCame, by: sort }),
    [table, asTheyCame, sort],
  );
  const sorted = useWork(sorting, sortWork);
  const base = sort === null ? asTheyCame : (sorted?.rows ?? asTheyCame);
  const narrowingWork = useMemo(
    () => (isNarrowed(narrowing) ? { table, base, by: narrowing } : null),
    [table, base, narrowing],
  );
  const narrowed = useWork(narrowingWork, narrowWork);
  return {
    order: narrowingWork === null ? base : (narrowed?.rows ?? base),
    isWorking: !isDone(sorting, sorted) || !isDone(narrowingWork, narrowed),
  };
}

type Work<By> = { readonly table: Table; readonly base: Uint32Array; readonly by: By };
type Made<By> = Work<By> & { readonly rows: Uint32Array };
type Make<By> = (work: Work<By>, signal: AbortSignal) => Promise<Uint32Array | null>;

const sortWork: Make<NonNullable<GridSort>> = ({ table, by }, signal) => sortRows(table, by, signal, yieldToPage);

const narrowWork: Make<Narrowing> = async ({ table, base, by }, signal) => {
  const left = await filterRows(table, base, by.filters, signal, yieldToPage);
  return left && searchRows(table, left, by.search, signal, yieldToPage);
};

/**
 * Work on the rows, done once more whenever there are others. What was made last is given until then, unless it is of
 * another result.
 */
function useWork<By>(work: Work<By> | null, make: Make<By>): Made<By> | null {
  const [made, setMade] = useState<Made<By> | null>(null);
  const running = useRef<{ readonly work: Work<By>; readonly stop: AbortController } | null>(null);
  useEffect(() => {
    const now = running.current;
    // More rows, or an order that is better by now, wait until what runs is done: it would never be otherwise.
    const goesOn = now !== null && work !== null && now.work.by === work.by && isSameResult(now.work.table, work.table);
    if (now !== null && !goesOn) {
      now.stop.abort();
      running.current = null;
    }
    if (work === null) setMade(null);
    if (work === null || goesOn || isDone(work, made)) return;
    const mine = { work, stop: new AbortController() };
    running.current = mine;
    void make(work, mine.stop.signal).then((rows) => {
      if (running.current !== mine) return;
      running.current = null;
      if (rows !== null) setMade({ ...work, rows });
    });
  }, [work, made, make]);
  useEffect(
    () => () => {
      running.current?.stop.abort();
      running.current = null;
    },
    [],
  );
  return work !== null && made !== null && isSameResult(made.table, work.table) ? made : null;
}

function isDone<By>(work: Work<By> | null, made: Made<By> | null): boolean {
  if (work === null) return true;
  return made !== null && made.by === work.by && made.base === work.base && isSameResult(made.table, work.table);
}
