import { useQueryClient } from '@tanstack/react-query';
import type { AppliedMask } from '@tessera/core/effective-query/sources';
import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { createBrowserIo } from './session/browser-io.ts';
import { createChartSession, type ChartSession, type SessionView } from './session/create-session.ts';
import type { SessionInput } from './session/session-types.ts';

export type { Shown } from './session/session-types.ts';

/** What to show; what is left out adds nothing. */
export type ChartInput = Pick<SessionInput, 'chartId' | 'vizType' | 'form' | 'datasource'> & Partial<SessionInput>;

/** A chart that is shown: what a page sees of it, and what can be done with it. */
export type ChartControl = SessionView & Omit<ChartSession, 'view' | 'subscribe' | 'update' | 'close'>;

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
  const client = useQueryClient();
  const [session] = useState(() => createChartSession(createBrowserIo(client)));
  const view = useSyncExternalStore(session.subscribe, session.view);
  useLayoutEffect(() => session.update(inputOf(input)));
  useEffect(() => session.close, [session]);
  return useMemo(() => {
    const { setOwnState, stop, refresh, onRendered, onFailed } = session;
    return { ...view, setOwnState, stop, refresh, onRendered, onFailed };
  }, [session, view]);
}
