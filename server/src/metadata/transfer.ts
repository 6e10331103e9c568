import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline as pipe } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { sql, type Kysely } from 'kysely';
import type { MetadataDialect } from './metadata.ts';
import type { Tables } from './tables.ts';

type Row = Readonly<Record<string, unknown>>;
type TablePlan = {
  /** Names a row; rows are read in this order. */ readonly key: readonly string[];
  /** Has a number that the database counts up. */ readonly counted?: true;
};

/**
 * Every table that is carried over, those that others point to first. Sessions and jobs are not: users sign in again
 * and ask again.
 */
const plans: Readonly<Record<Exclude<keyof Tables, 'sessions' | 'jobs'>, TablePlan>> = {
  users: { key: ['id'], counted: true },
  roles: { key: ['id'], counted: true },
  role_permissions: { key: ['role_id', 'permission', 'view'] },
  user_roles: { key: ['user_id', 'role_id'] },
  databases: { key: ['id'], counted: true },
  datasets: { key: ['id'], counted: true },
  dataset_columns: { key: ['id'], counted: true },
  dataset_metrics: { key: ['id'], counted: true },
  dataset_extracts: { key: ['dataset_id'] },
  charts: { key: ['id'], counted: true },
  dashboards: { key: ['id'], counted: true },
  dashboard_versions: { key: ['dashboard_id', 'version'] },
  dashboard_charts: { key: ['dashboard_id', 'chart_id'] },
  dashboard_roles: { key: ['dashboard_id', 'role_id'] },
  owners: { key: ['object_type', 'object_id', 'user_id'] },
  favorites: { key: ['user_id', 'object_type', 'object_id'] },
  key_value: { key: ['key'] },
  rls_rules: { key: ['id'], counted: true },
  rls_rule_datasets: { key: ['rule_id', 'dataset_id'] },
  rls_rule_roles: { key: ['rule_id', 'role_id'] },
  dashboard_comments: { key: ['id'], counted: true },
  comment_mentions: { key: ['comment_id', 'user_id'] },
  css_templates: { key: ['id'], counted: true },
  annotation_layers: { key: ['id'], counted: true },
  annotations: { key: ['id'], counted: true },
  tags: { key: ['id'], counted: true },
  tagged_objects: { key: ['tag_id', 'object_type', 'object_id'] },
  access_requests: { key: ['id'], counted: true },
  embedded_dashboards: { key: ['uuid'] },
  sql_queries: { key: ['id'], counted: true },
  saved_queries: { key: ['id'], counted: true },
  saved_query_versions: { key: ['saved_query_id', 'version'] },
  saved_query_readers: { key: ['saved_query_id', 'kind', 'reader_id'] },
  editor_tabs: { key: ['id'], counted: true },
  editor_tables: { key: ['id'], counted: true },
  folders: { key: ['id'], counted: true },
  folder_ancestors: { key: ['folder_id', 'ancestor_id'] },
  folder_roles: { key: ['folder_id', 'role_id'] },
  logs: { key: ['id'], counted: true },
  query_log: { key: ['id'], counted: true },
  settings: { key: ['key'] },
};
export type TableName = keyof typeof plans;
const tableNames = Object.keys(plans) as readonly TableName[];

const PAGE_ROWS = 500;
/** PostgreSQL binds at most 65 535 values in a statement, SQLite 32 766. */
const MAX_BOUND = 30_000;

/**
 * Write every row as one JSON line `[table, row]`, compressed. Give it a transaction that sees one moment.
 * @returns
 * rows by table
 */
export async function exportRows(
  db: Kysely<Tables>,
  file: string,
  without: readonly TableName[] = [],
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  async function* lines(): AsyncIterable<string> {
    for (const table of (await presentTables(db)).filter((name) => !without.includes(name))) {
      counts[table] = 0;
      for await (const row of rowsOf(db, table)) {
        counts[table] += 1;
        yield `${JSON.stringify([table, row])}\n`;
      }
    }
  }
  await pipeline(lines, createGzip(), createWriteStream(file, { mode: 0o600, flags: 'wx' }));
  return counts;
}

async function* rowsOf(db: Kysely<Tables>, table: TableName): AsyncIterable<Row> {
  const { key } = plans[table];
  const order = sql.join(key.map((column) => sql.ref(column)));
  // Long tables have a number to go on from; an offset would read all that is before it again.
  const id = key.length === 1 && key[0] === 'id' ? sql.ref('id') : null;
  let last: unknown = null;
  for (let offset = 0; ; offset += PAGE_ROWS) {
    const from = id === null ? sql`LIMIT ${PAGE_ROWS} OFFSET ${offset}` : sql`LIMIT ${PAGE_ROWS}`;
    const after = id === null || last === null ? sql`` : sql`WHERE ${id} > ${last}`;
    const { rows } = await sql<Row>`SELECT * FROM ${sql.table(table)} ${after} ORDER BY ${order} ${from}`.execute(db);
    yield* rows;
    if (rows.length < PAGE_ROWS) return;
    last = rows.at(-1)?.['id'];
  }
}

