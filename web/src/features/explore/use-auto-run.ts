import type { RawForm } from '@tessera/core/form-data';
import { useEffect, useRef, useState } from 'react';
import type { ChartState } from '../../chart/chart-status.ts';
import type { Session } from './use-explore-session.ts';

export type AutoRun = { readonly isOn: boolean; readonly set: (on: boolean) => void };

const KEY = 'tessera.explore.auto';
/** Edits that follow each other faster than this are one. */
const QUIET_MS = 500;
/** A chart that took longer is not requested again without a click. */
const CHEAP_MS = 3000;

/**
 * With the switch on, an edit that can run is run by itself, as long as answers come quickly. The browser stores the
 * choice.
 */
export function useAutoRun(session: Session, form: RawForm, state: ChartState): AutoRun {
  const [isOn, setOn] = useState(() => {
    try {
      return localStorage.getItem(KEY) === '1';
    } catch {
      return false;
    }
  });
  const runs = isOn && session.isStale && Object.keys(session.errors).length === 0 && isCheap(state);
  const latest = useRef(session.run);
  useEffect(() => {
    latest.current = session.run;
  });
  useEffect(() => {
    if (!runs) return;
    const timer = setTimeout(() => latest.current({ quiet: true }), QUIET_MS);
    return () => clearTimeout(timer);
  }, [runs, form]);

  const set = (on: boolean) => {
    setOn(on);
    try {
      localStorage.setItem(KEY, on ? '1' : '0');
    } catch {
      // A private window stores it as long as the page lasts.
    }
  };
  return { isOn, set };
}

/** Whether the last answer came quickly; a chart that failed or was stopped waits for a user. */
export function isCheap({ status, startedAt, endedAt }: Pick<ChartState, 'status' | 'startedAt' | 'endedAt'>): boolean {
  if (status === 'failed' || status === 'stopped') return false;
  return startedAt === null || endedAt === null || endedAt - startedAt < CHEAP_MS;
}
