import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { numberText, msg, t, tMarked, tn } from '@tessera/core/messages';
import { useSearchParams } from 'react-router';
import { queriesResource, type QueryRow } from '../../api/query-log.ts';
import { elapsedText } from '../../chart/elapsed-text.ts';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import type { ListColumn, ListFilterSpec } from '../../ui/lists/list-page-types.ts';
import { timeFilters } from '../../ui/lists/list-time.ts';
import { ListPage } from '../../ui/lists/ListPage.tsx';
import { QueryDialog } from './QueryDialog.tsx';
import classes from './QueryLog.module.css';
import { errorText, userText, statusLook, subjectsOf, timeText, whatText } from './query-text.ts';
import { SubjectLink } from './SubjectLink.tsx';

const fields = [
  'id',
  'start_time',
  'duration_ms',
  'username',
  'user.first_name',
  'user.last_name',
  'source',
  'kind',
  'database_id',
  'database_name',
  'dataset_id',
  'dataset_name',
  'dataset.is_deleted',
  'chart_id',
  'chart.slice_name',
  'chart.is_deleted',
  'dashboard_id',
  'dashboard.dashboard_title',
  'dashboard.is_deleted',
  'status',
  'error_code',
  'error',
  'rows',
  'is_cached',
];

const columns = (): readonly ListColumn<QueryRow>[] => [
  {
    name: 'start_time',
    label: t('Time'),
    sortable: true,
    render: (row) => (
      <time dateTime={new Date(row.start_time).toISOString()} className={classes['time']}>
        {timeText(row.start_time)}
      </time>
    ),
  },
  {
    name: 'username',
    label: t('Person'),
    sortable: true,
    render: (row) => <Cut text={userText(row)} title={row.username} />,
  },
  {
    name: 'source',
    label: t('What'),
    sortable: true,
    optional: true,
    render: (row) => <span className={classes['line']}>{whatText(row)}</span>,
  },
  {
    name: 'dataset_name',
    label: t('Dataset'),
    sortable: true,
    optional: true,
    render: (row) => <SubjectLink subject={subjectsOf(row).dataset} />,
  },
  {
    name: 'chart',
    label: t('Chart'),
    optional: true,
    render: (row) => <SubjectLink subject={subjectsOf(row).chart} />,
  },
  {
    name: 'dashboard',
    label: t('Dashboard'),
    optional: true,
    render: (row) => <SubjectLink subject={subjectsOf(row).dashboard} />,
  },
  {
    name: 'database_name',
    label: t('Database'),
    sortable: true,
    optional: true,
    render: (row) => <Cut text={row.database_name ?? ''} />,
  },
  {
    name: 'rows',
    label: t('Rows'),
    sortable: true,
    number: true,
    optional: true,
    render: (row) => (row.rows === null ? '' : numberText(row.rows)),
  },
  {
    name: 'duration_ms',
    label: t('Duration'),
    sortable: true,
    number: true,
    optional: true,
    render: (row) => <span className={classes['line']}>{elapsedText(row.duration_ms)}</span>,
  },
  // What failed was answered from nowhere.
  {
    name: 'is_cached',
    label: t('Cache'),
    sortable: true,
    optional: true,
    render: (row) => (row.status === 'success' ? <Freshness isCached={row.is_cached} /> : ''),
  },
  { name: 'status', label: t('Status'), sortable: true, render: (row) => <Status row={row} /> },
];

const spans = [
  ['900', msg('Last 15 minutes')],
  ['3600', msg('Last hour')],
  ['86400', msg('Last 24 hours')],
  ['604800', msg('Last 7 days')],
  ['2592000', msg('Last 30 days')],
] as const;
const filters = (): readonly ListFilterSpec[] => [
  {
    name: 'time',
    label: t('Time'),
    options: { times: spans.map(([value, label]) => ({ value, label: tMarked(label) })) },
    toFilters: (value) => timeFilters('start_time', value),
  },
  {
    name: 'person',
    label: t('Person'),
    options: { resource: queriesResource, column: 'user' },
    toFilters: (value) => [{ col: 'user', opr: 'rel_o_m', value: Number(value) }],
  },
  {
    name: 'database',
    label: t('Database'),
    options: { resource: queriesResource, column: 'database' },
    toFilters: (value) => [{ col: 'database', opr: 'rel_o_m', value: Number(value) }],
  },
  {
    name: 'dataset',
    label: t('Dataset'),
    options: { resource: queriesResource, column: 'dataset' },
    toFilters: (value) => [{ col: 'dataset', opr: 'rel_o_m', value: Number(value) }],
  },
  {
    name: 'status',
    label: t('Status'),
    options: ['success', 'failed', 'stopped'].map((value) => ({ value, label: statusLook(value).label })),
    toFilters: (value) => [{ col: 'status', opr: 'eq', value }],
  },
  {
    name: 'cached',
    label: t('Cache'),
    options: [
      { value: 'true', label: t('Cached') },
      { value: 'false', label: t('Fresh') },
    ],
    toFilters: (value) => [{ col: 'is_cached', opr: 'eq', value: value === 'true' }],
  },
];

/** What the address calls the entry that is open. */
const OPENED = 'query';

function readId(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** `/querylog/list/`: every query that was asked, the newest first. */
export function QueryLogPage() {
  const client = useQueryClient();
  const [parameters, setParameters] = useSearchParams();
  const opened = readId(parameters.get(OPENED));
  const show = (id: number | null) => {
    const next = new URLSearchParams(parameters);
    if (id === null) next.delete(OPENED);
    else next.set(OPENED, String(id));
    setParameters(next, { replace: id === null, preventScrollReset: true });
  };
  const reload = useMutation({ mutationFn: () => client.invalidateQueries({ queryKey: [queriesResource] }) });
  return (
    <>
      <ListPage<QueryRow>
        title={t('Query log')}
        width="wide"
        resource={queriesResource}
        countLabel={(count) => tn('1 query', '%(count)s queries', count)}
        fields={fields}
        columns={columns()}
        search={{ label: t('Search SQL, dataset or user name'), col: 'sql', opr: 'all_text' }}
        filters={filters()}
        order={{ orderColumn: 'start_time', orderDirection: 'desc' }}
        rowName={(row) => timeText(row.start_time)}
        onOpen={(row) => show(row.id)}
        actions={
          <Button
            icon={<IconRefresh size={16} stroke={1.5} />}
            loading={reload.isPending}
            onClick={() => reload.mutate()}
          >
            {t('Reload')}
          </Button>
        }
        empty={{
          title: t('No query was asked yet.'),
          text: t(
            'Each query of a chart, a dashboard or a download is kept here with who asked it and what came of it.',
          ),
        }}
      />
      {opened !== null && <QueryDialog id={opened} onClose={() => show(null)} />}
    </>
  );
}

function Cut({ text, title = text }: { readonly text: string; readonly title?: string }) {
  return (
    <span className={classes['cut']} title={title}>
      {text}
    </span>
  );
}

function Freshness({ isCached }: { readonly isCached: boolean }) {
  return isCached ? <Badge>{t('Cached')}</Badge> : <span className={classes['muted']}>{t('Fresh')}</span>;
}

function Status({ row }: { readonly row: QueryRow }) {
  const { label, tone } = statusLook(row.status);
  const error = errorText(row);
  return (
    <span className={classes['status']}>
      <Badge tone={tone}>{label}</Badge>
      {error !== null && (
        <span className={classes['words']} title={error}>
          {error}
        </span>
      )}
    </span>
  );
}
