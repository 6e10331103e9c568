import { useQueryClient } from '@tanstack/react-query';
import type { AppliedMask } from '@tessera/core/effective-query/sources';
import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { createCalmView, type CalmView } from './calm-view.ts';
import type { ChartStatus } from './chart-status.ts';
import { pageSlots } from './page-slots.ts';
import { createBrowserIo } from './session/browser-io.ts';
import { createChartSession, type ChartSession, type SessionView } from './session/create-session.ts';
import type { SessionInput } from './session/session-types.ts';

export type { Shown } from './session/session-types.ts';

/** What to show; what is left out adds nothing. */
export type ChartInput = Pick<SessionInput, 'chartId' | 'vizType' | 'form' | 'datasource'> & Partial<SessionInput>;

/** A chart that is shown: what a page sees of it, and what can be done with it. */
export type ChartControl = SessionView &
  Omit<ChartSession, 'view' | 'subscribe' | 'update' | 'close'> & {
    /** Its status at every moment, for what is said of it beside the picture; see `useLiveStatus`. */
    readonly live: LiveStatus;
  };

export type LiveStatus = {
  readonly status: () => ChartStatus;
  readonly subscribe: (onChange: () => void) => () => void;
};

const nothing = {
  masks: [] as readonly AppliedMask[],
  url: {},
  timeOverride: null,
  databaseId: null,
  dashboardId: null,
  run: 0,
  takesOld: false,
  force: false,
  isStill: false,
  enabled: true,
  whole: null,
  isAway: false,
};

/** What a session is to show, with nothing where a page says nothing. */
export function inputOf(input: ChartInput): SessionInput {
  return { ...nothing, ...input };
}

/** A chart session for as long as a component is on the page. */
export function useChart(input: ChartInput): ChartControl {
  const session = useSession();
  return useControl(session, session, inputOf(input));
}

/** The same of one chart among many: it tells what is to be drawn, in its slot, and of a wait only where it is one. */
export function useCalmChart(input: ChartInput): ChartControl {
  const session = useSession();
  const [calm] = useState(() => createCalmView(session, { slots: pageSlots, later }));
  return useControl(session, calm, inputOf(input));
}

function useSession(): ChartSession {
  const client = useQueryClient();
  const [session] = useState(() => createChartSession(createBrowserIo(client)));
  return session;
}

function useControl(
  session: ChartSession,
  seen: Pick<CalmView, 'view' | 'subscribe'> & Partial<CalmView>,
  input: SessionInput,
): ChartControl {
  const view = useSyncExternalStore(seen.subscribe, seen.view);
  const { isPending } = seen;
  // What is not drawn yet asks for nothing newer.
  useLayoutEffect(() => session.update(isPending?.() === true ? { ...input, isAway: true } : input));
  useEffect(() => session.close, [session]);
  const actions = useMemo(() => {
    const { setOwnState, stop, refresh, onFailed } = session;
    // It was the picture before that is drawn now.
    const onRendered = () => (isPending?.() === true ? undefined : session.onRendered());
    const live: LiveStatus = { status: () => session.view().state.status, subscribe: session.subscribe };
    return { setOwnState, stop, refresh, onRendered, onFailed, live };
  }, [session, isPending]);
  return useMemo(() => ({ ...view, ...actions }), [view, actions]);
}

function later(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** The status of a chart at every moment. */
export function useLiveStatus({ live }: Pick<ChartControl, 'live'>): ChartStatus {
  return useSyncExternalStore(live.subscribe, live.status);
}
