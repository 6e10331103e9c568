import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AppError } from '@tessera/core/errors/app-error';
import { columnKinds } from '@tessera/core/table';
import { dialectOf } from '@tessera/query/dialects/registry';
import { splitStatements } from '@tessera/query/sql-statements/split';
import { bindAll } from '../../bind-all.ts';
import type { DatasetColumn, ResolvedDataset } from '../../chart-data/dataset.ts';
import type { EditorKind } from '../../chart-data/dataset-kind.ts';
import { driverOf } from '../../engines/drivers/drivers.ts';
import { tableColumnNames } from '../../engines/result-tables/column-names.ts';
import { exactTypeOf } from '../../engines/values/exact-type.ts';
import type { Principal } from '../../principal.ts';
import type { CachedResults, CachedStatement } from '../../sql-runs/cached-results.ts';
import { kindOfColumn, type ResultColumn } from '../../sql-runs/result-lines.ts';
import { mayUseDatabase } from '../databases/policy.ts';
import type { DatabaseRow, DatabaseStore } from '../databases/store.ts';
import type { EditorSource } from './editor-source.ts';
import { presentSource } from './present.ts';
import { unsavedDataset } from '../datasets/resolved.ts';
import type { NamedQuery, QueryStore } from '../queries/store.ts';
import type { SavedQueryService } from '../saved-queries/service.ts';

export type EditorSourceService = ReturnType<typeof createEditorSourceService>;

type Needs = {
  readonly queries: Pick<QueryStore, 'find'>;
  readonly savedQueries: Pick<SavedQueryService, 'sees' | 'visible'>;
  readonly databases: Pick<DatabaseStore, 'find'>;
  /** @throws AppError for a database that the editor is closed to, or that the principal may not use at all */
  readonly assertOpen: (principal: Principal, databaseId: number) => Promise<unknown>;
  readonly cached: CachedResults;
  /** Row-level rules of some table of a database bind the principal. */
  readonly isBound: (principal: Principal, databaseId: number) => Promise<boolean>;
  /** Columns of a query that nobody has run, or whose result is gone. */
  readonly columnsOf: (
    principal: Principal,
    draft: ResolvedDataset,
    sql: string,
    signal: AbortSignal,
  ) => Promise<readonly ResultColumn[]>;
};
type Context = Needs & { readonly columns: LRUCache<string, Promise<readonly ResultColumn[]>> };

/** What a query says, wherever it is stored. */
type Written = {
  readonly databaseId: number;
  readonly name: string;
  readonly sql: string;
  readonly templateParams: string | null;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly ownerId: number | null;
  /** Of its last result, where there is one. */
  readonly resultsKey: string | null;
};

/**
 * Queries of the SQL editor as datasources of charts, `5__query` and `5__saved_query` ([3.1-02]).
 *
 * A query that ran is its user's alone; a saved one is for whoever sees it. Its database is asked for each time.
 * Rows come from the cached result where it is whole and no rule of rows binds its reader; else the query is asked of
 * its database as one that is no dataset yet, under the rules.
 */
export function createEditorSourceService(needs: Needs) {
  const context: Context = { ...needs, columns: new LRUCache({ max: 500, ttl: 600_000 }) };
  return bindAll(context, { find, dataset, explore });
}

/** The query as a dataset; `null` for whoever may not make a chart of it. */
async function dataset(
  context: Context,
  principal: Principal,
  kind: EditorKind,
  id: number,
  signal: AbortSignal,
): Promise<ResolvedDataset | null> {
  return (await find(context, principal, kind, id, signal))?.dataset ?? null;
}

/** The query as the explore page begins with it; `null` for whoever may not make a chart of it. */
async function explore(context: Context, principal: Principal, kind: EditorKind, id: number) {
  const source = await find(context, principal, kind, id, new AbortController().signal);
  return source && presentSource(source, principal);
}

/** `null` for one that is not there, and for whoever may not see it. */
async function find(
  context: Context,
  principal: Principal,
  kind: EditorKind,
  id: number,
  signal: AbortSignal,
): Promise<EditorSource | null> {
  const written = await (kind === 'query'
    ? writtenOfQuery(context, principal, id)
    : writtenOfSaved(context, principal, id));
  if (written === null || !(await isOpen(context, principal, written.databaseId))) return null;
  const database = await context.databases.find(written.databaseId);
  if (!database) return null;
  const { name, templateParams, catalog, schema } = written;
  const sql = statementOf(written.sql, database);
  const about = { kind, id, database, name, sql, templateParams, catalog, schema };
  const cached = await cachedDataset(context, principal, about, written, signal);
  if (cached) return { ...about, dataset: cached };
  // Who may read some tables alone has what was run, and not the whole database.
  if (!mayUseDatabase(principal, database.id)) return null;
  return { ...about, dataset: await sourceDataset(context, principal, about, written, signal) };
}

