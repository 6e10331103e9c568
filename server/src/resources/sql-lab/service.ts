import { randomUUID } from 'node:crypto';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { message } from '@tessera/core/messages';
import { bindAll } from '../../bind-all.ts';
import { hasAccount, type Principal } from '../../principal.ts';
import type { Preview } from '../../sql-runs/preview-run.ts';
import type { ResultFiles } from '../../sql-runs/result-files.ts';
import { columnTexts } from '../../sql-runs/result-lines.ts';
import type { EndStatus } from '../../sql-runs/run-record.ts';
import type { CreateAs, FindDatabase, RunDatabase, Runner, RunRequest } from '../../sql-runs/run-request.ts';
import type { BegunRun, SqlRuns } from '../../sql-runs/sql-runs.ts';
import { parseJsonText } from '../json-text.ts';
import type { Query } from '../queries/schema.ts';
import type { QueryService } from '../queries/service.ts';
import type { NamedQuery } from '../queries/store.ts';
import { lastResult } from './rows-answer.ts';
import type { CellQuestion, ExecuteBody, PreviewBody } from './schema.ts';

type Needs = {
  readonly runs: SqlRuns;
  readonly files: ResultFiles;
  readonly queries: QueryService;
  readonly findDatabase: FindDatabase;
  /** @throws AppError results_gone, and what speaks against a run, where stored rows are not shown any more */
  readonly assertShown: (row: NamedQuery, principal: Runner, database: RunDatabase) => Promise<void>;
  /** Asks before a run that costs much or changes data. @throws AppError confirm_needed */
  readonly askFirst: (request: RunRequest, asksWrites: boolean, signal: AbortSignal) => Promise<void>;
  readonly preview: (request: RunRequest, database: RunDatabase, signal: AbortSignal) => Promise<Preview>;
  /** Notified of what fails while nobody waits. */
  readonly unheard: (error: unknown) => void;
  /** The most rows of a result. */
  readonly maxRows: number;
  readonly now: () => Date;
};
export type SqlLabService = ReturnType<typeof createSqlLabService>;

/** How often a stream tells how far it is while no rows come. */
const PROGRESS_MS = 250;
/** Rows of a preview where nobody says how many. */
const PREVIEW_ROWS = 100;

/** Queries of the editor: what users send becomes runs, and what runs bring becomes answers. */
export function createSqlLabService(needs: Needs) {
  return bindAll(needs, { execute, submit, preview, follow, answer, waited, results, cell });
}

/**
 * Begin a run that is bound to its request: when the signal aborts, it is stopped.
 * @throws AppError not_found, editor_closed, invalid_fields, run_name_taken, confirm_needed
 */
async function execute(
  needs: Needs,
  principal: Principal,
  body: ExecuteBody,
  signal: AbortSignal,
): Promise<BegunRun & { readonly clientId: string }> {
  const request = requestOf(needs, principal, body);
  await needs.askFirst(request, body.confirm === false, signal);
  const begun = await needs.runs.begin(request);
  const leave = (): void => void needs.runs.stop(request.clientId).catch(needs.unheard);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  void begun.ended.then(() => signal.removeEventListener('abort', leave)).catch(needs.unheard);
  return { ...begun, clientId: request.clientId };
}

/**
 * Queue a run that goes on without its request.
 * @throws AppError not_found, editor_closed, async_closed, invalid_fields, run_name_taken, too_many_jobs,
 * confirm_needed, and what is wrong with the SQL
 */
async function submit(needs: Needs, principal: Principal, body: ExecuteBody, signal: AbortSignal): Promise<Query> {
  const request = requestOf(needs, principal, body);
  await needs.askFirst(request, body.confirm === false, signal);
  await needs.runs.submit(request);
  return (await needs.queries.read({ clientId: request.clientId })).query;
}

/**
 * The first rows of a statement while it is typed, column by column, as JSON.
 * @throws AppError not_found, editor_closed, statement_refused, and what is wrong with the SQL
 */
