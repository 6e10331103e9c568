import { AppError } from '@tessera/core/errors/app-error';
import type { ResultType } from '@tessera/core/query-object';
import { hasAccount } from '../../principal.ts';
import type { AccessPath, AccessRequest } from '../access/access-path.ts';
import type { ResolvedDataset } from '../dataset.ts';
import { redactDatabaseWords, redactTexts } from './redact.ts';

export type QueryOutcome = 'success' | 'failed' | 'stopped';

/** One query as it is logged: who asked, what, of which objects, and what came of it. */
export type LoggedQuery = {
  readonly startMs: number;
  readonly durationMs: number;
  readonly userId: number | null;
  readonly username: string;
  /** `chart`: an answer; `download`: a file; the same of the SQL editor. */
  readonly source: 'chart' | 'download' | 'sql' | 'sql_download';
  readonly kind: ResultType;
  /** Queries of the SQL editor are about a database alone. */
  readonly dataset: Pick<ResolvedDataset, 'databaseId' | 'databaseName'> & {
    readonly id: number | null;
    readonly name: string | null;
  };
  /** How the dataset was reached. */
  readonly path: AccessPath['kind'];
  readonly chartId: number | null;
  readonly dashboardId: number | null;
  readonly status: QueryOutcome;
  readonly errorCode: string | null;
  /** What the user was shown, less what may quote a row-level rule; null for a fault of the server. */
  readonly error: string | null;
  readonly rows: number | null;
  readonly isCached: boolean;
  /** Identifies the statements; entries of one key share them. */
  readonly key: string | null;
  /** Printed when the entry is written, not while somebody waits. */
  readonly sql: (() => string) | null;
};

/** Takes an entry and returns at once. */
export type QueryLogger = (entry: LoggedQuery) => void;

/** What is known of a query once it is planned. */
export type QueryTrace = Pick<LoggedQuery, 'rows' | 'isCached' | 'key' | 'sql'> & {
  /** Clauses of row-level rules stand in its statements. */ readonly holdsRules: boolean;
};

/** Who and what an entry is about. */
export function logSubject({
  principal,
  context,
  path = { kind: 'own' },
}: Pick<AccessRequest, 'principal' | 'context' | 'path'>): Pick<
  LoggedQuery,
  'userId' | 'username' | 'path' | 'chartId' | 'dashboardId'
> {
  const form = context.form_data ?? {};
  return {
    path: path.kind,
    userId: principal.userId,
    username: hasAccount(principal) ? principal.username : principal.kind,
    chartId: path.kind === 'dashboard' ? path.chartId : idOf(form['slice_id']),
    dashboardId: path.kind === 'own' ? idOf(form['dashboardId'] ?? form['dashboard_id']) : path.dashboardId,
  };
}

/**
 * What came of a query, from what it threw; `null` is success. The log is read by users who may not read row-level
 * rules: an error that may quote one loses its words, whoever asked. A query that ended before it was planned may have
 * met one in a text that a template made.
 */
export function outcomeOf(
  error: unknown,
  seen: QueryTrace | null,
): Pick<LoggedQuery, 'status' | 'errorCode' | 'error'> {
  if (error === null) return { status: 'success', errorCode: null, error: null };
  if (!(error instanceof AppError)) return { status: 'failed', errorCode: 'internal', error: null };
  const heard = seen?.holdsRules === false ? error : redactDatabaseWords(error);
  const told = seen === null ? redactTexts(heard) : heard;
  return {
    status: error.code === 'query_cancelled' ? 'stopped' : 'failed',
    errorCode: error.code,
    error: told instanceof AppError ? told.message : null,
  };
}

function idOf(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) && id > 0 ? id : null;
}
