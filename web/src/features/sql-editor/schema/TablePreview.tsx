import { useQuery } from '@tanstack/react-query';
import { IconFilePlus } from '@tabler/icons-react';
import { t, tn } from '@tessera/core/messages';
import type { ListedTable } from '../../../api/catalog.ts';
import { tableDetail } from '../../../api/catalog.ts';
import { Elapsed } from '../../../chart/Elapsed.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DataGrid } from '../../../ui/data-grid/DataGrid.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import type { EditorTab } from '../tabs/tabs.ts';
import classes from './SchemaBar.module.css';
import { useTableRows, type TableRows } from './use-table-rows.ts';

type TablePreviewProps = {
  readonly tab: EditorTab;
  readonly table: ListedTable;
  readonly engine: string;
  readonly onOpenTab: (given: { readonly name: string; readonly sql: string }) => void;
  readonly onClose: () => void;
};

/** The first rows of a table ([4.10-06]); the run ends when it is closed. */
export function TablePreview({ tab, table, onOpenTab, onClose }: TablePreviewProps) {
  const dbId = tab.dbId ?? 0;
  const detail = useQuery(tableDetail(dbId, table));
  const sql = detail.data?.selectStar ?? null;
  const rows = useTableRows(tab, table, sql);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={table.name}
      subtitle={subtitleOf(table, rows)}
      width={1080}
      footer={
        <>
          <Button
            icon={<IconFilePlus size={16} stroke={1.5} />}
            disabledReason={sql === null ? t('Its columns are not known yet.') : null}
            onClick={() => {
              if (sql === null) return;
              onClose();
              onOpenTab({ name: table.name, sql });
            }}
          >
            {t('Open SELECT in a new tab')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      <div className={classes['preview']}>
        <Rows rows={rows} error={detail.error} name={table.name} onRetry={() => void detail.refetch()} />
      </div>
    </Dialog>
  );
}

type RowsProps = {
  readonly rows: TableRows;
  readonly error: Error | null;
  readonly name: string;
  readonly onRetry: () => void;
};

function Rows({ rows, error, name, onRetry }: RowsProps) {
  if (error !== null && rows.table === null) return <ErrorCard error={error} onRetry={onRetry} small />;
  if (rows.error !== null) return <ErrorCard error={rows.error} onRetry={rows.retry} small />;
  if (rows.table === null)
    return (
      <div role="status" aria-label={t('Loading…')}>
        <Skeleton height={320} radius="var(--ts-radius)" />
        <Elapsed since={rows.since} />
      </div>
    );
  if (rows.isDone && rows.table.rowCount === 0)
    return <EmptyState small drawing="none" title={t('This table has no rows.')} />;
  return <DataGrid table={rows.table} label={t('Rows of %s', name)} />;
}

function subtitleOf({ schema }: ListedTable, { table, isDone, isCut }: TableRows): string {
  const count = table?.rowCount ?? 0;
  const words = !isDone
    ? null
    : isCut
      ? tn('the first row', 'the first %(count)s rows', count)
      : tn('1 row', '%(count)s rows', count);
  return [schema, words].filter(Boolean).join(' · ');
}
