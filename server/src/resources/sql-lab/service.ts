import { randomUUID } from 'node:crypto';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { bindAll } from '../../bind-all.ts';
import { hasAccount, type Principal } from '../../principal.ts';
import type { ResultFiles } from '../../sql-runs/result-files.ts';
import type { EndStatus } from '../../sql-runs/run-record.ts';
import type { CreateAs, Runner, RunRequest } from '../../sql-runs/run-request.ts';
import type { BegunRun, SqlRuns } from '../../sql-runs/sql-runs.ts';
import { parseJsonText } from '../json-text.ts';
import type { Query } from '../queries/schema.ts';
import type { QueryService } from '../queries/service.ts';
import { lastResult } from './rows-answer.ts';
import type { ExecuteBody } from './schema.ts';

type Needs = {
  readonly runs: SqlRuns;
  readonly files: ResultFiles;
  readonly queries: QueryService;
  /** The most rows of a result. */
  readonly maxRows: number;
  readonly now: () => Date;
};
export type SqlLabService = ReturnType<typeof createSqlLabService>;

/** How often a stream tells how far it is while no rows come. */
const PROGRESS_MS = 250;

/** Queries of the editor: what people send becomes runs, and what runs bring becomes answers. */
export function createSqlLabService(needs: Needs) {
  return bindAll(needs, { execute, follow, answer });
}

/**
 * Begin a run that is bound to its request: when the signal aborts, it is stopped.
 * @throws AppError not_found, editor_closed, invalid_fields, run_name_taken
 */
async function execute(
  needs: Needs,
  principal: Principal,
  body: ExecuteBody,
  signal: AbortSignal,
): Promise<BegunRun & { readonly clientId: string }> {
  const request = requestOf(needs, principal, body);
  const begun = await needs.runs.begin(request);
  const leave = (): void => void needs.runs.stop(request.clientId);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  void begun.ended.finally(() => signal.removeEventListener('abort', leave));
  return { ...begun, clientId: request.clientId };
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
export function runnerOf(principal: Principal): Runner {
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
  const text = typeof given === 'string' ? given : JSON.stringify(given);
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
 * The lines of a run from its beginning to its end: the query, what is kept of its rows, how far it is in between, and
 * the query again.
 * @throws AppError results_gone
 */
async function* follow(needs: Needs, clientId: string, signal: AbortSignal): AsyncGenerator<string | Buffer, void> {
  const { query: first } = await needs.queries.read({ clientId });
  yield line({ query: first });
  const isOver = async (): Promise<boolean> =>
    needs.runs.progress(clientId) === null && !(await needs.queries.isActive(clientId));
  try {
    const how = { signal, isOver, pauseMs: PROGRESS_MS };
    for await (const lines of needs.files.read(first.resultsKey ?? '', how)) {
      const progress = lines ?? needs.runs.progress(clientId);
      if (progress !== null) yield Buffer.isBuffer(progress) ? progress : line({ progress });
    }
  } catch (error) {
    // One that was stopped has none, and one that failed may have none.
    const { query } = await needs.queries.read({ clientId });
    if (!isAppError(error, 'results_gone') || query.state === 'success') throw error;
  }
  const { query: last } = await needs.queries.read({ clientId });
  yield line({ query: last });
  yield line({ end: { status: endOf(last) } });
}

/**
 * A run that is over, as one body: rows of its last statement with any.
 * @param rows  So many at most; `null` for all
 * @throws AppError results_gone
 */
async function answer(needs: Needs, clientId: string, rows: number | null, signal: AbortSignal): Promise<Buffer> {
  const { query } = await needs.queries.read({ clientId });
  const read = needs.files.read(query.resultsKey ?? '', { signal, isOver: async () => true });
  const { columns, data } = await lastResult(read, rows ?? Number.POSITIVE_INFINITY);
  const head = JSON.stringify({ query_id: query.queryId, status: query.state, query, expanded_columns: [] });
  const described = JSON.stringify(columns);
  return Buffer.concat([
    Buffer.from(`${head.slice(0, -1)},"columns":${described},"selected_columns":${described},"data":[`),
    ...data,
    Buffer.from(']}'),
  ]);
}

function endOf({ state }: Query): EndStatus {
  return state === 'success' || state === 'stopped' || state === 'timed_out' ? state : 'failed';
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
