import { useSyncExternalStore } from 'react';

type Watched = { readonly subscribe: (listen: () => void) => () => void; readonly fits: () => boolean };

/** Each query that the page has asked: a card of a dashboard asks several whenever it draws. */
const watched = new Map<string, Watched>();
const nothing: Watched = { subscribe: () => () => undefined, fits: () => false };

/**
 * Whether the window fits a media query; follows it while the page is open.
 * @param without  What holds where nobody can be asked: in a test, say.
 */
export function useMediaQuery(query: string, without = false): boolean {
  const { subscribe, fits } = watch(query);
  return useSyncExternalStore(subscribe, fits, () => without);
}

function watch(query: string): Watched {
  if (typeof matchMedia === 'undefined') return nothing;
  const known = watched.get(query);
  if (known) return known;
  const list = matchMedia(query);
  const made: Watched = {
    subscribe: (listen) => {
      list.addEventListener('change', listen);
      return () => list.removeEventListener('change', listen);
    },
    fits: () => list.matches,
  };
  watched.set(query, made);
  return made;
}
