import { useState } from 'react';

/** State that this browser stores. `read` turns what is stored, whatever it is, into a value. */
export function useStored<V extends string>(
  key: string,
  initial: V,
  read: (stored: string) => V,
): readonly [V, (value: V) => void] {
  const [value, setValue] = useState<V>(() => {
    try {
      const stored = localStorage.getItem(key);
      return stored === null ? initial : read(stored);
    } catch {
      return initial;
    }
  });
  const store = (next: V) => {
    setValue(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // A private window: it lasts as long as the page.
    }
  };
  return [value, store];
}
