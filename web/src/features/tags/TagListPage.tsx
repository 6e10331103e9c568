import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { useState } from 'react';
import { bulkDelete, type ListAnswer } from '../../api/list.ts';
import { holds, me, nameOf } from '../../api/me.ts';
import { tagsResource, type Tag } from '../../api/tags.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FavoriteStar } from '../../ui/lists/FavoriteStar.tsx';
import { EditAndDelete } from '../../ui/lists/EditAndDelete.tsx';
import type { BulkAction, ListColumn, ListFilterSpec } from '../../ui/lists/list-page-types.ts';
import { ListPage } from '../../ui/lists/ListPage.tsx';
import { DeleteTagDialog, deletionText } from './DeleteTagDialog.tsx';
import { TagDialog } from './TagDialog.tsx';
import classes from './Tags.module.css';

const fields = [
  'id',
  'name',
  'description',
  'chart_count',
  'dashboard_count',
  'can_edit',
  'created_by.first_name',
  'created_by.last_name',
  'changed_on_delta_humanized',
  'version',
];

const columns = (): readonly ListColumn<Tag>[] => [
  { name: 'name', label: t('Tag'), sortable: true, render: (row) => row.name },
  {
    name: 'description',
    label: t('Description'),
    optional: true,
    render: (row) => (
      <span className={classes['text']} title={row.description ?? ''}>
        {row.description}
      </span>
    ),
  },
  {
    name: 'dashboard_count',
    label: t('Dashboards'),
    number: true,
    sortable: true,
    render: (row) => row.dashboard_count,
  },
  { name: 'chart_count', label: t('Charts'), number: true, sortable: true, render: (row) => row.chart_count },
  {
    name: 'created_by',
    label: t('Created by'),
    optional: true,
    render: (row) => (row.created_by === null ? '' : nameOf(row.created_by)),
  },
  {
    name: 'changed_on_delta_humanized',
    label: t('Changed'),
    sortable: true,
    optional: true,
    render: (row) => row.changed_on_delta_humanized,
  },
];

const filters = (): readonly ListFilterSpec[] => [
  {
    name: 'favorite',
    label: t('Favorite'),
    options: [
      { value: 'yes', label: t('Yes') },
      { value: 'no', label: t('No') },
    ],
    toFilters: (value) => [{ col: 'id', opr: 'tag_is_favorite', value: value === 'yes' }],
  },
  {
    name: 'created_by',
    label: t('Created by'),
    options: { resource: tagsResource, column: 'created_by' },
    toFilters: (value) => [{ col: 'created_by', opr: 'rel_o_m', value: Number(value) }],
  },
];

/** Deletes the selected tags. */
function bulkDeletion(client: QueryClient): BulkAction {
  return {
    label: t('Delete'),
    icon: <IconTrash size={14} stroke={1.5} />,
    danger: true,
    confirm: (count, ids) => ({
      title: tn('Delete this tag?', 'Delete %(count)s tags?', count),
      text: deletionText(
        client
          .getQueriesData<ListAnswer<Tag>>({ queryKey: [tagsResource, 'list'] })
          .flatMap(([, answer]) => answer?.result ?? [])
          .filter((tag, at, all) => ids.includes(tag.id) && all.findIndex(({ id }) => id === tag.id) === at),
      ),
      action: t('Delete'),
    }),
    run: async (ids) => {
      toast.success(await bulkDelete(tagsResource, ids));
      await client.invalidateQueries({ queryKey: ['chart'] });
      await client.invalidateQueries({ queryKey: ['dashboard', 'list'] });
    },
  };
}

/** `/tags/` */
export function TagListPage() {
  const user = useQuery(me).data;
  const client = useQueryClient();
  // `new` opens the empty dialog.
  const [edited, setEdited] = useState<Tag | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Tag | null>(null);
  const mayWrite = user !== undefined && holds(user, 'can_write', 'Tag');
  const create = mayWrite ? (
    <Button variant="primary" onClick={() => setEdited('new')}>
      {t('New tag')}
    </Button>
  ) : undefined;
  return (
    <>
      <ListPage<Tag>
        title={t('Tags')}
        resource={tagsResource}
        countLabel={(count) => tn('1 tag', '%(count)s tags', count)}
        fields={fields}
        columns={columns()}
        filters={filters()}
        search={{ label: t('Search tags'), col: 'name', opr: 'tag_all_text' }}
        order={{ orderColumn: 'name', orderDirection: 'asc' }}
        rowName={(row) => row.name}
        rowHref={(row) => hrefOf('tag', { id: row.id })}
        rowActions={(row) => (
          <>
            <FavoriteStar type="tag" id={row.id} name={row.name} />
            {mayWrite && row.can_edit && (
              <EditAndDelete name={row.name} onEdit={() => setEdited(row)} onDelete={() => setDeleted(row)} />
            )}
          </>
        )}
        {...(mayWrite ? { bulk: [bulkDeletion(client)], selectable: (row: Tag) => row.can_edit } : {})}
        create={create}
        empty={{
          title: t('There are no tags yet.'),
          text: t(
            'A tag is a word that charts and dashboards of one subject share, so that a list shows them together.',
          ),
        }}
      />
      {edited !== null && <TagDialog tag={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {deleted !== null && <DeleteTagDialog tag={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}
