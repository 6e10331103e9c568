import {
  IconBolt,
  IconChartBar,
  IconListDetails,
  IconPencil,
  IconRosetteDiscountCheck,
  IconTerminal2,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { hrefOf, newChartHref } from '@tessera/core/pages';
import { relativeTime } from '@tessera/core/relative-time';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { DatasetRow } from '../../api/datasets.ts';
import { bulkDelete } from '../../api/list.ts';
import { holds, mayChange, me, nameOf } from '../../api/me.ts';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import type { BulkAction, ListColumn, ListFilterSpec } from '../../ui/lists/list-page-types.ts';
import { ListPage } from '../../ui/lists/ListPage.tsx';
import { UploadButton } from '../../shell/upload/UploadButton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useNow } from '../../chart/use-now.ts';
import { DeleteDatasetDialog } from './DeleteDatasetDialog.tsx';
import classes from './Datasets.module.css';

const columns = (): readonly ListColumn<DatasetRow>[] => [
  {
    name: 'table_name',
    label: t('Dataset'),
    sortable: true,
    render: (row) => (
      <span className={classes['name']} title={row.description ?? undefined}>
        {row.table_name}
        {row.certified_by !== null && row.certified_by !== '' && (
          <IconRosetteDiscountCheck
            size={16}
            stroke={1.5}
            className={classes['certified']}
            role="img"
            aria-label={t('Certified by %s', row.certified_by)}
          />
        )}
        {row.is_accelerated && <Accelerated readOn={row.extract_read_on} />}
      </span>
    ),
  },
  {
    name: 'kind',
    label: t('Made of'),
    optional: true,
    render: (row) => <Badge>{row.kind === 'virtual' ? t('Query') : t('Table')}</Badge>,
  },
  {
    name: 'database.database_name',
    label: t('Database'),
    sortable: true,
    optional: true,
    render: (row) => row.database.database_name,
  },
  { name: 'schema', label: t('Schema'), sortable: true, optional: true, render: (row) => row.schema ?? '' },
  { name: 'owners', label: t('Owners'), optional: true, render: (row) => row.owners.map(nameOf).join(', ') },
  {
    name: 'changed_on_delta_humanized',
    label: t('Changed'),
    sortable: true,
    optional: true,
    render: (row) => row.changed_on_delta_humanized,
  },
];

/** A mark with the age of the rows that charts read. */
function Accelerated({ readOn }: { readonly readOn: string | null }) {
  const now = useNow();
  const label =
    readOn === null
      ? t('Accelerated; its extract is not made yet')
      : t('Accelerated; its rows were read %(age)s', { age: relativeTime(readOn, now) });
  return (
    <span className={classes['accelerated']} role="img" aria-label={label} title={label}>
      <IconBolt size={14} stroke={1.5} aria-hidden />
      {readOn !== null && <span aria-hidden>{relativeTime(readOn, now)}</span>}
    </span>
  );
}

const filters = (): readonly ListFilterSpec[] => [
  {
    name: 'kind',
    label: t('Made of'),
    options: [
      { value: 'physical', label: t('Table') },
      { value: 'virtual', label: t('Query') },
    ],
    toFilters: (value) => [{ col: 'sql', opr: 'dataset_is_null_or_empty', value: value === 'physical' }],
  },
  {
    name: 'database',
    label: t('Database'),
    options: { resource: 'dataset', column: 'database' },
    toFilters: (value) => [{ col: 'database', opr: 'rel_o_m', value: Number(value) }],
  },
  {
    name: 'owner',
    label: t('Owner'),
    options: { resource: 'dataset', column: 'owners' },
    toFilters: (value) => [{ col: 'owners', opr: 'rel_m_m', value: Number(value) }],
  },
  {
    name: 'certified',
    label: t('Certified'),
    options: [
      { value: 'yes', label: t('Yes') },
      { value: 'no', label: t('No') },
    ],
    toFilters: (value) => [{ col: 'id', opr: 'dataset_is_certified', value: value === 'yes' }],
  },
  {
    name: 'accelerated',
    label: t('Accelerated'),
    options: [
      { value: 'yes', label: t('Yes') },
      { value: 'no', label: t('No') },
    ],
    toFilters: (value) => [{ col: 'id', opr: 'dataset_is_accelerated', value: value === 'yes' }],
  },
];

const fields = [
  'id',
  'table_name',
  'kind',
  'schema',
  'database.id',
  'database.database_name',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'certified_by',
  'description',
  'changed_on_delta_humanized',
  'extract_read_on',
  'is_accelerated',
] as const;

const bulkActions = (): readonly BulkAction[] => [
  {
    label: t('Delete'),
    icon: <IconTrash size={14} stroke={1.5} />,
    danger: true,
    confirm: (count: number) => ({
      title: tn('Delete this dataset?', 'Delete %(count)s datasets?', count),
      text: t('Charts on them will have no data any more.'),
      action: t('Delete'),
    }),
    run: async (ids: readonly number[]) => {
      toast.success(await bulkDelete('dataset', ids));
    },
  },
];

const emptyForAuthors = () => ({
  title: t('There are no datasets yet.'),
  text: t('A dataset is a table or a query, with names and metrics that people understand.'),
});

const emptyForReaders = () => ({
  title: t('No dataset is shared with you yet.'),
  text: t('Ask an owner or an administrator for access to one.'),
});

/** A click explores a dataset, as that is what it is for; the pencil opens its editor. */
export function DatasetListPage() {
  const user = useQuery(me).data;
  const [deleted, setDeleted] = useState<DatasetRow | null>(null);
  const mayWrite = user !== undefined && holds(user, 'can_write', 'Dataset');
  const mayUpload = user !== undefined && holds(user, 'can_upload', 'Database');
  const add =
    mayWrite || mayUpload ? (
      <>
        {mayUpload && <UploadButton primary={!mayWrite} />}
        {mayWrite && (
          <LinkButton variant="primary" to={hrefOf('newDataset')}>
            {t('New dataset')}
          </LinkButton>
        )}
      </>
    ) : undefined;

  return (
    <>
      <ListPage<DatasetRow>
        title={t('Datasets')}
        resource="dataset"
        countLabel={(count) => tn('1 dataset', '%(count)s datasets', count)}
        fields={fields}
        columns={columns()}
        search={{ label: t('Search datasets'), col: 'table_name', opr: 'ct' }}
        filters={filters()}
        order={{ orderColumn: 'changed_on_delta_humanized', orderDirection: 'desc' }}
        rowName={(row) => row.table_name}
        rowHref={(row) => newChartHref(row.id)}
        rowActions={(row) => (
          <RowActions
            row={row}
            mayEdit={mayChange(user, 'Dataset', row)}
            mayRun={user !== undefined && holds(user, 'can_read', 'SQLLab')}
            onDelete={() => setDeleted(row)}
          />
        )}
        {...(mayWrite ? { selectable: (row) => mayChange(user, 'Dataset', row), bulk: bulkActions() } : {})}
        create={add}
        empty={mayWrite ? emptyForAuthors() : emptyForReaders()}
      />
      {deleted !== null && (
        <DeleteDatasetDialog
          id={deleted.id}
          name={deleted.table_name}
          onClose={() => setDeleted(null)}
          onDeleted={() => setDeleted(null)}
        />
      )}
    </>
  );
}

type RowActionsProps = {
  readonly row: DatasetRow;
  readonly mayEdit: boolean;
  /** SQL of their own. */
  readonly mayRun: boolean;
  readonly onDelete: () => void;
};

function RowActions({ row, mayEdit, mayRun, onDelete }: RowActionsProps) {
  const navigate = useNavigate();
  const name = row.table_name;
  return (
    <>
      <Link
        to={newChartHref(row.id)}
        className={classes['iconLink']}
        aria-label={t('Explore %(name)s', { name })}
        title={t('Explore')}
      >
        <IconChartBar size={16} stroke={1.5} aria-hidden />
      </Link>
      {mayRun && (
        <Link
          to={hrefOf('sqlLab', {}, { datasourceKey: `${row.id}__table` })}
          className={classes['iconLink']}
          aria-label={t('Open %(name)s in the SQL editor', { name })}
          title={t('Open in the SQL editor')}
        >
          <IconTerminal2 size={16} stroke={1.5} aria-hidden />
        </Link>
      )}
      <IconButton
        size="small"
        label={t(mayEdit ? 'Edit %(name)s' : 'Columns and metrics of %(name)s', { name })}
        icon={mayEdit ? <IconPencil size={16} stroke={1.5} /> : <IconListDetails size={16} stroke={1.5} />}
        onClick={() => void navigate(hrefOf('dataset', { id: row.id }))}
      />
      {mayEdit && (
        <IconButton
          size="small"
          danger
          label={t('Delete %(name)s', { name })}
          icon={<IconTrash size={16} stroke={1.5} />}
          onClick={onDelete}
        />
      )}
    </>
  );
}
