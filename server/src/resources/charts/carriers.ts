import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import type { Db } from '../owners/store.ts';

type Context = {
  readonly db: Kysely<Tables>;
  readonly dashboardRoles: boolean;
};

/** A published dashboard with a chart on it. */
export type Carrier = {
  readonly id: number;
  readonly dashboard_title: string;
  /** Roles that it is open to itself, and those that the folders around it give; empty where roles do not decide. */
  readonly ownRoleIds: readonly number[];
  readonly folderRoleIds: readonly number[];
  /** Whether other sites show it to guests. */
  readonly isEmbedded: boolean;
};

/** Published dashboards with a chart, by title: what may open it to users who may not read its dataset. */
export async function carriers({ db, dashboardRoles }: Context, chartId: number): Promise<readonly Carrier[]> {
  const rows = await db
    .selectFrom('dashboards')
    .innerJoin('dashboard_charts', 'dashboard_charts.dashboard_id', 'dashboards.id')
    .leftJoin('embedded_dashboards', 'embedded_dashboards.dashboard_id', 'dashboards.id')
    .select(['dashboards.id', 'dashboards.dashboard_title', 'dashboards.folder_id', 'embedded_dashboards.uuid'])
    .where('dashboard_charts.chart_id', '=', chartId)
    .where('dashboards.published', '=', 1)
    .where('dashboards.deleted_on', 'is', null)
    .orderBy('dashboards.dashboard_title')
    .orderBy('dashboards.id')
    .execute();
  if (rows.length === 0) return [];
  const own = await rolesOf(
    db,
    rows.map(({ id }) => id),
  );
  const around = await rolesAround(
    db,
    rows.flatMap(({ folder_id: folder }) => folder ?? []),
  );
  return rows.map(({ id, dashboard_title, folder_id: folder, uuid }) => ({
    id,
    dashboard_title,
    ownRoleIds: dashboardRoles ? own.filter((role) => role.dashboard_id === id).map((role) => role.role_id) : [],
    folderRoleIds: dashboardRoles ? around.filter((role) => role.folder_id === folder).map((role) => role.role_id) : [],
    isEmbedded: uuid !== null,
  }));
}

async function rolesOf(db: Db, dashboardIds: readonly number[]) {
  return db.selectFrom('dashboard_roles').selectAll().where('dashboard_id', 'in', dashboardIds).execute();
}

async function rolesAround(db: Db, folderIds: readonly number[]) {
  if (folderIds.length === 0) return [];
  return db
    .selectFrom('folder_ancestors')
    .innerJoin('folder_roles', 'folder_roles.folder_id', 'folder_ancestors.ancestor_id')
    .select(['folder_ancestors.folder_id', 'folder_roles.role_id'])
    .where('folder_ancestors.folder_id', 'in', folderIds)
    .execute();
}
