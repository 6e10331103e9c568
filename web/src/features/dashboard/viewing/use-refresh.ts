import type { Layout } from '@tessera/core/layout/types';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useDashboard, useDashboardStore } from '../DashboardProvider.tsx';
import { useBoard } from '../view/chart-board.tsx';
import { planRefresh, refreshFrequency } from './refresh-plan.ts';

export type Refreshing = {
  /** Asks every chart again, past the cache. */
  readonly refresh: () => void;
  /** Seconds between refreshes by the clock in this visit; 0 is never. */
  readonly seconds: number;
  readonly setSeconds: (seconds: number) => void;
};

/** Every chart of the layout, in open tabs or not. */
function placementsOf(layout: Layout): readonly string[] {
  return Object.values(layout).flatMap(({ id, type }) => (type === 'CHART' ? id : []));
}

/** Refreshes of a whole dashboard, by hand and by the clock. Nothing is asked for while nobody looks. */
export function useRefresh(): Refreshing {
  const store = useDashboardStore();
  const board = useBoard();
  const saved = useDashboard((state) => refreshFrequency(state.history.present.settings));
  const editMode = useDashboard((state) => state.editMode);
  const [own, setSeconds] = useState<number | null>(null);
  const seconds = own ?? saved;
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());

  const run = useCallback(
    (isTimed: boolean) => {
      const { history, dispatch } = store.getState();
      const { layout, settings } = history.present;
      for (const timer of timers.current) clearTimeout(timer);
      timers.current.clear();
      dispatch({ type: 'refreshing_set', on: true });
      // Charts of tabs that are closed are asked for when they are opened.
      for (const { placementId } of planRefresh(placementsOf(layout), layout, settings, { isTimed }))
        board.due.add(placementId);
      for (const { placementId, delayMs } of planRefresh([...board.handles.keys()], layout, settings, { isTimed })) {
        const ask = () => board.handles.get(placementId)?.refresh(true);
        if (delayMs === 0) ask();
        else timers.current.add(setTimeout(ask, delayMs));
      }
    },
    [store, board],
  );
  useEffect(() => {
    if (seconds === 0 || editMode) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && run(true), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds, editMode, run]);
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);
  return { refresh: useCallback(() => run(false), [run]), seconds, setSeconds };
}
