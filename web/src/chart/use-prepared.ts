import { useEffect, useMemo, useState } from 'react';
import type { Shown } from './use-chart.ts';

/**
 * The picture, as soon as what it needs beyond the code of its type is here. What cannot be fetched holds nothing up:
 * the chart type says in words what is missing.
 */
export function usePrepared(picture: Shown | null): Shown | null {
  const pending = useMemo(() => picture?.loaded.viz.prepare(picture.form) ?? null, [picture]);
  const [settled, setSettled] = useState<Promise<unknown> | null>(null);
  useEffect(() => {
    if (pending === null) return;
    let isShown = true;
    const settle = () => {
      if (isShown) setSettled(pending);
    };
    pending.then(settle, settle);
    return () => {
      isShown = false;
    };
  }, [pending]);
  return pending === null || pending === settled ? picture : null;
}
