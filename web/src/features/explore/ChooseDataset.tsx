import { useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import type { DatasetFields } from '../../controls/fields.ts';
import { datasetFields } from '../../controls/dataset-queries.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { DatasetPicker } from './DatasetPicker.tsx';

type ChooseDatasetProps = {
  /** Id of the one that the chart stands on; null where that is gone. */
  readonly current: number | null;
  readonly onClose: () => void;
  readonly onPick: (dataset: DatasetFields) => void | Promise<void>;
};

/** Another dataset for the chart that is open. */
export function ChooseDataset({ current, onClose, onPick }: ChooseDatasetProps) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(current);
  const [isLoading, setLoading] = useState(false);
  const take = async () => {
    if (chosen === null || chosen === current) return onClose();
    setLoading(true);
    try {
      await onPick(await client.fetchQuery(datasetFields(chosen)));
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
          <Button
            type="submit"
            variant="primary"
            loading={isLoading}
            disabledReason={chosen === null ? t('Choose a dataset.') : null}
          >
            {t('Use this dataset')}
          </Button>
        </>
      }
    >
      <DatasetPicker chosen={chosen} onChoose={setChosen} />
    </Dialog>
  );
}
