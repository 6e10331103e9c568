import type { Insertable, Kysely } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import type { QueryLogTable, Tables } from '../../metadata/tables.ts';

export type NewQueryLogRow = Insertable<QueryLogTable>;
export type QueryLogStore = ReturnType<typeof createQueryLogStore>;

/** Rows of one statement: a database binds only so many values, and long ones hold up the loop. */
const ROWS_AT_ONCE = 500;
const BYTES_AT_ONCE = 2 * 1024 * 1024;

type Context = {
  readonly db: Kysely<Tables>;
  readonly wrote: (rows: number, textBytes: number) => void;
};

/** @param wrote  notified of every statement: rows, and bytes of their texts */
export function createQueryLogStore(
  db: Kysely<Tables>,
  wrote: (rows: number, textBytes: number) => void = () => undefined,
) {
  const context: Context = {
    db,
    wrote,
  };
  return bindAll(context, { append, byIds });
}

async function append(context: Context, rows: readonly NewQueryLogRow[]): Promise<void> {
  for (const { part, bytes } of partsOf(rows)) {
    await context.db.insertInto('query_log').values(part).execute();
    context.wrote(part.length, bytes);
  }
}

/**
 * Entries in the order of the ids, with what they are about as it is called today: `null` where there never was
 * such an object (a request may name any number), `is_deleted` where it is gone.
 */
async function byIds(context: Context, ids: readonly number[]) {
  const rows = await entries(context.db, ids).execute();
  const byId = new Map(rows.map((row) => [row.id, presentEntry(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function entries(db: Kysely<Tables>, ids: readonly number[]) {
  return db
    .selectFrom('query_log')
    .leftJoin('users', 'users.id', 'query_log.user_id')
    .leftJoin('datasets', 'datasets.id', 'query_log.dataset_id')
    .leftJoin('charts', 'charts.id', 'query_log.chart_id')
    .leftJoin('dashboards', 'dashboards.id', 'query_log.dashboard_id')
    .selectAll('query_log')
    .select([
      'users.first_name',
      'users.last_name',
      'datasets.table_name',
      'datasets.catalog',
      'datasets.schema',
      'datasets.sql as dataset_sql',
      'datasets.deleted_on as dataset_deleted_on',
      'charts.slice_name',
      'charts.deleted_on as chart_deleted_on',
      'dashboards.dashboard_title',
      'dashboards.deleted_on as dashboard_deleted_on',
    ])
    .where('query_log.id', 'in', ids);
}

type Entry = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number];

function presentEntry({
  first_name,
  last_name,
  table_name,
  catalog,
  schema,
  dataset_sql,
  dataset_deleted_on,
  slice_name,
  chart_deleted_on,
  dashboard_title,
  dashboard_deleted_on,
  ...row
}: Entry) {
  return {
    ...row,
    ...timesOf(row),
    is_cached: row.is_cached === 1,
    executed_sql: row.sql,
    error_message: row.error,
    catalog,
    schema,
    sql_tables: table_name === null || dataset_sql !== null ? [] : [{ catalog, schema, table: table_name }],
    ...ofTheEditor,
    database: row.database_id === null ? null : { id: row.database_id, database_name: row.database_name },
    user: first_name === null ? null : { id: row.user_id, first_name, last_name },
    dataset: table_name === null ? null : { table_name, is_deleted: dataset_deleted_on !== null },
    chart: slice_name === null ? null : { slice_name, is_deleted: chart_deleted_on !== null },
    dashboard: dashboard_title === null ? null : { dashboard_title, is_deleted: dashboard_deleted_on !== null },
  };
}

/** What only queries of the SQL editor have. */
const ofTheEditor = {
  client_id: null,
  limit: null,
  progress: 100,
  results_key: null,
  tab_name: null,
  tmp_table_name: null,
  tracking_url: null,
} as const;

/** Start and end in epoch milliseconds, as clients read them; the entry itself changes when the query ends. */
function timesOf({ start_time, duration_ms }: { readonly start_time: string; readonly duration_ms: number }) {
  const startMs = Date.parse(start_time);
  const endMs = startMs + duration_ms;
  return { start_time: startMs, end_time: endMs, changed_on: new Date(endMs).toISOString() };
}

function* partsOf(
  rows: readonly NewQueryLogRow[],
): Generator<{ readonly part: readonly NewQueryLogRow[]; readonly bytes: number }> {
  let part: NewQueryLogRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    const more = Buffer.byteLength(row.sql ?? '') + Buffer.byteLength(row.error ?? '');
    if (part.length === ROWS_AT_ONCE || (part.length > 0 && bytes + more > BYTES_AT_ONCE)) {
      yield { part, bytes };
      part = [];
      bytes = 0;
    }
    part.push(row);
    bytes += more;
  }
  if (part.length > 0) yield { part, bytes };
}
