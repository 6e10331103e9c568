import { create } from 'zustand';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';

/** Where results stand: below the text, or beside it. */
export type PanePlace = 'below' | 'beside';

type PaneState = {
  readonly place: PanePlace;
  /** Results take the whole window, as long as the page lasts. */
  readonly isFull: boolean;
  readonly setPlace: (place: PanePlace) => void;
  readonly setFull: (isFull: boolean) => void;
};

const KEY = 'tessera.sql.results';

/** How a user has the results on this browser. */
export const usePane = create<PaneState>((set) => ({
  place: readPlace(),
  isFull: false,
  setPlace: (place) => {
    set({ place });
    try {
      localStorage.setItem(KEY, place);
    } catch {
      // A private window: it lasts as long as the page.
    }
  },
  setFull: (isFull) => set({ isFull }),
}));

/** Whether results stand beside the text, where there is room for it. */
export function useIsBeside(): boolean {
  const isNarrow = useNarrow();
  return usePane((pane) => pane.place === 'beside') && !isNarrow;
}

function readPlace(): PanePlace {
  try {
    return localStorage.getItem(KEY) === 'beside' ? 'beside' : 'below';
  } catch {
    return 'below';
  }
}
