import { t } from '@tessera/core/messages';
import { Elapsed } from '../../chart/Elapsed.tsx';
import { SAMPLE_ROWS } from '../../chart/samples.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { DataGrid } from '../../ui/data-grid/DataGrid.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import classes from './Datasets.module.css';
import type { useQueryPreview } from './use-query-preview.ts';

/** What the query gives, below it, once it was run; what is wrong with it stands at the query itself. */
export function QueryPreview({ preview: { rows, stop } }: { readonly preview: ReturnType<typeof useQueryPreview> }) {
  if (rows.isPending)
    return (
      <div className={classes['preview']}>
        <Elapsed since={rows.submittedAt}>
          <Button size="small" onClick={stop}>
            {t('Stop')}
          </Button>
        </Elapsed>
        <Skeleton height="100%" />
      </div>
    );
  if (!rows.isSuccess) return null;
  const { rowCount } = rows.data;
  return (
    <div className={classes['preview']}>
      <DataGrid table={rows.data} label={t('Preview')} cutAt={rowCount >= SAMPLE_ROWS ? SAMPLE_ROWS : null} />
    </div>
  );
}