async function preview(
  needs: Needs,
  principal: Principal,
  { rows = PREVIEW_ROWS, ...body }: PreviewBody,
  signal: AbortSignal,
): Promise<string> {
  const request = { ...requestOf(needs, principal, body), rowLimit: Math.min(rows, needs.maxRows) };
  const database = await needs.findDatabase(principal, request.databaseId);
  if (!database.allowsPreview)
    throw new AppError('statement_refused', {
      reason: message('The database %(database)s has no instant preview.', { database: database.name }),
    });
  const { columns, table, isSample, tableRows, durationMs } = await needs.preview(request, database, signal);
  const head = JSON.stringify({ columns, rows: table.rowCount, isSample, tableRows, durationMs });
  return `${head.slice(0, -1)},"data":[${columnTexts(table).join(',')}]}`;
}

function requestOf({ maxRows, now }: Needs, principal: Principal, body: ExecuteBody): RunRequest {
  return {
    principal: runnerOf(principal),
    clientId: body.client_id ?? randomUUID().slice(0, 13),
    databaseId: body.database_id,
    catalog: body.catalog || null,
    schema: body.schema || null,
    sql: body.sql,
    templateParams: paramsOf(body.templateParams),
    rowLimit: rowLimitOf(body.queryLimit, maxRows),
    createAs: createAsOf(body, principal, now()),
    isAsync: body.runAsync === true,
    isDataPreview: body.isDataPreview === true,
    isConfirmed: body.confirm === true,
    editorId: body.sql_editor_id || null,
    tab: body.tab || null,
  };
}

/** The table or view that the result is to become; without a name, one of its user and the moment. */
function createAsOf(body: ExecuteBody, { userId }: Principal, now: Date): CreateAs | null {
  if (body.select_as_cta !== true) return null;
  const moment = now.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '_');
  return {
    method: body.ctas_method ?? 'TABLE',
    name: body.tmp_table_name || `tmp_${userId ?? 0}_table_${moment}`,
    schema: body.tmp_schema_name || null,
  };
}

/** @throws AppError forbidden */
function runnerOf(principal: Principal): Runner {
  if (!hasAccount(principal)) throw new AppError('forbidden', {});
  return principal;
}

/** None, and zero, is the most there may be. @throws AppError invalid_fields */
function rowLimitOf(given: number | null | undefined, maxRows: number): number {
  if (!given) return maxRows;
  if (given <= maxRows) return given;
  throw new AppError('invalid_fields', {
    fields: { queryLimit: [message('Must be at most %(value)s.', { value: maxRows })] },
  });
}

/** Template parameters as JSON text of an object. @throws AppError invalid_fields */
export function paramsOf(given: ExecuteBody['templateParams']): string | null {
  if (given === undefined || given === null || given === '') return null;
  const text = typeof given === 'string' ? given : printExactJson(given);
  const parsed = readJson(text);
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return text;
  throw new AppError('invalid_fields', { fields: { templateParams: [message('Not a JSON object.')] } });
}

function readJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return null;
  }
}

/**
 * The lines of a run from its beginning to its end: the query, what is stored of its rows, how far it is in between,
 * and the query again.
 * @throws AppError results_gone
 */
async function* follow(needs: Needs, clientId: string, signal: AbortSignal): AsyncGenerator<string | Buffer, void> {
  const { query: first } = await needs.queries.read({ clientId });
  yield line({ query: first });
  let { state } = first;
  for await (const lines of kept(needs, first, signal)) {
    // Whoever waits for a job to be taken up learns that it was.
    if (state === 'pending') {
      const { query } = await needs.queries.read({ clientId });
      if (query.state === 'running') yield line({ query });
      ({ state } = query);
    }
    const progress = lines ?? (await progressOf(needs, clientId));
    yield Buffer.isBuffer(progress) ? progress : line({ progress });
  }
  const { query: last } = await needs.queries.read({ clientId });
  yield line({ query: last });
  yield line({ end: { status: endOf(last) } });
}

