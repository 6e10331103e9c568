import { useSyncExternalStore } from 'react';
import { request } from '../api/client.ts';
import { placesOf, type Asked, type DatabaseQueue } from './queue-places.ts';

/** Nobody is told of waits shorter than this. */
const SILENT_MS = 1000;
const POLL_MS = 1500;

type Waiting = { readonly ticket: string; readonly databaseId: () => number | null };

const none: ReadonlyMap<string, number> = new Map();
let asked: readonly Waiting[] = [];
let places = none;
let timer: ReturnType<typeof setTimeout> | null = null;
/** Raised when nobody waits any more: an answer that comes after that is of no use. */
let round = 0;
const listeners = new Set<() => void>();

/**
 * A chart has asked; until it leaves, the queue is looked at.
 *
 * @param ticket     One chart's own; a newer question of it takes the place of the older.
 * @param databaseId Asked for at each look: a dashboard may learn it later than its charts ask.
 * @returns what ends the waiting
 */
export function joinQueue(ticket: string, databaseId: () => number | null): () => void {
  const mine: Waiting = { ticket, databaseId };
  asked = [...asked.filter((one) => one.ticket !== ticket), mine];
  timer ??= setTimeout(look, SILENT_MS);
  return () => {
    if (!asked.includes(mine)) return;
    asked = asked.filter((one) => one !== mine);
    if (asked.length === 0) rest();
    else publish(placesWithout(ticket));
  };
}

/** The place in the queue of its database that a chart's question has, counted from 1; null while it does not wait. */
export function useQueuePlace(ticket: string): number | null {
  return useSyncExternalStore(listen, () => places.get(ticket) ?? null);
}

function look(): void {
  const mine = round;
  const show = (next: ReadonlyMap<string, number>) => mine === round && publish(next);
  request<{ readonly result: readonly DatabaseQueue[] }>('/queue/', { signInAgain: false })
    .then(({ result }) => show(placesOf(asked.map(({ ticket, databaseId }): Asked => ({ ticket, databaseId: databaseId() })), result)))
    // Who cannot be told the place still sees the time.
    .catch(() => show(none))
    .finally(() => {
      if (mine === round) timer = setTimeout(look, POLL_MS);
    });
}

function rest(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  round += 1;
  publish(none);
}

function placesWithout(ticket: string): ReadonlyMap<string, number> {
  return places.has(ticket) ? new Map([...places].filter(([other]) => other !== ticket)) : places;
}

function publish(next: ReadonlyMap<string, number>): void {
  if (next === places || (next.size === 0 && places.size === 0)) return;
  places = next;
  for (const listener of listeners) listener();
}

function listen(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
