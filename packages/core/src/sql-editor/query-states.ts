/** States of a query of the SQL editor ([4.9-01]). */
export const queryStates = [
  'started',
  'stopped',
  'failed',
  'pending',
  'running',
  'scheduled',
  'success',
  'fetching',
  'timed_out',
] as const;
export type QueryState = (typeof queryStates)[number];

const active: ReadonlySet<string> = new Set<QueryState>(['running', 'started', 'pending', 'fetching', 'scheduled']);

/** Whether something is still to come; the other states are final ([4.9-02]). */
export function isActive(state: QueryState): boolean {
  return active.has(state);
}

/** A state as a server tells it; what this version does not know counts as running, since its end will be notified. */
export function readState(state: string): QueryState {
  return queryStates.find((known) => known === state) ?? 'running';
}

export type StateTone = 'danger' | 'info' | 'warning' | 'success';

const tones: Readonly<Record<QueryState | 'offline', StateTone>> = {
  offline: 'danger',
  failed: 'danger',
  stopped: 'danger',
  timed_out: 'danger',
  pending: 'info',
  fetching: 'info',
  scheduled: 'info',
  started: 'info',
  running: 'warning',
  success: 'success',
};

/** The colour of a state ([4.9-08]). */
export function toneOfState(state: QueryState | 'offline'): StateTone {
  return tones[state];
}
