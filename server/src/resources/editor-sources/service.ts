import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AppError } from '@tessera/core/errors/app-error';
import { columnKinds } from '@tessera/core/table';
import { dialectOf } from '@tessera/query/dialects/registry';
import { splitStatements } from '@tessera/query/sql-statements/split';
import { bindAll } from '../../bind-all.ts';
import type { DatasetColumn, ResolvedDataset } from '../../chart-data/dataset.ts';
import type { EditorKind } from '../../chart-data/dataset-kind.ts';
import { fairnessKeyOf } from '../../engines/admission/fairness-key.ts';
import { driverOf } from '../../engines/drivers/drivers.ts';
import { tableColumnNames } from '../../engines/result-tables/column-names.ts';
import { exactTypeOf } from '../../engines/values/exact-type.ts';
import type { Principal } from '../../principal.ts';
import type { CachedResults, CachedStatement } from '../../sql-runs/cached-results.ts';
import { kindOfColumn, type ResultColumn } from '../../sql-runs/result-lines.ts';
import { mayUseDatabase } from '../databases/policy.ts';
import type { DatabaseRow, DatabaseStore } from '../databases/store.ts';
import type { NamedQuery, QueryStore } from '../queries/store.ts';
import type { SavedQueryService } from '../saved-queries/service.ts';

/** A query of the editor that charts can be made of. */
export type EditorSource = {
  readonly kind: EditorKind;
  readonly id: number;
  readonly dataset: ResolvedDataset;
  readonly database: DatabaseRow;
  readonly name: string;
  /** The statement with the rows, as it was written. */
  readonly sql: string;
  readonly templateParams: string | null;
  readonly catalog: string | null;
  readonly schema: string | null;
};
/** What it says, whatever its columns are. */
export type EditorQuery = Omit<EditorSource, 'dataset'>;
export type EditorSourceService = ReturnType<typeof createEditorSourceService>;

