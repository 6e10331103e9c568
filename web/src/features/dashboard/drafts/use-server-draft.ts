import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isStaleVersion } from '../../../api/api-error.ts';
import { dashboardDraft, NO_DRAFT } from '../../../api/dashboard-desk.ts';
import { draftText } from '../dashboard-draft.ts';
import { isUnsaved, type DashboardState, type DashboardStore } from '../dashboard-store.ts';
import { useDashboardStore } from '../DashboardProvider.tsx';
import { serverCopy } from './server-copy.ts';

/** Several changes in a row are stored once. */
const REST_MS = 2000;
/** A longer draft stays in this tab. */
const MAX_LETTERS = 2_000_000;

/**
 * What is not saved yet is stored on the server too, so that a closed tab or another machine loses nothing; it goes
 * when it is saved or given up.
 */
export function useServerDraft(): void {
  const store = useDashboardStore();
  const client = useQueryClient();
  useEffect(() => {
    const { id } = store.getState();
    return id === null ? undefined : followDraft(store, client, id);
  }, [store, client]);
}

/** @returns what ends it; the last changes are stored then, and what was given up goes */
function followDraft(store: DashboardStore, client: QueryClient, id: number): () => void {
  const { queryKey } = dashboardDraft(id);
  const copy = serverCopy(id);
  let timer: ReturnType<typeof setTimeout> | null = null;
  // Nothing of this tab was restored: whatever lies there is to be asked about.
  if (!isUnsaved(store.getState())) copy.goOnFrom([]);
  const write = () => {
    timer = null;
    const { history, stored, version, id: open } = store.getState();
    const text = draftText({ document: history.present, base: stored, version });
    if (open !== id || text.length > MAX_LETTERS) return;
    copy.write(text).catch((error: unknown) => {
      // Another window has written since: its changes stay, and the notice asks. Without a connection the tab has
      // everything, and the next change tries again.
      if (isStaleVersion(error)) void client.invalidateQueries({ queryKey });
    });
  };
  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const forget = () => {
    stop();
    const noted = client.getQueryData(queryKey)?.token ?? null;
    if (noted !== null && copy.isMine(noted)) client.setQueryData(queryKey, NO_DRAFT);
    copy.remove().catch(() => {});
  };
  const follow = (state: DashboardState) => {
    if (state.id !== id || !isUnsaved(state)) return forget();
    stop();
    timer = setTimeout(write, REST_MS);
  };
  const unsubscribe = store.subscribe((state, before) => {
    if (state.history.present !== before.history.present || state.saved !== before.saved || state.id !== before.id)
      follow(state);
  });
  const flush = () => {
    if (timer === null) return;
    stop();
    write();
  };
  window.addEventListener('pagehide', flush);
  return () => {
    window.removeEventListener('pagehide', flush);
    unsubscribe();
    const state = store.getState();
    if (state.id === id && isUnsaved(state)) flush();
    else forget();
  };
}
