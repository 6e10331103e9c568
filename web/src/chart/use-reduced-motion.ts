import { useSyncExternalStore } from 'react';

const query = () => (typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-reduced-motion: reduce)'));

/** Whether the system asks for stillness; follows it while the page is open. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (listen) => {
      const list = query();
      list?.addEventListener('change', listen);
      return () => list?.removeEventListener('change', listen);
    },
    () => query()?.matches ?? false,
    () => true,
  );
}
