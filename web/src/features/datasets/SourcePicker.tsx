import { IconRefresh, IconTable, IconTableAlias } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { schemasOf, tablesOf, usableDatabases } from '../../api/databases.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import classes from './Datasets.module.css';

/** Where a dataset comes from; `table` stays null for a query. */
export type Source = {
  readonly databaseId: number | null;
  readonly schema: string | null;
  readonly table: string | null;
};

type SourcePickerProps = {
  readonly source: Source;
  readonly onChange: (source: Source) => void;
  readonly withTable: boolean;
  /** Tables that are datasets already are marked. */
  readonly taken: ReadonlySet<string>;
};

/** Database → schema → table, each with search; a choice opens the next list. */
export function SourcePicker({ source, onChange, withTable, taken }: SourcePickerProps) {
  const client = useQueryClient();
  const { databaseId, schema } = source;
  const databases = useQuery(usableDatabases);
  const schemas = useQuery({ ...schemasOf(databaseId ?? 0), enabled: databaseId !== null });

  const refresh = async () => {
    if (databaseId === null) return;
    await client.fetchQuery({ ...schemasOf(databaseId, true), staleTime: 0 });
    if (withTable && schema !== null) await client.fetchQuery({ ...tablesOf(databaseId, schema, true), staleTime: 0 });
  };

  return (
    <div className={classes['pickers']}>
      <Select
        label={t('Database')}
        value={databaseId === null ? null : String(databaseId)}
        onChange={(value) => onChange({ databaseId: value === null ? null : Number(value), schema: null, table: null })}
        options={(databases.data ?? []).map((database) => ({
          value: String(database.id),
          label: database.database_name,
          note: database.backend,
        }))}
        loading={databases.isPending}
        error={failed(databases.error)}
        emptyText={t('No database is connected that you may use')}
      />
      <Select
        label={t('Schema')}
        value={schema}
        onChange={(value) => onChange({ ...source, schema: value, table: null })}
        options={(schemas.data ?? []).map((name) => ({ value: name, label: name }))}
        disabled={databaseId === null}
        loading={schemas.isPending}
        error={failed(schemas.error)}
        placeholder={
          databaseId === null ? t('Choose a database first') : withTable ? t('Choose…') : t('Default schema')
        }
        clearable={!withTable}
        aside={
          databaseId === null ? undefined : (
            <IconButton
              size="small"
              label={t('Ask the database again')}
              icon={<IconRefresh size={14} stroke={1.5} />}
              onClick={() => void refresh()}
            />
          )
        }
      />
      {withTable && <TableSelect source={source} onChange={onChange} taken={taken} />}
    </div>
  );
}

function TableSelect({ source, onChange, taken }: Omit<SourcePickerProps, 'withTable'>) {
  const { databaseId, schema, table } = source;
  const tables = useQuery({
    ...tablesOf(databaseId ?? 0, schema ?? ''),
    enabled: databaseId !== null && schema !== null,
  });
  return (
    <Select
      label={t('Table')}
      value={table}
      onChange={(value) => onChange({ ...source, table: value })}
      options={(tables.data ?? []).map(({ value, type }) => ({
        value,
        label: value,
        icon:
          type === 'table' ? (
            <IconTable size={16} stroke={1.5} aria-hidden />
          ) : (
            <IconTableAlias size={16} stroke={1.5} aria-hidden />
          ),
        ...(taken.has(value) ? { note: t('is a dataset') } : type === 'table' ? {} : { note: t('view') }),
      }))}
      disabled={schema === null}
      loading={tables.isPending}
      error={failed(tables.error)}
      placeholder={schema === null ? t('Choose a schema first') : t('Choose…')}
    />
  );
}

function failed(error: Error | null): string | null {
  return error === null ? null : describeError(error).title;
}
