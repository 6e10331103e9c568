import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconRefresh } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { editorDatabases, schemasIn, tablesIn, type EditorDatabase } from '../../../api/catalog.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { Spinner } from '../../../ui/feedback/Spinner.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { useRun } from '../runs/runs-store.ts';
import type { EditorTab, TabChange } from '../tabs/tabs.ts';
import { changesTables } from './changes-tables.ts';
import classes from './SchemaBar.module.css';
import { SchemaTree } from './SchemaTree.tsx';
import { DatabaseField, PlaceFields } from './SourceFields.tsx';

export type SchemaBarProps = {
  readonly tab: EditorTab;
  /** Write a text where the cursor is. */
  readonly onInsert: (text: string) => void;
  /** Open a new tab beside this one. */
  readonly onOpenTab: (given: TabChange) => void;
  /** What hides the bar, where it is a bar. */
  readonly hide?: ReactNode;
};

/** What there is to be asked: database, schema, tables and their columns. */
export function SchemaBar({ tab, onInsert, onOpenTab, hide }: SchemaBarProps) {
  const databases = useQuery(editorDatabases);
  const list = databases.data ?? [];
  const database = list.find(({ id }) => id === tab.dbId) ?? null;
  return (
    <section className={classes['bar']} aria-label={t('Tables')}>
      <div className={classes['fields']}>
        <div className={classes['source']}>
          <DatabaseField tab={tab} databases={list} isLoading={databases.isPending} />
          {hide}
        </div>
        {database && <PlaceFields key={database.id} tab={tab} database={database} />}
      </div>
      {databases.isError && <ErrorCard error={databases.error} onRetry={() => void databases.refetch()} small />}
      {databases.isSuccess && list.length === 0 && <NoDatabase />}
      {databases.isSuccess && list.length > 0 && database === null && (
        <EmptyState
          small
          drawing="none"
          title={tab.dbId === null ? t('Choose a database.') : t('The database of this tab is gone, or closed to you.')}
        />
      )}
      {database && (
        <div key={`${database.id} ${tab.catalog ?? ''}`} className={classes['tables']}>
          <Refresh tab={tab} database={database} />
          <SchemaTree
            tab={tab}
            database={database}
            onInsert={onInsert}
            onOpenTab={({ name, sql }) =>
              onOpenTab({ name, sql, dbId: database.id, catalog: tab.catalog, schema: tab.schema })
            }
          />
        </div>
      )}
    </section>
  );
}

function NoDatabase() {
  return (
    <EmptyState
      small
      drawing="none"
      title={t('No database is open to the SQL editor.')}
      action={<LinkButton to={hrefOf('databases')}>{t('Databases')}</LinkButton>}
    >
      {t('Whoever runs a database can show it here, in its settings.')}
    </EmptyState>
  );
}

/** Runs after which the tables were read anew. */
const followed = new Set<string>();

/** Asks the database for its schemas and the tables of those that were opened, after what changes them by itself. */
function Refresh({ tab, database }: { readonly tab: EditorTab; readonly database: EditorDatabase }) {
  const { refresh, isRunning } = useRefresh(database.id, tab.catalog);
  const run = useRun(tab.id);
  const changed = run !== null && changesTables(run) ? run.query.id : null;
  useEffect(() => {
    if (changed === null || followed.has(changed)) return;
    followed.add(changed);
    void refresh();
  }, [changed, refresh]);
  return (
    <span className={classes['refresh']}>
      <IconButton
        size="small"
        label={t('Read schemas and tables anew')}
        icon={isRunning ? <Spinner size={14} /> : <IconRefresh size={16} stroke={1.5} />}
        onClick={() => void refresh()}
      />
    </span>
  );
}

function useRefresh(id: number, catalog: string | null) {
  const client = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const refresh = useCallback(async () => {
    setRunning(true);
    try {
      await client.fetchQuery({ ...schemasIn(id, catalog, true), staleTime: 0 });
      const lists = client
        .getQueryCache()
        .findAll({ queryKey: ['database', id, 'catalog', catalog, 'tables'], type: 'active' });
      const schemas = lists.flatMap(({ queryKey }) => (typeof queryKey[5] === 'string' ? queryKey[5] : []));
      await Promise.all(
        schemas.map((schema) => client.fetchQuery({ ...tablesIn(id, catalog, schema, true), staleTime: 0 })),
      );
      // What they are made of was known for as long.
      await client.invalidateQueries({ queryKey: ['database', id, 'catalog', catalog, 'table'] });
      await client.invalidateQueries({ queryKey: ['database', id, 'catalog', catalog, 'search'] });
    } catch (error) {
      toast.danger(describeError(error).title);
    } finally {
      setRunning(false);
    }
  }, [client, id, catalog]);
  return { refresh, isRunning };
}
