import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import type { SavedBody } from '@tessera/server/contract';
import type { AnyViz } from '@tessera/viz/erase';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { request } from '../../../../api/client.ts';
import { chartPayload } from '../../../../chart-editor/chart-payload.ts';
import { useDashboardChoice } from '../../../../chart-editor/dashboard-choice.ts';
import { DashboardSelect } from '../../../../chart-editor/DashboardSelect.tsx';
import type { DatasetFields } from '../../../../controls/fields.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { ErrorCard } from '../../../../ui/feedback/ErrorCard.tsx';
import { toast } from '../../../../ui/feedback/toast-store.ts';
import { TextInput } from '../../../../ui/fields/TextInput.tsx';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import classes from './ChartTab.module.css';

type AddToDashboardProps = {
  readonly dataset: DatasetFields;
  readonly title: string;
  readonly viz: AnyViz;
  readonly form: RawForm;
  readonly onClose: () => void;
};

/** A result becomes a chart on a dashboard; the server saves its query as the dataset that the chart stands on. */
export function AddToDashboard({ dataset, title, viz, form, onClose }: AddToDashboardProps) {
  const [name, setName] = useState(title);
  const dashboards = useDashboardChoice(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: async () => {
      const dashboard = await dashboards.make();
      if (dashboard === null) throw new RangeError('no dashboard is chosen');
      const payload = chartPayload(name.trim(), form, viz, dataset, [dashboard.id], true);
      const { id } = await request<SavedBody>('/chart/', { method: 'POST', body: payload });
      await dashboards.place(dashboard.id, { id, name: payload.slice_name });
      return dashboard;
    },
    onSuccess: async ({ id, title: where }) => {
      for (const key of ['chart', 'dashboard', 'dataset', 'home']) void client.invalidateQueries({ queryKey: [key] });
      toast.success(t('Chart [%(chart)s] was added to dashboard [%(dashboard)s]', { chart: name, dashboard: where }));
      onClose();
      await navigate(hrefOf('dashboard', { key: id }));
    },
  });
  const problem =
    name.trim() === ''
      ? t('Give the chart a name.')
      : dashboards.target === null
        ? t('Choose a dashboard, or type the name of a new one.')
        : null;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Add to dashboard')}
      closable={!save.isPending}
      onSubmit={() => problem === null && save.mutate()}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={save.isPending} disabledReason={problem}>
            {t('Add and open')}
          </Button>
        </>
      }
    >
      <div className={classes['form']}>
        <TextInput label={t('Chart name')} required value={name} onChange={setName} maxLength={250} data-autofocus />
        <DashboardSelect dashboards={dashboards} label={t('Dashboard')} />
        <p className={classes['note']}>{t('The query is saved as a dataset, which the chart stands on.')}</p>
        {save.isError && <ErrorCard error={save.error} small />}
      </div>
    </Dialog>
  );
}
