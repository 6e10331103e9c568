import { create } from 'zustand';
import { useTabs } from '../tabs/tabs-store.ts';

/** Rows of a schema bar that a user opened, and those that stand open by themselves and were closed. */
export type OpenedRows = { readonly expanded: readonly string[]; readonly closed: readonly string[] };
/** By tab and database. */
type Opened = Readonly<Record<string, Readonly<Record<number, OpenedRows>>>>;

const STORED = 'tessera.sql.opened';
const nothing: OpenedRows = { expanded: [], closed: [] };

const useOpened = create<Opened>(() => read());

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
  try {
    localStorage.setItem(STORED, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A private window, or full storage: it lasts as long as the page.
  }
}

function read(): Opened {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Opened) : {};
  } catch {
    return {};
  }
}
