import { useSyncExternalStore } from 'react';

/** Below this the three columns become tabs. */
const query = '(max-width: 899px)';

export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listen) => {
      const list = matchMedia(query);
      list.addEventListener('change', listen);
      return () => list.removeEventListener('change', listen);
    },
    () => matchMedia(query).matches,
  );
}
