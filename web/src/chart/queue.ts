import type { QueuesBody } from '@tessera/server/contract';
import { useSyncExternalStore } from 'react';
import { request } from '../api/client.ts';
import { createSlots, maxOpen } from './open-requests.ts';
import { createQueueWatch } from './queue-watch.ts';
import type { QueryProgress } from './queue-progress.ts';

const open = maxOpen(protocolOf(performance.getEntriesByType('navigation')[0]));

/** Where the questions of all charts of the page go out. */
export const chartSlots = createSlots(open);

/** The one place of a page that looks at the queue, for all of its charts. */
const watch = createQueueWatch({
  look: async () => (await request<QueuesBody>('/queue/', { signInAgain: false })).result,
  later: (run, afterMs) => {
    const timer = setTimeout(run, afterMs);
    return () => clearTimeout(timer);
  },
  now: () => performance.now(),
  isSeen: () => document.visibilityState !== 'hidden',
  open,
});

/** Begin to look for a request that was sent under a name; the answer ends it. See `QueueWatch.join`. */
export const joinQueue = watch.join;

/** How far a request is; null while nothing is known, and for no request. */
export function useQueryProgress(ask: string | null): QueryProgress | null {
  return useSyncExternalStore(watch.subscribe, () => (ask === null ? null : watch.progress(ask)));
}

/** Distinguished from those of other pages of the same user, which the server knows too. */
const page = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('');
let count = 0;

/** A name for the next request. */
export function nextRequestId(): string {
  count += 1;
  return `${page}-${count}`;
}

function protocolOf(entry: object | undefined): string {
  return entry && 'nextHopProtocol' in entry && typeof entry.nextHopProtocol === 'string' ? entry.nextHopProtocol : '';
}
