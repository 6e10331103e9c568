import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type { Complaints } from '@tessera/viz/define';
import type { AnyViz } from '@tessera/viz/erase';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { limits } from '../../api/limits.ts';
import { me } from '../../api/me.ts';
import { useVizDefinition, vizQuery } from '../../chart/use-viz.ts';
import { panelContext, type DatasetFields } from '../../controls/fields.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { keepDraft } from './draft-store.ts';
import { keepLasting } from './lasting-draft.ts';
import { placeOf } from './forget-changes.ts';
import { keepFormData } from './explore-api.ts';
import { exploreSearch, parseExploreAddress } from './explore-address.ts';
import { isStale, isStillShown, isUnsaved, useExplore } from './explore-store.ts';

/** `quiet`: the chart follows an edit. What the page keeps will do, and the history of the browser stays short. */
export type RunHow = { readonly quiet: boolean };

export type Session = {
  readonly viz: AnyViz | null;
  /** Complaints by control; empty before a user has edited (ruling 5). */
  readonly errors: Complaints;
  readonly isStale: boolean;
  readonly run: (how?: RunHow) => void;
  readonly setControl: (key: string, value: unknown) => void;
  /** The same, run at once however dear the query: for what a user does to the picture itself. */
  readonly applyControl: (key: string, value: unknown) => void;
  readonly changeViz: (type: string) => void;
  readonly changeDataset: (dataset: DatasetFields) => void;
  /** Steps back (below zero) or forth in the history of edits. */
  readonly step: (by: number) => void;
};

/** Everything that a user does in the panel, tied to the loaded chart type. */
export function useSession(): Session {
  const draft = useExplore((state) => state.draft);
  const dispatch = useExplore((state) => state.dispatch);
  const viz = useVizDefinition(draft.vizType).data ?? null;
  const stale = useExplore((state) => isStale(state, viz));
  useDraftKept();
  const writeAddress = useAddress();
  const setControl = useCallback(
    (key: string, value: unknown) => viz && dispatch({ type: 'control_changed', key, value, viz }),
    [viz, dispatch],
  );
  return {
    viz,
    errors: useErrors(viz),
    isStale: stale,
    run: useRun(viz, stale, writeAddress),
    setControl,
    applyControl: useApplyControl(viz, writeAddress),
    changeViz: useChangeViz(viz, writeAddress),
    changeDataset: useChangeDataset(viz, writeAddress),
    step: useStep(writeAddress),
  };
}

const noErrors: Complaints = {};

function useErrors(viz: AnyViz | null): Complaints {
  const form = useExplore((state) => state.draft.form);
  const dataset = useExplore((state) => state.dataset);
  const complains = useExplore((state) => state.edited || state.refused);
  return useMemo(
    () => (viz && dataset && complains ? complaintsOf(viz, form, dataset) : noErrors),
    [viz, dataset, complains, form],
  );
}

const DRAFT_DELAY_MS = 300;

