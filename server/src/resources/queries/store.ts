import { sql, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely';
import { AppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../../bind-all.ts';
import { isUniqueViolation } from '../../metadata/unique.ts';
import type { SqlQueriesTable } from '../../metadata/sql-editor-tables.ts';
import type { Tables } from '../../metadata/tables.ts';
import type { ErrorRecord, RunChange, RunLedger } from '../../sql-runs/run-record.ts';
import type { RunRequest } from '../../sql-runs/run-request.ts';
import { bytesOf } from '../../http/long-texts.ts';
import { idsBeyond, readInSlices, shownText, wholeText } from '../list-room.ts';

type SqlQueryRow = Selectable<SqlQueriesTable>;
/** A query with what its database and its user are called today. */
export type NamedQuery = SqlQueryRow & {
  readonly database_name: string | null;
  readonly engine: string | null;
  readonly username: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
};
export type QueryStore = ReturnType<typeof createQueryStore>;

/** The most queries of an answer, and characters of their texts together. */
export type QueryRoom = { readonly queries: number; readonly characters: number };

type Context = {
  readonly db: Kysely<Tables>;
  readonly now: () => Date;
  /** Notified of every query: rows, and bytes of their texts. */
  readonly wrote: (rows: number, textBytes: number) => void;
};

/** Of one question about them. */
const MOST_KEYS = 500;

export const activeStates = ['scheduled', 'pending', 'started', 'running', 'fetching'] as const;

/**
 * Queries of the SQL editor: the ledger of those that run, and the history of those that ran. Every change of one that
 * runs names the states that it starts from, so that of two ends the first holds.
 */
export function createQueryStore(db: Kysely<Tables>, now: () => Date, wrote: Context['wrote'] = () => undefined) {
  const context: Context = { db, now, wrote };
  return {
    ...bindAll(context, { find, byIds, listed, owners, updatedSince, ofEditors }),
    ledger: bindAll(context, { add, change, isActive, endLeft }) satisfies RunLedger,
  };
}

async function add(
  { db, now, wrote }: Context,
  run: RunRequest,
  status: 'pending' | 'running',
  resultsKey: string,
): Promise<void> {
  try {
    await db
      .insertInto('sql_queries')
      .values(rowOf(run, status, resultsKey, now()))
      .execute();
    // Twice: as it was written, and as it ran.
    wrote(1, 2 * Buffer.byteLength(run.sql));
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('run_name_taken', { name: run.clientId }, { cause: error }) : error;
  }
}

function rowOf(run: RunRequest, status: string, resultsKey: string, at: Date): Insertable<SqlQueriesTable> {
  return {
    client_id: run.clientId,
    user_id: run.principal.userId,
    database_id: run.databaseId,
    catalog: run.catalog,
    schema: run.schema,
    sql: run.sql,
    executed_sql: null,
    sql_editor_id: run.editorId,
    tab_name: run.tab,
    status,
    rows: null,
    row_limit: run.rowLimit,
    limiting_factor: null,
    results_key: resultsKey,
    select_as_cta: run.createAs === null ? 0 : 1,
    ctas_method: run.createAs?.method ?? null,
    tmp_table_name: run.createAs?.name ?? null,
    tmp_schema_name: run.createAs?.schema ?? null,
    template_params: run.templateParams,
    run_async: run.isAsync ? 1 : 0,
    is_data_preview: run.isDataPreview ? 1 : 0,
    statements: null,
    error_message: null,
    errors: null,
    rules_digest: null,
    start_ms: at.getTime(),
    start_running_ms: null,
    end_ms: null,
    changed_on: at.toISOString(),
  };
}

async function change({ db, now }: Context, clientId: string, made: RunChange): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sql_queries')
    .set({ ...columnsOf(made), changed_on: now().toISOString() })
    .where('client_id', '=', clientId)
    .where('status', 'in', activeStates)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function columnsOf(made: RunChange): Updateable<SqlQueriesTable> {
  const { status, progress, rows, limitingFactor, resultsKey, executedSql, statements, errors } = made;
  return {
    ...(status !== undefined && { status }),
    ...(progress !== undefined && { progress }),
    ...(rows !== undefined && { rows }),
    ...(limitingFactor !== undefined && { limiting_factor: limitingFactor }),
    ...(resultsKey !== undefined && { results_key: resultsKey }),
    ...(executedSql !== undefined && { executed_sql: executedSql }),
    ...(made.sentDigest !== undefined && { rules_digest: made.sentDigest }),
    ...(statements !== undefined && { statements: JSON.stringify(statements) }),
    ...(errors !== undefined && { errors: JSON.stringify(errors), error_message: errors[0]?.message ?? null }),
    ...(made.startRunningMs !== undefined && { start_running_ms: made.startRunningMs }),
    ...(made.endMs !== undefined && { end_ms: made.endMs }),
  };
}

async function isActive({ db }: Context, clientId: string): Promise<boolean> {
  const found = await db
    .selectFrom('sql_queries')
    .select('id')
    .where('client_id', '=', clientId)
    .where('status', 'in', activeStates)
    .executeTakeFirst();
  return found !== undefined;
}

async function endLeft({ db, now }: Context, since: Date, errors: readonly ErrorRecord[]): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sql_queries')
    .set({ ...columnsOf({ status: 'failed', errors, endMs: now().getTime() }), changed_on: now().toISOString() })
    .where('run_async', '=', 0)
    .where('status', 'in', activeStates)
    .where('changed_on', '<', since.toISOString())
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

function named(db: Kysely<Tables>) {
  return joined(db).selectAll('sql_queries');
}

function joined(db: Kysely<Tables>) {
  return db
    .selectFrom('sql_queries')
    .leftJoin('databases', 'databases.id', 'sql_queries.database_id')
    .leftJoin('users', 'users.id', 'sql_queries.user_id')
    .select(['databases.database_name', 'databases.engine', 'users.username', 'users.first_name', 'users.last_name']);
}

/** By the name that its client gave it, by the key of its results, or by its number. */
async function find(
  { db }: Context,
  by: { readonly clientId: string } | { readonly resultsKey: string } | { readonly id: number },
): Promise<NamedQuery | null> {
  const query = named(db);
  const found =
    'clientId' in by
      ? query.where('sql_queries.client_id', '=', by.clientId)
      : 'resultsKey' in by
        ? query.where('sql_queries.results_key', '=', by.resultsKey)
        : query.where('sql_queries.id', '=', by.id);
  return (await found.executeTakeFirst()) ?? null;
}

/** In the order of the ids. */
async function byIds({ db }: Context, ids: readonly number[]): Promise<readonly NamedQuery[]> {
  if (ids.length === 0) return [];
  const rows = await named(db).where('sql_queries.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What has no text without end. */
const shortColumns = [
  'sql_queries.id',
  'sql_queries.client_id',
  'sql_queries.user_id',
  'sql_queries.database_id',
  'sql_queries.catalog',
  'sql_queries.schema',
  'sql_queries.sql_editor_id',
  'sql_queries.tab_name',
  'sql_queries.status',
  'sql_queries.progress',
  'sql_queries.rows',
  'sql_queries.row_limit',
  'sql_queries.limiting_factor',
  'sql_queries.results_key',
  'sql_queries.select_as_cta',
  'sql_queries.ctas_method',
  'sql_queries.tmp_table_name',
  'sql_queries.tmp_schema_name',
  'sql_queries.run_async',
  'sql_queries.is_data_preview',
  'sql_queries.error_message',
  'sql_queries.rules_digest',
  'sql_queries.start_ms',
  'sql_queries.start_running_ms',
  'sql_queries.end_ms',
  'sql_queries.changed_on',
] as const;

/** A query in a list: its texts may be cut. */
export type ListedQuery = NamedQuery & { readonly isCut: boolean };

/**
 * For a list, in the order of the ids: beyond its room texts are cut, or a page of scripts of a megabyte would hold up
 * everybody. What only single queries tell is left out.
 *
 * @param room  bytes of all texts together
 */
async function listed({ db }: Context, ids: readonly number[], room: number): Promise<readonly ListedQuery[]> {
  if (ids.length === 0) return [];
  const sizes = await db
    .selectFrom('sql_queries')
    .select('id')
    .select(bytesOf(['sql', 'executed_sql', 'template_params']).as('size'))
    .where('id', 'in', ids)
    .execute();
  const cut = idsBeyond(ids, sizes, room);
  const rows = await readInSlices(ids, sizes, (slice) =>
    joined(db)
      .select(shortColumns)
      .select([
        shownText<string>('sql_queries', 'sql', cut).as('sql'),
        shownText<string | null>('sql_queries', 'executed_sql', cut).as('executed_sql'),
        wholeText('sql_queries', 'template_params', cut).as('template_params'),
      ])
      .select([sql<null>`null`.as('statements'), sql<null>`null`.as('errors')])
      .where('sql_queries.id', 'in', slice)
      .execute(),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [{ ...row, isCut: cut.has(id) }] : [];
  });
}

/** Whose results these are, by their keys; one that is not known is nobody's. */
async function owners({ db }: Context, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (let at = 0; at < keys.length; at += MOST_KEYS) {
    const rows = await db
      .selectFrom('sql_queries')
      .select(['results_key', 'user_id'])
      .where('results_key', 'in', keys.slice(at, at + MOST_KEYS))
      .execute();
    for (const { results_key: key, user_id: userId } of rows) if (key !== null) found.set(key, userId);
  }
  return found;
}

/** Those of a user that changed after an instant, the oldest change first, as many as there is room for. */
async function updatedSince(
  context: Context,
  userId: number,
  sinceMs: number,
  room: QueryRoom,
): Promise<readonly NamedQuery[]> {
  const sizes = await context.db
    .selectFrom('sql_queries')
    .select(['id', 'changed_on'])
    .select(
      sql<number>`octet_length(sql) + coalesce(octet_length(executed_sql), 0) +
        coalesce(octet_length(statements), 0)`.as('size'),
    )
    .where('user_id', '=', userId)
    .where('changed_on', '>', new Date(sinceMs).toISOString())
    .orderBy('changed_on')
    .limit(room.queries)
    .execute();
  const ids: number[] = [];
  let left = room.characters;
  let last = '';
  for (const { id, size, changed_on: at } of sizes) {
    // What changed at one instant is reported together: the next question begins behind it.
    if (left < 0 && at !== last) break;
    left -= size;
    last = at;
    ids.push(id);
  }
  return byIds(context, ids);
}

/** The newest queries of these tabs of a user, as many as there is room for, the newest first. */
async function ofEditors(
  context: Context,
  userId: number,
  editorIds: readonly string[],
  room: QueryRoom,
): Promise<readonly NamedQuery[]> {
  if (editorIds.length === 0) return [];
  const sizes = await context.db
    .selectFrom('sql_queries')
    .select('id')
    // What ran of it repeats the text.
    .select(sql<number>`length(${sql.ref('sql')}) + coalesce(length(${sql.ref('statements')}), 0)`.as('size'))
    .where('user_id', '=', userId)
    .where('sql_editor_id', 'in', editorIds)
    .orderBy('id', 'desc')
    .limit(room.queries)
    .execute();
  const ids: number[] = [];
  let left = room.characters;
  for (const { id, size } of sizes) {
    left -= size;
    if (left < 0) break;
    ids.push(id);
  }
  return byIds(context, ids);
}
