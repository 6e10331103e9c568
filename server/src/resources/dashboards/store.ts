import type { Insertable, Kysely, RawBuilder, Selectable, Updateable } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import type { Principal } from '../../principal.ts';
import type { DashboardsTable, Tables } from '../../metadata/tables.ts';
import { inheritedFrom, inheritedOf, type Inherited } from '../access/inherited.ts';
import { foldersWithUsers, type FolderAround } from './folders-around.ts';
import type { DashboardFacts } from '../access/policy.ts';
import { roleNames, type RoleRef } from '../access/role-names.ts';
import { visibleChart } from '../access/visible.ts';
import type { ChartRow } from '../charts/store.ts';
import { assertTags, copyTags, setTags, tagsOf, type TagRef } from '../tagged/store.ts';
import { keepVersion, versionOf, versionsOf } from './versions-store.ts';
import { withheldNames } from './withheld-names.ts';
import { activeUsers, ownersOf, setOwners, usersById, type Db, type User } from '../owners/store.ts';

export type DashboardRow = Selectable<DashboardsTable>;
export type NewDashboard = Insertable<DashboardsTable>;
/** Columns that a write sets; the database raises the version. */
export type DashboardChange = Omit<Updateable<DashboardsTable>, 'version'> & { readonly version?: RawBuilder<number> };
export type DashboardLists = {
  readonly owners?: readonly number[];
  readonly roles?: readonly number[];
  readonly charts?: readonly number[];
  readonly tags?: readonly number[];
};

export type FullDashboard = {
  readonly row: DashboardRow;
  readonly owners: readonly User[];
  /** Users who own a folder above it. */
  readonly inheritedOwnerIds: readonly number[];
  readonly roles: readonly RoleRef[];
  /** Charts on it that the reader may see. */
  readonly charts: readonly { readonly id: number; readonly slice_name: string; readonly version: number }[];
  readonly tags: readonly TagRef[];
  readonly people: ReadonlyMap<number, User>;
  /** Its stored colours name rows that the reader may not see. */
  readonly namesHiddenRows: boolean;
};

export type DashboardStore = ReturnType<typeof createDashboardStore>;

type Context = {
  readonly db: Kysely<Tables>;
  readonly dashboardRoles: boolean;
};

/** Dashboards in the metadata database. `dashboardRoles`: is role-based dashboard access on. */
export function createDashboardStore(db: Kysely<Tables>, dashboardRoles: boolean) {
  const context: Context = {
    db,
    dashboardRoles,
  };
  return {
    ...bindAll(context, {
      find,
      byIds,
      facts,
      own,
      inherited,
      folderOwners,
      foldersAround,
      complete,
      charts,
      datasetsOf,
      linkedCharts,
      visibleCharts,
      slugTaken,
      roles,
      insert,
      copyCharts,
      update,
      trash,
    }),
    ...bindAll(db, { activeUsers, assertTags, tagsOf, versionsOf, versionOf, roleNames, people: usersById }),
    /** Do roles decide who sees a dashboard. */
    hasRoles: dashboardRoles,
  };
}

function alive(context: Context) {
  return context.db.selectFrom('dashboards').selectAll().where('deleted_on', 'is', null);
}

async function find(
  context: Context,
  by: 'id' | 'uuid' | 'slug',
  value: number | string,
): Promise<DashboardRow | null> {
  return (await alive(context).where(by, '=', value).executeTakeFirst()) ?? null;
}

