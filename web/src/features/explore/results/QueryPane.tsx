import { useQuery } from '@tanstack/react-query';
import { IconCopy } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useMemo } from 'react';
import { chartRequest, fetchChartSql } from '../../../chart/chart-actions.ts';
import type { DatasetFields } from '../../../controls/fields.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { CodeEditor } from '../../../ui/code-editor/CodeEditor.tsx';
import { copyText } from '../../../ui/feedback/copy.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import type { EditedChart } from '../../../chart-editor/use-edited-chart.ts';
import { queryNames } from './result-formats.ts';
import classes from './QueryPane.module.css';

type QueryPaneProps = {
  readonly explored: EditedChart;
  readonly dataset: Pick<DatasetFields, 'engine'>;
  readonly columnLabel: (name: string) => string;
};

/** The SQL that the picture on screen asked, a clause a line, to read and to copy; nothing is run for it. */
export function QueryPane({ explored: { chart, place }, dataset, columnLabel }: QueryPaneProps) {
  const effective = chart.shown?.effective ?? null;
  const asked = useMemo(() => effective && chartRequest(effective, place), [effective, place]);
  const sql = useQuery({
    queryKey: ['chart-sql', asked],
    queryFn: ({ signal }) => (asked === null ? Promise.resolve([]) : fetchChartSql(asked, signal)),
    enabled: asked !== null,
    staleTime: 60_000,
    retry: false,
  });
  if (effective === null) return <EmptyState title={t('Run the chart to see its query.')} drawing="none" small />;
  if (sql.isPending) return <Skeleton height={120} />;
  if (sql.isError) return <ErrorCard error={sql.error} onRetry={() => void sql.refetch()} small />;
  const names = queryNames(effective.queries, columnLabel);
  const nameOf = (index: number) => names[index] ?? (names.length > 1 ? t('Query %s', index + 1) : t('Query'));
  return (
    <div className={classes['queries']}>
      {sql.data.map((query, index) => (
        // Queries of one chart have no identity but their place.
        <section key={index} className={classes['query']} aria-label={nameOf(index)}>
          <div className={classes['head']}>
            <h3 className={classes['name']}>{nameOf(index)}</h3>
            <Button
              size="small"
              icon={<IconCopy size={14} stroke={1.5} />}
              onClick={() => void copyText(query, t('SQL copied'))}
            >
              {t('Copy SQL')}
            </Button>
          </div>
          <CodeEditor
            label={t('SQL')}
            language="sql"
            engine={dataset.engine ?? null}
            value={query}
            readOnly
            rows={Math.min(20, query.split('\n').length + 1)}
          />
        </section>
      ))}
    </div>
  );
}
