import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { availableEngines, databaseConnection } from '../../api/databases.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { DatabaseForm } from './DatabaseForm.tsx';

type DatabaseDialogProps = {
  readonly id: number | null;
  readonly onClose: () => void;
  /** A new connection was saved. */
  readonly onConnected: (database: { readonly id: number; readonly name: string }) => void;
};

/** Connect a database (`id` is null) or change a connection. */
export function DatabaseDialog({ id, onClose, onConnected }: DatabaseDialogProps) {
  const engines = useQuery(availableEngines);
  // Read anew for each opening; once the form is open, nothing that is read later takes its place.
  const saved = useQuery({ ...databaseConnection(id ?? 0), enabled: id !== null, refetchOnMount: 'always' });
  const savedReady = id === null || (saved.isSuccess && saved.isFetchedAfterMount);
  if (engines.isSuccess && savedReady)
    return (
      <DatabaseForm
        engines={engines.data}
        saved={id === null ? null : (saved.data ?? null)}
        onClose={onClose}
        onConnected={onConnected}
      />
    );

  const error = engines.error ?? saved.error;
  return (
    <Dialog opened onClose={onClose} title={id === null ? t('Connect a database') : t('Database')}>
      {error ? (
        <ErrorCard
          error={error}
          small
          onRetry={() => void Promise.all([engines.refetch(), ...(id === null ? [] : [saved.refetch()])])}
        />
      ) : (
        <Skeleton height={540} radius="var(--ts-radius)" />
      )}
    </Dialog>
  );
}
