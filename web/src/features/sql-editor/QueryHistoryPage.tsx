import { IconCopy, IconDots, IconPencil, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { numberText, t, tn } from '@tessera/core/messages';
import { hrefOf, pastQueryHref } from '@tessera/core/pages';
import { isActive } from '@tessera/core/sql-editor/query-states';
import { useNavigate, useSearchParams } from 'react-router';
import { holds, isAdmin, me, nameOf } from '../../api/me.ts';
import { pastQueriesResource, pastQueryFields, type PastQuery } from '../../api/past-queries.ts';
import { stopQuery } from '../../api/sql-lab.ts';
import { elapsedText } from '../../chart/elapsed-text.ts';
import { SqlPlaces } from '../../shell/SqlPlaces.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { copyText } from '../../ui/feedback/copy.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import type { ListColumn } from '../../ui/lists/list-page-types.ts';
import { ListPage } from '../../ui/lists/ListPage.tsx';
import { Menu, MenuItem } from '../../ui/overlays/Menu.tsx';
import classes from './past-queries/PastQueries.module.css';
import { PastQueryDialog } from './past-queries/PastQueryDialog.tsx';
import { pastQueryFilters } from './past-queries/query-filters.ts';
import { lineOf, timeText } from './past-queries/query-words.ts';
import { QueryState } from './past-queries/QueryState.tsx';
import { runAgain } from './past-queries/run-again.ts';
import { useLiveQueries } from './past-queries/use-live-queries.ts';
import { withWhole } from './past-queries/with-whole.ts';

const columns = (seesOthers: boolean): readonly ListColumn<PastQuery>[] => [
  written(seesOthers),
  { name: 'status', label: t('State'), sortable: true, render: (row) => <State row={row} /> },
  {
    name: 'start_time',
    label: t('Time'),
    sortable: true,
    optional: true,
    render: (row) => (
      <time dateTime={new Date(row.start_time).toISOString()} className={classes['time']}>
        {timeText(row.start_time)}
      </time>
    ),
  },
  ...(seesOthers ? [person()] : []),
  {
    name: 'database.database_name',
    label: t('Database'),
    sortable: true,
    optional: true,
    render: (row) => (
      <span className={classes['cut']}>{[row.database.database_name, row.schema].filter(Boolean).join(' › ')}</span>
    ),
  },
  {
    name: 'tab_name',
    label: t('Tab'),
    sortable: true,
    optional: true,
    render: (row) => <span className={classes['cut']}>{row.tab_name}</span>,
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
    render: (row) => (row.duration_ms === null ? '' : elapsedText(row.duration_ms)),
  },
];

function written(seesOthers: boolean): ListColumn<PastQuery> {
  return {
    name: 'sql',
    label: t('Query'),
    render: (row) => (
      <>
        <span className={classes['sql']} title={row.sql.slice(0, 2000)}>
          {lineOf(row.sql)}
        </span>
        {/* Where their columns have no room. */}
        <span className={classes['timeBelow']}>
          {timeText(row.start_time)}
          {seesOthers && row.user !== null && <span className={classes['cut']}>{nameOf(row.user)}</span>}
        </span>
      </>
    ),
  };
}

function person(): ListColumn<PastQuery> {
  return {
    name: 'user_id',
    label: t('Person'),
    optional: true,
    render: (row) => <span className={classes['cut']}>{row.user === null ? '' : nameOf(row.user)}</span>,
  };
}

/** What the address calls the query that is open. */
const OPENED = 'query';

/** `/sqllab/history/`: every query that ran in the editor, the newest first. */
export function QueryHistoryPage() {
  const user = useQuery(me).data;
  const [parameters, setParameters] = useSearchParams();
  useLiveQueries();
  const seesOthers = user !== undefined && holds(user, 'can_read', 'Log');
  const opened = readId(parameters.get(OPENED));
  const show = (id: number | null) => {
    const next = new URLSearchParams(parameters);
    if (id === null) next.delete(OPENED);
    else next.set(OPENED, String(id));
    setParameters(next, { replace: id === null, preventScrollReset: true });
  };
  const isOwn = (row: PastQuery) => row.user_id === user?.id;
  const mayStop = (row: PastQuery) => isActive(row.status) && (isOwn(row) || (user !== undefined && isAdmin(user)));
  return (
    <>
      <ListPage<PastQuery>
        title={t('Query history')}
        width="wide"
        resource={pastQueriesResource}
        countLabel={(count) => tn('1 query', '%(count)s queries', count)}
        fields={pastQueryFields}
        columns={columns(seesOthers)}
        search={{ label: t('Search SQL, tabs and databases'), col: 'sql', opr: 'all_text' }}
        filters={pastQueryFilters(seesOthers)}
        order={{ orderColumn: 'start_time', orderDirection: 'desc' }}
        rowName={(row) => lineOf(row.sql).slice(0, 80)}
        onOpen={(row) => show(row.id)}
        rowActions={(row) => <RowActions row={row} isOwn={isOwn(row)} mayStop={mayStop(row)} />}
        actions={<SqlPlaces />}
        create={
          <LinkButton variant="primary" to={hrefOf('sqlLab', {}, { new: 'true' })}>
            {t('New query')}
          </LinkButton>
        }
        empty={{
          title: t('No query has run yet.'),
          text: t('Each query that runs in the SQL editor is here, with what came of it.'),
        }}
      />
      {opened !== null && (
        <PastQueryDialog id={opened} isOwn={isOwn} mayStop={mayStop} onStop={stop} onClose={() => show(null)} />
      )}
    </>
  );
}

function readId(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Down to the database; the next look at what changed says how it ended. */
function stop({ client_id: id }: PastQuery): void {
  stopQuery(id).then(
    () => toast.success(t('Query was stopped.')),
    () => toast.danger(t('Failed to stop query.')),
  );
}

function State({ row }: { readonly row: PastQuery }) {
  return (
    <>
      <QueryState query={row} />
      {row.error_message !== null && (
        <div className={classes['words']} title={row.error_message}>
          {row.error_message}
        </div>
      )}
    </>
  );
}

const icon = { size: 16, stroke: 1.5 } as const;

type RowActionsProps = { readonly row: PastQuery; readonly isOwn: boolean; readonly mayStop: boolean };

function RowActions({ row, isOwn, mayStop }: RowActionsProps) {
  const navigate = useNavigate();
  const name = lineOf(row.sql).slice(0, 60);
  return (
    <>
      {mayStop && (
        <IconButton
          size="small"
          danger
          label={t('Stop %s', name)}
          icon={<IconPlayerStop {...icon} />}
          onClick={() => stop(row)}
        />
      )}
      <IconButton
        size="small"
        label={t('Open %s in the editor', name)}
        icon={<IconPencil {...icon} />}
        onClick={() => void navigate(pastQueryHref(row.id))}
      />
      <Menu
        label={t('More for %s', name)}
        trigger={<IconButton size="small" label={t('More for %s', name)} icon={<IconDots {...icon} />} />}
      >
        <MenuItem
          icon={<IconCopy {...icon} />}
          onClick={() => void withWhole(row, ({ sql }) => copyText(sql, t('SQL copied')))}
        >
          {t('Copy SQL')}
        </MenuItem>
        {isOwn && (
          <MenuItem
            icon={<IconPlayerPlay {...icon} />}
            onClick={() =>
              void withWhole(row, (query) => {
                const { to, state } = runAgain(query);
                return navigate(to, { state });
              })
            }
          >
            {t('Run again')}
          </MenuItem>
        )}
      </Menu>
    </>
  );
}
