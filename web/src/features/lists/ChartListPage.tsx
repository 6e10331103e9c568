import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { t, tMarked, tn } from '@tessera/core/messages';
import { chartHref, hrefOf } from '@tessera/core/pages';
import type { ChartRow as Row } from '@tessera/server/contract';
import { plugins } from '@tessera/viz/registry';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { bulkDelete, type ListAnswer } from '../../api/list.ts';
import { holds, mayChange, me, nameOf } from '../../api/me.ts';
import { forgetVisit } from '../../api/recent.ts';
import { vizName } from '../../chart/use-viz.ts';
import { ChartThumbnail } from '../../chart/ChartThumbnail.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import type { BulkAction, ListColumn, ListFilterSpec } from '../../ui/lists/list-page-types.ts';
import { ListPage } from '../../ui/lists/ListPage.tsx';
import { TagChips } from '../../controls/tags/TagChips.tsx';
import { useBulkTags } from '../../controls/tags/use-bulk-tags.tsx';
import { plainText } from '../../ui/markdown/plain-text.ts';
import { favoriting } from '../../ui/lists/bulk-favorites.tsx';
import { changedFilter } from '../../ui/lists/changed-filter.ts';
import { FavoriteStar } from '../../ui/lists/FavoriteStar.tsx';
import { chartsUsedText, rowsInCache, someNames } from '../../ui/lists/list-names.ts';
import classes from './Lists.module.css';
import { RowMenu } from './RowMenu.tsx';
import { useRowDeletion } from './use-row-deletion.tsx';
import { TrashLink } from '../../ui/lists/TrashLink.tsx';
import { tellDeleted } from '../../ui/lists/undo-delete.ts';

/** [9.0-23] */
const PAGE_SIZE = 200;

type ChartRow = Pick<
  Row,
  | 'id'
  | 'slice_name'
  | 'viz_type'
  | 'datasource_id'
  | 'datasource_name_text'
  | 'owners'
  | 'tags'
  | 'description'
  | 'changed_on_delta_humanized'
  | 'thumbnail_url'
> & { readonly dashboards: readonly Pick<Row['dashboards'][number], 'id' | 'dashboard_title'>[] };

const fields = [
  'id',
  'slice_name',
  'viz_type',
  'datasource_id',
  'datasource_name_text',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'tags.id',
  'tags.name',
  'tags.type',
  'description',
  'dashboards.id',
  'dashboards.dashboard_title',
  'changed_on_delta_humanized',
  'thumbnail_url',
];

const columns = (): readonly ListColumn<ChartRow>[] => [
  { name: 'slice_name', label: t('Chart'), sortable: true, render: (row) => row.slice_name },
  { name: 'viz_type', label: t('Type'), sortable: true, optional: true, render: (row) => vizName(row.viz_type) },
  {
    name: 'datasource_name',
    label: t('Dataset'),
    sortable: true,
    optional: true,
    render: (row) => row.datasource_name_text ?? '',
  },
  { name: 'dashboards', label: t('Dashboards'), optional: true, render: (row) => <OnDashboards row={row} /> },
  { name: 'tags', label: t('Tags'), optional: true, render: (row) => <TagChips type="chart" tags={row.tags} /> },
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
    options: { resource: 'chart', column: 'owners' },
    toFilters: (value) => [{ col: 'owners', opr: 'rel_m_m', value: Number(value) }],
  },
  {
    name: 'type',
    label: t('Type'),
    options: typeOptions(),
    toFilters: (value) => [{ col: 'viz_type', opr: 'eq', value }],
  },
  {
    name: 'dataset',
    label: t('Dataset'),
    options: { resource: 'chart', column: 'datasource_id' },
    toFilters: (value) => [{ col: 'datasource_id', opr: 'eq', value: Number(value) }],
  },
  {
    name: 'created_by',
    label: t('Created by'),
    options: { resource: 'chart', column: 'created_by' },
    toFilters: (value) => [{ col: 'created_by', opr: 'rel_o_m', value: Number(value) }],
  },
  {
    name: 'changed_by',
    label: t('Changed by'),
    options: { resource: 'chart', column: 'changed_by' },
    toFilters: (value) => [{ col: 'changed_by', opr: 'rel_o_m', value: Number(value) }],
  },
  changedFilter(),
  {
    name: 'dashboard',
    label: t('Dashboard'),
    options: { resource: 'chart', column: 'dashboards' },
    toFilters: (value) => [{ col: 'dashboards', opr: 'rel_m_m', value: Number(value) }],
  },
  {
    name: 'tag',
    label: t('Tag'),
    options: { resource: 'chart', column: 'tags' },
    toFilters: (value) => [{ col: 'tags', opr: 'rel_m_m', value: Number(value) }],
  },
  {
    name: 'favorite',
    label: t('Favorite'),
    options: yesOrNo(),
    toFilters: (value) => [{ col: 'id', opr: 'chart_is_favorite', value: value === 'yes' }],
  },
  {
    name: 'certified',
    label: t('Certified'),
    options: yesOrNo(),
    toFilters: (value) => [{ col: 'id', opr: 'chart_is_certified', value: value === 'yes' }],
  },
];

function yesOrNo() {
  return [
    { value: 'yes', label: t('Yes') },
    { value: 'no', label: t('No') },
  ];
}

