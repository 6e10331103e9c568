import { create } from 'zustand';
import { useTabs } from '../tabs/tabs-store.ts';
import { emptyBar, stepBar, type BarAction, type BarState, type EditorTable } from './bar-state.ts';

/** What is open in the schema bar, by tab; this browser keeps it through reload, offline and sign-out. */
export const useBars = create<Readonly<Record<string, BarState>>>(() => readStored());

const STORED = 'tessera.sql.schema';

export function barOf(tabId: string): BarState {
  return useBars.getState()[tabId] ?? emptyBar;
}

export function actOnBar(tabId: string, action: BarAction): void {
  const before = barOf(tabId);
  const after = stepBar(before, action);
  if (after !== before) useBars.setState({ [tabId]: after });
}

/** The tables that the server has of a tab, as `table_schemas` of it says. */
export function adoptTables(tabId: string, tables: readonly EditorTable[]): void {
  actOnBar(tabId, { type: 'adopted', tables });
}

useBars.subscribe((bars) => {
  const { tabs, closed } = useTabs.getState();
  const known = new Set([...tabs, ...closed].map(({ id }) => id));
  store(Object.entries(bars).filter(([id]) => known.has(id)));
});

/** Full storage costs first what can be asked again, then the bar; a private window keeps it for the page alone. */
function store(bars: readonly (readonly [string, BarState])[]): void {
  const bare = () =>
    bars.map(([id, bar]) => [id, { ...bar, tables: bar.tables.map((table) => ({ ...table, known: null })) }] as const);
  for (const kept of [() => bars, bare])
    try {
      localStorage.setItem(STORED, JSON.stringify(Object.fromEntries(kept())));
      return;
    } catch {
      // The next one is smaller.
    }
}

function readStored(): Readonly<Record<string, BarState>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, BarState] => isBar(entry[1])));
  } catch {
    return {};
  }
}

/** What this version wrote; what another one did is begun anew. */
function isBar(value: unknown): value is BarState {
  if (typeof value !== 'object' || value === null) return false;
  const { tables, removed, opened } = value as Partial<Record<keyof BarState, unknown>>;
  return Array.isArray(tables) && Array.isArray(removed) && typeof opened === 'object' && opened !== null;
}
