import { create } from 'zustand';

const KEY = 'tessera.sql.preview';

type Settings = {
  /** Databases, by their ids, for which the user chose. */
  readonly chosen: Readonly<Record<string, boolean>>;
  readonly choose: (dbId: number, isOn: boolean) => void;
};

/** Where a user wants previews, on this browser. */
export const usePreviewSettings = create<Settings>((set, get) => ({
  chosen: read(),
  choose: (dbId, isOn) => {
    set({ chosen: { ...get().chosen, [dbId]: isOn } });
    try {
      localStorage.setItem(KEY, JSON.stringify(get().chosen));
    } catch {
      // A private window: it lasts as long as the page.
    }
  },
}));

function read(): Readonly<Record<string, boolean>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}
