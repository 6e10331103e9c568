import { useQueryClient } from '@tanstack/react-query';
import type { RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { AnyViz } from '@tessera/viz/erase';
import { useEffect, useState } from 'react';
import type { Me } from '../../api/me.ts';
import type { DatasetFields } from '../../controls/fields.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import type { Shown } from '../../chart/use-chart.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { DatasetPicker } from './DatasetPicker.tsx';
import { datasetFields, downloadChart } from './explore-api.ts';
import { useExplore } from './explore-store.ts';
import { PropertiesDialog } from './PropertiesDialog.tsx';
import { formToSave, type SavedChart } from './saved-chart.ts';
import { SaveDialog } from './SaveDialog.tsx';
import { SqlDialog } from './SqlDialog.tsx';
import type { Session } from './use-explore-session.ts';

export type OpenDialog = 'gallery' | 'save' | 'properties' | 'sql' | 'why' | 'dataset' | 'csv' | 'xlsx' | null;

type ExploreDialogsProps = {
  readonly open: OpenDialog;
  readonly onClose: () => void;
  readonly viz: AnyViz;
  readonly user: Me;
  readonly dataset: DatasetFields;
  readonly session: Session;
  readonly shown: Shown | null;
  readonly title: string;
  readonly dashboardId: number | null;
  readonly onSaved: (chart: SavedChart, form: RawForm) => Promise<void>;
};

/** What opens over the page; one at a time. */
export function ExploreDialogs({
  open,
  onClose,
  viz,
  user,
  dataset,
  session,
  shown,
  title,
  dashboardId,
  onSaved,
}: ExploreDialogsProps) {
  const draft = useExplore((state) => state.draft);
  const chart = useExplore((state) => state.chart);
  const dispatch = useExplore((state) => state.dispatch);
  const file = open === 'csv' || open === 'xlsx' ? open : null;

  useEffect(() => {
    if (file === null) return;
    onClose();
    downloadChart(title, { form: draft.form, viz, dataset, shown }, file).catch((error: unknown) =>
      toast.danger(error instanceof Error ? error.message : t('An error occurred')),
    );
  }, [file, onClose, title, draft.form, viz, dataset, shown]);

  return (
    <>
      <SqlDialog opened={open === 'sql'} onClose={onClose} form={draft.form} viz={viz} dataset={dataset} />
      <SaveDialog
        opened={open === 'save'}
        onClose={onClose}
        viz={viz}
        user={user}
        dashboardId={dashboardId}
        onSaved={(saved) => onSaved(saved, formToSave(draft.form, viz, dataset))}
      />
      {open === 'properties' && chart && (
        <PropertiesDialog
          chart={chart}
          onClose={onClose}
          onSaved={(saved) => dispatch({ type: 'chart_changed', chart: saved })}
        />
      )}
      {open === 'dataset' && <DatasetDialog current={dataset} onClose={onClose} onPick={session.changeDataset} />}
    </>
  );
}

function DatasetDialog({
  current,
  onClose,
  onPick,
}: {
  readonly current: DatasetFields;
  readonly onClose: () => void;
  readonly onPick: (dataset: DatasetFields) => void;
}) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(current.id);
  const [isLoading, setLoading] = useState(false);
  const take = async () => {
    if (chosen === current.id) return onClose();
    setLoading(true);
    try {
      onPick(await client.fetchQuery(datasetFields(chosen)));
      onClose();
    } catch (error) {
      toast.danger(error instanceof Error ? error.message : t('An error occurred'));
      setLoading(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Use another dataset')}
      subtitle={t('Settings stay where the new dataset has fields of the same name.')}
      onSubmit={() => void take()}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={isLoading}>
            {t('Use this dataset')}
          </Button>
        </>
      }
    >
      <DatasetPicker chosen={chosen} onChoose={(id) => setChosen(id)} />
    </Dialog>
  );
}
