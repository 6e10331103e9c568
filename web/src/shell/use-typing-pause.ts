import { useEffect, useRef, useState } from 'react';
import { isTyping } from '../ui/lists/use-list-keys.ts';

/** Whoever presses no key for so long has paused. */
const PAUSE_MS = 1000;

/** Whether a user who types has paused since something is due: if it opened before, it would take the rest of a word. */
export function useTypingPause(isDue: boolean): boolean {
  const last = useRef(0);
  const [hasPaused, setPaused] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey && isTyping(event.target)) last.current = Date.now();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  useEffect(() => {
    if (!isDue) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const left = last.current + PAUSE_MS - Date.now();
      if (left > 0) timer = setTimeout(look, left);
      else setPaused(true);
    };
    look();
    return () => {
      clearTimeout(timer);
      setPaused(false);
    };
  }, [isDue]);
  return isDue && hasPaused;
}
