import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { estimateSql } from '../../../api/sql-lab.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import type { EditorTab } from '../tabs/tabs.ts';
import { scriptOf } from '../toolbar/selection.ts';
import classes from './Dialogs.module.css';

type EstimateDialogProps = {
  readonly tab: EditorTab;
  readonly onRun: () => void;
  readonly onClose: () => void;
};

/** What the database expects a query to cost. */
export function EstimateDialog({ tab, onRun, onClose }: EstimateDialogProps) {
  const { sql } = scriptOf(tab);
  const { dbId, catalog, schema, templateParams } = tab;
  const estimate = useQuery({
    queryKey: ['sql-estimate', dbId, catalog, schema, sql, templateParams],
    queryFn: ({ signal }) => estimateSql({ dbId: dbId ?? 0, catalog, schema, sql, templateParams }, signal),
    staleTime: 0,
    retry: false,
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Estimated cost')}
      subtitle={tab.name}
      width={460}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            data-autofocus
            onClick={() => {
              onClose();
              onRun();
            }}
          >
            {t('Run')}
          </Button>
        </>
      }
    >
      {estimate.isPending && <Skeleton height={80} />}
      {estimate.isError && <ErrorCard error={estimate.error} onRetry={() => void estimate.refetch()} small />}
      {estimate.data?.map((statement, index) => (
        // Statements of one script have no identity but their place.
        <dl key={index} className={classes['estimate']}>
          {Object.entries(statement).map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ))}
    </Dialog>
  );
}
