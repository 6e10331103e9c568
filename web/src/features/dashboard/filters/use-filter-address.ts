import { useQueryClient } from '@tanstack/react-query';
import { chartIdsOf } from '@tessera/core/layout/charts';
import type { NativeFilter } from '@tessera/core/native-filters/definition';
import { openFilterState, type DataMasks } from '@tessera/core/native-filters/filter-state';
import { stableJson } from '@tessera/core/stable-json';
import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { keepFilters, storedFilters } from '../../../api/dashboards.ts';
import { useReachability } from '../../../api/reachability.ts';
import { useLatest } from '../../../ui/common/use-latest.ts';
import { useOnPop } from '../../../ui/common/use-on-pop.ts';
import { useDashboardStore } from '../DashboardProvider.tsx';
import { SAME_DASHBOARD } from '../use-unsaved-guard.ts';
import { useFilters, useFilterState, useFilterStore } from './FilterProvider.tsx';
import { readStoredMasks } from './loaded-masks.ts';

const KEY = 'native_filters_key';
/** What an address says of the filters in other ways; one key says it from the first change on. */
const OTHERS = ['native_filters', 'preselect_filters', 'permalink_key'];
/** A brush goes through many selections; the address keeps where it rests. */
const REST_MS = 300;

/**
 * The address says what is set: every change is stored under a key and makes an entry in the history of the browser,
 * and going back sets what was set there.
 */
export function useFilterAddress(dashboardId: number): void {
  /** What the address says now; a change to anything else is on its way there. */
  const saidRef = useRef<string | null>(null);
  /** The key of the address whose masks are set. What the page writes it need not read: more may be set since. */
  const shownKeyRef = useRef(keyOf(useLocation().search));
  useWrittenAddress(dashboardId, saidRef, shownKeyRef);
  useReadAddress(dashboardId, saidRef, shownKeyRef);
}

function keyOf(search: string): string | null {
  return new URLSearchParams(search).get(KEY);
}

function useWrittenAddress(
  dashboardId: number,
  saidRef: RefObject<string | null>,
  shownKeyRef: RefObject<string | null>,
): void {
  const navigate = useNavigate();
  const latest = useLatest({ location: useLocation(), filters: useFilters().filters });
  const store = useStateKey(dashboardId);
  const masks = useFilterState((state) => state.masks);
  const awaited = useFilterState((state) => state.awaited.size > 0);
  // What was set without a connection is stored once there is one.
  const returns = useReachability((state) => state.returns);
  const wasAwaitedRef = useRef(false);
  /** What an address without anything about filters opens with, where that was seen. */
  const plainRef = useRef<{ readonly filters: readonly NativeFilter[]; readonly masks: string } | null>(null);
  useEffect(() => {
    const now = stableJson(masks);
    // What a dashboard opens with is what its address says, up to the last of the first values, with which nothing is
    // awaited any more.
    const isOpening = saidRef.current === null || awaited || wasAwaitedRef.current;
    wasAwaitedRef.current = awaited;
    if (isOpening) {
      saidRef.current = now;
      const { location, filters } = latest.current;
      if (isPlain(location.search)) plainRef.current = { filters, masks: now };
      return;
    }
    if (saidRef.current === now) return;
    let isLatest = true;
    const timer = setTimeout(() => {
      const { filters } = latest.current;
      const plain = plainRef.current?.filters === filters ? plainRef.current.masks : maskTextOf(filters);
      const isAsOpened = now === plain;
      void (isAsOpened ? Promise.resolve(null) : store(masks)).then((key) => {
        if (!isLatest || key === undefined) return;
        saidRef.current = now;
        shownKeyRef.current = key;
        const { pathname, search } = latest.current.location;
        void navigate({ pathname, search: withKey(search, key) }, { state: SAME_DASHBOARD, preventScrollReset: true });
      });
    }, REST_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [masks, awaited, returns, saidRef, shownKeyRef, latest, store, navigate]);
}

function isPlain(search: string): boolean {
  const parameters = new URLSearchParams(search);
  return [KEY, ...OTHERS].every((name) => !parameters.has(name));
}

/** What filters open with by themselves; null as long as the first values of some are not known. */
function maskTextOf(filters: readonly NativeFilter[]): string | null {
  const { masks, awaited } = openFilterState(filters, null);
  return awaited.size > 0 ? null : stableJson(masks);
}

/** Stores masks under a key; undefined where there is no connection: the page goes on, and its address stays. */
function useStateKey(dashboardId: number): (masks: DataMasks) => Promise<string | undefined> {
  const client = useQueryClient();
  return useCallback(
    async (masks) => {
      try {
        const key = await keepFilters(dashboardId, masks);
        client.setQueryData(storedFilters(String(dashboardId), key).queryKey, JSON.stringify(masks));
        return key;
      } catch {
        return undefined;
      }
    },
    [dashboardId, client],
  );
}

function useReadAddress(
  dashboardId: number,
  saidRef: RefObject<string | null>,
  shownKeyRef: RefObject<string | null>,
): void {
  const store = useFilterStore();
  const client = useQueryClient();
  const dashboard = useDashboardStore();
  const filters = useLatest(useFilters().filters);
  const set = (loaded: Readonly<Record<string, unknown>> | null): void => {
    const { layout } = dashboard.getState().history.present;
    const opened = openFilterState(filters.current, loaded, chartIdsOf(layout));
    const isSet = stableJson(opened.masks) === stableJson(store.getState().masks);
    if (isSet && opened.awaited.size === 0) return;
    saidRef.current = stableJson(opened.masks);
    store.getState().update(() => opened);
  };
  const read = useLatest((key: string | null): void => {
    if (shownKeyRef.current === key) return;
    shownKeyRef.current = key;
    if (key === null) return set(null);
    void client.fetchQuery(storedFilters(String(dashboardId), key)).then(
      (text) => shownKeyRef.current === key && set(readStoredMasks(text)),
      () => undefined,
    );
  });
  const key = keyOf(useLocation().search);
  useEffect(() => read.current(key), [key, read]);
  useOnPop((search) => read.current(keyOf(search)));
}

function withKey(search: string, key: string | null): string {
  const parameters = new URLSearchParams(search);
  for (const name of OTHERS) parameters.delete(name);
  if (key === null) parameters.delete(KEY);
  else parameters.set(KEY, key);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