/** What is stored of a run, to its end. @throws AppError results_gone */
async function* kept(needs: Needs, { id, resultsKey }: Query, signal: AbortSignal) {
  const isOver = async (): Promise<boolean> => !needs.runs.isLive(id) && !(await needs.queries.isActive(id));
  try {
    yield* needs.files.read(resultsKey ?? '', { signal, isOver, pauseMs: PROGRESS_MS });
  } catch (error) {
    // One that was stopped has none, and one that failed may have none.
    const { query } = await needs.queries.read({ clientId: id });
    if (!isAppError(error, 'results_gone') || query.state === 'success') throw error;
  }
}

/** Of a run that another server runs, or that waits for its slot, what is written down. */
async function progressOf(needs: Needs, clientId: string) {
  const own = await needs.runs.progress(clientId);
  if (own) return own;
  const { query } = await needs.queries.read({ clientId });
  return {
    share: query.progress === 0 ? null : query.progress / 100,
    rows: query.rows,
    bytes: null,
    place: null,
    elapsedMs: Math.max(0, Math.round(Date.parse(query.changed_on) - query.startDttm)),
  };
}

/**
 * A run that is over, as one body: rows of its last statement with any.
 * @param rows  So many at most; `null` for all
 * @throws AppError results_gone
 */
async function answer(needs: Needs, clientId: string, rows: number | null, signal: AbortSignal): Promise<Buffer> {
  const { query } = await needs.queries.read({ clientId });
  const read = needs.files.read(query.resultsKey ?? '', { signal, isOver: async () => true });
  const { columns, data, cut } = await lastResult(read, rows ?? Number.POSITIVE_INFINITY).catch((error: unknown) => {
    if (query.state === 'success' || !isAppError(error, 'results_gone')) throw error;
    return { columns: [], data: [], cut: [] };
  });
  const head = JSON.stringify({ query_id: query.queryId, status: query.state, query, expanded_columns: [] });
  const described = JSON.stringify(columns);
  return Buffer.concat([
    Buffer.from(`${head.slice(0, -1)},"columns":${described},"selected_columns":${described},"data":[`),
    ...data,
    Buffer.from(cut.length > 0 ? `],"cut":${JSON.stringify(cut)}}` : ']}'),
  ]);
}

/** The same of one that may still run; its end is waited for. @throws AppError results_gone, query_cancelled */
async function waited(needs: Needs, query: Query, rows: number | null, signal: AbortSignal): Promise<Buffer> {
  for await (const lines of kept(needs, query, signal)) if (signal.aborted || lines?.length === 0) break;
  if ((await needs.queries.read({ clientId: query.id })).query.state === 'stopped')
    throw new AppError('results_gone', {});
  return answer(needs, query.id, rows, signal);
}

/**
 * The query of stored results, for its own user, who may still read what it reads.
 * @throws AppError results_gone, not_found, editor_closed, table_denied, rules_unheld
 */
async function results(needs: Needs, principal: Principal, key: string): Promise<Query> {
  const found = await needs.queries.own(principal, { resultsKey: key });
  if (found === null) throw new AppError('results_gone', {});
  const database = await needs.findDatabase(principal, found.query.dbId);
  await needs.assertShown(found.row, runnerOf(principal), database);
  if (found.query.state === 'success' && !(await needs.files.has(key))) throw new AppError('results_gone', {});
  return found.query;
}

/** A whole cell, as JSON. @throws AppError results_gone, not_found */
async function cell(needs: Needs, principal: Principal, { key, at, bytes }: CellQuestion): Promise<Buffer> {
  await results(needs, principal, key);
  return needs.files.cell(key, at, bytes);
}

function endOf({ state }: Query): EndStatus {
  return state === 'success' || state === 'stopped' || state === 'timed_out' ? state : 'failed';
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
