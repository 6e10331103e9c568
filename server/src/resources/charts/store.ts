import { inheritedFrom } from '../access/inherited.ts';
import type { Insertable, Kysely, RawBuilder, Selectable, Updateable } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import type { Principal } from '../../principal.ts';
import type { ChartsTable, DashboardsTable, Tables } from '../../metadata/tables.ts';
import type { ChartFacts, DashboardFacts } from '../access/policy.ts';
import { roleNames } from '../access/role-names.ts';
import { visibleDashboard, visibleChart } from '../access/visible.ts';
import { carriers } from './carriers.ts';
import { assertTags, setTags, tagsOf, type TagRef } from '../tagged/store.ts';
import { activeUsers, ownersOf, setOwners, usersById, type Db, type User } from '../owners/store.ts';

export type ChartRow = Selectable<ChartsTable>;
type DashboardRef = Pick<Selectable<DashboardsTable>, 'id' | 'dashboard_title' | 'json_metadata'>;
export type DatasetRef = {
  readonly id: number;
  readonly uuid: string;
  readonly table_name: string;
  readonly schema: string | null;
  readonly database_id: number;
};

/** A chart with what surrounds it. `dashboards` are only those that the reader may see. */
export type FullChart = {
  readonly row: ChartRow;
  readonly owners: readonly User[];
  readonly dataset: DatasetRef | null;
  readonly dashboards: readonly DashboardRef[];
  readonly tags: readonly TagRef[];
  readonly people: ReadonlyMap<number, User>;
};

export type NewChart = Insertable<ChartsTable>;
/** Columns that a write sets; the database raises the version. */
export type ChartChange = Omit<Updateable<ChartsTable>, 'version'> & { readonly version?: RawBuilder<number> };
export type ChartLists = {
  readonly owners?: readonly number[];
  readonly dashboards?: readonly number[];
  readonly tags?: readonly number[];
};

export type ChartStore = ReturnType<typeof createChartStore>;

type Context = {
  readonly db: Kysely<Tables>;
  readonly dashboardRoles: boolean;
};

/** Charts in the metadata database. `dashboardRoles`: is role-based dashboard access on. */
export function createChartStore(db: Kysely<Tables>, dashboardRoles: boolean) {
  const context: Context = {
    db,
    dashboardRoles,
  };
  return {
    ...bindAll(context, {
      visibleIds,
      find,
      facts,
      byIds,
      complete,
      dataset,
      dashboards,
      dashboardIds,
      carriers,
      insert,
      update,
      trash,
    }),
    ...bindAll(db, { datasetFacts, activeUsers, assertTags, roleNames }),
    hasRoles: dashboardRoles,
  };
}

/** Ids of visible charts among `ids`; what a user may not see is not there. */
async function visibleIds(
  context: Context,
  principal: Principal,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await context.db
    .selectFrom('charts')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_on', 'is', null)
    .where(visibleChart(principal, context.dashboardRoles))
    .execute();
  return new Set(rows.map((row) => row.id));
}

async function find(context: Context, idOrUuid: number | string): Promise<ChartRow | null> {
  return (
    (await context.db
      .selectFrom('charts')
      .selectAll()
      .where(typeof idOrUuid === 'number' ? 'id' : 'uuid', '=', idOrUuid)
      .where('deleted_on', 'is', null)
      .executeTakeFirst()) ?? null
  );
}

/** What the policies need to know of one chart. */
function facts(context: Context, row: Pick<ChartRow, 'id' | 'datasource_id'>): Promise<ChartFacts> {
  return chartFacts(context.db, context.dashboardRoles, row);
}

