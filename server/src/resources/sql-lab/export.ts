import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { bindAll } from '../../bind-all.ts';
import { closing } from '../../closing.ts';
import { fairnessKeyOf } from '../../engines/admission/fairness-key.ts';
import { hasAccount, type Principal } from '../../principal.ts';
import type { QueryLogger } from '../../chart-data/edge/query-log.ts';
import { freshRows, storedRows, type RowsPart } from '../../sql-runs/export-rows.ts';
import type { ResultFiles } from '../../sql-runs/result-files.ts';
import { logRun } from '../../sql-runs/run-log.ts';
import type { FindDatabase, RunDatabase, Runner, RunRequest } from '../../sql-runs/run-request.ts';
import type { PlannedScript, ScriptNeeds } from '../../sql-runs/run-script.ts';
import { watchRights, type WatchedRights } from '../../sql-runs/watch-rights.ts';
import type { Query } from '../queries/schema.ts';
import type { QueryService } from '../queries/service.ts';
import type { NamedQuery } from '../queries/store.ts';
import { writers } from './export-files.ts';
import type { ExportFormat } from './schema.ts';

type Needs = {
  readonly queries: Pick<QueryService, 'again'>;
  readonly files: ResultFiles;
  readonly findDatabase: FindDatabase;
  /** @throws AppError results_gone, and what speaks against a run, where stored rows are not shown any more */
  readonly assertShown: (row: NamedQuery, principal: Runner, database: RunDatabase) => Promise<void>;
  readonly script: ScriptNeeds;
  /** Whether its user may still download what they ran on the database. */
  readonly mayGoOn: (download: { readonly userId: number; readonly databaseId: number }) => Promise<boolean>;
  readonly warn: (what: string, error: unknown) => void;
  readonly log: QueryLogger;
  readonly now: () => number;
  readonly timeoutMs: number;
  /** The most rows of a whole download. */
  readonly maxRows: number;
  readonly parquet: (
    rows: AsyncIterable<RowsPart>,
    asked: { readonly signal: AbortSignal; readonly fairnessKey: string },
  ) => AsyncGenerator<Buffer, void>;
};
export type SqlExport = ReturnType<typeof createSqlExport>;

export type Wanted = {
  readonly clientId: string;
  readonly format: ExportFormat;
  /** Index in the script; the last one with rows where it is null. */
  readonly statement: number | null;
  /** All rows, past the limit of the editor. */
  readonly isWhole: boolean;
  readonly filename: string | null;
};
/** A file as it is made. */
export type ExportedFile = { readonly type: string; readonly name: string; readonly chunks: AsyncIterable<Buffer> };

/** Results of the editor as files: what is stored of them, or all rows, asked of the database again. */
export function createSqlExport(needs: Needs) {
  return bindAll(needs, { file });
}

/**
 * The rows of a statement as a file. What is wrong with them is notified before the first byte. It breaks off when its
 * user loses the right to it, as a run is stopped then.
 * @throws AppError not_found, editor_closed, invalid_object, and what is wrong with the SQL
 */
async function file(needs: Needs, principal: Principal, wanted: Wanted, signal: AbortSignal): Promise<ExportedFile> {
  if (!hasAccount(principal)) throw new AppError('forbidden', {});
  const { row, query, request } = await needs.queries.again(principal, wanted.clientId);
  const database = await needs.findDatabase(principal, query.dbId);
  if (query.state === 'running' || query.state === 'pending')
    throw new AppError('invalid_object', { reason: message('The query has not ended yet.') });
  const rights = watchRights(() => needs.mayGoOn({ userId: principal.userId, databaseId: database.id }), needs.warn);
  const until = AbortSignal.any([signal, rights.signal]);
  try {
    const rows = await primed(await rowsOf(needs, { row, query, request, database, wanted, signal: until }));
    const { format } = wanted;
    const given = wanted.filename?.replace(/\.(csv|xlsx|json|parquet)$/i, '');
    const name = `${given || nameOf(query, needs.now())}.${format}`;
    const fairnessKey = fairnessKeyOf(principal);
    const { type, chunks } =
      format === 'parquet'
        ? { type: 'application/vnd.apache.parquet', chunks: needs.parquet(rows, { signal: until, fairnessKey }) }
        : { type: writers[format].type, chunks: writers[format].write(rows) };
    const close = async (): Promise<void> => {
      rights.end();
      await rows.return();
    };
    return { type, name, chunks: closing(watched(chunks, rights), close) };
  } catch (error) {
    rights.end();
    throw error;
  }
}

