import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { chartHref, hrefOf } from '@tessera/core/pages';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isAdmin, type Me } from '../../api/me.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import type { AnyViz } from '@tessera/viz/erase';
import { isStaleVersion } from '../../api/api-error.ts';
import classes from './Explore.module.css';
import { forgetDrafts } from './draft-store.ts';
import { createChart, createDashboard, dashboardsByTitle, overwriteChart, readChart } from './explore-api.ts';
import { useExplore } from './explore-store.ts';
import { chartPayload, mayOverwrite, saveMessages, saveProblem, type SavedChart } from './saved-chart.ts';
import { SaveConflict } from './SaveConflict.tsx';
import { storeChart } from './store-chart.ts';

type SaveDialogProps = {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly viz: AnyViz;
  readonly user: Me;
  /** Dashboard that the page was opened for. */
  readonly dashboardId: number | null;
  /** Resolves when the page stands at the address of the saved chart. */
  readonly onSaved: (chart: SavedChart) => Promise<void>;
};

type Mode = 'new' | 'overwrite';
type DashboardChoice =
  | { readonly id: number; readonly title: string; readonly isNew?: boolean }
  | { readonly id: null; readonly title: string }
  | null;

/** Save as new or over the old one, on a dashboard if wanted ([2.3-01], [4.8-01]). */
export function SaveDialog(props: SaveDialogProps) {
  // The form begins anew whenever the dialog opens.
  return props.opened ? <SaveForm {...props} /> : null;
}

