import type { ChartState } from './chart-status.ts';
import type { ChartSession, SessionView } from './session/create-session.ts';
import type { DrawSlots } from './draw-slots.ts';

/** A session as a page of many charts sees it. */
export type CalmView = {
  readonly view: () => SessionView;
  readonly subscribe: (onChange: () => void) => () => void;
  /** Whether its last answer waits to be drawn. */
  readonly isPending: () => boolean;
};

export type CalmIo = {
  readonly slots: Pick<DrawSlots, 'wait' | 'leave' | 'isWaiting'>;
  /** @returns what calls it off */
  readonly later: (run: () => void, ms: number) => () => void;
};

/** What answers sooner was never seen to wait. */
const UNSEEN_MS = 100;

/**
 * Of a chart that has a picture: its next answer is drawn in its slot, an answer that comes at once is not announced by
 * a wait, and that a picture stands changes nothing of it. So a selection costs each card one drawing and nothing else.
 */
export function createCalmView(session: Pick<ChartSession, 'view' | 'subscribe'>, { slots, later }: CalmIo): CalmView {
  const listeners = new Set<() => void>();
  let seen = session.view();
  let settled: ChartState = seen.state;
  let callOff: (() => void) | null = null;
  let stop: (() => void) | null = null;

  const show = (): void => {
    slots.leave(show);
    const now = session.view();
    // The next question of a chart that is being drawn waits unseen as well.
    seen = callOff === null ? now : { ...now, state: settled };
    for (const listener of listeners) listener();
  };
  const showWait = (): void => {
    callOff = null;
    show();
  };
  const endWait = (): void => {
    callOff?.();
    callOff = null;
  };
  const hear = (): void => {
    const next = session.view();
    const { shown } = seen;
    const isLoading = next.state.status === 'loading';
    if (!isLoading) {
      endWait();
      settled = next.state;
    } else if (seen.state.status !== 'loading' && shown !== null) callOff ??= later(showWait, UNSEEN_MS);
    if (shown === null || next.ownState !== seen.ownState || next.loaded !== seen.loaded) return show();
    if (next.shown !== shown) return slots.wait(show);
    if (callOff === null && !isOnlyDrawn(seen, next)) show();
  };

  return {
    // Before anybody listens nothing waits: a page that begins draws what is known already.
    view: () => (stop === null ? session.view() : seen),
    subscribe: (onChange) => {
      listeners.add(onChange);
      if (stop === null) {
        stop = session.subscribe(hear);
        seen = session.view();
        settled = seen.state;
      }
      return () => {
        listeners.delete(onChange);
        if (listeners.size > 0) return;
        stop?.();
        stop = null;
        slots.leave(show);
        endWait();
      };
    },
    isPending: () => slots.isWaiting(show),
  };
}

/** Whether nothing but the drawing of what is seen has ended. */
function isOnlyDrawn(seen: SessionView, next: SessionView): boolean {
  const { state } = next;
  if (state.status !== 'rendered' || seen.state.status !== 'success' || seen.state.request !== state.request)
    return false;
  return (Object.keys(next) as (keyof SessionView)[]).every((key) => key === 'state' || next[key] === seen[key]);
}
