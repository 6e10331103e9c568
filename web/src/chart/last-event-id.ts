/** [9.0-32] The last id outlives the page under a key of its own. */
export const LAST_ID_KEY = 'last_async_event_id';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** @returns null when there is none, or none that could be one */
export function readLastId(store: () => Store): string | null {
  try {
    const stored = store().getItem(LAST_ID_KEY);
    return stored !== null && /^\d+-\d+$/.test(stored) ? stored : null;
  } catch {
    return null;
  }
}

export function keepLastId(store: () => Store, lastId: string): void {
  try {
    store().setItem(LAST_ID_KEY, lastId);
  } catch {
    // A full or forbidden storage costs a few events that are delivered again.
  }
}