/** Whether the database holds objects that a restore would take away. */
export async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  for (const name of await presentTables(db)) {
    const { rows } = await sql`SELECT 1 FROM ${sql.table(name)} LIMIT 1`.execute(db);
    if (rows.length > 0) return false;
  }
  return true;
}

/** Take every table of ours away (PostgreSQL; a SQLite file is replaced as a whole). */
export async function dropTables(db: Kysely<Tables>): Promise<void> {
  for (const name of [...(await presentTables(db)), 'sessions', 'jobs', 'schema_migrations'])
    await sql`DROP TABLE IF EXISTS ${sql.table(name)} CASCADE`.execute(db);
}

async function presentTables(db: Kysely<Tables>): Promise<readonly TableName[]> {
  const present = new Set((await db.introspection.getTables()).map((table) => table.name));
  return tableNames.filter((name) => present.has(name));
}

type ImportOptions = {
  readonly dialect: MetadataDialect;
  /** Changes a row on its way, for instance to drop what cannot be read with another key. */ readonly adapt?: (
    table: string,
    row: Row,
  ) => Row;
};

/**
 * Read rows back with their ids. Give it a transaction, so that all or none arrive.
 * @throws Error for a line that is
 * none of ours
 */
export async function importRows(
  db: Kysely<Tables>,
  file: string,
  { dialect, adapt = (_, row) => row }: ImportOptions,
): Promise<void> {
  const authors: Row[] = [];
  let batch: { readonly table: TableName; readonly rows: Row[] } | null = null;
  for await (const [table, row] of readRows(file)) {
    if (batch && (batch.table !== table || batch.rows.length >= PAGE_ROWS)) {
      await insert(db, batch.table, batch.rows);
      batch = null;
    }
    batch ??= { table, rows: [] };
    const adapted = adapt(table, row);
    // Users point to users who may come later.
    if (table === 'users') authors.push(adapted);
    batch.rows.push(table === 'users' ? { ...adapted, created_by: null, changed_by: null } : adapted);
  }
  if (batch) await insert(db, batch.table, batch.rows);
  for (const { id, created_by: creator, changed_by: changer } of authors) {
    await db
      .updateTable('users')
      .set({ created_by: Number(creator) || null, changed_by: Number(changer) || null })
      .where('id', '=', Number(id))
      .execute();
  }
  if (dialect === 'postgresql') await raiseCounters(db);
}

/**
 * How many rows of each table a file holds.
 * @throws Error for a file that is cut or damaged, and for a line that is
 * none of ours
 */
export async function countRows(file: string): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for await (const [table] of readRows(file)) counts[table] = (counts[table] ?? 0) + 1;
  return counts;
}

async function* readRows(file: string): AsyncIterable<readonly [TableName, Row]> {
  const text = createGunzip().setEncoding('utf8');
  pipe(createReadStream(file), text, () => undefined); // a failure of either ends the loop below with it
  let rest = '';
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield readLine(line);
  }
  if (rest !== '') yield readLine(rest);
}

function readLine(line: string): readonly [TableName, Row] {
  const parsed: unknown = JSON.parse(line);
  if (!Array.isArray(parsed)) throw new Error('The backup holds a line that is not a row.');
  const [table, row]: readonly unknown[] = parsed;
  if (typeof table !== 'string' || !Object.hasOwn(plans, table) || typeof row !== 'object' || row === null)
    throw new Error('The backup holds a line that is not a row.');
  return [table as TableName, row as Row];
}

async function insert(db: Kysely<Tables>, table: TableName, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const step = Math.max(1, Math.floor(MAX_BOUND / Math.max(1, columns.length)));
  for (let at = 0; at < rows.length; at += step) {
    const values = rows
      .slice(at, at + step)
      .map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
    await sql`INSERT INTO ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) VALUES
      ${sql.join(values)}`.execute(db);
  }
}

/**
 * Rows came with their numbers; the next ones count on from there. A backup of an earlier version comes before some
 * tables.
 */
async function raiseCounters(db: Kysely<Tables>): Promise<void> {
  for (const table of (await presentTables(db)).filter((name) => plans[name].counted)) {
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), coalesce((SELECT max(id) FROM ${sql.table(table)}),
      0) + 1, false)`.execute(db);
  }
}
