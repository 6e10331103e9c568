import { create } from 'zustand';
import type { ListedTable } from '../../../api/catalog.ts';
import { tableKey } from './tree/tree-rows.ts';

type Recent = Readonly<Record<number, readonly ListedTable[]>>;

const STORED = 'tessera.sql.recent';
const MAX_RECENT = 10;

/** Tables that were opened of late in this browser, by database, the newest first. */
export const useRecentTables = create<Recent>(() => read());

export function recordTable(databaseId: number, { catalog, schema, name, kind }: ListedTable): void {
  const table: ListedTable = { catalog, schema, name, kind };
  useRecentTables.setState((state) => {
    const others = (state[databaseId] ?? []).filter((one) => tableKey(one) !== tableKey(table));
    return { [databaseId]: [table, ...others].slice(0, MAX_RECENT) };
  });
  try {
    localStorage.setItem(STORED, JSON.stringify(useRecentTables.getState()));
  } catch {
    // A private window: it lasts as long as the page.
  }
}

function read(): Recent {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, tables]) => Array.isArray(tables)));
  } catch {
    return {};
  }
}
