import type { DeepReadonly } from '@tessera/core/deep-readonly';
import type { JobEvent as Event } from '@tessera/server/contract';

/** What the page reads of an event about a job ([3.12-01]). */
export type JobEvent = DeepReadonly<Pick<Event, 'id' | 'job_id' | 'status' | 'errors' | 'result_url'>>;

export type AsyncState = {
  readonly transport: 'polling' | 'websocket';
  readonly socket: 'closed' | 'opening' | 'open';
  /** Websocket closings in a row without an opening. */
  readonly closings: number;
  /** A question is on its way or about to be. */
  readonly isPolling: boolean;
  readonly failedPolls: number;
  readonly waiting: ReadonlySet<string>;
  /** Sent with the next question; only what came after it is reported. */
  readonly lastId: string | null;
};

export type AsyncInput =
  | { readonly type: 'wait'; readonly job: string }
  | { readonly type: 'leave'; readonly job: string }
  | { readonly type: 'polled'; readonly events: readonly JobEvent[] }
  | { readonly type: 'poll_failed' }
  | { readonly type: 'opened' }
  | { readonly type: 'closed' }
  | { readonly type: 'told'; readonly event: JobEvent }
  | { readonly type: 'again'; readonly event: JobEvent; readonly attempt: number };

export type AsyncEffect =
  | { readonly type: 'poll'; readonly afterMs: number }
  | { readonly type: 'connect'; readonly afterMs: number }
  | { readonly type: 'settle'; readonly event: JobEvent }
  | { readonly type: 'give_up'; readonly jobs: readonly string[] }
  | { readonly type: 'retry'; readonly event: JobEvent; readonly attempt: number; readonly afterMs: number }
  | { readonly type: 'drop'; readonly event: JobEvent }
  | { readonly type: 'keep'; readonly lastId: string };

/** [9.0-03] */
export const RECONNECT_MS = 2500;
export const MAX_RECONNECTS = 6;
/** [9.0-04] times the number of the attempt */
export const RETRY_MS = 100;
export const MAX_RETRIES = 6;
/** After so many questions without an answer the charts say so. */
export const MAX_FAILED_POLLS = 6;

export function startAsync(transport: AsyncState['transport'], lastId: string | null): AsyncState {
  return { transport, socket: 'closed', closings: 0, isPolling: false, failedPolls: 0, waiting: new Set(), lastId };
}

type Step = readonly [AsyncState, readonly AsyncEffect[]];

/** Waiting for jobs by polling or websocket ([4.3-02] to [4.3-04]). Pure: what is to be done comes out as effects. */
export function stepAsync(state: AsyncState, input: AsyncInput, pollMs: number): Step {
  switch (input.type) {
    case 'wait':
      return listen({ ...state, waiting: new Set([...state.waiting, input.job]) }, pollMs);
    case 'leave':
      return [{ ...state, waiting: without(state.waiting, input.job) }, []];
    case 'polled': {
      const [next, effects] = tell({ ...state, failedPolls: 0 }, input.events);
      return then(goOnPolling(next, pollMs), effects);
    }
    case 'poll_failed': {
      const failedPolls = state.failedPolls + 1;
      if (failedPolls < MAX_FAILED_POLLS) return goOnPolling({ ...state, failedPolls }, pollMs * 2 ** failedPolls);
      return [
        { ...state, isPolling: false, failedPolls: 0, waiting: new Set() },
        [{ type: 'give_up', jobs: [...state.waiting] }],
      ];
    }
    case 'opened':
      return afterOpening({ ...state, socket: 'open', closings: 0 });
    case 'closed':
      return reconnect({ ...state, socket: 'closed' }, pollMs);
    case 'told':
      return tell(state, [input.event]);
    case 'again':
      return deliver(state, input.event, input.attempt);
  }
}

function listen(state: AsyncState, pollMs: number): Step {
  if (state.transport === 'polling')
    return state.isPolling ? [state, []] : [{ ...state, isPolling: true }, [{ type: 'poll', afterMs: pollMs }]];
  return state.socket === 'closed' ? [{ ...state, socket: 'opening' }, [{ type: 'connect', afterMs: 0 }]] : [state, []];
}

/**
 * The server repeats what came after the last id; without one, what happened before the opening has to be asked for.
 */
function afterOpening(state: AsyncState): Step {
  if (state.lastId !== null || state.waiting.size === 0 || state.isPolling) return [state, []];
  return [{ ...state, isPolling: true }, [{ type: 'poll', afterMs: 0 }]];
}

/** A lost socket is opened again a few times; after that, polling it is. */
function reconnect(state: AsyncState, pollMs: number): Step {
  const closings = state.closings + 1;
  if (closings > MAX_RECONNECTS) {
    const polling: AsyncState = { ...state, transport: 'polling', closings: 0 };
    return state.waiting.size === 0 ? [polling, []] : listen(polling, pollMs);
  }
  if (state.waiting.size === 0) return [{ ...state, closings }, []];
  // One question meanwhile shows the server that somebody waits still.
  const asks = state.isPolling ? [] : [{ type: 'poll' as const, afterMs: 0 }];
  return [
    { ...state, socket: 'opening', closings, isPolling: true },
    [{ type: 'connect', afterMs: RECONNECT_MS }, ...asks],
  ];
}

function goOnPolling(state: AsyncState, afterMs: number): Step {
  const goesOn = state.transport === 'polling' && state.waiting.size > 0;
  return [{ ...state, isPolling: goesOn }, goesOn ? [{ type: 'poll', afterMs }] : []];
}

function tell(state: AsyncState, events: readonly JobEvent[]): Step {
  let step: Step = [state, []];
  for (const event of events) step = then(deliver(step[0], event, 0), step[1]);
  const last = events.reduce((newest, { id }) => (isAfter(id, newest) ? id : newest), state.lastId);
  return last !== null && last !== state.lastId
    ? then([{ ...step[0], lastId: last }, [{ type: 'keep', lastId: last }]], step[1])
    : step;
}

/** An event may overtake the answer that names its job, so one without a listener is tried again ([4.3-03]). */
function deliver(state: AsyncState, event: JobEvent, attempt: number): Step {
  if (event.status === 'running') return [state, []];
  if (state.waiting.has(event.job_id))
    return [{ ...state, waiting: without(state.waiting, event.job_id) }, [{ type: 'settle', event }]];
  if (attempt >= MAX_RETRIES) return [state, [{ type: 'drop', event }]];
  return [state, [{ type: 'retry', event, attempt: attempt + 1, afterMs: RETRY_MS * (attempt + 1) }]];
}

/** Ids are `ms-seq`. */
function isAfter(id: string, other: string | null): boolean {
  const [ms = 0, seq = 0] = id.split('-').map(Number);
  const [otherMs = -1, otherSeq = -1] = other?.split('-').map(Number) ?? [];
  return ms > otherMs || (ms === otherMs && seq > otherSeq);
}

function then([state, effects]: Step, before: readonly AsyncEffect[]): Step {
  return [state, [...before, ...effects]];
}

function without(jobs: ReadonlySet<string>, job: string): ReadonlySet<string> {
  const left = new Set(jobs);
  left.delete(job);
  return left;
}
