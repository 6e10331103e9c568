import type { Insertable, Kysely } from 'kysely';
import { created } from '../metadata/audit.ts';
import type { SavedQueriesTable } from '../metadata/sql-editor-tables.ts';
import type { ChartsTable, DashboardsTable, DatasetsTable, OwnedType, Tables } from '../metadata/tables.ts';
import { nextNumber, nobody, TEST_NOW } from './builders.ts';

type Db = Kysely<Tables>;

/** Put users in charge of an object. */
async function buildOwners(db: Db, type: OwnedType, objectId: number, owners: readonly number[]): Promise<void> {
  for (const userId of owners)
    await db.insertInto('owners').values({ object_type: type, object_id: objectId, user_id: userId }).execute();
}

/**
 * A dataset row on a database row of its own, with two columns and a metric; nothing can be queried.
 * @returns the id
 */
export async function buildPlainDataset(
  db: Db,
  { owners = [], ...dataset }: Partial<Insertable<DatasetsTable>> & { readonly owners?: readonly number[] } = {},
): Promise<number> {
  const number = nextNumber();
  const database_id =
    dataset.database_id ??
    (
      await db
        .insertInto('databases')
        .values({
          ...created(nobody, TEST_NOW),
          database_name: `Database ${number}`,
          engine: 'sqlite',
          parameters: '{}',
          secrets: null,
          extra: '{}',
          cache_timeout: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const { id } = await db
    .insertInto('datasets')
    .values({ ...created(nobody, TEST_NOW), table_name: `table_${number}`, ...dataset, database_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const dated = { created_on: TEST_NOW.toISOString(), changed_on: TEST_NOW.toISOString() };
  for (const [position, column_name] of ['day', 'region'].entries()) {
    await db
      .insertInto('dataset_columns')
      .values({
        uuid: crypto.randomUUID(),
        dataset_id: id,
        position,
        column_name,
        type_generic: position === 0 ? 2 : 1,
        is_dttm: position === 0 ? 1 : 0,
        ...dated,
      })
      .execute();
  }
  await db
    .insertInto('dataset_metrics')
    .values({
      uuid: crypto.randomUUID(),
      dataset_id: id,
      position: 0,
      metric_name: 'count',
      expression: 'COUNT(*)',
      ...dated,
    })
    .execute();
  await buildOwners(db, 'dataset', id, owners);
  return id;
}

/** A chart, on a dataset of its own unless one is named. @returns the id */
export async function buildChart(
  db: Db,
  { owners = [], ...chart }: Partial<Insertable<ChartsTable>> & { readonly owners?: readonly number[] } = {},
): Promise<number> {
  const number = nextNumber();
  const datasource_id = chart.datasource_id === undefined ? await buildPlainDataset(db) : chart.datasource_id;
  const { id } = await db
    .insertInto('charts')
    .values({
      ...created(nobody, TEST_NOW),
      slice_name: `Chart ${number}`,
      viz_type: 'table',
      datasource_type: 'table',
      params: '{"viz_type":"table"}',
      ...chart,
      datasource_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await buildOwners(db, 'chart', id, owners);
  return id;
}

/** A folder below others, with owners and roles. @returns the id */
export async function buildFolder(
  db: Db,
  {
    owners = [],
    roles = [],
    above = [],
  }: {
    readonly owners?: readonly number[];
    readonly roles?: readonly number[];
    readonly above?: readonly number[];
  } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('folders')
    .values({ ...created(nobody, TEST_NOW), name: `Folder ${nextNumber()}`, parent_id: above.at(-1) ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const ancestor_id of [id, ...above])
    await db.insertInto('folder_ancestors').values({ folder_id: id, ancestor_id }).execute();
  for (const role_id of roles) await db.insertInto('folder_roles').values({ folder_id: id, role_id }).execute();
  await buildOwners(db, 'folder', id, owners);
  return id;
}

/** A dashboard with these charts linked to it. @returns the id */
export async function buildDashboard(
  db: Db,
  {
    owners = [],
    charts = [],
    roles = [],
    ...dashboard
  }: Partial<Insertable<DashboardsTable>> & {
    readonly owners?: readonly number[];
    readonly charts?: readonly number[];
    readonly roles?: readonly number[];
  } = {},
): Promise<number> {
  const number = nextNumber();
  const { id } = await db
    .insertInto('dashboards')
    .values({ ...created(nobody, TEST_NOW), dashboard_title: `Dashboard ${number}`, ...dashboard })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const chartId of charts)
    await db.insertInto('dashboard_charts').values({ dashboard_id: id, chart_id: chartId }).execute();
  for (const roleId of roles)
    await db.insertInto('dashboard_roles').values({ dashboard_id: id, role_id: roleId }).execute();
  await buildOwners(db, 'dashboard', id, owners);
  return id;
}

/** Let other sites show a dashboard. @returns the uuid that guest tokens name */
export async function buildEmbedding(db: Db, dashboardId: number): Promise<string> {
  const { created_on, changed_on } = created(nobody, TEST_NOW);
  const uuid = crypto.randomUUID();
  await db
    .insertInto('embedded_dashboards')
    .values({
      uuid,
      dashboard_id: dashboardId,
      allowed_domains: '[]',
      created_on,
      changed_on,
      created_by: null,
      changed_by: null,
    })
    .execute();
  return uuid;
}

/** Give a role the right to read one dataset. */
export async function grantDataset(db: Db, roleId: number, datasetId: number): Promise<void> {
  await db
    .insertInto('role_permissions')
    .values({ role_id: roleId, permission: 'datasource_access', view: `dataset:${datasetId}` })
    .execute();
}

/** A layout with these charts, four columns each, in rows of three. */
export function layoutOf(chartIds: readonly number[]): Readonly<Record<string, unknown>> {
  const rows = Array.from({ length: Math.ceil(chartIds.length / 3) }, (_, row) => chartIds.slice(row * 3, row * 3 + 3));
  return {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: rows.map((_, row) => `ROW-${row}`), parents: ['ROOT_ID'] },
    ...Object.fromEntries(
      rows.map((ids, row) => [
        `ROW-${row}`,
        {
          id: `ROW-${row}`,
          type: 'ROW',
          children: ids.map((id) => `CHART-${id}`),
          parents: ['ROOT_ID', 'GRID_ID'],
          meta: {},
        },
      ]),
    ),
    ...Object.fromEntries(
      chartIds.map((id) => [
        `CHART-${id}`,
        {
          id: `CHART-${id}`,
          type: 'CHART',
          children: [],
          parents: [],
          meta: { chartId: id, sliceName: `Name ${id}`, width: 4, height: 50 },
        },
      ]),
    ),
  };
}

/** A saved query. @returns the id */
export async function buildSavedQuery(
  db: Db,
  query: Pick<Insertable<SavedQueriesTable>, 'database_id'> & Partial<Insertable<SavedQueriesTable>>,
): Promise<number> {
  const { id } = await db
    .insertInto('saved_queries')
    .values({ ...created(nobody, TEST_NOW), label: `Query ${nextNumber()}`, sql: 'SELECT 1', ...query })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A tab of the SQL editor. @returns the id */
export async function buildTab(db: Db, userId: number): Promise<number> {
  const at = TEST_NOW.toISOString();
  const { id } = await db
    .insertInto('editor_tabs')
    .values({ user_id: userId, label: `Tab ${nextNumber()}`, sql: 'SELECT 1', created_on: at, changed_on: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A table that is open in a tab. @returns the id */
export async function buildTabTable(db: Db, tabId: number): Promise<number> {
  const { id } = await db
    .insertInto('editor_tables')
    .values({ tab_id: tabId, database_id: 1, name: `table_${nextNumber()}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
