import { useLayoutEffect, useRef } from 'react';

/** The value of the last picture, for what runs later. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
