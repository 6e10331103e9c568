import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../../bind-all.ts';
import { requestIdsOf, type Waiters } from './waiters.ts';
import type { Engine, RunOptions } from '../engine.ts';
import { withinDeadline, timedOut } from './deadline.ts';

/**
 * Lets so many pass at a time. Slots are granted round-robin by key, so that one user's hundred charts do not delay
 * another's one.
 */
export type Semaphore = {
  /** Resolves with the function that gives the place back. Rejects when the signal aborts while waiting. */
  readonly enter: (fairnessKey: string, signal: AbortSignal, waiters?: Waiters) => Promise<() => void>;
  /** Of this server. */
  readonly waiting: () => number;
  readonly running: () => number;
  /** Who runs and waits, everywhere. */
  readonly look: (fairnessKey: string) => Promise<QueueView>;
};
export type QueueView = {
  readonly running: number;
  readonly waiting: number;
  /** Places of those who wait in this turn, counted from 1: so many are let in up to them if nobody else comes. */
  readonly places: readonly number[];
  /** The places of the requests of this user that sent their names, also of those that share a query of another. */
  readonly waits: readonly Wait[];
};
export type Wait = { readonly place: number; readonly asks: readonly string[] };

/** Those who wait in one turn. */
export type Line = { readonly fairnessKey: string; readonly length: number };

/** In the n-th round each line that is so long lets in one; the first line is next. */
export function placesIn(lines: readonly Line[], fairnessKey: string): readonly number[] {
  const at = lines.findIndex((line) => line.fairnessKey === fairnessKey);
  return Array.from({ length: lines[at]?.length ?? 0 }, (_, round) =>
    lines.reduce((place, { length }, index) => place + Math.min(length, index <= at ? round + 1 : round), 0),
  );
}

/** Places by request. @param waiters of each who waits in a line, in their order */
export function waitsIn(
  lines: readonly (Line & { readonly waiters: readonly (Waiters | undefined)[] })[],
  fairnessKey: string,
): readonly Wait[] {
  return lines.flatMap((line) => {
    const asks = line.waiters.map((one) => requestIdsOf(one, fairnessKey));
    if (asks.every((names) => names.length === 0)) return [];
    const places = placesIn(lines, line.fairnessKey);
    return asks.flatMap((names, index) => (names.length === 0 ? [] : [{ place: places[index] ?? 1, asks: names }]));
  });
}

type SemaphoreState = {
  readonly places: number;
  readonly perKey: number;
  /** How many of each key are inside. */
  readonly own: Map<string, number>;
  readonly queues: Map<string, { readonly admit: () => void; readonly waiters: Waiters | undefined }[]>;
  inside: number;
  count: number;
};

/**
 * The semaphore of one server. `occupy` takes a slot without asking, also beyond the last: who was let in elsewhere
 * counts here too.
 *
 * @param perKey  So many places at most for one key: the last one is left to others
 */
export function createSemaphore(places: number, perKey = places): Semaphore & { readonly occupy: () => () => void } {
  const state: SemaphoreState = {
    places,
    perKey: Math.max(1, perKey),
    own: new Map<string, number>(),
    queues: new Map<string, { readonly admit: () => void; readonly waiters: Waiters | undefined }[]>(),
    inside: 0,
    count: 0,
  };
  return bindAll(state, { enter, occupy, waiting, running, look });
}

/** The first in the round that may have another place. */
function next(state: SemaphoreState): void {
  if (state.inside >= state.places) return;
  const first = [...state.queues].find(([key]) => mayHaveMore(state, key));
  if (!first) return;
  const [fairnessKey, queue] = first;
  const admitted = queue.shift();
  // The key goes to the back of the round.
  state.queues.delete(fairnessKey);
  if (queue.length > 0) state.queues.set(fairnessKey, queue);
  admitted?.admit();
}

function mayHaveMore({ own, perKey }: SemaphoreState, fairnessKey: string): boolean {
  return (own.get(fairnessKey) ?? 0) < perKey;
}

