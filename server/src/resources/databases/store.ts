import type { Insertable, Kysely, RawBuilder, Selectable, SqlBool, Updateable } from 'kysely';
import type { Principal } from '../../principal.ts';
import type { DatabasesTable, Tables } from '../../metadata/tables.ts';
import { reachableDatabase, visibleDashboard } from '../access/visible.ts';
import { reachOf, type Reach } from '../access/reach.ts';
import { usersById, type User } from '../owners/store.ts';

export type DatabaseRow = Selectable<DatabasesTable>;
export type DatabaseChange = Omit<Updateable<DatabasesTable>, 'version'> & { readonly version?: RawBuilder<number> };
export type RelatedObjects = {
  readonly datasets: readonly { readonly id: number; readonly name: string }[];
  readonly charts: readonly { readonly id: number; readonly slice_name: string; readonly viz_type: string }[];
  readonly dashboards: readonly {
    readonly id: number;
    readonly title: string;
    readonly slug: string | null;
    readonly json_metadata: string | null;
  }[];
};

export type DatabaseStore = ReturnType<typeof createDatabaseStore>;

/** Connections in the metadata database. `dashboardRoles`: is role-based dashboard access on. */
export function createDatabaseStore(db: Kysely<Tables>, dashboardRoles = false) {
  const live = () => db.selectFrom('databases').where('deleted_on', 'is', null);
  const rows = () => live().selectAll();
  const named = (name: number | string) => rows().where(typeof name === 'number' ? 'id' : 'uuid', '=', name);
  return {
    find: async (idOrUuid: number | string): Promise<DatabaseRow | null> =>
      (await named(idOrUuid).executeTakeFirst()) ?? null,
    /** The same, of those that somebody sees something of. */
    findFor: async (principal: Principal, idOrUuid: number | string): Promise<DatabaseRow | null> =>
      (await named(idOrUuid).where(reachableDatabase(principal)).executeTakeFirst()) ?? null,
    findByName: async (name: string): Promise<DatabaseRow | null> =>
      (await rows().where('database_name', '=', name).executeTakeFirst()) ?? null,
    byIds: async (ids: readonly number[]): Promise<readonly DatabaseRow[]> => {
      const rows = await db.selectFrom('databases').selectAll().where('id', 'in', ids).execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
    /** Those that the SQL editor offers to somebody, by name. */
    exposed: async (principal: Principal): Promise<readonly DatabaseRow[]> =>
      rows().where('expose_in_sqllab', '=', 1).where(reachableDatabase(principal)).orderBy('database_name').execute(),
    /** What somebody sees of a database; an empty list: it is not there for them. */
    reach: (principal: Principal, id: number): Promise<Reach> => reachOf(db, principal, id),
    people: (ids: readonly number[]): Promise<ReadonlyMap<number, User>> => usersById(db, ids),

    insert: async (row: Insertable<DatabasesTable>): Promise<number> =>
      (await db.insertInto('databases').values(row).returning('id').executeTakeFirstOrThrow()).id,

    /** False when it is gone or no longer at `expectedVersion`. */
    update: async (id: number, change: DatabaseChange, expectedVersion: number | null): Promise<boolean> => {
      const update = db.updateTable('databases').set(change).where('id', '=', id).where('deleted_on', 'is', null);
      const { numUpdatedRows } = await (
        expectedVersion === null ? update : update.where('version', '=', expectedVersion)
      ).executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** What would break without this database, of what the user may see. */
    related: async (principal: Principal, id: number): Promise<RelatedObjects> => {
      const datasets = await db
        .selectFrom('datasets')
        .select(['id', 'table_name as name'])
        .where('database_id', '=', id)
        .where('deleted_on', 'is', null)
        .orderBy('table_name')
        .execute();
      return {
        datasets,
        ...(await usersOfDatasets(
          db,
          datasets.map((dataset) => dataset.id),
          visibleDashboard(principal, dashboardRoles),
        )),
      };
    },
  };
}

/** Charts on these datasets, which everybody sees who may read them, and dashboards with those charts that are seen. */
export async function usersOfDatasets(
  db: Kysely<Tables>,
  datasetIds: readonly number[],
  seen: RawBuilder<SqlBool>,
): Promise<Pick<RelatedObjects, 'charts' | 'dashboards'>> {
  if (datasetIds.length === 0) return { charts: [], dashboards: [] };
  const charts = await db
    .selectFrom('charts')
    .select(['id', 'slice_name', 'viz_type'])
    .where('datasource_id', 'in', datasetIds)
    .where('datasource_type', '=', 'table')
    .where('deleted_on', 'is', null)
    .orderBy('slice_name')
    .execute();
  if (charts.length === 0) return { charts, dashboards: [] };
  const dashboards = await db
    .selectFrom('dashboards')
    .select(['id', 'dashboard_title as title', 'slug', 'json_metadata'])
    .where('deleted_on', 'is', null)
    .where(seen)
    .where(
      'id',
      'in',
      db
        .selectFrom('dashboard_charts')
        .select('dashboard_id')
        .where(
          'chart_id',
          'in',
          charts.map((chart) => chart.id),
        ),
    )
    .orderBy('dashboard_title')
    .execute();
  return { charts, dashboards };
}
