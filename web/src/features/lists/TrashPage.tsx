import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { instantText, msg, t, tMarked, tn } from '@tessera/core/messages';
import type { TrashedRow } from '@tessera/server/contract';
import { hrefOf } from '@tessera/core/pages';
import { useNavigate, useParams } from 'react-router';
import { bulkDelete, type ListAnswer } from '../../api/list.ts';
import { holds, me, nameOf } from '../../api/me.ts';
import { trashResource, type TrashKind } from '../../api/trash.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import type { BulkAction, ListColumn } from '../../ui/lists/list-page-types.ts';
import { ListPage } from '../../ui/lists/ListPage.tsx';
import { rowsInCache, someNames } from '../../ui/lists/list-names.ts';
import { restore } from '../../ui/lists/undo-delete.ts';

const fields = [
  'id',
  'name',
  'deleted_on_delta_humanized',
  'deleted_by.id',
  'deleted_by.first_name',
  'deleted_by.last_name',
  'purged_on',
];

const columns = (): readonly ListColumn<TrashedRow>[] => [
  { name: 'name', label: t('Name'), sortable: true, render: (row) => row.name },
  {
    name: 'deleted_by',
    label: t('Deleted by'),
    optional: true,
    render: (row) => row.deleted_by && nameOf(row.deleted_by),
  },
  {
    name: 'deleted_on_delta_humanized',
    label: t('Deleted'),
    sortable: true,
    render: (row) => row.deleted_on_delta_humanized,
  },
  {
    name: 'purged_on',
    label: t('Gone for good on'),
    optional: true,
    render: (row) => instantText(new Date(row.purged_on), { dateStyle: 'medium' }),
  },
];

const kinds = [
  { value: 'chart', view: 'Chart', label: msg('Charts') },
  { value: 'dashboard', view: 'Dashboard', label: msg('Dashboards') },
  { value: 'saved_query', view: 'SavedQuery', label: msg('Saved queries') },
] as const satisfies readonly { readonly value: TrashKind; readonly view: string; readonly label: string }[];

/** `/trash/`: what was deleted and can still be restored. */
export function TrashPage() {
  const user = useQuery(me).data;
  const client = useQueryClient();
  const navigate = useNavigate();
  const asked = useParams()['kind'];
  const kind = kinds.find(({ value }) => value === asked)?.value ?? 'chart';
  const choices = kinds
    .filter(({ view }) => user !== undefined && holds(user, 'can_write', view))
    .map(({ value, label }) => ({ value, label: tMarked(label) }));

  return (
    <ListPage<TrashedRow>
      // Search, page and selection are of one kind.
      key={kind}
      title={t('Trash')}
      resource={trashResource(kind)}
      countLabel={(count) => tn('1 deleted object', '%(count)s deleted objects', count)}
      fields={fields}
      columns={columns()}
      search={{ label: t('Search the trash'), col: 'name', opr: 'trash_all_text' }}
      order={{ orderColumn: 'deleted_on_delta_humanized', orderDirection: 'desc' }}
      rowName={(row) => row.name}
      rowActions={(row) => (
        <IconButton
          label={t('Restore %s', row.name)}
          icon={<IconArrowBackUp size={16} stroke={1.5} />}
          onClick={() =>
            void restore(client, kind, [row.id]).catch((error: unknown) => toast.danger(describeError(error).title))
          }
        />
      )}
      bulk={[restoring(client, kind), purging(client, kind)]}
      actions={
        choices.length > 1 ? (
          <SegmentedControl
            label={t('Show')}
            options={choices}
            value={kind}
            onChange={(value) => void navigate(hrefOf('trash', { kind: value }), { replace: true })}
          />
        ) : undefined
      }
      empty={{
        title: t('The trash is empty.'),
        text: t('What is deleted lies here for a while, and can be restored.'),
      }}
    />
  );
}

function restoring(client: QueryClient, kind: TrashKind): BulkAction {
  return {
    label: t('Restore'),
    icon: <IconArrowBackUp size={14} stroke={1.5} />,
    run: (ids) => restore(client, kind, ids),
  };
}

function purging(client: QueryClient, kind: TrashKind): BulkAction {
  const resource = trashResource(kind);
  return {
    label: t('Delete for good'),
    icon: <IconTrash size={14} stroke={1.5} />,
    danger: true,
    confirm: (count, ids) => {
      const rows = rowsInCache(client.getQueriesData<ListAnswer<TrashedRow>>({ queryKey: [resource, 'list'] }), ids);
      return {
        title: purgeQuestion(kind, count),
        text: t('%(names)s. Nobody can bring back what is deleted for good.', {
          names: someNames(rows.map((row) => row.name)),
        }),
        action: t('Delete for good'),
      };
    },
    run: async (ids) => {
      toast.success(await bulkDelete(resource, ids));
    },
  };
}

function purgeQuestion(kind: TrashKind, count: number): string {
  switch (kind) {
    case 'chart':
      return tn('Delete this chart for good?', 'Delete %(count)s charts for good?', count);
    case 'dashboard':
      return tn('Delete this dashboard for good?', 'Delete %(count)s dashboards for good?', count);
    case 'saved_query':
      return tn('Delete this query for good?', 'Delete %(count)s queries for good?', count);
  }
}