/** @param fairnessKey  Whose place it is; `null` for one that was given elsewhere */
function take(state: SemaphoreState, fairnessKey: string | null): () => void {
  state.inside += 1;
  if (fairnessKey !== null) state.own.set(fairnessKey, (state.own.get(fairnessKey) ?? 0) + 1);
  let left = false;
  return () => {
    if (left) return;
    left = true;
    state.inside -= 1;
    const rest = fairnessKey === null ? 0 : (state.own.get(fairnessKey) ?? 0) - 1;
    if (fairnessKey !== null && rest > 0) state.own.set(fairnessKey, rest);
    else if (fairnessKey !== null) state.own.delete(fairnessKey);
    next(state);
  };
}

async function enter(
  state: SemaphoreState,
  fairnessKey: string,
  signal: AbortSignal,
  waiters?: Waiters,
): Promise<() => void> {
  if (signal.aborted) throw new AppError('query_cancelled', {});
  // Those who wait while there are places have all that one may have.
  if (state.inside < state.places && mayHaveMore(state, fairnessKey)) return take(state, fairnessKey);
  return new Promise((resolve, reject) => {
    const admit = () => {
      signal.removeEventListener('abort', giveUp);
      state.count -= 1;
      resolve(take(state, fairnessKey));
    };
    const giveUp = () => {
      const queue = state.queues.get(fairnessKey);
      const rest = queue?.filter((each) => each.admit !== admit) ?? [];
      if (rest.length > 0) state.queues.set(fairnessKey, rest);
      else state.queues.delete(fairnessKey);
      state.count -= 1;
      reject(new AppError('query_cancelled', {}));
    };
    signal.addEventListener('abort', giveUp, { once: true });
    state.count += 1;
    const queue = state.queues.get(fairnessKey);
    if (queue) queue.push({ admit, waiters });
    else state.queues.set(fairnessKey, [{ admit, waiters }]);
  });
}

function occupy(state: SemaphoreState): () => void {
  return take(state, null);
}

async function look(state: SemaphoreState, fairnessKey: string): Promise<QueueView> {
  const lines = [...state.queues].map(([name, queue]) => ({
    fairnessKey: name,
    length: queue.length,
    waiters: queue.map(({ waiters }) => waiters),
  }));
  return {
    running: state.inside,
    waiting: state.count,
    places: placesIn(lines, fairnessKey),
    waits: waitsIn(lines, fairnessKey),
  };
}

function waiting(state: SemaphoreState) {
  return state.count;
}

function running(state: SemaphoreState) {
  return state.inside;
}

/**
 * The same engine behind a semaphore. Waiting counts towards the timeout; introspection passes without a place.
 *
 * @param streams Let in those that go on for long, before they wait for a place: a reader that takes nothing of a
 *   stream keeps its place, and so does what changes data without end, so they must not have them all.
 */
export function gated(engine: Engine, semaphore: Semaphore, streams = createSemaphore(1)): Engine {
  const enter = (options: RunOptions, into = semaphore) =>
    withinDeadline(options, (signal) => into.enter(options.fairnessKey ?? '', signal, options.waiters));
  /** What ran had the time that was left by its wait; who asked set the whole. */
  const told = (error: unknown, { timeoutMs }: RunOptions): unknown =>
    isAppError(error, 'query_timeout') ? timedOut(timeoutMs, { cause: error }) : error;

  const inside = async <T>(asked: RunOptions, work: (options: RunOptions) => Promise<T>): Promise<T> => {
    const { got: leave, options } = await enter(asked);
    try {
      return await work(options);
    } catch (error) {
      throw told(error, asked);
    } finally {
      leave();
    }
  };
  const insideLong = async <T>(asked: RunOptions, work: (options: RunOptions) => Promise<T>): Promise<T> => {
    const { got: leave, options } = await enter(asked, streams);
    try {
      return await inside(options, work);
    } catch (error) {
      throw told(error, asked);
    } finally {
      leave();
    }
  };
  const { write } = engine;

  return {
    ...engine,
    run: (query, asked) => inside(asked, (options) => engine.run(query, options)),
    ...(write && { write: (query, asked) => insideLong(asked, (options) => write(query, options)) }),
    stream: async function* stream(query, asked) {
      const { got: leaveStreams, options: left } = await enter(asked, streams);
      try {
        const { got: leave, options } = await enter(left);
        try {
          yield* engine.stream(query, options);
        } finally {
          leave();
        }
      } catch (error) {
        throw told(error, asked);
      } finally {
        leaveStreams();
      }
    },
  };
}
