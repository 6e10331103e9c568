import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../ui/buttons/Button.tsx';
import { onDemand } from '../../ui/common/on-demand.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { DashboardSelect } from '../../chart-editor/DashboardSelect.tsx';
import { isStaleVersion } from '../../api/api-error.ts';
import classes from './Explore.module.css';
import { saveProblem } from './saved-chart.ts';
import { useReload, useSaveChart, type SaveChartOptions } from './use-save-chart.ts';

const SaveConflict = onDemand(async () => (await import('./SaveConflict.tsx')).SaveConflict);

type SaveDialogProps = SaveChartOptions & { readonly opened: boolean };

/** Save as new or over the old one, on a dashboard if wanted ([2.3-01], [4.8-01]). */
export function SaveDialog(props: SaveDialogProps) {
  // The form begins anew whenever the dialog opens.
  return props.opened ? <SaveForm {...props} /> : null;
}

function SaveForm(props: SaveChartOptions) {
  const { onClose } = props;
  const form = useSaveChart(props);
  const reload = useReload();
  const { conflict, problem, save } = form;
  const [isTried, setTried] = useState(false);
  const submit = (opens: boolean) => {
    setTried(true);
    if (problem === null) save.mutate({ opens });
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
          {conflict === null && <SaveButtons form={form} onOpen={() => submit(true)} />}
        </>
      }
    >
      <div className={classes['stack']}>
        <ModeChoice form={form} />
        <TextInput
          label={t('Chart name')}
          required
          value={form.name}
          onChange={form.setName}
          error={isTried ? problem : null}
          maxLength={250}
          onFocus={(event) => form.isSuggested && event.currentTarget.select()}
          data-autofocus
        />
        <DashboardSelect dashboards={form.dashboards} has={form.chart?.dashboards.map(({ id }) => id) ?? []} />
        {form.savesQuery && (
          <p className={classes['note']}>{t('The query is saved as a dataset, which the chart stands on.')}</p>
        )}
        {conflict !== null && (
          <SaveConflict
            theirs={conflict}
            busy={save.isPending}
            onOverwrite={() => submit(save.variables?.opens ?? false)}
            onSaveAsNew={form.saveAsNew}
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

type FormProps = { readonly form: ReturnType<typeof useSaveChart> };

function SaveButtons({ form: { save, dashboards }, onOpen }: FormProps & { readonly onOpen: () => void }) {
  return (
    <>
      <Button
        loading={save.isPending && save.variables.opens}
        disabledReason={dashboards.target === null ? t('Choose a dashboard first.') : null}
        onClick={onOpen}
      >
        {t('Save and go to dashboard')}
      </Button>
      <Button type="submit" variant="primary" loading={save.isPending && !save.variables.opens}>
        {t('Save')}
      </Button>
    </>
  );
}

function ModeChoice({ form: { chart, mode, setMode, canOverwrite } }: FormProps) {
  if (chart === null) return null;
  return (
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
  );
}
