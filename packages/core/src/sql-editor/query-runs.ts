import { isActive, type QueryState } from './query-states.ts';

/** A query that somebody runs, as far as its state goes ([3.13-04], [4.9]). */
export type QueryRun = {
  readonly state: QueryState;
  /** Epoch milliseconds. */
  readonly endedAt: number | null;
  /** What it gave, as far as it has come. */
  readonly results: readonly unknown[];
};

/** [4.9-03] At the start a query is running, or pending where it goes on without its request. */
export function startState(isAsync: boolean): QueryState {
  return isAsync ? 'pending' : 'running';
}

/** [4.9-04] A success counts unless the query was stopped, or its result says that it is none. */
export function succeed<Q extends QueryRun>(query: Q, status: QueryState, now: number): Q {
  if (query.state === 'stopped' || status !== 'success') return query;
  return { ...query, state: 'success', endedAt: query.endedAt ?? now };
}

/** [4.9-04] A failure counts unless the query was stopped. */
export function fail<Q extends QueryRun>(query: Q, state: 'failed' | 'timed_out', now: number): Q {
  return query.state === 'stopped' ? query : { ...query, state, endedAt: query.endedAt ?? now };
}

/** [4.9-05] Its results are asked for. */
export function requestResults<Q extends QueryRun>(query: Q): Q {
  return { ...query, state: 'fetching' };
}

/** [4.9-05] A stop clears what has come. */
export function stop<Q extends QueryRun>(query: Q, now: number): Q {
  return { ...query, state: 'stopped', endedAt: now, results: [] };
}

/** A state of the server's that comes with the answer of the run itself. */
export function tellState<Q extends QueryRun>(query: Q, state: QueryState, now: number): Q {
  if (state === 'success') return succeed(query, state, now);
  if (state === 'failed' || state === 'timed_out') return fail(query, state, now);
  if (state === 'stopped') return stop(query, now);
  // What is final is not taken back.
  return isActive(query.state) ? { ...query, state } : query;
}

/**
 * The state after a refresh, which tells what the server knew a moment ago.
 *
 * [4.9-06] It overwrites neither a stopped nor a failed query; a success leaves one that fetches, runs or has
 * succeeded as it is, since the answer itself is on its way.
 */
export function refreshedState(before: QueryState | null, told: QueryState): QueryState {
  if (before === 'stopped' || before === 'failed') return before;
  if (told === 'success' && (before === 'fetching' || before === 'success' || before === 'running')) return before;
  return told;
}

type Waiting = {
  readonly state: QueryState;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** 0 to 100. */
  readonly progress: number;
};

/** [4.9-07] Queries that run or wait, began longer ago than the interval and have not moved since are dropped. */
export function clearInactive<Q extends Waiting>(queries: readonly Q[], now: number, intervalMs: number): readonly Q[] {
  const kept = queries.filter(
    ({ state, startedAt, progress }) =>
      !((state === 'running' || state === 'pending') && now - startedAt > intervalMs && progress === 0),
  );
  return kept.length === queries.length ? queries : kept;
}
