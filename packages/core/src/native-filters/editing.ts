import { filterFaults, type FilterFault } from './config.ts';
import type { FilterEntry } from './definition.ts';

/** What is done to the filters of a dashboard in their dialog, before it is saved ([3.10]). */
export type FilterEditing = {
  /** With those that are removed and can still be taken back. */
  readonly entries: readonly FilterEntry[];
  readonly removed: ReadonlySet<string>;
  readonly selectedId: string | null;
  /** Filters whose author asked for a default value. */
  readonly withDefault: ReadonlySet<string>;
  readonly part: FilterPart;
  /** Faults are shown once somebody tried to save. */
  readonly isChecked: boolean;
};

/** The part of a filter that is shown. */
export type FilterPart = 'settings' | 'scope';

export type FilterEditingAction =
  | { readonly type: 'selected'; readonly id: string }
  | { readonly type: 'part_shown'; readonly part: FilterPart }
  | { readonly type: 'changed'; readonly entry: FilterEntry }
  | { readonly type: 'added'; readonly entry: FilterEntry }
  | { readonly type: 'moved'; readonly id: string; readonly to: number }
  | { readonly type: 'removed'; readonly id: string }
  | { readonly type: 'restored'; readonly id: string }
  /** Nobody can take it back any more. */
  | { readonly type: 'dropped'; readonly id: string }
  | { readonly type: 'default_asked'; readonly id: string; readonly isOn: boolean }
  | { readonly type: 'checked' };

/** @param entries  the stored filters, or the first one that an author begins with */
export function beginEditing(entries: readonly FilterEntry[]): FilterEditing {
  return {
    entries,
    removed: new Set(),
    selectedId: entries[0]?.id ?? null,
    withDefault: new Set(entries.flatMap((entry) => (startsWithValue(entry) ? entry.id : []))),
    part: 'settings',
    isChecked: false,
  };
}

export function editFilters(state: FilterEditing, action: FilterEditingAction): FilterEditing {
  const { entries, removed, withDefault } = state;
  switch (action.type) {
    case 'selected':
      return { ...state, selectedId: action.id };
    case 'part_shown':
      return { ...state, part: action.part };
    case 'changed':
      return { ...state, entries: entries.map((one) => (one.id === action.entry.id ? action.entry : one)) };
    case 'added':
      return {
        ...state,
        entries: [...entries, action.entry],
        selectedId: action.entry.id,
        part: 'settings',
        withDefault: startsWithValue(action.entry) ? new Set([...withDefault, action.entry.id]) : withDefault,
      };
    case 'moved':
      return { ...state, entries: movedTo(entries, action.id, action.to) };
    case 'removed': {
      const gone = new Set([...removed, action.id]);
      const isShown = shownEntry(state)?.id === action.id;
      return { ...state, removed: gone, selectedId: isShown ? neighbourOf(state, action.id) : state.selectedId };
    }
    case 'restored':
      return { ...state, removed: without(removed, action.id), selectedId: action.id };
    case 'dropped':
      return {
        ...state,
        entries: entries.filter(({ id }) => id !== action.id),
        removed: without(removed, action.id),
      };
    case 'default_asked':
      return {
        ...state,
        withDefault: action.isOn ? new Set([...withDefault, action.id]) : without(withDefault, action.id),
      };
    case 'checked': {
      const [fault] = faultsIn(state);
      return { ...state, isChecked: true, ...(fault ? { selectedId: fault.id, part: 'settings' } : {}) };
    }
  }
}

/** The filters without the removed ones; nothing depends on a filter that is gone. */
export function remainingEntries({ entries, removed }: FilterEditing): readonly FilterEntry[] {
  const rest = entries.filter(({ id }) => !removed.has(id));
  const ids = new Set(rest.map(({ id }) => id));
  return rest.map((entry) =>
    entry.type === 'NATIVE_FILTER' && entry.parentIds.some((id) => !ids.has(id))
      ? { ...entry, parentIds: entry.parentIds.filter((id) => ids.has(id)) }
      : entry,
  );
}

/** What is wrong, whether it is shown already or not. */
export function faultsIn(state: FilterEditing): readonly FilterFault[] {
  return filterFaults(remainingEntries(state), state.withDefault);
}

/** The filter whose settings are shown; the first where none is chosen, null where there is none. */
export function shownEntry(state: FilterEditing): FilterEntry | null {
  const rest = state.entries.filter(({ id }) => !state.removed.has(id));
  return rest.find(({ id }) => id === state.selectedId) ?? rest[0] ?? null;
}

/** The next filter that is still there, else the one before. */
function neighbourOf({ entries, removed }: FilterEditing, id: string): string | null {
  const at = entries.findIndex((one) => one.id === id);
  const around = [...entries.slice(at + 1), ...entries.slice(0, at).toReversed()];
  return around.find((one) => !removed.has(one.id))?.id ?? null;
}

function startsWithValue(entry: FilterEntry): boolean {
  if (entry.type === 'DIVIDER') return false;
  const { value } = entry.defaultMask.filterState;
  return value !== undefined && value !== null;
}

function movedTo(entries: readonly FilterEntry[], id: string, to: number): readonly FilterEntry[] {
  const entry = entries.find((one) => one.id === id);
  if (!entry || to < 0 || to >= entries.length) return entries;
  const others = entries.filter((one) => one.id !== id);
  return [...others.slice(0, to), entry, ...others.slice(to)];
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((one) => one !== id));
}
