import { useSyncExternalStore } from 'react';

/** Ages on screen are shown in minutes; half of one is fine enough. */
const TICK_MS = 30_000;

/** The time in epoch milliseconds, moving on twice a minute. */
export function useNow(): number {
  return useSyncExternalStore(listen, read, read);
}

let now = Date.now();

function read(): number {
  return now;
}

function listen(onTick: () => void): () => void {
  now = Date.now();
  const timer = setInterval(() => {
    now = Date.now();
    onTick();
  }, TICK_MS);
  return () => clearInterval(timer);
}
