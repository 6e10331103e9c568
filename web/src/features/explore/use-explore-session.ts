import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { me } from '../../api/me.ts';
import { isStillShown, isUnsaved, needsLoading } from '../../chart-editor/editor-store.ts';
import { useSession, type AfterRun, type RunHow, type Session } from '../../chart-editor/use-session.ts';
import type { DatasetFields } from '../../controls/fields.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { keepDraft } from './draft-store.ts';
import { keepLasting } from './lasting-draft.ts';
import { placeOf } from './forget-changes.ts';
import { keepFormData } from './explore-api.ts';
import { exploreSearch, parseExploreAddress } from './explore-address.ts';
import { useExplore } from './explore-store.ts';

/** Everything that a user does in the panel; what is run stands in the address, and edits outlive the page. */
export function useExploreSession(): Session {
  useDraftKept();
  return useSession(useAddress());
}

const DRAFT_DELAY_MS = 300;

/** Edits wait in the tab until they are run; then the address holds them. */
function useDraftKept(): void {
  const { search } = useLocation();
  const draft = useExplore((state) => state.draft);
  const isEdited = useExplore((state) => state.dataset !== null && state.edited);
  const asksToLeave = useExplore((state) => state.asksToLeave);
  const userId = useQuery(me).data?.id ?? null;
  useEffect(() => {
    // What is given up by leaving must not come back.
    if (!isEdited || asksToLeave) return;
    // Once run, the edits belong to another address, although the browser may still be on its way to it: the one before
    // stays as it was.
    const timer = setTimeout(() => {
      const now = useExplore.getState();
      if (now.address !== search) return;
      const changed = isUnsaved(now) ? draft : null;
      const version = now.chart?.version ?? null;
      keepDraft(search, changed && { draft: changed, version, wasRun: now.run?.form === draft.form });
      const place = placeOf(now, userId);
      if (place) keepLasting(place, changed && { draft: changed, at: Date.now(), version });
    }, DRAFT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [draft, isEdited, asksToLeave, search, userId]);
}

/** Edits that are not saved go along to another address at once: a reload may come before they are stored anew. */
function moveDraft(from: string, to: string): void {
  const now = useExplore.getState();
  const { draft, run, chart } = now;
  keepDraft(from, null);
  if (!isUnsaved(now)) return;
  keepDraft(to, { draft, version: chart?.version ?? null, wasRun: run?.form === draft.form });
}

/** Runs that follow each other faster than this are written into the address once. */
const ADDRESS_DELAY_MS = 700;

/** Writes the newest run into the address. */
function useAddress(): AfterRun {
  const navigate = useNavigate();
  const { search } = useLocation();
  const at = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<RunHow | null>(null);
  const asksToLeave = useExplore((state) => state.asksToLeave);
  useEffect(() => {
    at.current = search;
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const writeAddress = useCallback<AfterRun>(
    (how = { quiet: false }) => {
      clearTimeout(timer.current);
      const savedForm = useExplore.getState().saved?.form;
      // Once saved, the address is that of the chart: settings that are written into it now would come back on reload.
      const isLate = () => useExplore.getState().saved?.form !== savedForm;
      const write = () => {
        const state = useExplore.getState();
        const { dataset, asksToLeave: isAsking } = state;
        waiting.current = isAsking ? how : null;
        const from = at.current;
        if (!dataset || isAsking || isLate() || needsLoading(state, from)) return;
        addressOfRun(dataset, from)
          .then((next) => {
            if (next === null || isLate()) return;
            if (useExplore.getState().asksToLeave) {
              waiting.current = how;
              return;
            }
            moveDraft(from, next);
            useExplore.getState().dispatch({ type: 'addressed', address: next });
            void navigate(next, { replace: how.quiet });
          })
          .catch(() => toast.warning(t('The address could not be updated; a reload would lose the latest settings.')));
      };
      if (how.quiet) timer.current = setTimeout(write, ADDRESS_DELAY_MS);
      else write();
    },
    [navigate],
  );
  // Who stays after the question has the address of what they see.
  useEffect(() => {
    if (!asksToLeave && waiting.current) writeAddress(waiting.current);
  }, [asksToLeave, writeAddress]);
  return writeAddress;
}

/** The address under which the server keeps the newest run; null when the page shows something else by then. */
async function addressOfRun(dataset: DatasetFields, search: string): Promise<string | null> {
  const { chart, run, draft } = useExplore.getState();
  const chartId = chart?.id ?? null;
  const formDataKey = await keepFormData(dataset, chartId, draft.form);
  if (!isStillShown(useExplore.getState(), { number: run?.number ?? null, chartId })) return null;
  const { dashboardId, fromDashboard } = parseExploreAddress(new URLSearchParams(search));
  return exploreSearch({ chartId, datasource: dataset, formDataKey, dashboardId, fromDashboard });
}
