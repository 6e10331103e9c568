import { useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type { Complaints } from '@tessera/viz/define';
import type { AnyViz } from '@tessera/viz/erase';
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { limits } from '../../api/limits.ts';
import { useVizDefinition, vizQuery } from '../../chart/use-viz.ts';
import { panelContext, type DatasetFields } from '../../controls/fields.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { keepDraft } from './draft-store.ts';
import { keepFormData } from './explore-api.ts';
import { exploreSearch, parseExploreAddress } from './explore-address.ts';
import { isStale, isStillShown, isUnsaved, useExplore } from './explore-store.ts';

/** `quiet` keeps the history short: the state takes the place of the one before. */
export type RunHow = { readonly quiet: boolean };

export type Session = {
  readonly viz: AnyViz | null;
  /** Complaints by control; empty before a user has edited (ruling 5). */
  readonly errors: Complaints;
  readonly isStale: boolean;
  readonly run: (how?: RunHow) => void;
  readonly setControl: (key: string, value: unknown) => void;
  readonly changeViz: (type: string) => void;
  readonly changeDataset: (dataset: DatasetFields) => void;
};

/** Everything that a user does in the panel, tied to the loaded chart type. */
export function useSession(): Session {
  const draft = useExplore((state) => state.draft);
  const dispatch = useExplore((state) => state.dispatch);
  const viz = useVizDefinition(draft.vizType).data ?? null;
  const stale = useExplore((state) => isStale(state, viz));
  useDraftKept();
  const setControl = useCallback(
    (key: string, value: unknown) => viz && dispatch({ type: 'control_changed', key, value, viz }),
    [viz, dispatch],
  );
  return {
    viz,
    errors: useErrors(viz),
    isStale: stale,
    run: useRun(viz, stale),
    setControl,
    changeViz: useChangeViz(viz),
    changeDataset: useChangeDataset(viz),
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
  useEffect(() => {
    if (!isEdited) return;
    // Once run, the edits belong to another address, although the browser may still be on its way to it: the one before
    // stays as it was.
    const timer = setTimeout(() => {
      const now = useExplore.getState();
      if (now.address === search) keepDraft(search, isUnsaved(now) ? draft : null);
    }, DRAFT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [draft, isEdited, search]);
}

/** Ask for what the panel says, and write it into the address. What cannot be asked shows where it is wrong. */
function useRun(viz: AnyViz | null, stale: boolean): Session['run'] {
  const navigate = useNavigate();
  const { search } = useLocation();
  return useCallback(
    (how?: RunHow) => {
      const { dataset, draft, dispatch } = useExplore.getState();
      if (!viz || !dataset) return;
      if (Object.keys(complaintsOf(viz, draft.form, dataset)).length > 0) {
        dispatch({ type: 'run_refused' });
        requestAnimationFrame(() => focusFirstError());
        return;
      }
      dispatch({ type: 'run_pressed' });
      if (!stale) return;
      addressOfRun(dataset, search)
        .then((next) => {
          if (next === null) return;
          keepDraft(search, null);
          dispatch({ type: 'addressed', address: next });
          void navigate(next, { replace: how?.quiet === true });
        })
        .catch(() => toast.warning(t('The address could not be updated; a reload would lose the latest settings.')));
    },
    [viz, stale, navigate, search],
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

function useChangeViz(viz: AnyViz | null): Session['changeViz'] {
  const client = useQueryClient();
  const dispatch = useExplore((state) => state.dispatch);
  return useCallback(
    (type) => {
      client
        .ensureQueryData(vizQuery(type))
        .then((to) => {
          dispatch({ type: 'viz_changed', from: viz, to });
          runIfComplete(to);
        })
        .catch((error: unknown) => toast.danger(error instanceof Error ? error.message : t('An error occurred')));
    },
    [client, viz, dispatch],
  );
}

function useChangeDataset(viz: AnyViz | null): Session['changeDataset'] {
  const dispatch = useExplore((state) => state.dispatch);
  return useCallback(
    (dataset) => {
      if (!viz) return;
      dispatch({ type: 'dataset_changed', dataset, viz });
      runIfComplete(viz);
    },
    [viz, dispatch],
  );
}

/** Another type or dataset is drawn at once where it has all that it needs. */
function runIfComplete(viz: AnyViz): void {
  const { dataset, draft, dispatch } = useExplore.getState();
  if (dataset && Object.keys(complaintsOf(viz, draft.form, dataset)).length === 0) dispatch({ type: 'run_pressed' });
}

function complaintsOf(viz: AnyViz, form: Parameters<AnyViz['validate']>[0], dataset: DatasetFields): Complaints {
  return viz.validate(form, panelContext(dataset), { maxRowLimit: limits.maxRows });
}

function focusFirstError(): void {
  document.querySelector<HTMLElement>('[data-control] [aria-invalid="true"]')?.focus();
}
