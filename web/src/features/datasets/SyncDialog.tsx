import { useMutation, useQuery } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { sourceChanges, syncDataset, type ColumnChanges } from '../../api/datasets.ts';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import classes from './Datasets.module.css';

type SyncDialogProps = { readonly id: number; readonly onClose: () => void; readonly onSynced: () => void };

/** Shows how the source differs from the dataset before anything is taken over. */
export function SyncDialog({ id, onClose, onSynced }: SyncDialogProps) {
  const changes = useQuery(sourceChanges(id));
  const sync = useMutation({
    mutationFn: () => syncDataset(id),
    onSuccess: () => {
      toast.success(t('The columns are as in the source now'));
      onSynced();
    },
  });
  const count = changes.data
    ? changes.data.added.length + changes.data.removed.length + changes.data.changed.length
    : 0;
  const isSame = changes.isSuccess && !changes.isFetching && count === 0;

  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Sync from source')}
      footer={
        isSame ? (
          <Button variant="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button
              variant="primary"
              loading={sync.isPending}
              disabledReason={changes.isSuccess ? null : t('Reading the source…')}
              onClick={() => sync.mutate()}
            >
              {changes.isSuccess ? tn('Take over 1 change', 'Take over %(count)s changes', count) : t('Take over')}
            </Button>
          </>
        )
      }
    >
      {changes.isError && <ErrorCard small error={changes.error} onRetry={() => void changes.refetch()} />}
      {!changes.isError && (changes.isPending || changes.isFetching) && (
        <Skeleton height={120} radius="var(--ts-radius)" />
      )}
      {isSame && <p>{t('The columns are the same in the source. There is nothing to take over.')}</p>}
      {changes.isSuccess && !changes.isFetching && count > 0 && <ChangeList changes={changes.data} />}
      {sync.isError && <ErrorCard small error={sync.error} />}
    </Dialog>
  );
}

function ChangeList({ changes }: { readonly changes: ColumnChanges }) {
  return (
    <>
      <ul className={classes['changes']}>
        {changes.added.map((name) => (
          <li key={name} className={classes['change']}>
            <Badge tone="success">{t('new')}</Badge>
            {name}
          </li>
        ))}
        {changes.changed.map(({ name, from, to }) => (
          <li key={name} className={classes['change']}>
            <Badge tone="warning">{t('type')}</Badge>
            {name}
            <span className={classes['type']}>{`${from ?? '?'} → ${to}`}</span>
          </li>
        ))}
        {changes.removed.map((name) => (
          <li key={name} className={classes['change']}>
            <Badge tone="danger">{t('gone')}</Badge>
            {name}
          </li>
        ))}
      </ul>
      {changes.removed.length > 0 && (
        <p className={classes['note']}>{t('Charts that use a column that is gone will say so.')}</p>
      )}
    </>
  );
}