async function isOpen({ assertOpen }: Needs, principal: Principal, databaseId: number): Promise<boolean> {
  try {
    await assertOpen(principal, databaseId);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

async function writtenOfQuery({ queries }: Needs, principal: Principal, id: number): Promise<Written | null> {
  const row = await queries.find({ id });
  if (!row || row.user_id !== principal.userId) return null;
  return {
    databaseId: row.database_id,
    name: row.tab_name || `query ${row.id}`,
    sql: lastStatement(row),
    templateParams: row.template_params,
    catalog: row.catalog,
    schema: row.schema,
    ownerId: row.user_id,
    resultsKey: row.status === 'success' ? row.results_key : null,
  };
}

async function writtenOfSaved({ savedQueries }: Needs, principal: Principal, id: number): Promise<Written | null> {
  if (!(await savedQueries.sees(principal, id))) return null;
  const row = await savedQueries.visible(principal, id);
  return {
    databaseId: row.database_id,
    name: row.label,
    sql: row.sql,
    templateParams: row.template_parameters,
    catalog: row.catalog,
    schema: row.schema,
    ownerId: row.created_by,
    resultsKey: null,
  };
}

/** What a script shows: its last statement with rows, as it was written. */
function lastStatement({ sql, statements }: NamedQuery): string {
  type Part = { readonly at: number; readonly end: number; readonly rows: number | null };
  const parts = statements === null ? [] : (JSON.parse(statements) as readonly Part[]);
  const last = parts.findLast(({ rows }) => rows !== null);
  return parts.length > 1 && last ? sql.slice(last.at, last.end) : sql;
}

/** The last statement of a script by itself; a text with templates in it may be none yet. */
function statementOf(sql: string, { engine }: DatabaseRow): string {
  const split = splitStatements(sql, dialectOf(driverOf(engine)?.dialect ?? engine).grammar);
  return (split.ok ? split.statements.at(-1)?.text : undefined) ?? sql;
}

type About = Omit<EditorSource, 'dataset'>;

/** The rows that were read already, where they are all of them and nothing hides any from this reader. */
async function cachedDataset(
  context: Context,
  principal: Principal,
  about: About,
  { resultsKey, ownerId }: Written,
  signal: AbortSignal,
): Promise<ResolvedDataset | null> {
  const statement = resultsKey === null ? null : await lastCached(context, resultsKey, signal);
  if (resultsKey === null || statement === null || statement.isCut) return null;
  if (await context.isBound(principal, about.database.id)) return null;
  const names = tableColumnNames(statement.columns.map(({ name }) => name));
  const columns = statement.columns.map((column, at) => ({
    name: names[at] ?? column.name,
    kind: kindOfColumn(column),
    type: column.type,
  }));
  const draft = draftOf(about, ownerId);
  return {
    ...draft,
    versionKey: keyOf(about, resultsKey),
    dialect: 'duckdb',
    source: { kind: 'table', catalog: null, schema: null, table: RESULT },
    result: { name: RESULT, key: resultsKey, statement: statement.statement, columns: [...columns] },
    columns: columns.map((column) => columnOf({ ...column, type: exactTypeOf(column) })),
  };
}

const RESULT = 'result';

async function lastCached({ cached }: Needs, key: string, signal: AbortSignal): Promise<CachedStatement | null> {
  try {
    return (await cached.statements(key, signal)).at(-1) ?? null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'results_gone') return null;
    throw error;
  }
}

/** The query as its database is asked. */
async function sourceDataset(
  context: Context,
  principal: Principal,
  about: About,
  { ownerId, resultsKey }: Written,
  signal: AbortSignal,
): Promise<ResolvedDataset> {
  const draft = draftOf(about, ownerId);
  const versionKey = keyOf(about, '');
  const known = resultsKey === null ? null : await lastCached(context, resultsKey, signal);
  const columns = known?.columns ?? (await freshColumns(context, principal, draft, about.sql, versionKey, signal));
  return {
    ...draft,
    versionKey,
    columns: columns.map((column) => columnOf({ name: column.name, kind: kindOfColumn(column), type: column.type })),
  };
}

function freshColumns(
  { columns, columnsOf }: Context,
  principal: Principal,
  draft: ResolvedDataset,
  sql: string,
  key: string,
  signal: AbortSignal,
): Promise<readonly ResultColumn[]> {
  // A template may say something else to another user.
  const name = `${principal.userId} ${key}`;
  const known = columns.get(name);
  if (known) return known;
  const read = columnsOf(principal, draft, sql, signal);
  columns.set(name, read);
  read.catch(() => columns.delete(name));
  return read;
}

function draftOf(
  about: Pick<About, 'database' | 'name' | 'sql' | 'templateParams' | 'catalog' | 'schema'>,
  ownerId: number | null,
): ResolvedDataset {
  const { database, name, sql, templateParams, catalog, schema } = about;
  return {
    ...unsavedDataset(database, { table_name: name, sql, template_params: templateParams }),
    metrics: [{ name: 'count', verboseName: 'COUNT(*)', expression: 'COUNT(*)', additivity: 'additive' }],
    databaseCacheTimeout: database.cache_timeout,
    ownerIds: ownerId === null ? [] : [ownerId],
    ...((catalog !== null || schema !== null) && { namespace: { catalog, schema } }),
  };
}

function keyOf({ kind, id, database, sql, templateParams, catalog, schema }: About, resultsKey: string): string {
  const parts = [kind, id, database.id, database.version, sql, templateParams, catalog, schema, resultsKey];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function columnOf({ name, kind, type }: Pick<DatasetColumn, 'name' | 'kind' | 'type'>): DatasetColumn {
  return {
    name,
    verboseName: null,
    type,
    kind: columnKinds.includes(kind) ? kind : 'string',
    isTemporal: kind === 'temporal',
    expression: null,
    timeFormat: null,
  };
}
