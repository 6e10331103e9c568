import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { Complaints } from '@tessera/viz/define';
import type { AnyViz } from '@tessera/viz/erase';
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { limits } from '../../api/limits.ts';
import { useVizDefinition, vizQuery } from '../../chart/use-viz.ts';
import { panelContext, type DatasetFields } from '../../controls/fields.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { keepDraft, readDraft } from './draft-store.ts';
import { exploreStart, keepFormData, type ExploreStart } from './explore-api.ts';
import { exploreSearch, parseExploreAddress, type ExploreAddress } from './explore-address.ts';
import {
  isStale,
  isStillShown,
  isUnsaved,
  needsLoading,
  useExplore,
  type Draft,
  type Opened,
} from './explore-store.ts';
import { firstForm, firstVizType } from './first-form.ts';

/** `quiet` keeps the history short: the state takes the place of the one before. */
export type RunHow = { readonly quiet: boolean };

export type Session = {
  readonly viz: AnyViz | null;
  /** Complaints by control; empty before a person has edited (ruling 5). */
  readonly errors: Complaints;
  readonly isStale: boolean;
  readonly run: (how?: RunHow) => void;
  readonly setControl: (key: string, value: unknown) => void;
  readonly changeViz: (type: string) => void;
  readonly changeDataset: (dataset: DatasetFields) => void;
};

/**
 * What the address asks for, loaded; the store is filled when it is here. An address that the page wrote itself is not
 * loaded.
 */
export function useExploreStart(address: ExploreAddress) {
  const client = useQueryClient();
  const { search } = useLocation();
  const isLoading = useExplore((state) => needsLoading(state, search));
  const hasArrived = useExplore((state) => state.leaving !== null && state.address === search);
  const dispatch = useExplore((state) => state.dispatch);
  const query = exploreStart(address);
  const start = useQuery({ ...query, enabled: isLoading && query.enabled !== false });

  useEffect(() => {
    if (hasArrived) dispatch({ type: 'arrived' });
  }, [hasArrived, dispatch]);

  useEffect(() => {
    const answer = start.data;
    if (!answer || !needsLoading(useExplore.getState(), search)) return;
    let isCurrent = true;
    void open(answer, address, search, (type) => client.ensureQueryData(vizQuery(type))).then((next) => {
      if (isCurrent && next) dispatch({ type: 'opened', opened: next });
    });
    if (answer.message !== null) toast.warning(answer.message);
    return () => {
      isCurrent = false;
    };
  }, [start.data, address, search, client, dispatch]);
  return start;
}

/** The store's state that an answer of the server begins with; null when its chart type cannot be loaded. */
async function open(
  start: ExploreStart,
  address: ExploreAddress,
  search: string,
  load: (type: string) => Promise<AnyViz>,
): Promise<Opened | null> {
  const { dataset, chart } = start;
  if (!dataset) return null;
  const vizType =
    typeof start.form['viz_type'] === 'string' && start.form['viz_type'] !== ''
      ? start.form['viz_type']
      : (address.vizType ?? firstVizType(dataset));
  const isNew = chart === null && !('viz_type' in start.form && address.formDataKey !== null);
  let form: RawForm = { ...start.form, viz_type: vizType };
  let runs = true;
  if (isNew) {
    const viz = await load(vizType).catch(() => null);
    if (viz) {
      form = firstForm(viz, dataset, address.formData ?? {});
      runs = Object.keys(viz.validate(form, panelContext(dataset), { maxRowLimit: limits.maxRows })).length === 0;
    }
  }
  const base: Draft = { name: chart?.name ?? '', vizType, form };
  const kept = readDraft(search);
  const saved =
    chart && start.savedForm
      ? {
          name: chart.name,
          vizType: typeof start.savedForm['viz_type'] === 'string' ? start.savedForm['viz_type'] : vizType,
          form: start.savedForm,
        }
      : null;
  const draft = kept && kept.form['datasource'] === form['datasource'] ? kept : base;
  // What a person has not chosen yet is no mistake; what came with the address and is wrong is one.
  return {
    address: search,
    dataset,
    chart,
    draft,
    saved,
    runForm: runs && draft.vizType === vizType ? form : null,
    refused: !runs && address.formData !== null,
  };
}

/** Everything that a person does in the panel, tied to the loaded chart type. */
export function useSession(): Session {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  const state = useExplore();
  const { dispatch, draft, dataset, chart } = state;
  const complains = state.edited || state.refused;
  const { edited } = state;
  const viz = useVizDefinition(draft.vizType).data ?? null;
  const errors = useMemo(
    () =>
      viz && dataset && complains
        ? viz.validate(draft.form, panelContext(dataset), { maxRowLimit: limits.maxRows })
        : noErrors,
    [viz, dataset, complains, draft.form],
  );
  const stale = isStale(state, viz);

  // Edits wait in the tab until they are run; then the address holds them.
  useEffect(() => {
    if (!dataset || !edited) return;
    // Once run, the edits belong to another address, although the browser may still be on its way to it: the one before
    // stays as it was.
    const timer = setTimeout(() => {
      const now = useExplore.getState();
      if (now.address === search) keepDraft(search, isUnsaved(now) ? draft : null);
    }, DRAFT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [draft, dataset, edited, search]);

  const run = useCallback(
    (how?: RunHow) => {
      if (!viz || !dataset) return;
      const complaints = viz.validate(draft.form, panelContext(dataset), { maxRowLimit: limits.maxRows });
      if (Object.keys(complaints).length > 0) {
        dispatch({ type: 'run_refused' });
        requestAnimationFrame(() => focusFirstError());
        return;
      }
      dispatch({ type: 'run_pressed' });
      if (!stale) return;
      const chartId = chart?.id ?? null;
      const number = useExplore.getState().run?.number ?? null;
      keepFormData(dataset, chartId, draft.form)
        .then((formDataKey) => {
          if (!isStillShown(useExplore.getState(), { number, chartId })) return;
          const { dashboardId, fromDashboard } = parseExploreAddress(new URLSearchParams(search));
          const next = exploreSearch({ chartId, datasource: dataset, formDataKey, dashboardId, fromDashboard });
          keepDraft(search, null);
          dispatch({ type: 'addressed', address: next });
          void navigate(next, { replace: how?.quiet === true });
        })
        .catch(() => toast.warning(t('The address could not be updated; a reload would lose the latest settings.')));
    },
    [viz, dataset, draft.form, chart, stale, dispatch, navigate, search],
  );

  const setControl = useCallback(
    (key: string, value: unknown) => viz && dispatch({ type: 'control_changed', key, value, viz }),
    [viz, dispatch],
  );
  const changeViz = useCallback(
    (type: string) => {
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
  const changeDataset = useCallback(
    (next: DatasetFields) => {
      if (!viz) return;
      dispatch({ type: 'dataset_changed', dataset: next, viz });
      runIfComplete(viz);
    },
    [viz, dispatch],
  );

  return { viz, errors, isStale: stale, run, setControl, changeViz, changeDataset };
}

const noErrors: Complaints = {};
const DRAFT_DELAY_MS = 300;

/** Another type or dataset is drawn at once where it has all that it needs. */
function runIfComplete(viz: AnyViz): void {
  const { dataset, draft, dispatch } = useExplore.getState();
  if (
    dataset &&
    Object.keys(viz.validate(draft.form, panelContext(dataset), { maxRowLimit: limits.maxRows })).length === 0
  )
    dispatch({ type: 'run_pressed' });
}

function focusFirstError(): void {
  document.querySelector<HTMLElement>('[data-control] [aria-invalid="true"]')?.focus();
}
