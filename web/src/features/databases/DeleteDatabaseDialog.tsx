import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t, tNamed } from '@tessera/core/messages';
import { databaseUsage, deleteDatabase, type DatabaseRow } from '../../api/databases.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { describeError } from '../../ui/describe-error.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { namesText } from './names-text.ts';

/** Says by name what stands on a database before it goes. The samples go with all that is on them. */
export function DeleteDatabaseDialog({ database, onClose }: { readonly database: DatabaseRow; readonly onClose: () => void }) {
  const client = useQueryClient();
  const usage = useQuery(databaseUsage(database.id));
  const remove = useMutation({
    mutationFn: () => deleteDatabase(database.id),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries();
      toast.success(t('Deleted: %s', database.database_name));
    },
    onError: (error) => toast.danger(describeError(error).title),
  });
  const blocked = usage.data !== undefined && usage.data.datasets.count > 0 && !database.is_sample;

  return (
    <ConfirmDialog
      opened
      danger
      title={tNamed('Delete the connection %(name)s?', { name: database.database_name })}
      action={t('Delete')}
      loading={remove.isPending}
      disabledReason={usage.isPending ? t('Looking for what depends on it…') : blocked ? t('Delete or move its datasets first') : null}
      onConfirm={() => {
        if (!usage.isPending && !blocked) remove.mutate();
      }}
      onClose={onClose}
    >
      {usage.isPending ? <Skeleton height={60} /> : usage.isError ? <p>{describeError(usage.error).title}</p> : (
        <>
          <p>{t('The data stays in the database; only the connection is deleted.')}</p>
          {usage.data.datasets.count > 0 && <p>{tNamed('Datasets on it: %(names)s.', { names: namesText(usage.data.datasets.result.map((dataset) => dataset.table_name), usage.data.datasets.count) })}</p>}
          {usage.data.charts.count > 0 && <p>{tNamed('Charts: %(names)s.', { names: namesText(usage.data.charts.result.map((chart) => chart.slice_name), usage.data.charts.count) })}</p>}
          {usage.data.dashboards.count > 0 && <p>{tNamed('Dashboards: %(names)s.', { names: namesText(usage.data.dashboards.result.map((dashboard) => dashboard.title), usage.data.dashboards.count) })}</p>}
          {database.is_sample && <p>{t('The sample datasets, charts and dashboards are deleted with it.')}</p>}
        </>
      )}
    </ConfirmDialog>
  );
}
