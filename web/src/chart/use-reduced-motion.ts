import { useMediaQuery } from '../ui/layout/use-media-query.ts';

/** Whether the system asks for stillness. */
export function useReducedMotion(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)', true);
}
