import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconExternalLink, IconPlayerPlay, IconTable, IconTrash } from '@tabler/icons-react';
import { instantText, numberText, t, tn } from '@tessera/core/messages';
import { clearInactive } from '@tessera/core/sql-editor/query-runs';
import { readState } from '@tessera/core/sql-editor/query-states';
import { useEffect, useState } from 'react';
import { deleteQueryOfTab } from '../../../api/editor-tabs.ts';
import { isGone } from '../../../api/api-error.ts';
import type { ListFilter } from '../../../api/list.ts';
import { me } from '../../../api/me.ts';
import { lastQueries, pastQueriesResource, type PastQuery } from '../../../api/past-queries.ts';
import { elapsedText } from '../../../chart/elapsed-text.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { withWhole } from '../past-queries/with-whole.ts';
import { StateDot, stateText } from '../runs/StateDot.tsx';
import { resumeQuery, startRun, useRun } from '../runs/runs-store.ts';
import { openNewTab } from '../tabs/new-tab.ts';
import { editTab } from '../tabs/tabs-store.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import classes from './TabHistory.module.css';

type Scope = 'tab' | 'all';
const FIRST = 25;
const MORE = 100;
/** A query that the server calls running without moving for so long is not shown ([4.9-07]). */
const INACTIVE_MS = 86_400_000;

/** What ran before in this tab, or in all of them: look at it, run it again, open it. */
export function TabHistory({ tab }: { readonly tab: EditorTab }) {
  const [scope, setScope] = useState<Scope>('tab');
  const [count, setCount] = useState(FIRST);
  const userId = useQuery(me).data?.id ?? 0;
  const filters = filtersOf(scope, tab, userId);
  const past = useQuery(lastQueries(filters, count));
  useFreshAfterRun(tab.id);
  const queries = past.data?.result ?? [];
  const shown = clearInactive(queries.map(asRun), past.dataUpdatedAt, INACTIVE_MS).map(({ query }) => query);
  return (
    <div className={classes['history']}>
      <div className={classes['head']}>
        <SegmentedControl
          label={t('Queries of')}
          value={scope}
          onChange={(next) => {
            setScope(next);
            setCount(FIRST);
          }}
          options={[
            { value: 'tab', label: t('This tab') },
            { value: 'all', label: t('All tabs') },
          ]}
        />
        {past.data && <span role="status">{tn('1 query', '%(count)s queries', past.data.count)}</span>}
      </div>
      {past.isPending && <Skeleton height={120} />}
      {past.isError && <ErrorCard error={past.error} onRetry={() => void past.refetch()} small />}
      {past.data && shown.length === 0 && <EmptyState title={t('Nothing has run here yet.')} drawing="none" small />}
      <ul className={classes['list']} aria-label={t('Queries that ran')}>
        {shown.map((query) => (
          <PastRow key={query.id} query={query} tab={tab} />
        ))}
      </ul>
      {past.data && past.data.count > count && (
        <Button size="small" className={classes['more']} onClick={() => setCount(count + MORE)}>
          {t('Show more')}
        </Button>
      )}
    </div>
  );
}

function filtersOf(scope: Scope, tab: EditorTab, userId: number): readonly ListFilter[] {
  const editorId = tab.remoteId === null ? tab.id : String(tab.remoteId);
  const own: ListFilter = { col: 'user', opr: 'rel_o_m', value: userId };
  return scope === 'all' ? [own] : [own, { col: 'sql_editor_id', opr: 'eq', value: editorId }];
}

function asRun(query: PastQuery) {
  return { query, state: readState(query.status), startedAt: query.start_time, progress: query.progress };
}

/** What has just begun or ended is in the list. */
function useFreshAfterRun(tabId: string): void {
  const client = useQueryClient();
  const run = useRun(tabId);
  const key = run === null ? '' : `${run.query.id} ${run.state}`;
  useEffect(() => {
    void client.invalidateQueries({ queryKey: [pastQueriesResource, 'some'] });
  }, [client, key]);
}

function PastRow({ query, tab }: { readonly query: PastQuery; readonly tab: EditorTab }) {
  const { sql, rows, start_time: start, end_time: end, error_message: error, results_key: resultsKey } = query;
  const state = readState(query.status);
  const name = query.tab_name ?? t('Untitled query');
  const facts = [
    query.database.database_name,
    end === null ? null : elapsedText(end - start),
    rows === null ? null : tn('1 row', '%(count)s rows', rows, { count: numberText(rows) }),
  ];
  return (
    <li className={classes['row']}>
      <span className={classes['state']}>
        <StateDot state={state} />
        {stateText(state)}
      </span>
      <span className={classes['what']}>
        <code className={classes['sql']} title={sql}>
          {sql}
        </code>
        {error !== null && <span className={classes['error']}>{error}</span>}
        <span className={classes['facts']}>
          <time dateTime={new Date(start).toISOString()}>
            {instantText(start, { dateStyle: 'short', timeStyle: 'medium' })}
          </time>
          {facts
            .filter((fact) => fact !== null)
            .map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          <span>{name}</span>
        </span>
      </span>
      <span className={classes['actions']}>
        {resultsKey !== null && (
          <IconButton
            size="small"
            label={t('Show its rows')}
            icon={<IconTable size={16} stroke={1.5} />}
            onClick={() => resumeQuery(tab, query)}
          />
        )}
        <IconButton
          size="small"
          label={t('Run again')}
          icon={<IconPlayerPlay size={16} stroke={1.5} />}
          onClick={() => void withWhole(query, (whole) => runAgain(tab, whole))}
        />
        <IconButton
          size="small"
          label={t('Open in a new tab')}
          icon={<IconExternalLink size={16} stroke={1.5} />}
          onClick={() => void withWhole(query, (whole) => openNewTab(tabOfQuery(whole), tab.id))}
        />
        <RemoveButton tab={tab} query={query} />
      </span>
    </li>
  );
}

/** Its text runs where it stands; another text gets a tab of its own. */
function runAgain(tab: EditorTab, query: PastQuery): void {
  const at = query.database.id === tab.dbId ? tab.sql.indexOf(query.sql) : -1;
  if (at >= 0) startRun(tab, { sql: query.sql, at }, { isAsync: query.run_async });
  else openNewTab({ ...tabOfQuery(query), autorun: true }, tab.id);
}

function tabOfQuery(query: PastQuery) {
  return {
    ...(query.tab_name === null ? {} : { name: query.tab_name }),
    dbId: query.database.id,
    catalog: query.catalog,
    schema: query.schema,
    sql: query.sql,
    templateParams: query.template_params ?? '',
    queryLimit: query.limit,
  };
}

function RemoveButton({ tab, query }: { readonly tab: EditorTab; readonly query: PastQuery }) {
  const client = useQueryClient();
  const remove = async () => {
    try {
      if (tab.remoteId !== null) await deleteQueryOfTab(tab.remoteId, query.client_id);
      if (tab.latestQueryId === query.client_id) editTab(tab.id, { latestQueryId: null });
    } catch (error) {
      // [8.5-05]
      if (!isGone(error)) toast.danger(t('An error occurred while removing query. Please contact your administrator.'));
    }
    await client.invalidateQueries({ queryKey: [pastQueriesResource, 'some'] });
  };
  return (
    <IconButton
      size="small"
      label={t('Remove from the history')}
      icon={<IconTrash size={16} stroke={1.5} />}
      disabledReason={tab.remoteId === null ? t('It can be removed once the tab is on the server.') : null}
      onClick={() => void remove()}
    />
  );
}