export type SourceNeeds = {
  readonly queries: Pick<QueryStore, 'find'>;
  readonly savedQueries: Pick<SavedQueryService, 'sees' | 'visible'>;
  readonly databases: Pick<DatabaseStore, 'findFor'>;
  readonly cached: CachedResults;
  /** Whether the stored rows of a query are shown to its user, as they are now. */
  readonly isShown: (principal: Principal, query: NamedQuery) => Promise<boolean>;
  /** A query that is no dataset. */
  readonly unsaved: (
    database: DatabaseRow,
    query: { readonly table_name: string; readonly sql: string; readonly template_params: string | null },
  ) => ResolvedDataset;
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
type Context = SourceNeeds & { readonly columns: LRUCache<string, Promise<readonly ResultColumn[]>> };

/** What is known of a query beside its text. */
type Past = {
  readonly ownerId: number | null;
  /** Of its last result, where there is one. */
  readonly resultsKey: string | null;
  readonly isShown: (principal: Principal) => Promise<boolean>;
};
/** What a query says, wherever it is stored. */
type Written = Past & {
  readonly databaseId: number;
  readonly name: string;
  readonly sql: string;
  readonly templateParams: string | null;
  readonly catalog: string | null;
  readonly schema: string | null;
};

/**
 * Queries of the SQL editor as datasources of charts, `5__query` and `5__saved_query` ([3.1-02]).
 *
 * A query that ran is its user's alone; a saved one is for whoever sees it. Its database is asked for each time.
 * Rows come from the cached result where it is whole and no rule of rows binds its reader; else the query is asked of
 * its database as one that is no dataset yet, under the rules.
 */
export function createEditorSourceService(needs: SourceNeeds) {
  const context: Context = { ...needs, columns: new LRUCache({ max: 500, ttl: 600_000 }) };
  return bindAll(context, { find, dataset, sees, written });
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

/** Whether there is such a query for the principal, and its database is open to him. Nothing is asked of that. */
async function sees(context: Context, principal: Principal, kind: EditorKind, id: number): Promise<boolean> {
  const written = await writtenOf(context, principal, kind, id);
  return written !== null && (await openDatabase(context, principal, written.databaseId)) !== null;
}

/** `null` for one that is not there, and for whoever may not see it. */
async function find(
  context: Context,
  principal: Principal,
  kind: EditorKind,
  id: number,
  signal: AbortSignal,
): Promise<EditorSource | null> {
  const found = await read(context, principal, kind, id);
  if (!found) return null;
  const { about, past } = found;
  const cached = await cachedDataset(context, principal, about, past, signal);
  if (cached) return { ...about, dataset: cached };
  // Who may read some tables alone has what was run, and not the whole database.
  if (!mayUseDatabase(principal, about.database.id)) return null;
  return { ...about, dataset: await sourceDataset(context, principal, about, past, signal) };
}

/** What the query says; `null` for one that is not there, and for whoever may not see it. */
async function written(
  context: Context,
  principal: Principal,
  kind: EditorKind,
  id: number,
): Promise<EditorQuery | null> {
  return (await read(context, principal, kind, id))?.about ?? null;
}

async function read(
  context: Context,
  principal: Principal,
  kind: EditorKind,
  id: number,
): Promise<{ readonly about: EditorQuery; readonly past: Past } | null> {
  const found = await writtenOf(context, principal, kind, id);
  const database = found && (await openDatabase(context, principal, found.databaseId));
  if (!database) return null;
  const { name, templateParams, catalog, schema } = found;
  const sql = statementOf(found.sql, database);
  return { about: { kind, id, database, name, sql, templateParams, catalog, schema }, past: found };
}

/** A database that the editor is open to for the principal; `null` for every other. */
async function openDatabase({ databases }: SourceNeeds, principal: Principal, id: number): Promise<DatabaseRow | null> {
  const row = await databases.findFor(principal, id);
  return row?.expose_in_sqllab === 1 ? row : null;
}

function writtenOf(needs: SourceNeeds, principal: Principal, kind: EditorKind, id: number): Promise<Written | null> {
  return kind === 'query' ? writtenOfQuery(needs, principal, id) : writtenOfSaved(needs, principal, id);
}

async function writtenOfQuery(
  { queries, isShown }: SourceNeeds,
  principal: Principal,
  id: number,
): Promise<Written | null> {
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
    isShown: (reader) => isShown(reader, row),
  };
}

async function writtenOfSaved(
  { savedQueries }: SourceNeeds,
  principal: Principal,
  id: number,
): Promise<Written | null> {
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
    isShown: () => Promise.resolve(true),
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

/** The rows that were read already, where they are all of them and nothing hides any from this reader. */
async function cachedDataset(
  context: Context,
  principal: Principal,
  about: EditorQuery,
  { resultsKey, ownerId, isShown }: Past,
  signal: AbortSignal,
): Promise<ResolvedDataset | null> {
  const statement = resultsKey === null ? null : await lastCached(context, resultsKey, signal);
  if (resultsKey === null || statement === null || statement.isCut) return null;
  if ((await context.isBound(principal, about.database.id)) || !(await isShown(principal))) return null;
  const names = tableColumnNames(statement.columns.map(({ name }) => name));
  const columns = statement.columns.map((column, at) => ({
    name: names[at] ?? column.name,
    kind: kindOfColumn(column),
    type: column.type,
  }));
  const draft = draftOf(context, about, ownerId);
  return {
    ...withColumns(
      draft,
      columns.map((column) => columnOf({ ...column, type: exactTypeOf(column) })),
    ),
    versionKey: keyOf(about, resultsKey),
    dialect: 'duckdb',
    source: { kind: 'table', catalog: null, schema: null, table: RESULT },
    result: {
      name: RESULT,
      key: resultsKey,
      statement: statement.statement,
      columns: [...columns],
      fairnessKey: fairnessKeyOf(principal),
    },
  };
}

const RESULT = 'result';

async function lastCached({ cached }: SourceNeeds, key: string, signal: AbortSignal): Promise<CachedStatement | null> {
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
  about: EditorQuery,
  { ownerId, resultsKey, isShown }: Past,
  signal: AbortSignal,
): Promise<ResolvedDataset> {
  const draft = draftOf(context, about, ownerId);
  const versionKey = keyOf(about, '');
  // Names of columns may be values of rows.
  const isKnown = resultsKey !== null && (await isShown(principal));
  const known = isKnown ? await lastCached(context, resultsKey, signal) : null;
  const columns = known?.columns ?? (await freshColumns(context, principal, draft, about.sql, versionKey, signal));
  const plain = columns.map((column) => ({ name: column.name, kind: kindOfColumn(column), type: column.type }));
  return { ...withColumns(draft, plain.map(columnOf)), versionKey };
}

/** Its first column of times is the one that charts use, as nobody has chosen any. */
function withColumns(draft: ResolvedDataset, columns: readonly DatasetColumn[]): ResolvedDataset {
  return { ...draft, columns, mainTimeColumn: columns.find(({ isTemporal }) => isTemporal)?.name ?? null };
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
  { unsaved }: SourceNeeds,
  about: Pick<EditorQuery, 'database' | 'name' | 'sql' | 'templateParams' | 'catalog' | 'schema'>,
  ownerId: number | null,
): ResolvedDataset {
  const { database, name, sql, templateParams, catalog, schema } = about;
  return {
    ...unsaved(database, { table_name: name, sql, template_params: templateParams }),
    metrics: [{ name: 'count', verboseName: 'COUNT(*)', expression: 'COUNT(*)', additivity: 'additive' }],
    databaseCacheTimeout: database.cache_timeout,
    ownerIds: ownerId === null ? [] : [ownerId],
    ...((catalog !== null || schema !== null) && { namespace: { catalog, schema } }),
  };
}

function keyOf({ kind, id, database, sql, templateParams, catalog, schema }: EditorQuery, resultsKey: string): string {
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
