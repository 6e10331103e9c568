import { useQuery } from '@tanstack/react-query';
import { IconChevronLeft, IconChevronRight, IconRefresh } from '@tabler/icons-react';
import { numberText, t, tn } from '@tessera/core/messages';
import { labelIn } from '@tessera/core/label-in';
import type { DrillFilter } from '@tessera/viz/events';
import { useId, useMemo, useState } from 'react';
import { Button } from '../../ui/buttons/Button.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { DataGrid } from '../../ui/data-grid/DataGrid.tsx';
import { Badge, Pill } from '../../ui/feedback/Badge.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useBackSteps } from '../../ui/overlays/use-back-steps.ts';
import { DETAIL_ROWS, detailFilters, detailPage, ownFilterTexts, type DetailPage } from './detail.ts';
import classes from './Drill.module.css';
import { drillFilterText, type IsTime } from './mark-filters.ts';
import type { DrillHost, MarkQuestion } from './mark-host.ts';
import { timesOf } from './mark-moment.ts';

type DetailDialogProps = {
  readonly question: MarkQuestion;
  readonly host: DrillHost;
  readonly chartId: number | 'new';
  readonly title: string;
  readonly verboseNames: Readonly<Record<string, string>>;
  readonly onClose: () => void;
};

/** The rows of the dataset behind one mark, page by page. */
export function DetailDialog({ question, host, chartId, title, verboseNames, onClose }: DetailDialogProps) {
  const { target, mark } = question;
  const [chosen, setChosen] = useState<readonly DrillFilter[]>(target.toDetail);
  const [page, setPage] = useState(1);
  const [reloads, setReloads] = useState(0);
  const label = useMemo(() => labelIn(verboseNames), [verboseNames]);
  const query = useMemo(() => queryOf(question), [question]);
  const filters = useMemo(() => detailFilters(query, chosen), [query, chosen]);
  const rows = useQuery(detailPage({ host, chartId, filters, page, reloads }));
  useBackSteps(1, onClose);
  const remove = (filter: DrillFilter) => {
    setChosen((before) => before.filter((one) => one !== filter));
    setPage(1);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      width="min(1200px, 96vw)"
      title={t('Rows behind %(mark)s', { mark: mark.name })}
      subtitle={title}
    >
      {/* What is read first are the rows, not the way out. */}
      <div className={classes['detail']} tabIndex={-1} data-autofocus>
        <div className={classes['bar']}>
          <FilterPills
            own={ownFilterTexts(query, label)}
            chosen={chosen}
            label={label}
            isTime={timesOf(question.shown)}
            onRemove={remove}
          />
          <IconButton
            size="small"
            label={t('Reload the rows')}
            icon={<IconRefresh size={16} stroke={1.5} />}
            onClick={() => setReloads((count) => count + 1)}
          />
        </div>
        <div className={classes['rows']} aria-busy={rows.isFetching}>
          {rows.isError ? (
            <ErrorCard
              error={rows.error}
              title={t('Sorry, an error occurred')}
              onRetry={() => void rows.refetch()}
              small
            />
          ) : rows.data === undefined ? (
            <RowSkeleton />
          ) : (
            <Rows page={rows.data} label={label} {...(host.mayDownload ? { fileName: `${title} ${page}` } : {})} />
          )}
        </div>
        {rows.data && <Pager page={page} total={rows.data.total} isBusy={rows.isFetching} onPage={setPage} />}
      </div>
    </Dialog>
  );
}

/** Of a chart with two queries the one that the mark belongs to, as the names of its controls say. */
function queryOf({ target, shown }: MarkQuestion) {
  const isSecond = target.by?.adhocFilterFieldName?.endsWith('_b') === true;
  return shown.effective.queries[isSecond ? 1 : 0] ?? {};
}

type FilterPillsProps = {
  /** Those of the chart, which stay. */
  readonly own: readonly string[];
  readonly chosen: readonly DrillFilter[];
  readonly label: (column: string) => string;
  readonly isTime: IsTime;
  readonly onRemove: (filter: DrillFilter) => void;
};

function FilterPills({ own, chosen, label, isTime, onRemove }: FilterPillsProps) {
  const id = useId();
  if (own.length + chosen.length === 0) return <p className={classes['allRows']}>{t('All rows of the chart')}</p>;
  return (
    <ul className={classes['pills']} aria-label={t('Filters')}>
      {chosen.map((filter) => {
        const text = drillFilterText(filter, label, isTime);
        return (
          <li key={text}>
            <Pill onRemove={() => onRemove(filter)} removeLabel={t('Remove the filter %(filter)s', { filter: text })}>
              {text}
            </Pill>
          </li>
        );
      })}
      {own.map((text, index) => (
        // Two filters of a chart may say the same.
        <li key={`${id}-${index}`} title={t('A filter of the chart')}>
          <Badge>{text}</Badge>
        </li>
      ))}
    </ul>
  );
}

type RowsProps = {
  readonly page: DetailPage;
  readonly label: (column: string) => string;
  readonly fileName?: string;
};

function Rows({ page: { table, total }, label, fileName }: RowsProps) {
  if (table.rowCount === 0)
    return <EmptyState title={t('No rows were returned for this dataset')} drawing="none" small />;
  return (
    <DataGrid
      table={table}
      label={t('Rows')}
      columnLabel={label}
      cutAt={total > table.rowCount ? table.rowCount : null}
      {...(fileName === undefined ? {} : { fileName })}
    />
  );
}

function RowSkeleton() {
  return (
    <div className={classes['wait']}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={24} />
      ))}
    </div>
  );
}

type PagerProps = {
  readonly page: number;
  readonly total: number;
  readonly isBusy: boolean;
  readonly onPage: (page: number) => void;
};

function Pager({ page, total, isBusy, onPage }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / DETAIL_ROWS));
  const first = (page - 1) * DETAIL_ROWS + 1;
  const text =
    last === 1
      ? tn('1 row', '%(count)s rows', total)
      : t('Rows %(first)s to %(last)s of %(total)s', {
          first: numberText(first),
          last: numberText(Math.min(total, page * DETAIL_ROWS)),
          total: numberText(total),
        });
  return (
    <nav className={classes['pager']} aria-label={t('Pages')}>
      <span role="status">{text}</span>
      {last > 1 && (
        <>
          <Button
            size="small"
            icon={<IconChevronLeft size={14} stroke={1.5} />}
            disabledReason={page === 1 ? t('This is the first page.') : null}
            onClick={() => onPage(page - 1)}
          >
            {t('Previous')}
          </Button>
          <Button
            size="small"
            icon={<IconChevronRight size={14} stroke={1.5} />}
            disabledReason={page >= last ? t('This is the last page.') : null}
            loading={isBusy}
            onClick={() => onPage(page + 1)}
          >
            {t('Next')}
          </Button>
        </>
      )}
    </nav>
  );
}
