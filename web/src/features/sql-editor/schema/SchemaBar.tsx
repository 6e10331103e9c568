import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { schemasOf, tablesOf, usableDatabases } from '../../../api/databases.ts';
import { SearchInput } from '../../../ui/fields/TextInput.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import type { EditorTab, TabChange } from '../tabs/tabs.ts';
import { editTab } from '../tabs/tabs-store.ts';
import classes from './SchemaBar.module.css';

export type SchemaBarProps = {
  readonly tab: EditorTab;
  /** Write a text where the cursor is. */
  readonly onInsert: (text: string) => void;
  /** Open a new tab beside this one. */
  readonly onOpenTab: (given: TabChange) => void;
};

/** What there is to be asked: database, schema, tables. */
export function SchemaBar({ tab, onInsert }: SchemaBarProps) {
  const databases = useQuery(usableDatabases);
  return (
    <section className={classes['bar']} aria-label={t('Tables')}>
      <Select
        label={t('Database')}
        value={tab.dbId === null ? null : String(tab.dbId)}
        onChange={(id) => editTab(tab.id, { dbId: id === null ? null : Number(id), catalog: null, schema: null })}
        options={(databases.data ?? []).map(({ id, database_name: name, backend }) => ({
          value: String(id),
          label: name,
          note: backend,
        }))}
        loading={databases.isPending}
      />
      {tab.dbId !== null && <SchemaOfTab tab={tab} dbId={tab.dbId} />}
      {tab.dbId !== null && tab.schema !== null && (
        <TableNames dbId={tab.dbId} schema={tab.schema} onInsert={onInsert} />
      )}
    </section>
  );
}

function SchemaOfTab({ tab, dbId }: { readonly tab: EditorTab; readonly dbId: number }) {
  const schemas = useQuery(schemasOf(dbId));
  return (
    <Select
      label={t('Schema')}
      value={tab.schema}
      onChange={(schema) => editTab(tab.id, { schema })}
      options={(schemas.data ?? []).map((name) => ({ value: name, label: name }))}
      loading={schemas.isPending}
      error={schemas.error?.message}
      clearable
    />
  );
}

type TableNamesProps = Pick<SchemaBarProps, 'onInsert'> & { readonly dbId: number; readonly schema: string };

function TableNames({ dbId, schema, onInsert }: TableNamesProps) {
  const [search, setSearch] = useState('');
  const tables = useQuery(tablesOf(dbId, schema));
  if (tables.isPending) return <Skeleton height={120} />;
  if (tables.isError) return <ErrorCard error={tables.error} onRetry={() => void tables.refetch()} small />;
  const found = tables.data.filter(({ value }) => value.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <>
      <SearchInput label={t('Search tables')} value={search} onChange={setSearch} />
      <ul className={classes['tables']}>
        {found.slice(0, 200).map(({ value }) => (
          <li key={value}>
            <button type="button" className={classes['table']} onClick={() => onInsert(value)}>
              {value}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
