import { progressOf, type DatabaseQueue, type QueryProgress } from './queue-progress.ts';

/** What watching needs of the browser; a test gives its own. */
export type QueueIo = {
  readonly look: () => Promise<readonly DatabaseQueue[]>;
  /** Run later; the function it gives back calls that off. */
  readonly later: (run: () => void, afterMs: number) => () => void;
  /** Milliseconds. */
  readonly now: () => number;
  /** Whether somebody can see the page. */
  readonly isSeen: () => boolean;
  /** So many questions the page sends at a time. */
  readonly open: number;
};

export type QueueWatch = {
  /**
   * A chart has asked; until it leaves, the queue is looked at, once for all charts of the page.
   *
   * @param ask        The name of the request.
   * @param databaseId Asked for at each look: a dashboard may learn it later than its charts ask.
   * @returns what ends the waiting
   */
  readonly join: (ask: string, databaseId: () => number | null) => () => void;
  /** How far a request is; null while nothing is known. The same object as long as it is as far. */
  readonly progress: (ask: string) => QueryProgress | null;
  readonly subscribe: (onChange: () => void) => () => void;
};

/** Waits shorter than this are not shown. */
const SILENT_MS = 1000;
const POLL_MS = 1500;

const nothing: ReadonlyMap<string, QueryProgress> = new Map();

export function createQueueWatch({ look, later, now, isSeen, open }: QueueIo): QueueWatch {
  let asked: readonly { readonly ask: string; readonly databaseId: () => number | null; readonly since: number }[] = [];
  let known = nothing;
  let callOff: (() => void) | null = null;
  /** Raised when nobody waits any more: an answer that comes after that is of no use. */
  let round = 0;
  const listeners = new Set<() => void>();

  function plan(afterMs: number): void {
    const mine = round;
    callOff = later(() => {
      const longest = Math.max(...asked.map(({ since }) => now() - since));
      if (!isSeen()) return plan(POLL_MS);
      if (longest < SILENT_MS) return plan(SILENT_MS - longest);
      look()
        .then(
          (told) =>
            mine === round &&
            publish(
              progressOf(
                asked.map(({ ask, databaseId }) => ({ ask, databaseId: databaseId() })),
                told,
                open,
              ),
            ),
        )
        // Where the progress is unknown, the time is shown all the same.
        .catch(() => mine === round && publish(nothing))
        .finally(() => {
          if (mine === round) plan(POLL_MS);
        });
    }, afterMs);
  }

  function rest(): void {
    callOff?.();
    callOff = null;
    round += 1;
    publish(nothing);
  }

  function publish(next: ReadonlyMap<string, QueryProgress>): void {
    if (next.size === 0 && known.size === 0) return;
    known = new Map(
      [...next].map(([ask, progress]) => {
        const before = known.get(ask);
        return [ask, before && isSame(before, progress) ? before : progress];
      }),
    );
    for (const listener of listeners) listener();
  }

  return {
    join: (ask, databaseId) => {
      asked = [...asked, { ask, databaseId, since: now() }];
      if (callOff === null) plan(SILENT_MS);
      return () => {
        if (!asked.some((one) => one.ask === ask)) return;
        asked = asked.filter((one) => one.ask !== ask);
        if (asked.length === 0) rest();
        else if (known.has(ask)) publish(new Map([...known].filter(([other]) => other !== ask)));
      };
    },
    progress: (ask) => known.get(ask) ?? null,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

function isSame(one: QueryProgress, other: QueryProgress): boolean {
  return one.place === other.place && one.share === other.share && one.rows === other.rows;
}
