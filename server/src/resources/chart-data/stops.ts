import { bindAll } from '../../bind-all.ts';

/** Requests that whoever sent them may stop by the names that they gave them. */
export type Stops = ReturnType<typeof createStops>;

type State = Map<string, Set<AbortController>>;

/** Requests of a batch share a connection: one of them ends by its name, and not with the connection. */
export function createStops() {
  const open: State = new Map();
  return bindAll(open, { begin, stop });
}

/** @returns the signal of a request, and what ends its being known */
function begin(open: State, fairnessKey: string, ask: string | undefined, signal: AbortSignal) {
  if (ask === undefined) return { signal, end: () => undefined };
  const key = keyOf(fairnessKey, ask);
  const own = new AbortController();
  const present = open.get(key) ?? new Set();
  open.set(key, present.add(own));
  return {
    signal: AbortSignal.any([signal, own.signal]),
    end: (): void => {
      present.delete(own);
      if (present.size === 0) open.delete(key);
    },
  };
}

/** @returns how many of the names were those of requests under way here */
function stop(open: State, fairnessKey: string, asks: readonly string[]): number {
  const found = asks.flatMap((ask) => open.get(keyOf(fairnessKey, ask)) ?? []);
  for (const controllers of found) for (const one of controllers) one.abort();
  return found.length;
}

function keyOf(fairnessKey: string, ask: string): string {
  return JSON.stringify([fairnessKey, ask]);
}
