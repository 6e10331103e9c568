import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { fetchChartSql, type ChartRequest } from '../../../chart/chart-actions.ts';
import { SqlEditorButton } from '../../../chart/SqlEditorButton.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { copyText } from '../../../ui/feedback/copy.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import cardStyles from './Card.module.css';

/** The SQL of a chart, to read and to copy. */
export function QueryDialog({
  title,
  asked,
  onClose,
}: {
  readonly title: string;
  readonly asked: ChartRequest;
  readonly onClose: () => void;
}) {
  const sql = useQuery({
    queryKey: ['chart-sql', asked],
    queryFn: ({ signal }) => fetchChartSql(asked, signal),
    staleTime: 60_000,
    retry: false,
  });
  const text = sql.data?.join(';\n\n') ?? '';
  return (
    <Dialog
      opened
      onClose={onClose}
      width={760}
      title={t('Query')}
      subtitle={title}
      footer={
        <>
          <SqlEditorButton
            datasourceKey={`${asked.datasource.id}__${asked.datasource.type}`}
            sql={text}
            disabledReason={queryProblem(sql.isError, text)}
          />
          <Button
            disabledReason={text === '' ? t('There is no query to copy yet') : null}
            onClick={() => void copyText(text)}
          >
            {t('Copy')}
          </Button>
        </>
      }
    >
      {sql.isPending ? (
        <Skeleton height={200} />
      ) : sql.isError ? (
        <ErrorCard small error={sql.error} onRetry={() => void sql.refetch()} />
      ) : (
        <pre className={cardStyles['sql']}>{text}</pre>
      )}
    </Dialog>
  );
}

function queryProblem(isError: boolean, text: string): string | null {
  // [8.5-01]
  if (isError) return t('An error occurred while loading the SQL');
  return text === '' ? t('There is no SQL to open yet.') : null;
}
