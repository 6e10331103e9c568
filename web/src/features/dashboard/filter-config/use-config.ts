import { newComponentId } from '../../../api/component-id.ts';
import { newDivider, newNativeFilter, type FilterEntry } from '@tessera/core/native-filters/definition';
import type { FilterFault } from '@tessera/core/native-filters/config';
import {
  beginEditing,
  editFilters,
  faultsIn,
  remainingEntries,
  shownEntry,
  type FilterPart,
} from '@tessera/core/native-filters/editing';
import { stableJson } from '@tessera/core/stable-json';
import { useEffect, useReducer, useRef, useState } from 'react';
import { t } from '@tessera/core/messages';

/** How long a removed filter can be taken back ([9.0-25]). */
const UNDO_MS = 5000;

/** What the dialog shows: filters that are removed stay in the list until nobody can take them back. */
export type Config = {
  readonly entries: readonly FilterEntry[];
  readonly removed: ReadonlySet<string>;
  /** The filter whose settings are shown; null where there is none. */
  readonly selected: FilterEntry | null;
  readonly part: FilterPart;
  readonly faults: readonly FilterFault[];
  /** Whether closing the dialog would lose anything. */
  readonly isChanged: boolean;
  readonly select: (id: string) => void;
  readonly showPart: (part: FilterPart) => void;
  readonly change: (entry: FilterEntry) => void;
  readonly add: (kind: FilterEntry['type']) => void;
  readonly copy: (entry: FilterEntry) => void;
  readonly move: (id: string, to: number) => void;
  readonly remove: (id: string) => void;
  readonly restore: (id: string) => void;
  readonly setWithDefault: (id: string, isOn: boolean) => void;
  readonly hasDefault: (id: string) => boolean;
  /** What is to be saved; null where something is wrong: the first of it is shown then ([5.0-13]). */
  readonly finish: () => readonly FilterEntry[] | null;
};

/** Everything that is done in the dialog before it is saved. */
export function useConfig(initial: readonly FilterEntry[]): Config {
  const [state, dispatch] = useReducer(editFilters, initial, (entries) =>
    beginEditing(entries.length > 0 ? entries : [newNativeFilter(newComponentId('NATIVE_FILTER'))]),
  );
  const remaining = stableJson(remainingEntries(state));
  const [opened] = useState(remaining);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);
  return {
    entries: state.entries,
    removed: state.removed,
    selected: shownEntry(state),
    part: state.part,
    faults: state.isChecked ? faultsIn(state) : [],
    isChanged: remaining !== opened,
    select: (id) => dispatch({ type: 'selected', id }),
    showPart: (part) => dispatch({ type: 'part_shown', part }),
    change: (entry) => dispatch({ type: 'changed', entry }),
    add: (kind) => dispatch({ type: 'added', entry: newEntry(kind) }),
    copy: (entry) => dispatch({ type: 'added', entry: copyOf(entry) }),
    move: (id, to) => dispatch({ type: 'moved', id, to }),
    remove: (id) => {
      dispatch({ type: 'removed', id });
      timers.current.set(
        id,
        setTimeout(() => dispatch({ type: 'dropped', id }), UNDO_MS),
      );
    },
    restore: (id) => {
      clearTimeout(timers.current.get(id));
      dispatch({ type: 'restored', id });
    },
    setWithDefault: (id, isOn) => dispatch({ type: 'default_asked', id, isOn }),
    hasDefault: (id) => state.withDefault.has(id),
    finish: () => {
      dispatch({ type: 'checked' });
      return faultsIn(state).length > 0 ? null : remainingEntries(state);
    },
  };
}

function newEntry(kind: FilterEntry['type']): FilterEntry {
  return kind === 'DIVIDER'
    ? newDivider(newComponentId('NATIVE_FILTER_DIVIDER'))
    : newNativeFilter(newComponentId('NATIVE_FILTER'));
}

function copyOf(entry: FilterEntry): FilterEntry {
  return entry.type === 'DIVIDER'
    ? { ...entry, id: newComponentId('NATIVE_FILTER_DIVIDER'), title: t('%s (copy)', entry.title) }
    : { ...entry, id: newComponentId('NATIVE_FILTER'), name: t('%s (copy)', entry.name), stored: {} };
}
