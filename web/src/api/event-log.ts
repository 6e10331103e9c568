import type { PageEvent } from '@tessera/server/contract';

export type { PageEvent } from '@tessera/server/contract';

/** Events of one call, and the quiet after which they are sent, in ms ([9.0-33]). */
export const MAX_BATCH = 1024;
export const QUIET_MS = 1000;

const ADDRESS = '/tessera/log/?explode=events';

type Sending = {
  readonly send: (events: readonly PageEvent[]) => void;
  readonly setTimer: (run: () => void, ms: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
};

/** Collects events and sends them after a second of quiet, or when a batch is full ([7.7-01]). */
export function createEventBatcher({ send, setTimer, clearTimer }: Sending) {
  let waiting: PageEvent[] = [];
  let timer: unknown = null;
  const flush = (): void => {
    if (timer !== null) clearTimer(timer);
    timer = null;
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    send(batch);
  };
  const add = (event: PageEvent): void => {
    waiting.push(event);
    if (waiting.length >= MAX_BATCH) return flush();
    if (timer !== null) clearTimer(timer);
    timer = setTimer(flush, QUIET_MS);
  };
  return { add, flush };
}

const batcher = createEventBatcher({
  // The browser delivers a beacon even when the page is gone; a lost event is no reason to disturb anyone.
  send: (events) =>
    void navigator.sendBeacon(ADDRESS, new Blob([JSON.stringify({ events })], { type: 'application/json' })),
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
});

/** Tell the server what happened. Never throws, never waits. */
export function logEvent(event: PageEvent): void {
  batcher.add(event);
}

/** When the page is left, what still waits is sent while there is time. @returns how to stop listening */
export function flushEventsOnLeave(): () => void {
  const leave = () => batcher.flush();
  addEventListener('pagehide', leave);
  return () => removeEventListener('pagehide', leave);
}
