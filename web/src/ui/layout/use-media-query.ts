import { useSyncExternalStore } from 'react';

/**
 * Whether the window fits a media query; follows it while the page is open.
 * @param without  What holds where nobody can be asked: in a test, say.
 */
export function useMediaQuery(query: string, without = false): boolean {
  return useSyncExternalStore(
    (listen) => {
      const list = listOf(query);
      list?.addEventListener('change', listen);
      return () => list?.removeEventListener('change', listen);
    },
    () => listOf(query)?.matches ?? false,
    () => without,
  );
}

function listOf(query: string): MediaQueryList | null {
  return typeof matchMedia === 'undefined' ? null : matchMedia(query);
}
