import { create } from 'zustand';
import { ownStore } from '../../../api/own-storage.ts';
import { useTabs } from '../tabs/tabs-store.ts';

/** Rows of a schema bar that a user opened, and those that stand open by themselves and were closed. */
export type OpenedRows = { readonly expanded: readonly string[]; readonly closed: readonly string[] };
/** By tab and database. */
type Opened = Readonly<Record<string, Readonly<Record<number, OpenedRows>>>>;

const nothing: OpenedRows = { expanded: [], closed: [] };

const useOpened = create<Opened>(() => ({}));
const stored = ownStore<Opened>('tessera.sql.opened', {
  parse: readOpened,
  onOwner: (opened) => useOpened.setState(opened, true),
});

export function useOpenedRows(tabId: string, databaseId: number): OpenedRows {
  return useOpened((state) => state[tabId]?.[databaseId] ?? nothing);
}

/** Opens or closes a row of the bar of a tab. */
export function toggleRow(tabId: string, databaseId: number, key: string, isOpen: boolean): void {
  useOpened.setState((state) => {
    const rows = state[tabId]?.[databaseId] ?? nothing;
    return { [tabId]: { ...state[tabId], [databaseId]: toggled(rows, key, isOpen) } };
  });
  store();
}

/** Closes every row whose key fits: a table that leaves the tab. */
export function closeRows(tabId: string, databaseId: number, fits: (key: string) => boolean): void {
  useOpened.setState((state) => {
    const { expanded, closed } = state[tabId]?.[databaseId] ?? nothing;
    const rows = { expanded: expanded.filter((key) => !fits(key)), closed };
    return { [tabId]: { ...state[tabId], [databaseId]: rows } };
  });
  store();
}

export function toggled({ expanded, closed }: OpenedRows, key: string, isOpen: boolean): OpenedRows {
  const without = (keys: readonly string[]) => keys.filter((other) => other !== key);
  return isOpen
    ? { expanded: [...without(expanded), key], closed: without(closed) }
    : { expanded: without(expanded), closed: [...without(closed), key] };
}

/** The rows that are open: those of the user, and those that stand open by themselves. */
export function openRows({ expanded, closed }: OpenedRows, byThemselves: readonly string[]): ReadonlySet<string> {
  return new Set([...expanded, ...byThemselves.filter((key) => !closed.includes(key))]);
}

/** Of tabs that are gone nothing stays. */
function store(): void {
  const { tabs, closed } = useTabs.getState();
  const known = new Set([...tabs, ...closed].map(({ id }) => id));
  const kept = Object.entries(useOpened.getState()).filter(([id]) => known.has(id));
  stored.write(Object.fromEntries(kept));
}

/** Anything may stand in the browser's storage. */
function readOpened(value: unknown): Opened {
  const tabs = Object.entries(value ?? {}).map(([tab, databases]) => {
    const rows = Object.entries((databases ?? {}) as Readonly<Record<string, unknown>>);
    return [tab, Object.fromEntries(rows.filter((row): row is [string, OpenedRows] => isOpenedRows(row[1])))] as const;
  });
  return Object.fromEntries(tabs);
}

function isOpenedRows(value: unknown): value is OpenedRows {
  const { expanded, closed } = (value ?? {}) as Partial<Record<keyof OpenedRows, unknown>>;
  return [expanded, closed].every((keys) => Array.isArray(keys) && keys.every((key) => typeof key === 'string'));
}
