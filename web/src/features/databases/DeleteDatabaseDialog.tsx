import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t, tMarked } from '@tessera/core/messages';
import type { ComponentProps } from 'react';
import { databaseUsage, deleteDatabase, type DatabaseDependants, type DatabaseRow } from '../../api/databases.ts';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { UsedBy } from '../../ui/feedback/UsedBy.tsx';

/** Says by name what stands on a database before it goes. The samples go with all that is on them. */
export function DeleteDatabaseDialog({
  database,
  onClose,
}: {
  readonly database: DatabaseRow;
  readonly onClose: () => void;
}) {
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
      title={
        database.is_sample
          ? t('Remove the samples?')
          : t('Delete the connection %(name)s?', { name: database.database_name })
      }
      action={database.is_sample ? t('Remove') : t('Delete')}
      loading={remove.isPending}
      disabledReason={
        usage.isPending ? t('Looking for what depends on it…') : blocked ? t('Delete or move its datasets first') : null
      }
      onConfirm={() => {
        if (!usage.isPending && !blocked) remove.mutate();
      }}
      onClose={onClose}
    >
      {usage.isPending ? (
        <Skeleton height={60} />
      ) : usage.isError ? (
        <p>{describeError(usage.error).title}</p>
      ) : (
        <>
          <p>{consequenceOf(database, blocked)}</p>
          <UsedBy kinds={kindsOf(usage.data)} />
        </>
      )}
    </ConfirmDialog>
  );
}

function consequenceOf(database: DatabaseRow, blocked: boolean): string {
  if (database.is_sample)
    return tMarked(
      'The sample data goes for good, and the sample datasets, charts and dashboards with it. They ' +
        'do not come back at the next start. What people built on them stays, but has no data any more.',
    );
  return blocked
    ? t('The connection cannot be deleted while datasets stand on it:')
    : t('The data stays in the database; only the connection is deleted.');
}

function kindsOf({ datasets, charts, dashboards }: DatabaseDependants): ComponentProps<typeof UsedBy>['kinds'] {
  return [
    { label: t('Datasets'), names: datasets.result.map((dataset) => dataset.table_name), count: datasets.count },
    { label: t('Charts'), names: charts.result.map((chart) => chart.slice_name), count: charts.count },
    {
      label: t('Dashboards'),
      names: dashboards.result.map((dashboard) => dashboard.title),
      count: dashboards.count,
    },
  ];
}