async function byIds(context: Context, ids: readonly number[]): Promise<readonly DashboardRow[]> {
  const rows = ids.length === 0 ? [] : await alive(context).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What the policies need to know of one dashboard. */
function facts(context: Context, row: Pick<DashboardRow, 'id' | 'published' | 'folder_id'>): Promise<DashboardFacts> {
  return dashboardFacts(context.db, context.dashboardRoles, row);
}

/** Users and roles of one dashboard itself, without those of its folder. */
async function own(
  context: Context,
  row: Pick<DashboardRow, 'id' | 'folder_id'>,
): Promise<Pick<DashboardFacts, 'ownerIds' | 'roleIds'>> {
  const owners = await ownersOf(context.db, 'dashboard', [row.id]);
  return {
    ownerIds: (owners.get(row.id) ?? []).map((owner) => owner.id),
    roleIds: context.dashboardRoles ? await roleIdsOf(context.db, row.id) : [],
  };
}

/** Who may put something into a folder, its owners and those above it; null where there is no such folder. */
async function folderOwners(context: Context, folderId: number): Promise<readonly number[] | null> {
  const row = await context.db
    .selectFrom('folders')
    .select('id')
    .where('id', '=', folderId)
    .where('deleted_on', 'is', null)
    .executeTakeFirst();
  return row ? (await inheritedOf(context.db, folderId)).ownerIds : null;
}

/** The folders above a dashboard whose owners and roles act on it, from the outermost in. */
function foldersAround({ db, dashboardRoles }: Context, folderId: number | null): Promise<readonly FolderAround[]> {
  return foldersWithUsers(db, dashboardRoles, folderId);
}

function inherited(context: Context, folderId: number | null): Promise<Inherited> {
  return inheritedOf(context.db, folderId);
}

function complete(
  context: Context,
  principal: Principal,
  rows: readonly DashboardRow[],
): Promise<readonly FullDashboard[]> {
  return completeDashboards(context.db, context.dashboardRoles, principal, rows);
}

/** Its charts that the user may see. */
function charts(context: Context, principal: Principal, dashboardId: number): Promise<readonly ChartRow[]> {
  return context.db
    .selectFrom('charts')
    .innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id')
    .selectAll('charts')
    .where('dashboard_charts.dashboard_id', '=', dashboardId)
    .where('charts.deleted_on', 'is', null)
    .where(visibleChart(principal, context.dashboardRoles))
    .orderBy('charts.id')
    .execute();
}

/** The datasets of charts. */
async function datasetsOf(context: Context, chartIds: readonly number[]): Promise<readonly number[]> {
  if (chartIds.length === 0) return [];
  const rows = await context.db
    .selectFrom('charts')
    .select('datasource_id')
    .distinct()
    .where('id', 'in', chartIds)
    .where('deleted_on', 'is', null)
    .execute();
  return rows.flatMap((row) => row.datasource_id ?? []);
}

/** Every chart linked to it, seen or not. */
async function linkedCharts(context: Context, dashboardId: number): Promise<readonly number[]> {
  return (
    await context.db.selectFrom('dashboard_charts').select('chart_id').where('dashboard_id', '=', dashboardId).execute()
  ).map((row) => row.chart_id);
}

async function visibleCharts(
  context: Context,
  principal: Principal,
  ids: readonly number[],
): Promise<readonly ChartRow[]> {
  return ids.length === 0
    ? []
    : context.db
        .selectFrom('charts')
        .selectAll()
        .where('id', 'in', ids)
        .where('deleted_on', 'is', null)
        .where(visibleChart(principal, context.dashboardRoles))
        .execute();
}

async function slugTaken(context: Context, slug: string, exceptId: number | null): Promise<boolean> {
  const row = await context.db
    .selectFrom('dashboards')
    .select('id')
    .where('slug', '=', slug)
    .where('deleted_on', 'is', null)
    .executeTakeFirst();
  return row !== undefined && row.id !== exceptId;
}

async function roles(context: Context, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await context.db
    .selectFrom('roles')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_on', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/**
 * Make a dashboard with its lists, all or nothing. `copies` are charts made for it, by the id of their original.
 */
function insert(context: Context, dashboard: NewDashboard, lists: DashboardLists): Promise<number> {
  return context.db.transaction().execute(async (trx) => {
    const { id } = await trx.insertInto('dashboards').values(dashboard).returning('id').executeTakeFirstOrThrow();
    await setLists(trx, id, lists);
    return id;
  });
}

/** Make copies of charts owned by one user. @returns original id → copy id */
function copyCharts(
  context: Context,
  charts: readonly { readonly originalId: number; readonly values: Insertable<Tables['charts']> }[],
  ownerId: number | null,
): Promise<ReadonlyMap<number, number>> {
  return context.db.transaction().execute(async (trx) => {
    const copies = new Map<number, number>();
    for (const { originalId, values } of charts) {
      const { id } = await trx.insertInto('charts').values(values).returning('id').executeTakeFirstOrThrow();
      if (ownerId !== null) await setOwners(trx, 'chart', id, [ownerId]);
      await copyTags(trx, 'chart', originalId, id);
      copies.set(originalId, id);
    }
    return copies;
  });
}

/**
 * Change a dashboard, all or nothing; a list left out stays. False when it is gone or no longer at
 * `expectedVersion`.
 */
function update(
  context: Context,
  id: number,
  change: DashboardChange,
  lists: DashboardLists,
  expectedVersion: number | null,
): Promise<boolean> {
  return context.db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('dashboards').selectAll().where('id', '=', id).executeTakeFirst();
    const update = trx.updateTable('dashboards').set(change).where('id', '=', id).where('deleted_on', 'is', null);
    const { numUpdatedRows } = await (
      expectedVersion === null ? update : update.where('version', '=', expectedVersion)
    ).executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await setLists(trx, id, lists);
    await keepVersion(trx, before);
    return true;
  });
}

/** `change` puts the dashboards into the trash. */
async function trash(context: Context, ids: readonly number[], change: DashboardChange): Promise<void> {
  await context.db.updateTable('dashboards').set(change).where('id', 'in', ids).execute();
}

