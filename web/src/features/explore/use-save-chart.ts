import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { chartHref, hrefOf } from '@tessera/core/pages';
import type { AnyViz } from '@tessera/viz/erase';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isGone, isStaleVersion } from '../../api/api-error.ts';
import { isAdmin, me, type Me } from '../../api/me.ts';
import { isQuery } from '../../controls/fields.ts';
import { useDashboardChoice } from '../../chart-editor/dashboard-choice.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { forgetChanges } from './forget-changes.ts';
import { createChart, overwriteChart, readChart } from './explore-api.ts';
import { useExplore } from './explore-store.ts';
import { chartPayload } from '../../chart-editor/chart-payload.ts';
import { mayOverwrite, saveMessages } from './saved-chart.ts';
import { storeChart } from './store-chart.ts';
import type { SavedChart } from '../../chart-editor/draft.ts';

export type SaveChartOptions = {
  readonly onClose: () => void;
  readonly viz: AnyViz;
  readonly user: Me;
  /** What the page calls the chart: its name, or its question while nobody gave it one. */
  readonly title: string;
  /** Dashboard that the page was opened for. */
  readonly dashboardId: number | null;
  /** Resolves when the page stands at the address of the saved chart. */
  readonly onSaved: (chart: SavedChart) => Promise<void>;
};

type Mode = 'new' | 'overwrite';
/** What the dialog asks for a save (name, new or over the old one, dashboard), and the save itself. */
export function useSaveChart({ onClose, viz, user, title, dashboardId, onSaved }: SaveChartOptions) {
  const { chart, draft, dataset, dispatch } = useExplore();
  const canOverwrite = chart !== null && mayOverwrite(chart, { id: user.id, isAdmin: isAdmin(user) });
  const [mode, setMode] = useState<Mode>(canOverwrite ? 'overwrite' : 'new');
  const [name, setName] = useState(() => (chart && !canOverwrite ? t('%s (copy)', draft.name) : draft.name || title));
  const dashboards = useDashboardChoice(dashboardId);
  // The chart as someone else has stored it since it was opened here.
  const [theirs, setTheirs] = useState<SavedChart | null>(null);
  const isNew = mode === 'new';
  // A chart of a query is saved with its query as a dataset.
  const savesQuery = dataset !== null && isQuery(dataset);

  const save = useMutation({
    mutationFn: ({ opens }: { readonly opens: boolean }) =>
      storeChart(async () => {
        if (!dataset) throw new Error(t('The dataset is not loaded.'));
        const dashboard = await dashboards.make();
        // What the others see is what is replaced: their version, on the dashboards that they put it on.
        const old = theirs ?? chart;
        const before = isNew || old === null ? [] : old.dashboards.map((one) => one.id);
        const ids = dashboard === null || before.includes(dashboard.id) ? before : [...before, dashboard.id];
        const payload = chartPayload(name.trim(), draft.form, viz, dataset, ids, isNew);
        const saved =
          isNew || old === null
            ? await createChart({ ...payload, tags: await tagsOfOriginal(chart) })
            : await overwriteChart(old, payload);
        const isAdded = dashboard !== null && !before.includes(dashboard.id);
        if (isAdded) await dashboards.place(dashboard.id, saved);
        return { saved, dashboard, tabId: isAdded ? (dashboards.tab?.id ?? null) : null, opens };
      }, dispatch),
    onError: async (reason) => {
      if (isGone(reason)) setMode('new');
      if (isStaleVersion(reason) && chart !== null) setTheirs(await readChart(chart.id).catch(() => null));
    },
    onSuccess: useAfterSave({ onClose, onSaved }, { isNew, savesQuery }),
  });

  return {
    chart,
    savesQuery,
    canOverwrite,
    mode,
    setMode,
    name,
    /** Nobody wrote it: whoever types writes another one. */
    isSuggested: draft.name === '' && name === title,
    setName,
    dashboards,
    /** Somebody else's version, which an overwrite would replace. */
    conflict: isNew ? null : theirs,
    problem: name.trim() === '' ? t('Give the chart a name.') : null,
    save,
    saveAsNew: () => {
      setMode('new');
      if (name === draft.name) setName(t('%s (copy)', name));
      save.reset();
    },
  };
}

/** A copy has the tags that its original has by now. */
async function tagsOfOriginal(chart: SavedChart | null): Promise<readonly number[]> {
  if (chart === null) return [];
  const original = await readChart(chart.id).catch(() => null);
  return (original?.tags ?? []).map(({ id }) => id);
}

type Stored = {
  readonly saved: SavedChart;
  readonly dashboard: { readonly id: number; readonly title: string; readonly isNew: boolean } | null;
  /** Where it was put in there. */
  readonly tabId: string | null;
  readonly opens: boolean;
};

/** Says what was saved, reads again what shows it, and goes where the chart is seen. */
function useAfterSave(
  { onClose, onSaved }: Pick<SaveChartOptions, 'onClose' | 'onSaved'>,
  { isNew, savesQuery }: { readonly isNew: boolean; readonly savesQuery: boolean },
) {
  const { dispatch } = useExplore();
  const client = useQueryClient();
  const navigate = useNavigate();
  return async ({ saved, dashboard, tabId, opens }: Stored): Promise<void> => {
    for (const message of saveMessages(saved.name, { isNew, dashboard })) toast.success(message);
    for (const key of ['chart', 'dashboard', 'home']) void client.invalidateQueries({ queryKey: [key] });
    onClose();
    // A query that became a dataset is read from there from now on.
    if (savesQuery) dispatch({ type: 'closed' });
    else await onSaved(saved);
    if (opens && dashboard)
      await navigate(hrefOf('dashboard', { key: dashboard.id }, tabId === null ? {} : { tabs: tabId }));
    else if (savesQuery) await navigate(chartHref(saved.id));
  };
}

/** Leaves the draft for what is stored. */
export function useReload(): () => void {
  const { address, chart, dataset, dispatch } = useExplore();
  const userId = useQuery(me).data?.id ?? null;
  return () => {
    if (chart === null) return;
    forgetChanges({ address, chart, dataset }, userId);
    dispatch({ type: 'closed' });
    location.assign(chartHref(chart.id));
  };
}
