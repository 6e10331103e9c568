import { useSyncExternalStore } from 'react';

/** Below this what stands beside each other becomes tabs, or a sheet. */
const query = '(max-width: 899px)';

/** Whether the window is too narrow for columns beside each other. */
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
