import {
  IconCode,
  IconCopy,
  IconDots,
  IconEye,
  IconLink,
  IconPencil,
  IconTrash,
  IconUserShare,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { useState } from 'react';
import { Link } from 'react-router';
import { bulkDelete, type ListAnswer } from '../../api/list.ts';
import { holds, me, nameOf, type Me } from '../../api/me.ts';
import { savedQueriesResource, savedQueryFields, wholeSql, type SavedQueryRow } from '../../api/saved-queries.ts';
import { TagChips } from '../../controls/tags/TagChips.tsx';
import { useBulkTags } from '../../controls/tags/use-bulk-tags.tsx';
import { SqlPlaces } from '../../shell/SqlPlaces.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { copyText } from '../../ui/feedback/copy.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { favoriting } from '../../ui/lists/bulk-favorites.tsx';
import { FavoriteStar } from '../../ui/lists/FavoriteStar.tsx';
import { rowsInCache, someNames } from '../../ui/lists/list-names.ts';
import type { BulkAction, ListColumn } from '../../ui/lists/list-page-types.ts';
import { ListPage } from '../../ui/lists/ListPage.tsx';
import { TrashLink } from '../../ui/lists/TrashLink.tsx';
import { tellDeleted } from '../../ui/lists/undo-delete.ts';
import { Menu, MenuDivider, MenuItem } from '../../ui/overlays/Menu.tsx';
import { addressOfQuery } from './address-of-query.ts';
import { FolderPath, useOpenFolder } from './FolderPath.tsx';
import { QueryPreview } from './QueryPreview.tsx';
import { hiddenFilters, savedQueryFilters } from './saved-query-filters.ts';
import classes from './SavedQueries.module.css';
import { SavedQueryDialog } from './SavedQueryDialog.tsx';
import { useMove } from './use-move.tsx';

const columns = (): readonly ListColumn<SavedQueryRow>[] => [
  {
    name: 'label',
    label: t('Name'),
    sortable: true,
    render: (row) => <Name row={row} />,
  },
  {
    name: 'database.database_name',
    label: t('Database'),
    sortable: true,
    optional: true,
    render: (row) => row.database.database_name,
  },
  { name: 'schema', label: t('Schema'), sortable: true, optional: 'first', render: (row) => row.schema },
  { name: 'folder', label: t('Folder'), sortable: true, optional: true, render: (row) => row.folder },
  { name: 'tags', label: t('Tags'), optional: true, render: (row) => <TagChips type="query" tags={row.tags} /> },
  {
    name: 'created_by.first_name',
    label: t('Owner'),
    sortable: true,
    optional: true,
    render: (row) => (row.created_by === null ? '' : nameOf(row.created_by)),
  },
  {
    name: 'shared_with',
    label: t('Shared with'),
    sortable: true,
    optional: 'first',
    render: (row) =>
      row.shared_with !== 'nobody' && (
        <span className={classes['shared']}>
          {row.shared_with === 'everybody' ? (
            <IconUsers size={16} stroke={1.5} aria-hidden />
          ) : (
            <IconUserShare size={16} stroke={1.5} aria-hidden />
          )}
          {row.shared_with === 'everybody' ? t('Everybody') : t('Some')}
        </span>
      ),
  },
  {
    name: 'last_run_delta_humanized',
    label: t('Last run'),
    sortable: true,
    optional: 'first',
    render: (row) => row.last_run_delta_humanized,
  },
  {
    name: 'changed_on_delta_humanized',
    label: t('Changed'),
    sortable: true,
    optional: true,
    render: (row) => row.changed_on_delta_humanized,
  },
];

function Name({ row }: { readonly row: SavedQueryRow }) {
  return (
    <>
      <span className={classes['name']} title={row.description ?? row.label}>
        {row.label}
      </span>
      {/* Where their columns have no room. */}
      <span className={classes['noteBelow']}>
        {[row.database.database_name, row.changed_on_delta_humanized].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}

/** `/savedqueryview/list/` */
export function SavedQueryListPage() {
  const user = useQuery(me).data;
  const client = useQueryClient();
  const tagging = useBulkTags('query');
  const moving = useMove();
  const openFolder = useOpenFolder();
  const [edited, setEdited] = useState<number | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  const mayWrite = user !== undefined && holds(user, 'can_write', 'SavedQuery');
  const tags = user !== undefined && holds(user, 'can_write', 'Tag') ? [tagging.action] : [];
  const create = mayRun(user) ? (
    <LinkButton variant="primary" to={hrefOf('sqlLab', {}, { new: 'true' })}>
      {t('New query')}
    </LinkButton>
  ) : undefined;
  const neighbours = neighboursOf(client, shown);
  return (
    <>
      <ListPage<SavedQueryRow>
        title={t('Saved queries')}
        width="wide"
        resource={savedQueriesResource}
        countLabel={(count) => tn('1 saved query', '%(count)s saved queries', count)}
        fields={savedQueryFields}
        columns={columns()}
        search={{ label: t('Search names, descriptions and SQL'), col: 'label', opr: 'all_text' }}
        filters={savedQueryFilters()}
        hiddenFilters={hiddenFilters}
        above={<FolderPath />}
        nothing={openFolder === null ? undefined : t('Nothing is in this folder, or nothing of it matches.')}
        order={{ orderColumn: 'changed_on_delta_humanized', orderDirection: 'desc' }}
        rowName={(row) => row.label}
        rowHref={(row) => row.url}
        rowActions={(row) => (
          <RowActions
            row={row}
            onPreview={() => setShown(row.id)}
            onEdit={() => setEdited(row.id)}
            onDelete={() => void removeQueries(client, [row.id]).catch(tell)}
          />
        )}
        card={(row) => <QueryCard row={row} onPreview={() => setShown(row.id)} />}
        {...(mayWrite && { bulk: [favoriting(client, 'saved_query'), moving.action, ...tags, bulkDeletion(client)] })}
        selectable={(row) => row.can_edit}
        create={create}
        actions={<Places hasTrash={mayWrite} />}
        empty={{
          title: t('There are no saved queries yet.'),
          text: t(
            'A query that is saved in the SQL editor is here, with its versions, for you and those you share it with.',
          ),
        }}
      />
      {tagging.dialog}
      {moving.dialog}
      {edited !== null && <SavedQueryDialog id={edited} onClose={() => setEdited(null)} />}
      {shown !== null && <QueryPreview id={shown} {...neighbours} onShow={setShown} onClose={() => setShown(null)} />}
    </>
  );
}

function Places({ hasTrash }: { readonly hasTrash: boolean }) {
  return (
    <>
      <SqlPlaces />
      {hasTrash && <TrashLink kind="saved_query" />}
    </>
  );
}

function mayRun(user: Me | undefined): boolean {
  return user !== undefined && holds(user, 'can_read', 'SQLLab');
}

function tell(error: unknown): void {
  toast.danger(describeError(error).title);
}

/** Of the list that is on screen, the rows beside one. */
function neighboursOf(client: QueryClient, id: number | null) {
  const lists = client
    .getQueryCache()
    .findAll({ queryKey: [savedQueriesResource, 'list'], type: 'active' })
    .flatMap(({ state }) => (state.data as ListAnswer<SavedQueryRow> | undefined)?.result ?? []);
  const at = lists.findIndex((row) => row.id === id);
  return { before: at < 0 ? null : (lists[at - 1]?.id ?? null), after: at < 0 ? null : (lists[at + 1]?.id ?? null) };
}

type RowActionsProps = {
  readonly row: SavedQueryRow;
  readonly onPreview: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
};

const icon = { size: 16, stroke: 1.5 } as const;

async function copySql(row: SavedQueryRow): Promise<void> {
  try {
    await copyText(await wholeSql(row), t('SQL copied'));
  } catch (error) {
    tell(error);
  }
}

function RowActions({ row, onPreview, onEdit, onDelete }: RowActionsProps) {
  return (
    <>
      <FavoriteStar type="saved_query" id={row.id} name={row.label} />
      <IconButton size="small" label={t('Look at %s', row.label)} icon={<IconEye {...icon} />} onClick={onPreview} />
      <Menu
        label={t('More for %s', row.label)}
        trigger={<IconButton size="small" label={t('More for %s', row.label)} icon={<IconDots {...icon} />} />}
      >
        <MenuItem icon={<IconCopy {...icon} />} onClick={() => void copySql(row)}>
          {t('Copy SQL')}
        </MenuItem>
        <MenuItem icon={<IconLink {...icon} />} onClick={() => void copyText(addressOfQuery(row), t('Link copied'))}>
          {t('Copy link')}
        </MenuItem>
        {row.can_edit && (
          <>
            <MenuDivider />
            <MenuItem icon={<IconPencil {...icon} />} onClick={onEdit}>
              {t('Edit')}
            </MenuItem>
            <MenuItem danger icon={<IconTrash {...icon} />} onClick={onDelete}>
              {t('Delete')}
            </MenuItem>
          </>
        )}
      </Menu>
    </>
  );
}

function QueryCard({ row, onPreview }: { readonly row: SavedQueryRow; readonly onPreview: () => void }) {
  return (
    <div className={classes['card']}>
      <pre className={classes['code']} aria-hidden>
        {row.sql.slice(0, 600)}
      </pre>
      <div className={classes['cardHead']}>
        <Link to={row.url} className={classes['cardName']}>
          {row.label}
        </Link>
        <span>
          <FavoriteStar type="saved_query" id={row.id} name={row.label} />
          <IconButton
            size="small"
            label={t('Look at %s', row.label)}
            icon={<IconCode {...icon} />}
            onClick={onPreview}
          />
        </span>
      </div>
      <div className={classes['cardNote']}>
        {[row.database.database_name, row.schema, row.changed_on_delta_humanized].filter(Boolean).join(' · ')}
      </div>
    </div>
  );
}

function namesOf(client: QueryClient, ids: readonly number[]): string {
  const lists = client.getQueriesData<ListAnswer<SavedQueryRow>>({ queryKey: [savedQueriesResource, 'list'] });
  return someNames(rowsInCache(lists, ids).map(({ label }) => label));
}

/** Into the trash, with a way back. */
async function removeQueries(client: QueryClient, ids: readonly number[]): Promise<void> {
  const names = namesOf(client, ids);
  await bulkDelete(savedQueriesResource, ids);
  tellDeleted(client, 'saved_query', ids, names);
  await client.invalidateQueries({ queryKey: [savedQueriesResource] });
}

function bulkDeletion(client: QueryClient): BulkAction {
  return {
    label: t('Delete'),
    icon: <IconTrash size={14} stroke={1.5} />,
    danger: true,
    confirm: (count, ids) => ({
      title: tn('Delete this query?', 'Delete %(count)s queries?', count),
      text: t('%(names)s: charts that are made of them and links to them stop working.', {
        names: namesOf(client, ids),
      }),
      action: t('Delete'),
    }),
    run: (ids) => removeQueries(client, ids),
  };
}
