import { randomUUID } from 'node:crypto';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../bind-all.ts';
import { fairnessKeyOf } from '../engines/admission/fairness-key.ts';
import { createLiveRuns, shareOf, type LiveRun, type LiveRuns } from './live-runs.ts';
import type { ResultFiles, ResultWriter } from './result-files.ts';
import type { EndStatus, ErrorRecord, RunChange, RunLedger, StatementRecord } from './run-record.ts';
import type { FindDatabase, RunRequest } from './run-request.ts';
import { planScript, runScript, type PlannedScript, type ScriptNeeds } from './run-script.ts';

export type SqlRuns = ReturnType<typeof createSqlRuns>;
/** What came of a run. */
export type RunEnd = { readonly status: EndStatus; readonly error: AppError | null };
/** A run that has begun. */
export type BegunRun = { readonly key: string; readonly stop: () => void; readonly ended: Promise<RunEnd> };

type Needs = ScriptNeeds & {
  readonly findDatabase: FindDatabase;
  readonly ledger: RunLedger;
  readonly files: ResultFiles;
  readonly now: () => number;
  /** An error as the API answers it. */
  readonly describe: (error: AppError) => readonly ErrorRecord[];
  readonly warn: (what: string, error: unknown) => void;
  readonly timeoutMs: number;
};
type State = Needs & { readonly live: LiveRuns };

/** A run is written down so often while it lasts; who ended it elsewhere is heard then. */
const HEARTBEAT_MS = 2000;

/**
 * SQL that people run:
 *
 *   authorise → template → classify → limit → admit → run → keep → stream
 *
 * Beside chart data and not through it. `run-script.ts` is the way of one script; here is what stands around it: its
 * place in the ledger, its kept result, its end.
 */
export function createSqlRuns(needs: Needs) {
  const state: State = { ...needs, live: createLiveRuns(needs.monotonicMs) };
  return bindAll(state, { begin, stop, progress });
}

/**
 * Begin a run. It goes on until it ends or is stopped.
 * @throws AppError not_found, editor_closed, run_name_taken
 */
async function begin(state: State, request: RunRequest): Promise<BegunRun> {
  const database = await state.findDatabase(request.principal, request.databaseId);
  const key = randomUUID();
  await state.ledger.add(request, 'running', key);
  const live = state.live.begin(request.clientId, database.id, fairnessKeyOf(request.principal));
  // Before anybody looks for it.
  const creating = state.files.create(key);
  await creating.catch(() => undefined);
  const ended = run(state, request, live, key, creating, async (writer) => {
    const planned = await planScript(state, request, database, live.signal);
    await state.ledger.change(request.clientId, startOf(state, planned));
    await runScript(state, { request, database, planned, live, writer, timeoutMs: state.timeoutMs });
  });
  return { key, stop: live.stop, ended };
}

async function run(
  state: State,
  request: RunRequest,
  live: LiveRun,
  key: string,
  creating: Promise<ResultWriter>,
  work: (writer: ResultWriter) => Promise<void>,
): Promise<RunEnd> {
  const heartbeat = setInterval(() => void beat(state, live), HEARTBEAT_MS).unref();
  try {
    const end = await endOf(state, live, async () => work(await creating));
    const isOurs = await state.ledger.change(request.clientId, changeAt(state, live, end));
    const told: RunEnd = isOurs ? end : { status: 'stopped', error: new AppError('query_cancelled', {}) };
    // A stopped query has no results.
    if (told.status === 'stopped') await state.files.remove(key);
    return told;
  } finally {
    clearInterval(heartbeat);
    state.live.end(live);
    // Who reads comes to the end when it is written down.
    await creating.then(
      (writer) => writer.close(),
      () => undefined,
    );
  }
}

async function endOf(state: State, live: LiveRun, work: () => Promise<void>): Promise<RunEnd> {
  try {
    await work();
    return live.signal.aborted ? cancelled() : { status: 'success', error: null };
  } catch (error) {
    if (live.signal.aborted || isAppError(error, 'query_cancelled')) return cancelled();
    if (error instanceof AppError) return { status: statusOf(error), error };
    state.warn('a query of the editor failed', error);
    return { status: 'failed', error: new AppError('internal', { requestId: live.clientId }, { cause: error }) };
  }
}

function cancelled(): RunEnd {
  return { status: 'stopped', error: new AppError('query_cancelled', {}) };
}

function statusOf(error: AppError): EndStatus {
  return isAppError(error, 'sql_timeout') || isAppError(error, 'query_timeout') ? 'timed_out' : 'failed';
}

function startOf(state: State, { plans, holdsRules }: PlannedScript): RunChange {
  return {
    status: 'running',
    startRunningMs: state.now(),
    executedSql: holdsRules ? null : plans.map(({ query }) => query.text).join(';\n'),
  };
}

/** The last change of a run. */
function changeAt(state: State, live: LiveRun, { status, error }: RunEnd): RunChange {
  const errors = error === null || status === 'stopped' ? [] : state.describe(error);
  const [first] = errors;
  const statements = live.statements.map((one): StatementRecord => {
    if (one.state === 'running') return { ...one, state: status, ...(first && { error: first }) };
    return one.state === 'pending' ? { ...one, state: 'skipped' } : one;
  });
  live.statements = statements;
  const last = statements.findLast(({ rows }) => rows !== null);
  return {
    status,
    ...(status === 'success' ? { progress: 100 } : {}),
    rows: last?.rows ?? null,
    limitingFactor: last?.limitingFactor ?? null,
    statements,
    errors,
    endMs: state.now(),
    ...(status === 'stopped' ? { resultsKey: null } : {}),
  };
}

/** Write down how far a run is; one that was ended elsewhere stops here. */
async function beat(state: State, live: LiveRun): Promise<void> {
  try {
    const progress = Math.min(99, Math.round((shareOf(live) ?? 0) * 100));
    const goesOn = await state.ledger.change(live.clientId, { progress, rows: live.rows, statements: live.statements });
    if (!goesOn) live.stop();
  } catch (error) {
    state.warn('a query of the editor was not written down', error);
  }
}

/** Stop a run; the state is written first, so that no end comes behind it. */
async function stop(state: State, clientId: string): Promise<boolean> {
  const isStopped = await state.ledger.change(clientId, {
    status: 'stopped',
    endMs: state.now(),
    resultsKey: null,
    ...statementsAtStop(state.live.find(clientId)),
  });
  state.live.find(clientId)?.stop();
  return isStopped;
}

function statementsAtStop(live: LiveRun | null): Pick<RunChange, 'statements'> {
  if (live === null) return {};
  return {
    statements: live.statements.map((one) =>
      one.state === 'running' || one.state === 'pending'
        ? { ...one, state: one.state === 'running' ? 'stopped' : 'skipped' }
        : one,
    ),
  };
}

/** How far a run of this server is; `null` for others. */
function progress(state: State, clientId: string) {
  const live = state.live.find(clientId);
  return live && { share: shareOf(live), rows: live.rows, bytes: live.bytes, elapsedMs: state.live.elapsedMs(live) };
}