/** Edits wait in the tab until they are run; then the address holds them. */
function useDraftKept(): void {
  const { search } = useLocation();
  const draft = useExplore((state) => state.draft);
  const isEdited = useExplore((state) => state.dataset !== null && state.edited);
  const userId = useQuery(me).data?.id ?? null;
  useEffect(() => {
    if (!isEdited) return;
    // Once run, the edits belong to another address, although the browser may still be on its way to it: the one before
    // stays as it was.
    const timer = setTimeout(() => {
      const now = useExplore.getState();
      if (now.address !== search) return;
      const changed = isUnsaved(now) ? draft : null;
      keepDraft(search, changed);
      const place = placeOf(now, userId);
      const version = now.chart?.version ?? null;
      if (place) keepLasting(place, changed && { draft: changed, at: Date.now(), version });
    }, DRAFT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [draft, isEdited, search, userId]);
}

type WriteAddress = (how?: RunHow) => void;

/** Runs that follow each other faster than this are written into the address once. */
const ADDRESS_DELAY_MS = 700;

/** Writes the newest run into the address. */
function useAddress(): WriteAddress {
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
  const writeAddress = useCallback<WriteAddress>(
    (how = { quiet: false }) => {
      clearTimeout(timer.current);
      const savedForm = useExplore.getState().saved?.form;
      // Once saved, the address is that of the chart: settings that are written into it now would come back on reload.
      const isLate = () => useExplore.getState().saved?.form !== savedForm;
      const write = () => {
        const { dataset, asksToLeave: isAsking } = useExplore.getState();
        waiting.current = isAsking ? how : null;
        if (!dataset || isAsking || isLate()) return;
        const from = at.current;
        addressOfRun(dataset, from)
          .then((next) => {
            if (next === null || isLate()) return;
            if (useExplore.getState().asksToLeave) {
              waiting.current = how;
              return;
            }
            keepDraft(from, null);
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

/** Ask for what the panel says, and write it into the address. What cannot be asked shows where it is wrong. */
function useRun(viz: AnyViz | null, stale: boolean, writeAddress: WriteAddress): Session['run'] {
  return useCallback(
    (how?: RunHow) => {
      const { dataset, draft, dispatch } = useExplore.getState();
      if (!viz || !dataset) return;
      const complaints = complaintsOf(viz, draft.form, dataset);
      if (Object.keys(complaints).length > 0) {
        if (how?.quiet === true) return;
        dispatch({ type: 'run_refused' });
        requestAnimationFrame(() => focusFirstError());
        return;
      }
      dispatch({ type: how?.quiet === true ? 'followed' : 'run_pressed' });
      if (stale) writeAddress(how);
    },
    [viz, stale, writeAddress],
  );
}

function useApplyControl(viz: AnyViz | null, writeAddress: WriteAddress): Session['applyControl'] {
  const dispatch = useExplore((state) => state.dispatch);
  return useCallback(
    (key, value) => {
      if (!viz) return;
      dispatch({ type: 'control_changed', key, value, viz });
      if (runIfComplete(viz)) writeAddress({ quiet: true });
    },
    [viz, dispatch, writeAddress],
  );
}

function useStep(writeAddress: WriteAddress): Session['step'] {
  return useCallback(
    (by) => {
      const before = useExplore.getState().run;
      useExplore.getState().dispatch({ type: 'stepped', by });
      if (useExplore.getState().run !== before) writeAddress({ quiet: true });
    },
    [writeAddress],
  );
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

function useChangeViz(viz: AnyViz | null, writeAddress: WriteAddress): Session['changeViz'] {
  const client = useQueryClient();
  const dispatch = useExplore((state) => state.dispatch);
  return useCallback(
    (type) => {
      client
        .ensureQueryData(vizQuery(type))
        .then((to) => {
          dispatch({ type: 'viz_changed', from: viz, to });
          if (runIfComplete(to)) writeAddress({ quiet: true });
        })
        .catch((error: unknown) => toast.danger(error instanceof Error ? error.message : t('An error occurred')));
    },
    [client, viz, dispatch, writeAddress],
  );
}

function useChangeDataset(viz: AnyViz | null, writeAddress: WriteAddress): Session['changeDataset'] {
  const dispatch = useExplore((state) => state.dispatch);
  return useCallback(
    (dataset) => {
      if (!viz) return;
      dispatch({ type: 'dataset_changed', dataset, viz });
      if (runIfComplete(viz)) writeAddress({ quiet: true });
    },
    [viz, dispatch, writeAddress],
  );
}

/** Another type or dataset is drawn at once where it has all that it needs. */
function runIfComplete(viz: AnyViz): boolean {
  const { dataset, draft, dispatch } = useExplore.getState();
  if (!dataset || Object.keys(complaintsOf(viz, draft.form, dataset)).length > 0) return false;
  dispatch({ type: 'followed' });
  return true;
}

function complaintsOf(viz: AnyViz, form: Parameters<AnyViz['validate']>[0], dataset: DatasetFields): Complaints {
  return viz.validate(form, panelContext(dataset), { maxRowLimit: limits.maxRows });
}

function focusFirstError(): void {
  document.querySelector<HTMLElement>('[data-control] [aria-invalid="true"]')?.focus();
}