function SaveForm({ onClose, viz, user, dashboardId, onSaved }: SaveDialogProps) {
  const { address, chart, draft, dataset, dispatch } = useExplore();
  const client = useQueryClient();
  const navigate = useNavigate();
  const canOverwrite = chart !== null && mayOverwrite(chart, { id: user.id, isAdmin: isAdmin(user) });
  const [mode, setMode] = useState<Mode>(canOverwrite ? 'overwrite' : 'new');
  const [name, setName] = useState(() => (chart && !canOverwrite ? t('%s (copy)', draft.name) : draft.name));
  const [search, setSearch] = useState('');
  const [choice, setChoice] = useState<DashboardChoice>(null);
  const dashboards = useQuery(dashboardsByTitle(search));
  const offered = dashboards.data?.result ?? [];
  const preset = dashboardId === null || choice !== null ? undefined : offered.find((one) => one.id === dashboardId);
  const target: DashboardChoice = choice ?? (preset ? { id: preset.id, title: preset.dashboard_title } : null);
  const [isTried, setTried] = useState(false);
  // The chart as someone else has stored it since it was opened here.
  const [theirs, setTheirs] = useState<SavedChart | null>(null);
  const isNew = mode === 'new';
  const conflict = isNew ? null : theirs;

  const save = useMutation({
    mutationFn: ({ opens }: { readonly opens: boolean }) =>
      storeChart(async () => {
        if (!dataset) throw new Error(t('The dataset is not loaded.'));
        const dashboard =
          target === null
            ? null
            : target.id === null
              ? { id: await createDashboard(target.title), title: target.title, isNew: true }
              : { isNew: false, ...target, id: target.id };
        // When the chart cannot be saved, the next attempt finds the dashboard that this one made.
        if (dashboard?.isNew === true) setChoice(dashboard);
        // What the others see is what is replaced: their version, on the dashboards that they put it on.
        const old = theirs ?? chart;
        const before = isNew || old === null ? [] : old.dashboards.map((one) => one.id);
        const ids = dashboard === null || before.includes(dashboard.id) ? before : [...before, dashboard.id];
        const payload = chartPayload(name.trim(), draft.form, viz, dataset, ids, isNew);
        const saved = isNew || old === null ? await createChart(payload) : await overwriteChart(old, payload);
        return { saved, dashboard, opens };
      }, dispatch),
    onError: async (reason) => {
      if (isStaleVersion(reason) && chart !== null) setTheirs(await readChart(chart.id).catch(() => null));
    },
    onSuccess: async ({ saved, dashboard, opens }) => {
      for (const message of saveMessages(saved.name, { isNew, dashboard })) toast.success(message);
      for (const key of ['chart', 'dashboard', 'home']) void client.invalidateQueries({ queryKey: [key] });
      onClose();
      await onSaved(saved);
      if (opens && dashboard) await navigate(hrefOf('dashboard', { key: dashboard.id }));
    },
  });

  const problem = name.trim() === '' ? t('Give the chart a name.') : null;
  const submit = (opens: boolean) => {
    setTried(true);
    if (problem === null) save.mutate({ opens });
  };
  const reload = () => {
    if (chart === null) return;
    forgetDrafts(address, chart.id);
    dispatch({ type: 'closed' });
    location.assign(chartHref(chart.id));
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Save chart')}
      closable={!save.isPending}
      onSubmit={() => conflict === null && submit(false)}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          {conflict === null && (
            <Button
              loading={save.isPending && save.variables.opens}
              disabledReason={target === null ? t('Choose a dashboard first.') : null}
              onClick={() => submit(true)}
            >
              {t('Save and go to dashboard')}
            </Button>
          )}
          {conflict === null && (
            <Button type="submit" variant="primary" loading={save.isPending && !save.variables.opens}>
              {t('Save')}
            </Button>
          )}
        </>
      }
    >
      <div className={classes['stack']}>
        {chart !== null && (
          <>
            <SegmentedControl
              label={t('How to save')}
              value={mode}
              onChange={(next) => (next === 'new' || canOverwrite) && setMode(next)}
              options={[
                { value: 'overwrite', label: t('Overwrite') },
                { value: 'new', label: t('Save as new') },
              ]}
              wide
            />
            {!canOverwrite && (
              <p className={classes['note']}>
                {t(
                  'Only owners overwrite this chart%s. You can save a copy of your own.',
                  chart.owners.length > 0 ? ` (${chart.owners.map((owner) => owner.name).join(', ')})` : '',
                )}
              </p>
            )}
          </>
        )}
        <TextInput
          label={t('Chart name')}
          required
          value={name}
          onChange={setName}
          error={isTried ? problem : null}
          maxLength={250}
          data-autofocus
        />
        <Select
          label={t('Add to dashboard')}
          description={t('Choose one, or type the name of a new one.')}
          value={target === null ? null : target.id === null ? target.title : String(target.id)}
          options={[
            ...(target !== null && target.id !== null && !offered.some((one) => one.id === target.id)
              ? [{ value: String(target.id), label: target.title }]
              : []),
            ...offered.map((one) => ({
              value: String(one.id),
              label: one.dashboard_title,
              ...(chart?.dashboards.some((has) => has.id === one.id) === true ? { note: t('has it') } : {}),
            })),
          ]}
          placeholder={t('None')}
          loading={dashboards.isFetching}
          emptyText={t('No dashboard matches; type a name to make one.')}
          clearable
          freeEntry
          onSearch={setSearch}
          onChange={(next) => {
            setSearch('');
            const known = offered.find((one) => String(one.id) === next);
            setChoice(
              next === null ? null : known ? { id: known.id, title: known.dashboard_title } : { id: null, title: next },
            );
          }}
        />
        {conflict !== null && (
          <SaveConflict
            theirs={conflict}
            busy={save.isPending}
            onOverwrite={() => submit(save.variables?.opens ?? false)}
            onSaveAsNew={() => {
              setMode('new');
              if (name === draft.name) setName(t('%s (copy)', name));
              save.reset();
            }}
            onReload={reload}
          />
        )}
        {save.isError && (conflict === null || !isStaleVersion(save.error)) && (
          <p className={classes['saveError']} role="alert">
            {saveProblem(save.error)}
          </p>
        )}
      </div>
    </Dialog>
  );
}