function typeOptions() {
  return Object.entries(plugins)
    .map(([value, { name }]) => ({ value, label: tMarked(name) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

const exploreHref = (row: ChartRow) => chartHref(row.id);

/** `/chart/list/` */
export function ChartListPage() {
  const user = useQuery(me).data;
  const client = useQueryClient();
  const tagging = useBulkTags('chart');
  const deletion = bulkDeletion(client);
  const rowDeletion = useRowDeletion('chart', deletion);
  const mayWrite = user !== undefined && holds(user, 'can_write', 'Chart');
  const actionsOf = (row: ChartRow) => (
    <RowActions row={row} onDelete={mayChange(user, 'Chart', row) ? () => rowDeletion.ask(row.id) : null} />
  );
  const add = mayWrite ? (
    <LinkButton variant="primary" to={hrefOf('explore')}>
      {t('New chart')}
    </LinkButton>
  ) : undefined;

  return (
    <>
      <ListPage<ChartRow>
        title={t('Charts')}
        width="wide"
        resource="chart"
        pageSize={PAGE_SIZE}
        countLabel={(count) => tn('1 chart', '%(count)s charts', count)}
        fields={fields}
        columns={columns()}
        search={{ label: t('Search charts'), col: 'slice_name', opr: 'chart_all_text' }}
        filters={filters()}
        order={{ orderColumn: 'changed_on_delta_humanized', orderDirection: 'desc' }}
        rowName={(row) => row.slice_name}
        rowHref={exploreHref}
        rowActions={actionsOf}
        card={(row) => <ChartCard row={row} actions={actionsOf(row)} />}
        {...(mayWrite
          ? {
              bulk: [
                favoriting(client, 'chart'),
                ...(holds(user, 'can_write', 'Tag') ? [tagging.action] : []),
                deletion,
              ],
              selectable: (row: ChartRow) => mayChange(user, 'Chart', row),
            }
          : {})}
        create={add}
        {...(mayWrite ? { actions: <TrashLink kind="chart" /> } : {})}
        empty={{
          title: t('There are no charts yet.'),
          text: t('A chart asks one question of a dataset and draws the answer.'),
        }}
      />
      {tagging.dialog}
      {rowDeletion.dialog}
    </>
  );
}

function chartsOf(client: QueryClient, ids: readonly number[]): readonly ChartRow[] {
  return rowsInCache(client.getQueriesData<ListAnswer<ChartRow>>({ queryKey: ['chart', 'list'] }), ids);
}

/** Deletes the selected charts, which the question names. */
function bulkDeletion(client: QueryClient): BulkAction {
  return {
    label: t('Delete'),
    icon: <IconTrash size={14} stroke={1.5} />,
    danger: true,
    confirm: (count, ids) => {
      const charts = chartsOf(client, ids);
      return {
        title: tn('Delete this chart?', 'Delete %(count)s charts?', count),
        text: `${someNames(charts.map((chart) => chart.slice_name))}. ${chartsUsedText(charts)}`,
        action: t('Delete'),
      };
    },
    run: async (ids) => {
      const names = someNames(chartsOf(client, ids).map((chart) => chart.slice_name));
      await bulkDelete('chart', ids);
      tellDeleted(client, 'chart', ids, names);
      for (const id of ids) forgetVisit('chart', id);
    },
  };
}

const shownDashboards = 2;

function OnDashboards({ row }: { readonly row: ChartRow }) {
  const more = row.dashboards.length - shownDashboards;
  return (
    <span className={classes['links']}>
      {row.dashboards.slice(0, shownDashboards).map((dashboard) => (
        <Link key={dashboard.id} to={hrefOf('dashboard', { key: dashboard.id })}>
          {dashboard.dashboard_title}
        </Link>
      ))}
      {more > 0 && <span>{tn('and 1 more', 'and %(count)s more', more)}</span>}
    </span>
  );
}

type RowActionsProps = {
  readonly row: ChartRow;
  /** Null for those who may not change it. */
  readonly onDelete: (() => void) | null;
};

function RowActions({ row, onDelete }: RowActionsProps) {
  return (
    <>
      <FavoriteStar type="chart" id={row.id} name={row.slice_name} />
      <RowMenu
        name={row.slice_name}
        href={exploreHref(row)}
        change={onDelete && { href: exploreHref(row), onDelete }}
      />
    </>
  );
}

function ChartCard({ row, actions }: { readonly row: ChartRow; readonly actions: ReactNode }) {
  return (
    <div className={classes['card']}>
      <div className={classes['picture']}>
        <ChartThumbnail url={row.thumbnail_url} vizType={row.viz_type} />
      </div>
      <div className={classes['head']}>
        <Link to={exploreHref(row)} className={classes['name']}>
          {row.slice_name}
        </Link>
        <span className={classes['actions']}>{actions}</span>
      </div>
      <div className={classes['note']}>
        {[vizName(row.viz_type), row.datasource_name_text, row.changed_on_delta_humanized].filter(Boolean).join(' · ')}
      </div>
      {row.description?.trim() && <p className={classes['about']}>{plainText(row.description)}</p>}
      {row.tags.length > 0 && (
        <div className={classes['tags']}>
          <TagChips type="chart" tags={row.tags} />
        </div>
      )}
    </div>
  );
}
