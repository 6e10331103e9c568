import { create } from 'zustand';
import type { ListedTable } from '../../../api/catalog.ts';
import { tableKey } from './tree/tree-rows.ts';

/** A table that is open in a tab. */
export type TabTable = ListedTable & { readonly dbId: number };

const useAll = create<Readonly<Record<string, readonly TabTable[]>>>(() => ({}));
const none: readonly TabTable[] = [];

export function useTabTables(tabId: string): readonly TabTable[] {
  return useAll((state) => state[tabId] ?? none);
}

export function openTabTable(tabId: string, dbId: number, table: ListedTable): void {
  useAll.setState((state) => {
    const others = (state[tabId] ?? none).filter((one) => one.dbId !== dbId || tableKey(one) !== tableKey(table));
    return { [tabId]: [{ ...table, dbId }, ...others] };
  });
}

export function expandTabTable(): void {}

export function closeTabTable(tabId: string, dbId: number, table: ListedTable): void {
  useAll.setState((state) => ({
    [tabId]: (state[tabId] ?? none).filter((one) => one.dbId !== dbId || tableKey(one) !== tableKey(table)),
  }));
}
