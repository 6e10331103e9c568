import { useEffect, useEffectEvent } from 'react';

/**
 * The browser asks before the tab is closed or loaded anew while there is something to lose.
 *
 * @param isStillDirty Asked when it happens, which may be before the page is drawn again: who has just saved or
 * discarded is not asked
 */
export function useAskOnClose(isDirty: boolean, isStillDirty: () => boolean): void {
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isStillDirty()) event.preventDefault();
  });
  useEffect(() => {
    if (!isDirty) return;
    const onClose = (event: BeforeUnloadEvent) => ask(event);
    addEventListener('beforeunload', onClose);
    return () => removeEventListener('beforeunload', onClose);
  }, [isDirty]);
}