async function setLists(db: Db, dashboardId: number, lists: DashboardLists): Promise<void> {
  const { owners, roles, charts, tags } = lists;
  if (tags) await setTags(db, 'dashboard', dashboardId, tags);
  if (owners) await setOwners(db, 'dashboard', dashboardId, owners);
  if (roles) {
    await db.deleteFrom('dashboard_roles').where('dashboard_id', '=', dashboardId).execute();
    const unique = [...new Set(roles)];
    if (unique.length > 0)
      await db
        .insertInto('dashboard_roles')
        .values(unique.map((roleId) => ({ dashboard_id: dashboardId, role_id: roleId })))
        .execute();
  }
  if (charts) {
    await db.deleteFrom('dashboard_charts').where('dashboard_id', '=', dashboardId).execute();
    const unique = [...new Set(charts)];
    if (unique.length > 0)
      await db
        .insertInto('dashboard_charts')
        .values(unique.map((chartId) => ({ dashboard_id: dashboardId, chart_id: chartId })))
        .execute();
  }
}

async function dashboardFacts(
  db: Db,
  dashboardRoles: boolean,
  row: Pick<DashboardRow, 'id' | 'published' | 'folder_id'>,
): Promise<DashboardFacts> {
  const owners = await ownersOf(db, 'dashboard', [row.id]);
  const roleIds = dashboardRoles ? await roleIdsOf(db, row.id) : [];
  const folder = await inheritedOf(db, row.folder_id);
  const embedding = await db
    .selectFrom('embedded_dashboards')
    .select('uuid')
    .where('dashboard_id', '=', row.id)
    .executeTakeFirst();
  const charts = await db
    .selectFrom('dashboard_charts')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .leftJoin('datasets', (join) =>
      join.onRef('datasets.id', '=', 'charts.datasource_id').on('datasets.deleted_on', 'is', null),
    )
    .select(['charts.id', 'charts.datasource_id', 'datasets.id as dataset_id', 'datasets.database_id'])
    .where('dashboard_charts.dashboard_id', '=', row.id)
    .where('charts.deleted_on', 'is', null)
    .execute();
  const datasetOwners = await ownersOf(
    db,
    'dataset',
    charts.flatMap((chart) => chart.dataset_id ?? []),
  );
  return {
    ownerIds: [...new Set([...(owners.get(row.id) ?? []).map((owner) => owner.id), ...folder.ownerIds])],
    published: row.published === 1,
    roleIds: [...new Set([...roleIds, ...(dashboardRoles ? folder.roleIds : [])])],
    embedding: embedding?.uuid ?? null,
    datasets: charts.map(({ dataset_id, database_id }) =>
      dataset_id === null || database_id === null
        ? null
        : {
            id: dataset_id,
            databaseId: database_id,
            ownerIds: (datasetOwners.get(dataset_id) ?? []).map((owner) => owner.id),
          },
    ),
  };
}

async function roleIdsOf(db: Db, dashboardId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('dashboard_roles')
    .select('role_id')
    .where('dashboard_id', '=', dashboardId)
    .execute();
  return rows.map((row) => row.role_id);
}

async function completeDashboards(
  db: Db,
  dashboardRoles: boolean,
  principal: Principal,
  rows: readonly DashboardRow[],
): Promise<readonly FullDashboard[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const userIds = [...new Set(rows.flatMap((row) => [row.created_by, row.changed_by].filter((id) => id !== null)))];
  const [owners, roles, charts, tags, people, folders, withheld] = await Promise.all([
    ownersOf(db, 'dashboard', ids),
    db
      .selectFrom('dashboard_roles')
      .innerJoin('roles', 'roles.id', 'dashboard_roles.role_id')
      .select(['dashboard_roles.dashboard_id', 'roles.id', 'roles.name'])
      .where('dashboard_id', 'in', ids)
      .where('roles.deleted_on', 'is', null)
      .orderBy('roles.name')
      .execute(),
    db
      .selectFrom('dashboard_charts')
      .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
      .select(['dashboard_charts.dashboard_id', 'charts.id', 'charts.slice_name', 'charts.version'])
      .where('dashboard_charts.dashboard_id', 'in', ids)
      .where('charts.deleted_on', 'is', null)
      .where(visibleChart(principal, dashboardRoles))
      .orderBy('charts.slice_name')
      .execute(),
    tagsOf(db, 'dashboard', ids),
    usersById(db, userIds),
    inheritedFrom(
      db,
      rows.map((row) => row.folder_id),
    ),
    withheldNames(db, dashboardRoles, principal, ids),
  ]);
  return rows.map((row) => ({
    row,
    owners: owners.get(row.id) ?? [],
    inheritedOwnerIds: folders.get(row.folder_id)?.ownerIds ?? [],
    roles: roles.filter((role) => role.dashboard_id === row.id).map(({ id, name }) => ({ id, name })),
    charts: charts.filter((chart) => chart.dashboard_id === row.id).map(({ dashboard_id: _, ...chart }) => chart),
    tags: tags.get(row.id) ?? [],
    people,
    namesHiddenRows: withheld.has(row.id),
  }));
}
