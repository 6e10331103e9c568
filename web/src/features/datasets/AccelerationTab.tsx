import { IconBolt } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import {
  cancelExtract,
  extractOf,
  putExtract,
  refreshExtract,
  removeExtract,
  type ExtractPut,
} from '../../api/extracts.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import classes from './Datasets.module.css';
import { ExtractSettings } from './ExtractSettings.tsx';
import { ExtractState, said } from './ExtractState.tsx';

/** A copy of the rows beside the server, which answers charts in place of the source. */
export function AccelerationTab({ id, readOnly }: { readonly id: number; readonly readOnly: boolean }) {
  const extract = useQuery(extractOf(id));
  const change = useExtractChange(id);
  if (extract.isError) return <ErrorCard error={extract.error} onRetry={() => void extract.refetch()} />;
  if (extract.isPending) return <Skeleton height={200} radius="var(--ts-radius)" />;
  const item = extract.data;
  return (
    <>
      <section className={classes['panel']} aria-label={t('Acceleration')}>
        <p className={classes['note']}>
          {t('Charts read a copy of the rows that this server keeps. Rights and rules on rows hold as on the source.')}
        </p>
        {item.blocked !== null && (
          <p className={classes['banner']}>
            {t('This dataset cannot be accelerated.')} {said(item.blocked)}
          </p>
        )}
        {change.isError && <ErrorCard small error={change.error} />}
        {(item.is_accelerated || item.blocked === null) && (
          <ExtractSettings
            key={JSON.stringify([item.is_accelerated, item.schedule, item.watermark])}
            item={item}
            readOnly={readOnly || item.blocked !== null}
            isSaving={change.isPending}
            onSave={(put) => change.mutate({ kind: 'put', put })}
          />
        )}
      </section>
      {item.is_accelerated && (
        <section className={classes['panel']} aria-label={t('Extract')}>
          <ExtractState item={item} />
          {!readOnly && <Buttons item={item} isBusy={change.isPending} onChange={change.mutate} />}
        </section>
      )}
    </>
  );
}

type Change =
  | { readonly kind: 'put'; readonly put: ExtractPut }
  | { readonly kind: 'refresh'; readonly all: boolean }
  | { readonly kind: 'cancel' | 'remove' };

function useExtractChange(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: Change): Promise<unknown> => {
      switch (change.kind) {
        case 'put':
          return putExtract(id, change.put);
        case 'refresh':
          return refreshExtract(id, change.all);
        case 'cancel':
          return cancelExtract(id);
        case 'remove':
          return removeExtract(id);
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: extractOf(id).queryKey }),
  });
}

type ButtonsProps = {
  readonly item: Parameters<typeof ExtractState>[0]['item'];
  readonly isBusy: boolean;
  readonly onChange: (change: Change) => void;
};

function Buttons({ item, isBusy, onChange }: ButtonsProps) {
  const [isAsking, setAsking] = useState(false);
  const isRefreshing = item.refresh !== null;
  return (
    <div className={classes['extractButtons']}>
      {isRefreshing ? (
        <Button loading={isBusy} onClick={() => onChange({ kind: 'cancel' })}>
          {t('Cancel the refresh')}
        </Button>
      ) : (
        <>
          <Button
            variant="primary"
            icon={<IconBolt size={16} stroke={1.5} />}
            loading={isBusy}
            onClick={() => onChange({ kind: 'refresh', all: false })}
          >
            {t('Refresh now')}
          </Button>
          {item.watermark !== null && (
            <Button onClick={() => onChange({ kind: 'refresh', all: true })}>{t('Read all rows again')}</Button>
          )}
        </>
      )}
      <Button onClick={() => setAsking(true)}>{t('Stop accelerating')}</Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('Stop accelerating')}
        action={t('Stop accelerating')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onChange({ kind: 'remove' });
        }}
      >
        {t('The extract is removed, and charts read the source again.')}
      </ConfirmDialog>
    </div>
  );
}
