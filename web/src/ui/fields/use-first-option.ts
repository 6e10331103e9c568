import type { ComboboxStore } from '@mantine/core';
import { useEffect } from 'react';

/**
 * Mark the first choice whenever other ones stand in the list because of what was typed; from there the arrow keys move
 * on.
 */
export function useFirstOption(
  { dropdownOpened, selectFirstOption }: ComboboxStore,
  typed: string,
  isWaiting: boolean,
): void {
  useEffect(() => {
    if (dropdownOpened && !isWaiting && typed !== '') selectFirstOption();
  }, [dropdownOpened, isWaiting, typed, selectFirstOption]);
}
