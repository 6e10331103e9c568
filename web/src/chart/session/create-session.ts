import type { RawForm } from '@tessera/core/form-data';
import type { AnnotationStates } from '../annotation-status.ts';
import type { ChartState } from '../chart-status.ts';
import type { LoadedViz } from '../use-viz.ts';
import { createEffects } from './perform-effects.ts';
import type { SessionIo } from './session-io.ts';
import type { Question, SessionEvent, SessionInput, SessionState, Shown } from './session-types.ts';
import { emptySession, stepSession } from './step-session.ts';

/** What a page sees of a session; the same object until something has changed. */
export type SessionView = {
  readonly state: ChartState;
  /** The name of the newest request; see `useQueryProgress`. Null before the first. */
  readonly ask: string | null;
  /** The last answer, retained while a newer one is on its way or cannot be asked for; null before the first. */
  readonly shown: Shown | null;
  readonly loaded: LoadedViz | null;
  /** What the chart asks now; null until its type is here, or when it cannot be asked. */
  readonly effective: Extract<Question, { ok: true }>['effective'] | null;
  /** The queries of the annotation layers; their records are in `shown` already. */
  readonly annotations: AnnotationStates;
  readonly ownState: RawForm;
};

export type ChartSession = {
  readonly view: () => SessionView;
  readonly subscribe: (onChange: () => void) => () => void;
  /** What is to be shown from now on. */
  readonly update: (input: SessionInput) => void;
  readonly setOwnState: (ownState: RawForm) => void;
  readonly stop: () => void;
  /** Ask again; `force` goes past the server's cache. */
  readonly refresh: (force?: boolean) => void;
  readonly onRendered: () => void;
  readonly onFailed: (error: unknown) => void;
  /** End what is under way; an update opens the session again. */
  readonly close: () => void;
};

/** The effects around the rules of step-session.ts. */
export function createChartSession(io: SessionIo): ChartSession {
  const name = io.newName();
  const listeners = new Set<() => void>();
  const waiting: SessionEvent[] = [];
  let state = emptySession;
  let view = viewOf(state);
  let stopListening: (() => void) | null = null;

  const act = createEffects(io, {
    tell: (event) => send({ ...event, now: io.now() }),
    databaseId: () => state.input?.databaseId ?? null,
  });

  /** An effect may tell something at once: it waits until the effects before it are done. */
  function send(event: SessionEvent): void {
    waiting.push(event);
    if (waiting.length > 1) return;
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const [after, effects] = stepSession(state, next, name);
      state = after;
      effects.forEach(act);
      waiting.shift();
    }
    const seen = viewOf(state);
    if (isSame(seen, view)) return;
    view = seen;
    for (const listener of listeners) listener();
  }

  return {
    view: () => view,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    update: (input) => {
      stopListening ??= io.onReturn(() => send({ type: 'returned', now: io.now() }));
      if (!state.input || !isSame(input, state.input)) send({ type: 'input_changed', input, now: io.now() });
    },
    setOwnState: (ownState) => send({ type: 'own_state_set', ownState, now: io.now() }),
    stop: () => send({ type: 'stop_pressed', now: io.now() }),
    refresh: (force = false) => send({ type: 'refresh_pressed', force, now: io.now() }),
    onRendered: () => send({ type: 'rendered', now: io.now() }),
    onFailed: (error) => {
      const known = error instanceof Error ? error : null;
      const reason = known?.message ?? String(error);
      send({ type: 'render_failed', reason, stack: known?.stack ?? null, now: io.now() });
    },
    close: () => {
      stopListening?.();
      stopListening = null;
      send({ type: 'closed', now: io.now() });
    },
  };
}

/** Whether every part is the very same. */
function isSame<T extends object>(one: T, other: T): boolean {
  return (Object.keys(one) as (keyof T)[]).every((key) => one[key] === other[key]);
}

function viewOf({ chart, ask, picture, drawing, question, annotations, ownState }: SessionState): SessionView {
  return {
    state: chart,
    ask,
    shown: picture,
    loaded: drawing.value,
    effective: question?.ok === true ? question.effective : null,
    annotations,
    ownState,
  };
}
