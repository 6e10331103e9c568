import { useSyncExternalStore } from 'react';

const query = () => (typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-contrast: more)'));

/** Whether the system asks for more contrast; follows it while the page is open. */
export function useMoreContrast(): boolean {
  return useSyncExternalStore(
    (listen) => {
      const list = query();
      list?.addEventListener('change', listen);
      return () => list?.removeEventListener('change', listen);
    },
    () => query()?.matches ?? false,
    () => false,
  );
}
