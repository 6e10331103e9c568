/** How far a job is ([3.12-01]). */
export type EventStatus = 'running' | 'done' | 'error';

/** What is published about a job; the shape on the wire, without the id that the bus gives. */
export type JobEvent = {
  readonly channel_id: string;
  readonly job_id: string;
  readonly user_id: number;
  readonly status: EventStatus;
  readonly errors: readonly unknown[];
  readonly result_url: string | null;
};
/** `id` is `ms-seq` and grows within a channel. */
export type StoredEvent = JobEvent & { readonly id: string };

/**
 * Tells what happened, by channel: to whoever asks later, and live to whoever listens.
 * One suite holds both implementations: in-process.ts for one server, redis.ts for several.
 */
export type EventBus = {
  /**
   * Store an event and publish it. The same job and status are reported once, however often they are published.
   *
   * @param wantedId an id under which users may know it already; taken where it still fits in
   * @returns its id
   * @throws Error while the broker is away; the caller keeps the event and tries again
   */
  readonly publish: (event: JobEvent, wantedId: string | null) => Promise<string>;
  /** The oldest events strictly after an id; `null` reads from the start. @throws Error while the broker is away */
  readonly read: (channel: string, lastId: string | null, most: number) => Promise<readonly StoredEvent[]>;
  /** Hear every event of a channel from now on. @returns ends it */
  readonly subscribe: (channel: string, listener: (event: StoredEvent) => void) => () => void;
  /** False while live events may be missed; listeners are then asked to come back later. */
  readonly isLive: () => boolean;
  /** Called when live events may have been missed. */
  readonly onGap: (listener: () => void) => void;
  /** Called when the broker is there again, perhaps without what it knew. */
  readonly onReturn: (listener: () => void) => void;
  readonly close: () => Promise<void>;
};

/** Most events that a channel keeps, and for how long. */
export const MAX_EVENTS = 1000;
export const EVENT_TTL_MS = 3_600_000;

const ID = /^(\d{1,15})-(\d{1,9})$/;

export function isEventId(text: string): boolean {
  return ID.test(text);
}

/** Negative when the first id comes before the second. */
export function compareIds(left: string, right: string): number {
  const [leftMs, leftSeq] = partsOf(left);
  const [rightMs, rightSeq] = partsOf(right);
  return leftMs - rightMs || leftSeq - rightSeq;
}

export function partsOf(id: string): readonly [ms: number, seq: number] {
  const [, ms, seq] = ID.exec(id) ?? [];
  return [Number(ms ?? 0), Number(seq ?? 0)];
}

/** Listeners by channel; both implementations hand events out through it. */
export function createListeners() {
  const byChannel = new Map<string, Set<(event: StoredEvent) => void>>();
  return {
    add: (channel: string, listener: (event: StoredEvent) => void): (() => void) => {
      const present = byChannel.get(channel) ?? new Set();
      byChannel.set(channel, present.add(listener));
      return () => {
        present.delete(listener);
        if (present.size === 0 && byChannel.get(channel) === present) byChannel.delete(channel);
      };
    },
    tell: (event: StoredEvent): void => byChannel.get(event.channel_id)?.forEach((listener) => listener(event)),
  };
}
