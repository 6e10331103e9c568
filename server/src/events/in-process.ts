import { LRUCache } from 'lru-cache';
import {
  MAX_EVENTS,
  EVENT_TTL_MS,
  compareIds,
  createListeners,
  partsOf,
  type EventBus,
  type StoredEvent,
} from './bus.ts';

/** Channels that are cached; the one that did not respond longest goes first. */
const MAX_CHANNELS = 10_000;

/** Events of one server, in its memory. */
export function createInProcessBus(now: () => number): EventBus {
  const kept = new LRUCache<string, readonly StoredEvent[]>({ max: MAX_CHANNELS, ttl: EVENT_TTL_MS });
  const listeners = createListeners();

  return {
    publish: async (event, wantedId) => {
      const events = kept.get(event.channel_id) ?? [];
      const told = events.find(({ job_id, status }) => job_id === event.job_id && status === event.status);
      if (told) return told.id;
      const last = events.at(-1)?.id ?? '0-0';
      const stored = {
        ...event,
        id: wantedId !== null && compareIds(wantedId, last) > 0 ? wantedId : nextId(last, now()),
      };
      kept.set(event.channel_id, [...events, stored].slice(-MAX_EVENTS));
      listeners.tell(stored);
      return stored.id;
    },
    read: async (channel, lastId, most) =>
      (kept.get(channel) ?? []).filter(({ id }) => lastId === null || compareIds(id, lastId) > 0).slice(0, most),
    subscribe: listeners.add,
    isLive: () => true,
    onGap: () => undefined,
    onReturn: () => undefined,
    close: async () => kept.clear(),
  };
}

/** Ids grow also when the clock stands or goes back. */
function nextId(last: string, ms: number): string {
  const [lastMs, lastSeq] = partsOf(last);
  return ms > lastMs ? `${ms}-0` : `${lastMs}-${lastSeq + 1}`;
}
