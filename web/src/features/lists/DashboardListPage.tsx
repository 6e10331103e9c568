import { IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import type { DashboardRow as Row } from '@tessera/server/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { saveDashboard } from '../../api/dashboards.ts';
import { bulkDelete, type ListAnswer } from '../../api/list.ts';
import { holds, me, nameOf } from '../../api/me.ts';
import { forgetVisit } from '../../api/recent.ts';
import { DashboardPicture } from '../../chart/DashboardPicture.tsx';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import type { BulkAction, ListColumn, ListFilterSpec } from '../../ui/lists/list-page-types.ts';
import { ListPage } from '../../ui/lists/ListPage.tsx';
import { TileDrawing } from '../../ui/feedback/TileDrawing.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { TagChips } from '../../controls/tags/TagChips.tsx';
import { useBulkTags } from '../../controls/tags/use-bulk-tags.tsx';
import { favoriting } from '../../ui/lists/bulk-favorites.tsx';
import { FolderStrip, useOpenFolder } from './folders/FolderStrip.tsx';
import { useMove } from './folders/use-move.tsx';
import { changedFilter } from '../../ui/lists/changed-filter.ts';
import { FavoriteStar } from '../../ui/lists/FavoriteStar.tsx';
import { rowsInCache, someNames } from '../../ui/lists/list-names.ts';
import classes from './Lists.module.css';
import { RowMenu } from './RowMenu.tsx';
import { useRowDeletion } from './use-row-deletion.tsx';
import { TrashLink } from '../../ui/lists/TrashLink.tsx';
import { tellDeleted } from '../../ui/lists/undo-delete.ts';

type DashboardRow = Pick<
  Row,
  | 'id'
  | 'dashboard_title'
  | 'url'
  | 'published'
  | 'chart_count'
  | 'certified_by'
  | 'description'
  | 'owners'
  | 'tags'
  | 'changed_on_delta_humanized'
  | 'thumbnail_url'
  | 'can_edit'
>;

const fields = [
  'id',
  'dashboard_title',
  'url',
  'published',
  'chart_count',
  'certified_by',
  'description',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'tags.id',
  'tags.name',
  'tags.type',
  'changed_on_delta_humanized',
  'thumbnail_url',
  'can_edit',
];

const columns = (): readonly ListColumn<DashboardRow>[] => [
  { name: 'dashboard_title', label: t('Dashboard'), sortable: true, render: (row) => row.dashboard_title },
  { name: 'published', label: t('State'), sortable: true, optional: true, render: (row) => <State row={row} /> },
  {
    name: 'chart_count',
    label: t('Charts'),
    sortable: true,
    number: true,
    optional: true,
    render: (row) => row.chart_count,
  },
  { name: 'tags', label: t('Tags'), optional: true, render: (row) => <TagChips type="dashboard" tags={row.tags} /> },
  { name: 'owners', label: t('Owners'), optional: true, render: (row) => row.owners.map(nameOf).join(', ') },
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
    name: 'owner',
    label: t('Owner'),
    options: { resource: 'dashboard', column: 'owners' },
    toFilters: (value) => [{ col: 'owners', opr: 'rel_m_m', value: Number(value) }],
  },
  {
    name: 'created_by',
    label: t('Created by'),
    options: { resource: 'dashboard', column: 'created_by' },
    toFilters: (value) => [{ col: 'created_by', opr: 'rel_o_m', value: Number(value) }],
  },
  {
    name: 'changed_by',
    label: t('Changed by'),
    options: { resource: 'dashboard', column: 'changed_by' },
    toFilters: (value) => [{ col: 'changed_by', opr: 'rel_o_m', value: Number(value) }],
  },
  changedFilter(),
  {
    name: 'state',
    label: t('State'),
    options: [
      { value: 'published', label: t('Published') },
      { value: 'draft', label: t('Draft') },
    ],
    toFilters: (value) => [{ col: 'published', opr: 'eq', value: value === 'published' }],
  },
  {
    name: 'tag',
    label: t('Tag'),
    options: { resource: 'dashboard', column: 'tags' },
    toFilters: (value) => [{ col: 'tags', opr: 'rel_m_m', value: Number(value) }],
  },
  {
    name: 'favorite',
    label: t('Favorite'),
    options: [
      { value: 'yes', label: t('Yes') },
      { value: 'no', label: t('No') },
    ],
    toFilters: (value) => [{ col: 'id', opr: 'dashboard_is_favorite', value: value === 'yes' }],
  },
  {
    name: 'certified',
    label: t('Certified'),
    options: [
      { value: 'yes', label: t('Yes') },
      { value: 'no', label: t('No') },
    ],
    toFilters: (value) => [{ col: 'id', opr: 'dashboard_is_certified', value: value === 'yes' }],
  },
];

/** The folder is chosen above the rows. */
const hiddenFilters = {
  folder: (value: string) => [{ col: 'folder_id', opr: 'dashboard_folder', value: Number(value) }],
};

const empty = () => ({
  title: t('There are no dashboards yet.'),
  text: t('A dashboard shows charts side by side, and keeps them up to date.'),
});

