import { useMediaQuery } from '../ui/layout/use-media-query.ts';

/** Whether the system asks for more contrast. */
export function useMoreContrast(): boolean {
  return useMediaQuery('(prefers-contrast: more)');
}
