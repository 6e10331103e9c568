import { useEffect, useRef, useState } from 'react';
import { isTyping } from '../ui/lists/use-list-keys.ts';

/** Whoever presses no key for so long has paused. */
const PAUSE_MS = 1000;
const LOOK_MS = 50;

/** Whether a user who types has paused since something is due: opened before, it would take the rest of a word. */
export function useTypingPause(isDue: boolean): boolean {
  const until = useRef(0);
  const [hasPaused, setPaused] = useState(false);
  useEffect(() => {
    const onKey = ({ target, timeStamp }: KeyboardEvent) => {
      if (isTyping(target)) until.current = timeStamp + PAUSE_MS;
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  useEffect(() => {
    if (!isDue) return setPaused(false);
    const timer = setInterval(() => setPaused(performance.now() > until.current), LOOK_MS);
    return () => clearInterval(timer);
  }, [isDue]);
  return hasPaused;
}
