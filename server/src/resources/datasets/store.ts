import { randomUUID } from 'node:crypto';
import { setImmediate as tickOfTheLoop } from 'node:timers/promises';
import type { Insertable, Kysely, RawBuilder, Selectable, Updateable } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import type { Principal } from '../../principal.ts';
import type {
  DatabasesTable,
  DatasetColumnsTable,
  DatasetMetricsTable,
  DatasetsTable,
  Tables,
} from '../../metadata/tables.ts';
import { opening, visibleDashboard } from '../access/visible.ts';
import { usersOfDatasets, type RelatedObjects } from '../databases/store.ts';
import { activeUsers, ownersOf, setOwners, usersById, type Db, type User } from '../owners/store.ts';

export type DatasetRow = Selectable<DatasetsTable>;
export type ColumnRow = Selectable<DatasetColumnsTable>;
export type MetricRow = Selectable<DatasetMetricsTable>;
type DatabaseRef = Pick<
  Selectable<DatabasesTable>,
  'id' | 'uuid' | 'database_name' | 'engine' | 'cache_timeout' | 'version' | 'is_sample' | 'extra'
>;
/** A column or metric to save: with `id` the present one is changed, without it a new one is made. */
/** What the store decides of a column or metric. */
type Kept = 'id' | 'uuid' | 'dataset_id' | 'position' | 'created_on' | 'changed_on';
export type NewColumn = Omit<Insertable<DatasetColumnsTable>, Kept> & { readonly id?: number; readonly uuid?: string };
export type NewMetric = Omit<Insertable<DatasetMetricsTable>, Kept> & { readonly id?: number; readonly uuid?: string };
export type DatasetLists = {
  readonly columns?: readonly NewColumn[];
  readonly metrics?: readonly NewMetric[];
  readonly owners?: readonly number[];
};
export type DatasetChange = Omit<Updateable<DatasetsTable>, 'version' | 'changed_on'> & {
  readonly changed_on: string;
  readonly version?: RawBuilder<number>;
};

/** A dataset with everything that belongs to it. */
export type FullDataset = {
  readonly row: DatasetRow;
  readonly database: DatabaseRef;
  readonly columns: readonly ColumnRow[];
  readonly metrics: readonly MetricRow[];
  readonly owners: readonly User[];
  readonly people: ReadonlyMap<number, User>;
};
/** What makes two datasets the same one. */
export type DatasetPlace = {
  readonly databaseId: number;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly name: string;
};

export type DatasetStore = ReturnType<typeof createDatasetStore>;

type Context = {
  readonly db: Kysely<Tables>;
  readonly dashboardRoles: boolean;
  readonly versionsQuery: ReturnType<typeof versionsQuery>;
};

/**
 * Datasets with columns, metrics and owners in the metadata database. `dashboardRoles`: is role-based dashboard access
 * on.
 */
export function createDatasetStore(db: Kysely<Tables>, dashboardRoles = false) {
  const context: Context = {
    db,
    dashboardRoles,
    versionsQuery: versionsQuery(db),
  };
  return {
    ...bindAll(context, { find, byIds, versions, ownerIds, related, isOpened, insert, update, trash }),
    ...bindAll(db, { findAt, ofQuery, complete, activeUsers, extractsOf }),
  };
}

/** Which of these datasets are accelerated, and when the rows of their extracts were read. */
async function extractsOf(db: Kysely<Tables>, ids: readonly number[]): Promise<ReadonlyMap<number, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('dataset_extracts')
    .select(['dataset_id', 'read_on', 'version'])
    .where('dataset_id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.dataset_id, row.version === 0 ? null : row.read_on]));
}

/** Built once: every query of a chart reads it. */
function versionsQuery(db: Kysely<Tables>) {
  return db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .leftJoin('dataset_extracts', 'dataset_extracts.dataset_id', 'datasets.id')
    .select([
      'datasets.version as dataset',
      'datasets.changed_on as datasetOn',
      'databases.id as id',
      'databases.version as database',
      'databases.changed_on as databaseOn',
      'dataset_extracts.version as extract',
    ])
    .where('datasets.id', '=', 0)
    .where('datasets.deleted_on', 'is', null)
    .where('databases.deleted_on', 'is', null)
    .compile();
}

async function find(context: Context, idOrUuid: number | string): Promise<DatasetRow | null> {
  return (
    (await context.db
      .selectFrom('datasets')
      .selectAll()
      .where(typeof idOrUuid === 'number' ? 'id' : 'uuid', '=', idOrUuid)
      .where('deleted_on', 'is', null)
      .executeTakeFirst()) ?? null
  );
}