/** `/dashboard/list/` */
export function DashboardListPage() {
  const user = useQuery(me).data;
  const client = useQueryClient();
  const tagging = useBulkTags('dashboard');
  const moving = useMove();
  const openFolder = useOpenFolder();
  const deletion = bulkDeletion(client);
  const rowDeletion = useRowDeletion('dashboard', deletion);
  const mayWrite = user !== undefined && holds(user, 'can_write', 'Dashboard');
  const actionsOf = (row: DashboardRow) => (
    <RowActions row={row} onDelete={row.can_edit ? () => rowDeletion.ask(row.id) : null} />
  );

  const add = mayWrite ? (
    <LinkButton variant="primary" to={hrefOf('newDashboard', {}, openFolder === null ? {} : { folder: openFolder })}>
      {t('New dashboard')}
    </LinkButton>
  ) : undefined;

  return (
    <>
      <ListPage<DashboardRow>
        title={t('Dashboards')}
        resource="dashboard"
        countLabel={(count) => tn('1 dashboard', '%(count)s dashboards', count)}
        fields={fields}
        columns={columns()}
        search={{ label: t('Search dashboards'), col: 'dashboard_title', opr: 'title_or_slug' }}
        filters={filters()}
        hiddenFilters={hiddenFilters}
        above={<FolderStrip mayWrite={mayWrite} />}
        nothing={openFolder === null ? undefined : t('Nothing is in this folder, or nothing of it matches.')}
        order={{ orderColumn: 'changed_on_delta_humanized', orderDirection: 'desc' }}
        rowName={(row) => row.dashboard_title}
        rowHref={(row) => row.url}
        rowActions={actionsOf}
        card={(row) => <DashboardCard row={row} actions={actionsOf(row)} />}
        {...(mayWrite
          ? {
              bulk: [
                favoriting(client, 'dashboard'),
                publication(true),
                publication(false),
                moving.action,
                ...(holds(user, 'can_write', 'Tag') ? [tagging.action] : []),
                deletion,
              ],
              selectable: (row: DashboardRow) => row.can_edit,
            }
          : {})}
        create={add}
        {...(mayWrite ? { actions: <TrashLink kind="dashboard" /> } : {})}
        empty={empty()}
      />
      {tagging.dialog}
      {rowDeletion.dialog}
      {moving.dialog}
    </>
  );
}

function publication(published: boolean): BulkAction {
  return {
    label: published ? t('Publish') : t('Hide'),
    icon: published ? <IconEye size={14} stroke={1.5} /> : <IconEyeOff size={14} stroke={1.5} />,
    run: async (ids) => {
      for (const id of ids) await saveDashboard(id, { published }, null);
      if (ids.length === 1)
        toast.success(published ? t('This dashboard is now published') : t('This dashboard is now hidden'));
      else
        toast.success(
          published
            ? tn('1 dashboard is now published', '%(count)s dashboards are now published', ids.length)
            : tn('1 dashboard is now hidden', '%(count)s dashboards are now hidden', ids.length),
        );
    },
  };
}

function dashboardNames(client: QueryClient, ids: readonly number[]): string {
  const lists = client.getQueriesData<ListAnswer<DashboardRow>>({ queryKey: ['dashboard', 'list'] });
  return someNames(rowsInCache(lists, ids).map((row) => row.dashboard_title));
}

/** Deletes the selected dashboards, which the question names. */
function bulkDeletion(client: QueryClient): BulkAction {
  return {
    label: t('Delete'),
    icon: <IconTrash size={14} stroke={1.5} />,
    danger: true,
    confirm: (count, ids) => ({
      title: tn('Delete this dashboard?', 'Delete %(count)s dashboards?', count),
      text: t(
        count === 1
          ? '%(names)s: links to it stop working. Its charts stay.'
          : '%(names)s: links to them stop working. Their charts stay.',
        { names: dashboardNames(client, ids) },
      ),
      action: t('Delete'),
    }),
    run: async (ids) => {
      const names = dashboardNames(client, ids);
      await bulkDelete('dashboard', ids);
      tellDeleted(client, 'dashboard', ids, names);
      for (const id of ids) forgetVisit('dashboard', id);
    },
  };
}

function State({ row }: { readonly row: DashboardRow }) {
  return <Badge tone={row.published ? 'success' : 'neutral'}>{row.published ? t('Published') : t('Draft')}</Badge>;
}

type RowActionsProps = {
  readonly row: DashboardRow;
  /** Null for those who may not change it. */
  readonly onDelete: (() => void) | null;
};

function RowActions({ row, onDelete }: RowActionsProps) {
  return (
    <>
      <FavoriteStar type="dashboard" id={row.id} name={row.dashboard_title} />
      <RowMenu
        name={row.dashboard_title}
        href={row.url}
        change={onDelete && { href: `${row.url}?edit=true`, onDelete }}
      />
    </>
  );
}

function DashboardCard({ row, actions }: { readonly row: DashboardRow; readonly actions: ReactNode }) {
  return (
    <div className={classes['card']}>
      <div className={classes['picture']}>
        <DashboardPicture
          url={row.chart_count === 0 ? null : row.thumbnail_url}
          fallback={<TileDrawing shape="wall" />}
        />
      </div>
      <div className={classes['head']}>
        <Link to={row.url} className={classes['name']}>
          {row.dashboard_title}
        </Link>
        <span className={classes['actions']}>{actions}</span>
      </div>
      <div className={classes['note']}>
        <State row={row} /> {tn('1 chart', '%(count)s charts', row.chart_count)} · {row.changed_on_delta_humanized}
      </div>
      {row.description?.trim() && <p className={classes['about']}>{row.description}</p>}
      {row.tags.length > 0 && (
        <div className={classes['tags']}>
          <TagChips type="dashboard" tags={row.tags} />
        </div>
      )}
    </div>
  );
}