/** The watch ends with the file, and the file with its right, also where the last of it was waiting to be taken. */
async function* watched(chunks: AsyncIterable<Buffer>, { signal, end }: WatchedRights): AsyncGenerator<Buffer, void> {
  try {
    for await (const chunk of chunks) {
      if (signal.aborted) throw new AppError('query_cancelled', {});
      yield chunk;
    }
  } finally {
    end();
  }
}

type Asked = {
  readonly row: NamedQuery;
  readonly query: Query;
  readonly request: RunRequest;
  readonly database: RunDatabase;
  readonly wanted: Wanted;
  readonly signal: AbortSignal;
};

/** Stored rows where they are the rows that are wanted; else the database is requested again. */
async function rowsOf(needs: Needs, asked: Asked): Promise<AsyncGenerator<RowsPart, void>> {
  const { query, request, wanted, signal } = asked;
  const { statements, resultsKey } = query;
  const at = wanted.statement ?? statements.findLastIndex(({ rows }) => rows !== null);
  const own = statements[at];
  const isCut = own?.limitingFactor !== 'NOT_LIMITED' && own?.limitingFactor !== 'QUERY';
  if (
    resultsKey !== null &&
    own?.state === 'success' &&
    !(wanted.isWhole && isCut) &&
    (await needs.files.has(resultsKey)) &&
    (await isShown(needs, asked))
  )
    return storedRows(needs.files, resultsKey, at, signal);
  const rowLimit = wanted.isWhole ? needs.maxRows : request.rowLimit;
  return logged(needs, { ...asked, request: { ...request, rowLimit } }, at < 0 ? null : at);
}

/** What is not shown any more is requested again, as whatever is gone. @throws AppError table_denied, rules_unheld */
async function isShown(needs: Needs, { row, request, database }: Asked): Promise<boolean> {
  try {
    await needs.assertShown(row, request.principal, database);
    return true;
  } catch (error) {
    if (isAppError(error, 'results_gone')) return false;
    throw error;
  }
}

/** Rows that are requested again, with their entry in the log of all queries. */
async function* logged(
  needs: Needs,
  { request, database, signal }: Asked,
  statement: number | null,
): AsyncGenerator<RowsPart, void> {
  const startMs = needs.now();
  const began = needs.script.monotonicMs();
  const told: { plan: PlannedScript | null; rows: number } = { plan: null, rows: 0 };
  // Who leaves a download half-way ends this generator without a word.
  let came: AppError | null = new AppError('query_cancelled', {});
  try {
    const planned = (plan: PlannedScript): void => void (told.plan = plan);
    const run = { request, database, statement, signal, planned, timeoutMs: needs.timeoutMs };
    for await (const part of freshRows(needs.script, run)) {
      told.rows += part.table.rowCount;
      yield part;
    }
    came = null;
  } catch (error) {
    came = error instanceof AppError ? error : new AppError('internal', { requestId: request.clientId });
    throw error;
  } finally {
    const durationMs = needs.script.monotonicMs() - began;
    const run = { request, database, planned: told.plan, startMs, durationMs, rows: told.rows };
    logRun(
      needs.log,
      { ...run, source: 'sql_download' },
      { status: came === null ? 'success' : 'failed', error: came },
    );
  }
}

/** The first part has come, or what is wrong. */
async function primed(rows: AsyncGenerator<RowsPart, void>): Promise<AsyncGenerator<RowsPart, void>> {
  const first = await rows.next();
  return (async function* () {
    try {
      if (!first.done) yield first.value;
      yield* rows;
    } finally {
      await rows.return();
    }
  })();
}

function nameOf({ tab }: Query, nowMs: number): string {
  return `${tab ?? 'query'}_${new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '_')}`;
}
