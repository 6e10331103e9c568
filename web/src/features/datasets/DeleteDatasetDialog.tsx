import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t, tMarked } from '@tessera/core/messages';
import { datasetUsage, deleteDataset } from '../../api/datasets.ts';
import { forgetVisit } from '../../api/recent.ts';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { UsedBy } from '../../ui/feedback/UsedBy.tsx';

type DeleteDatasetDialogProps = {
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
};

/** Names the charts and dashboards that lose their data. */
export function DeleteDatasetDialog({ id, name, onClose, onDeleted }: DeleteDatasetDialogProps) {
  const client = useQueryClient();
  const usage = useQuery(datasetUsage(id));
  const remove = useMutation({
    mutationFn: () => deleteDataset(id),
    onSuccess: async () => {
      forgetVisit('dataset', id);
      onDeleted();
      await client.invalidateQueries({ queryKey: ['dataset'] });
      toast.success(t('Deleted: %s', name));
    },
    onError: (error) => toast.danger(describeError(error).title),
  });
  const charts = usage.data?.charts;
  const dashboards = usage.data?.dashboards;
  return (
    <ConfirmDialog
      opened
      danger
      title={t('Delete the dataset %(name)s?', { name })}
      action={t('Delete')}
      loading={remove.isPending}
      disabledReason={usage.isPending ? t('Looking for what depends on it…') : null}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {usage.isPending && <Skeleton height={40} />}
      {usage.isError && <p>{describeError(usage.error).title}</p>}
      {charts?.count === 0 && <p>{t('No chart uses it. The data stays in the database.')}</p>}
      {charts !== undefined && charts.count > 0 && (
        <>
          <p>
            {tMarked(
              'The data stays in the database. The charts on this dataset stay as well, but will have no data ' +
                'any more:',
            )}
          </p>
          <UsedBy
            kinds={[
              { label: t('Charts'), names: charts.result.map((chart) => chart.slice_name), count: charts.count },
              {
                label: t('Dashboards'),
                names: (dashboards?.result ?? []).map((dashboard) => dashboard.title),
                count: dashboards?.count ?? 0,
              },
            ]}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