async function byIds(context: Context, ids: readonly number[]): Promise<readonly DatasetRow[]> {
  const rows = await context.db.selectFrom('datasets').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The versions that a query on the dataset depends on, in one small read; null when either is gone. */
async function versions(context: Context, id: number): Promise<string | null> {
  const query: typeof context.versionsQuery = { ...context.versionsQuery, parameters: [id] };
  const {
    rows: [row],
  } = await context.db.executeQuery(query);
  // A restored backup counts on from an older version: only with its time is one that of the same content.
  if (!row) return null;
  const extract = row.extract === null ? '' : `/${row.extract}`;
  return `${id}.${row.dataset} ${row.datasetOn}/${row.id}.${row.database} ${row.databaseOn}${extract}`;
}

async function ownerIds(context: Context, id: number): Promise<readonly number[]> {
  return ((await ownersOf(context.db, 'dataset', [id])).get(id) ?? []).map((owner) => owner.id);
}

/** Whether a dashboard that opens its data to a principal shows the dataset; any of them where none is named. */
async function isOpened(
  { db, dashboardRoles }: Context,
  principal: Principal,
  datasetId: number,
  dashboardId: number | null,
): Promise<boolean> {
  const all = db
    .selectFrom('dashboards')
    .innerJoin('dashboard_charts', 'dashboard_charts.dashboard_id', 'dashboards.id')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .select('dashboards.id')
    .where('dashboards.deleted_on', 'is', null)
    .where('charts.deleted_on', 'is', null)
    .where('charts.datasource_id', '=', datasetId)
    .where(opening(principal, dashboardRoles, 'dashboards'));
  const found = dashboardId === null ? all : all.where('dashboards.id', '=', dashboardId);
  return (await found.limit(1).executeTakeFirst()) !== undefined;
}

function related(
  context: Context,
  principal: Principal,
  id: number,
): Promise<Pick<RelatedObjects, 'charts' | 'dashboards'>> {
  return usersOfDatasets(context.db, [id], visibleDashboard(principal, context.dashboardRoles));
}

/**
 * Make a dataset with all that belongs to it, all or nothing.
 * @returns null when there is one at its place by now
 */
function insert(
  context: Context,
  row: Insertable<DatasetsTable>,
  lists: Required<DatasetLists>,
): Promise<number | null> {
  return context.db.transaction().execute(async (trx) => {
    // Writing the row of the database lets one maker in at a time, so that two at once do not make the same
    // dataset.
    await trx
      .updateTable('databases')
      .set((e) => ({ version: e.ref('version') }))
      .where('id', '=', row.database_id)
      .execute();
    if (
      await findAt(trx, {
        databaseId: row.database_id,
        catalog: row.catalog ?? null,
        schema: row.schema ?? null,
        name: row.table_name,
      })
    )
      return null;
    const { id } = await trx.insertInto('datasets').values(row).returning('id').executeTakeFirstOrThrow();
    await setLists(trx, id, lists, row.changed_on);
    return id;
  });
}

/**
 * Change a dataset; lists that are given replace the present ones, entries with an id keep it. False when it is
 * gone or no longer at `expectedVersion`.
 */
function update(
  context: Context,
  id: number,
  change: DatasetChange,
  lists: DatasetLists,
  expectedVersion: number | null,
): Promise<boolean> {
  return context.db.transaction().execute(async (trx) => {
    const update = trx.updateTable('datasets').set(change).where('id', '=', id).where('deleted_on', 'is', null);
    const { numUpdatedRows } = await (
      expectedVersion === null ? update : update.where('version', '=', expectedVersion)
    ).executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await setLists(trx, id, lists, change.changed_on);
    return true;
  });
}

async function trash(context: Context, ids: readonly number[], change: DatasetChange): Promise<void> {
  await context.db.updateTable('datasets').set(change).where('id', 'in', ids).execute();
}

async function findAt(db: Db, { databaseId, catalog, schema, name }: DatasetPlace): Promise<DatasetRow | null> {
  const row = await db
    .selectFrom('datasets')
    .selectAll()
    .where('database_id', '=', databaseId)
    .where('table_name', '=', name)
    .where('catalog', catalog === null ? 'is' : '=', catalog)
    .where('schema', schema === null ? 'is' : '=', schema)
    .where('deleted_on', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** The virtual dataset of a query at a place that a user owns; the oldest where there are several. */
async function ofQuery(
  db: Kysely<Tables>,
  ownerId: number | null,
  query: Omit<DatasetPlace, 'name'> & { readonly sql: string; readonly template_params: string | null },
): Promise<number | null> {
  const { databaseId, catalog, schema, sql, template_params: params } = query;
  const row = await db
    .selectFrom('datasets')
    .innerJoin('owners', 'owners.object_id', 'datasets.id')
    .select('datasets.id')
    .where('owners.object_type', '=', 'dataset')
    .where('owners.user_id', '=', ownerId)
    .where('datasets.database_id', '=', databaseId)
    .where('datasets.catalog', catalog === null ? 'is' : '=', catalog)
    .where('datasets.schema', schema === null ? 'is' : '=', schema)
    .where('datasets.sql', '=', sql)
    .where('datasets.template_params', params === null ? 'is' : '=', params)
    .where('datasets.deleted_on', 'is', null)
    .orderBy('datasets.id')
    .executeTakeFirst();
  return row?.id ?? null;
}

async function setLists(
  db: Db,
  datasetId: number,
  { columns, metrics, owners }: DatasetLists,
  at: string,
): Promise<void> {
  if (owners) await setOwners(db, 'dataset', datasetId, owners);
  if (columns) await replaceAll(db, 'dataset_columns', datasetId, columns, at);
  if (metrics) await replaceAll(db, 'dataset_metrics', datasetId, metrics, at);
}

/** Rows that are written before it yields to everybody else: SQLite writes on the event loop. */
const ROWS_PER_TICK = 50;

/**
 * Rows without a counterpart go, those with an id are changed in place where they differ, the others are new. `at`: ISO
 * text.
 */
async function replaceAll(
  db: Db,
  table: 'dataset_columns',
  datasetId: number,
  entries: readonly NewColumn[],
  at: string,
): Promise<void>;
async function replaceAll(
  db: Db,
  table: 'dataset_metrics',
  datasetId: number,
  entries: readonly NewMetric[],
  at: string,
): Promise<void>;
async function replaceAll(
  db: Db,
  table: 'dataset_columns' | 'dataset_metrics',
  datasetId: number,
  entries: readonly (NewColumn | NewMetric)[],
  at: string,
): Promise<void> {
  const rows = await db.selectFrom(table).selectAll().where('dataset_id', '=', datasetId).execute();
  const present = new Map(rows.map((row) => [row.id, row]));
  const kept = new Set(entries.flatMap((entry) => (entry.id === undefined ? [] : [entry.id])));
  const gone = [...present.keys()].filter((id) => !kept.has(id));
  if (gone.length > 0) await db.deleteFrom(table).where('id', 'in', gone).execute();
  for (const [position, { id, uuid, ...entry }] of entries.entries()) {
    if (position % ROWS_PER_TICK === ROWS_PER_TICK - 1) await tickOfTheLoop();
    const before = id === undefined ? undefined : present.get(id);
    const next = { ...entry, position };
    if (!before)
      await db
        .insertInto(table)
        .values({
          ...next,
          uuid: uuid ?? randomUUID(),
          dataset_id: datasetId,
          created_on: at,
          changed_on: at,
        } as Insertable<Tables[typeof table]>)
        .execute();
    else if (differs(next, before))
      await db
        .updateTable(table)
        .set({ ...next, created_on: before.created_on, changed_on: differs(entry, before) ? at : before.changed_on })
        .where('id', '=', before.id)
        .execute();
  }
}

/** Whether a row would be another one; when it was changed does not count. */
function differs(next: object, before: object): boolean {
  const present = new Map<string, unknown>(Object.entries(before));
  return Object.entries(next).some(
    ([name, value]) =>
      name !== 'created_on' && name !== 'changed_on' && value !== undefined && value !== present.get(name),
  );
}

async function complete(db: Kysely<Tables>, rows: readonly DatasetRow[]): Promise<readonly FullDataset[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const [databases, columns, metrics, owners, people] = await Promise.all([
    db
      .selectFrom('databases')
      .select(['id', 'uuid', 'database_name', 'engine', 'cache_timeout', 'version', 'is_sample', 'extra'])
      .where('id', 'in', [...new Set(rows.map((row) => row.database_id))])
      .execute(),
    db
      .selectFrom('dataset_columns')
      .selectAll()
      .where('dataset_id', 'in', ids)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('dataset_metrics')
      .selectAll()
      .where('dataset_id', 'in', ids)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    ownersOf(db, 'dataset', ids),
    usersById(db, [...new Set(rows.flatMap((row) => [row.created_by, row.changed_by].filter((id) => id !== null)))]),
  ]);
  const databaseById = new Map(databases.map((database) => [database.id, database]));
  return rows.flatMap((row) => {
    const database = databaseById.get(row.database_id);
    if (!database) return [];
    return [
      {
        row,
        database,
        people,
        columns: columns.filter((column) => column.dataset_id === row.id),
        metrics: metrics.filter((metric) => metric.dataset_id === row.id),
        owners: owners.get(row.id) ?? [],
      },
    ];
  });
}