async function byIds(context: Context, ids: readonly number[]): Promise<readonly ChartRow[]> {
  const rows = await context.db.selectFrom('charts').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Charts with owners, dataset, users and the dashboards that `principal` may see, in the order of `rows`. */
function complete(context: Context, principal: Principal, rows: readonly ChartRow[]): Promise<readonly FullChart[]> {
  return completeCharts(context.db, context.dashboardRoles, principal, rows);
}

function dataset(context: Context, id: number): Promise<DatasetRef | null> {
  return findDataset(context.db, id);
}

/** Visible dashboards among `ids`, with the owners that decide about editing them. */
async function dashboards(
  context: Context,
  principal: Principal,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Pick<DashboardFacts, 'ownerIds'>>> {
  if (ids.length === 0) return new Map();
  const rows = await context.db
    .selectFrom('dashboards')
    .select(['id', 'folder_id'])
    .where('id', 'in', ids)
    .where('deleted_on', 'is', null)
    .where(visibleDashboard(principal, context.dashboardRoles))
    .execute();
  const owners = await ownersOf(
    context.db,
    'dashboard',
    rows.map((row) => row.id),
  );
  const folders = await inheritedFrom(
    context.db,
    rows.map((row) => row.folder_id),
  );
  return new Map(
    rows.map(({ id, folder_id }) => [
      id,
      {
        ownerIds: [...(owners.get(id) ?? []).map((owner) => owner.id), ...(folders.get(folder_id)?.ownerIds ?? [])],
      },
    ]),
  );
}

async function dashboardIds(context: Context, chartId: number): Promise<readonly number[]> {
  return (
    await context.db.selectFrom('dashboard_charts').select('dashboard_id').where('chart_id', '=', chartId).execute()
  ).map((row) => row.dashboard_id);
}

/** Make a chart with its owners and dashboards, all or nothing. */
function insert(context: Context, chart: NewChart, lists: ChartLists): Promise<number> {
  return context.db.transaction().execute(async (trx) => {
    const { id } = await trx.insertInto('charts').values(chart).returning('id').executeTakeFirstOrThrow();
    await setLists(trx, id, lists);
    return id;
  });
}

/**
 * Change a chart, all or nothing; a list left out stays. False when it is gone or no longer at `expectedVersion`.
 */
function update(
  context: Context,
  id: number,
  change: ChartChange,
  lists: ChartLists,
  expectedVersion: number | null,
): Promise<boolean> {
  return context.db.transaction().execute(async (trx) => {
    const update = trx.updateTable('charts').set(change).where('id', '=', id).where('deleted_on', 'is', null);
    const { numUpdatedRows } = await (
      expectedVersion === null ? update : update.where('version', '=', expectedVersion)
    ).executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await setLists(trx, id, lists);
    return true;
  });
}

/** `change` puts the charts into the trash. Layouts keep their place, so that a restore finds it. */
async function trash(context: Context, ids: readonly number[], change: ChartChange): Promise<void> {
  await context.db.updateTable('charts').set(change).where('id', 'in', ids).execute();
}

async function setLists(db: Db, chartId: number, { owners, dashboards, tags }: ChartLists): Promise<void> {
  if (owners) await setOwners(db, 'chart', chartId, owners);
  if (dashboards) await setDashboards(db, chartId, dashboards);
  if (tags) await setTags(db, 'chart', chartId, tags);
}

async function setDashboards(db: Db, chartId: number, dashboardIds: readonly number[]): Promise<void> {
  await db.deleteFrom('dashboard_charts').where('chart_id', '=', chartId).execute();
  const unique = [...new Set(dashboardIds)];
  if (unique.length > 0)
    await db
      .insertInto('dashboard_charts')
      .values(unique.map((dashboardId) => ({ dashboard_id: dashboardId, chart_id: chartId })))
      .execute();
}

async function findDataset(db: Db, id: number): Promise<DatasetRef | null> {
  return (
    (await db
      .selectFrom('datasets')
      .select(['id', 'uuid', 'table_name', 'schema', 'database_id'])
      .where('id', '=', id)
      .where('deleted_on', 'is', null)
      .executeTakeFirst()) ?? null
  );
}

async function datasetFacts(db: Db, id: number): Promise<ChartFacts['dataset']> {
  const dataset = await findDataset(db, id);
  if (!dataset) return null;
  const owners = await ownersOf(db, 'dataset', [id]);
  return { id, databaseId: dataset.database_id, ownerIds: (owners.get(id) ?? []).map((owner) => owner.id) };
}

async function chartFacts(
  db: Db,
  dashboardRoles: boolean,
  row: Pick<ChartRow, 'id' | 'datasource_id'>,
): Promise<ChartFacts> {
  const owners = await ownersOf(db, 'chart', [row.id]);
  const embedded = await db
    .selectFrom('dashboard_charts')
    .innerJoin('dashboards', 'dashboards.id', 'dashboard_charts.dashboard_id')
    .innerJoin('embedded_dashboards', 'embedded_dashboards.dashboard_id', 'dashboards.id')
    .select('embedded_dashboards.uuid')
    .where('dashboard_charts.chart_id', '=', row.id)
    .where('dashboards.published', '=', 1)
    .where('dashboards.deleted_on', 'is', null)
    .execute();
  const shared = dashboardRoles
    ? await db
        .selectFrom('dashboard_charts')
        .innerJoin('dashboards', 'dashboards.id', 'dashboard_charts.dashboard_id')
        .innerJoin('dashboard_roles', 'dashboard_roles.dashboard_id', 'dashboards.id')
        .select('dashboard_roles.role_id')
        .where('dashboard_charts.chart_id', '=', row.id)
        .where('dashboards.published', '=', 1)
        .where('dashboards.deleted_on', 'is', null)
        .union(
          db
            .selectFrom('dashboard_charts')
            .innerJoin('dashboards', 'dashboards.id', 'dashboard_charts.dashboard_id')
            .innerJoin('folder_ancestors', 'folder_ancestors.folder_id', 'dashboards.folder_id')
            .innerJoin('folder_roles', 'folder_roles.folder_id', 'folder_ancestors.ancestor_id')
            .select('folder_roles.role_id')
            .where('dashboard_charts.chart_id', '=', row.id)
            .where('dashboards.published', '=', 1)
            .where('dashboards.deleted_on', 'is', null),
        )
        .execute()
    : [];
  return {
    ownerIds: (owners.get(row.id) ?? []).map((owner) => owner.id),
    dataset: row.datasource_id === null ? null : await datasetFacts(db, row.datasource_id),
    sharedRoleIds: shared.map((entry) => entry.role_id),
    embeddings: embedded.map(({ uuid }) => uuid),
  };
}

async function completeCharts(
  db: Db,
  dashboardRoles: boolean,
  principal: Principal,
  rows: readonly ChartRow[],
): Promise<readonly FullChart[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const datasetIds = [...new Set(rows.flatMap((row) => row.datasource_id ?? []))];
  const userIds = [
    ...new Set(rows.flatMap((row) => [row.created_by, row.changed_by, row.last_saved_by].filter((id) => id !== null))),
  ];
  const [owners, datasets, links, tags, people] = await Promise.all([
    ownersOf(db, 'chart', ids),
    datasetIds.length === 0
      ? []
      : db
          .selectFrom('datasets')
          .select(['id', 'uuid', 'table_name', 'schema', 'database_id'])
          .where('id', 'in', datasetIds)
          .where('deleted_on', 'is', null)
          .execute(),
    db
      .selectFrom('dashboard_charts')
      .innerJoin('dashboards', 'dashboards.id', 'dashboard_charts.dashboard_id')
      .select(['dashboard_charts.chart_id', 'dashboards.id', 'dashboards.dashboard_title', 'dashboards.json_metadata'])
      .where('dashboard_charts.chart_id', 'in', ids)
      .where('dashboards.deleted_on', 'is', null)
      .where(visibleDashboard(principal, dashboardRoles))
      .orderBy('dashboards.id')
      .execute(),
    tagsOf(db, 'chart', ids),
    usersById(db, userIds),
  ]);
  const datasetById = new Map(datasets.map((dataset) => [dataset.id, dataset]));
  return rows.map((row) => ({
    row,
    owners: owners.get(row.id) ?? [],
    dataset: row.datasource_id === null ? null : (datasetById.get(row.datasource_id) ?? null),
    dashboards: links
      .filter((link) => link.chart_id === row.id)
      .map(({ id, dashboard_title, json_metadata }) => ({ id, dashboard_title, json_metadata })),
    tags: tags.get(row.id) ?? [],
    people,
  }));
}
