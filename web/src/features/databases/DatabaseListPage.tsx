import { IconTablePlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DatabaseRow } from '../../api/databases.ts';
import { holds, me } from '../../api/me.ts';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import type { ListColumn } from '../../ui/lists/list-page-types.ts';
import { EditAndDelete } from '../../ui/lists/EditAndDelete.tsx';
import { ListPage } from '../../ui/lists/ListPage.tsx';
import { DatabaseDialog } from './DatabaseDialog.tsx';
import { DeleteDatabaseDialog } from './DeleteDatabaseDialog.tsx';
import { TablesDialog } from './TablesDialog.tsx';
import { engineName } from '../../api/engine-names.ts';

const columns = (): readonly ListColumn<DatabaseRow>[] => [
  {
    name: 'database_name',
    label: t('Database'),
    sortable: true,
    render: (row) => (
      <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center', fontWeight: 'var(--ts-weight-medium)' }}>
        {row.database_name}
        {row.is_sample && <Badge>{t('Sample')}</Badge>}
      </span>
    ),
  },
  { name: 'backend', label: t('Kind'), sortable: true, render: (row) => engineName(row.backend) },
  {
    name: 'changed_on_delta_humanized',
    label: t('Changed'),
    sortable: true,
    optional: true,
    render: (row) => row.changed_on_delta_humanized,
  },
  { name: 'changed_by_name', label: t('By'), optional: true, render: (row) => row.changed_by_name },
];

const emptyForAuthors = () => ({
  title: t('No database is connected yet.'),
  text: t('Connect one, and its tables can become datasets and charts.'),
});

const emptyForReaders = () => ({
  title: t('No database is open to you.'),
  text: t('An administrator can connect one or give you access.'),
});

const fields = [
  'id',
  'database_name',
  'backend',
  'is_sample',
  'expose_in_sqllab',
  'changed_on_delta_humanized',
  'changed_by_name',
] as const;

type Database = { readonly id: number; readonly name: string };

export function DatabaseListPage() {
  const user = useQuery(me).data;
  const [parameters, setParameters] = useSearchParams();
  const [edited, setEdited] = useState<number | null>(null);
  const [deleted, setDeleted] = useState<DatabaseRow | null>(null);
  /** Its tables are looked at. */
  const [shown, setShown] = useState<{ readonly id: number; readonly name: string; readonly isNew: boolean } | null>(
    null,
  );
  const mayWrite = user !== undefined && holds(user, 'can_write', 'Database');
  const mayMake = user !== undefined && holds(user, 'can_write', 'Dataset');
  const isNew = parameters.has('new') && mayWrite;
  const openNew = () => setParameters((now) => new URLSearchParams([...now, ['new', '1']]));
  const close = () => {
    setEdited(null);
    setParameters((now) => new URLSearchParams([...now].filter(([name]) => name !== 'new')), { replace: true });
  };
  const connected = (database: Database) => {
    close();
    if (mayMake) setShown({ ...database, isNew: true });
    else toast.success(t('%(name)s is connected', { name: database.name }));
  };
  const create = mayWrite ? (
    <Button variant="primary" onClick={openNew}>
      {t('Connect a database')}
    </Button>
  ) : undefined;

  return (
    <>
      <ListPage<DatabaseRow>
        title={t('Databases')}
        resource="database"
        countLabel={(count) => tn('1 database', '%(count)s databases', count)}
        fields={fields}
        columns={columns()}
        search={{ label: t('Search databases'), col: 'database_name', opr: 'ct' }}
        order={{ orderColumn: 'database_name', orderDirection: 'asc' }}
        rowName={(row) => row.database_name}
        {...(mayWrite ? { onOpen: (row: DatabaseRow) => setEdited(row.id) } : {})}
        {...(mayWrite || mayMake
          ? {
              rowActions: (row: DatabaseRow) => (
                <RowActions
                  name={row.database_name}
                  {...(mayMake && { onTables: () => setShown({ id: row.id, name: row.database_name, isNew: false }) })}
                  {...(mayWrite && { onEdit: () => setEdited(row.id), onDelete: () => setDeleted(row) })}
                />
              ),
            }
          : {})}
        create={create}
        empty={mayWrite ? emptyForAuthors() : emptyForReaders()}
      />
      {(isNew || edited !== null) && <DatabaseDialog id={edited} onClose={close} onConnected={connected} />}
      {shown !== null && <TablesDialog database={shown} isNew={shown.isNew} onClose={() => setShown(null)} />}
      {deleted !== null && <DeleteDatabaseDialog database={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

type RowActionsProps = {
  readonly name: string;
  readonly onTables?: () => void;
  readonly onEdit?: () => void;
  readonly onDelete?: () => void;
};

function RowActions({ name, onTables, onEdit, onDelete }: RowActionsProps) {
  return (
    <>
      {onTables && (
        <IconButton
          size="small"
          label={t('Make datasets of the tables of %(name)s', { name })}
          icon={<IconTablePlus size={16} stroke={1.5} />}
          onClick={onTables}
        />
      )}
      {onEdit && onDelete && <EditAndDelete name={name} onEdit={onEdit} onDelete={onDelete} />}
    </>
  );
}
