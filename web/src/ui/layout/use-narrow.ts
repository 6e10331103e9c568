import { useMediaQuery } from './use-media-query.ts';

/** Whether the window is too narrow for columns beside each other: they become tabs, or a sheet. */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width: 899px)');
}
