import { create } from 'zustand';
import type { ListedTable } from '../../../api/catalog.ts';
import { ownStore, tablesByDatabase } from '../../../api/own-storage.ts';
import { tableKey } from './tree/tree-rows.ts';

type Recent = Readonly<Record<number, readonly ListedTable[]>>;

const MAX_RECENT = 10;

/** Tables that were opened of late in this browser, by database, the newest first. */
export const useRecentTables = create<Recent>(() => ({}));

const stored = ownStore<Recent>('tessera.sql.recent', {
  parse: tablesByDatabase,
  onOwner: (recent) => useRecentTables.setState(recent, true),
});

export function recordTable(databaseId: number, { catalog, schema, name, kind }: ListedTable): void {
  const table: ListedTable = { catalog, schema, name, kind };
  useRecentTables.setState((state) => {
    const others = (state[databaseId] ?? []).filter((one) => tableKey(one) !== tableKey(table));
    return { [databaseId]: [table, ...others].slice(0, MAX_RECENT) };
  });
  stored.write(useRecentTables.getState());
}
