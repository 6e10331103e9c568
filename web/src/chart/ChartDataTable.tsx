import type { RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { isCut } from '@tessera/viz/layer/limit';
import { useEffect, useRef } from 'react';
import { onDemand } from '../ui/common/on-demand.tsx';
import type { DataGridProps } from '../ui/data-grid/DataGrid.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import classes from './Chart.module.css';
import type { ChartResult } from './chart-data.ts';

/** Most who look at a chart never ask for its rows. */
const DataGrid = onDemand<DataGridProps>(
  async () => (await import('../ui/data-grid/DataGrid.tsx')).DataGrid,
  () => <Skeleton height="100%" />,
);

/** The rows of a chart in place of its picture, for those who hear it and those who want the number. */
export function ChartDataTable({
  results,
  form,
  title,
  onShown,
}: {
  readonly results: readonly ChartResult[];
  /** What they answer. */
  readonly form: RawForm;
  readonly title: string;
  readonly onShown: () => void;
}) {
  const shown = useRef(onShown);
  useEffect(() => {
    shown.current = onShown;
  });
  useEffect(() => shown.current(), [results]);
  return (
    <div className={classes['tables']}>
      {results.map((result, index) => (
        // Answers of one request have no identity but their place.
        <div key={index} className={classes['table']}>
          <DataGrid
            table={result.table}
            label={
              results.length > 1
                ? t('Data of %(title)s, query %(number)s', { title, number: index + 1 })
                : t('Data of %(title)s', { title })
            }
            cutAt={isCut(result, form) ? result.table.rowCount : null}
          />
        </div>
      ))}
    </div>
  );
}
