import { randomUUID } from 'node:crypto';
import { AppError } from '@tessera/core/errors/app-error';
import type { QueryLogger } from '../chart-data/edge/query-log.ts';
import { bindAll } from '../bind-all.ts';
import { fairnessKeyOf } from '../engines/admission/fairness-key.ts';
import { createLiveRuns, shareOf, type LiveRun } from './live-runs.ts';
import { isReported, logRun } from './run-log.ts';
import { endedStatements, live, type LifeNeeds, type RunEnd } from './run-life.ts';
import { assertPreviews, type FindDatabase, type RunDatabase, type RunRequest } from './run-request.ts';
import { sentDigest } from './shown-again.ts';
import { planScript, runScript, type PlannedScript, type ScriptNeeds } from './run-script.ts';

export type SqlRuns = ReturnType<typeof createSqlRuns>;
/** A run that has begun. */
export type BegunRun = { readonly key: string; readonly ended: Promise<RunEnd> };
/** A run that a job takes up, perhaps after the end of the server that began it. */
export type StoredRun = {
  readonly request: RunRequest;
  readonly key: string;
  /** Its statements had begun. */
  readonly hadBegun: boolean;
};

type Needs = ScriptNeeds &
  Omit<LifeNeeds, 'live'> & {
    readonly findDatabase: FindDatabase;
    /** Queue a job for a run. @throws AppError too_many_jobs */
    readonly queueJob: (request: RunRequest, key: string) => Promise<void>;
    /** Its place among those who wait for a busy database, from 1; `null` where it does not wait. */
    readonly placeOf: (run: Pick<LiveRun, 'databaseId' | 'fairnessKey' | 'clientId'>) => Promise<number | null>;
    /** The log of all queries. */
    readonly log: QueryLogger;
    readonly timeoutMs: number;
    readonly asyncTimeoutMs: number;
  };
/** Runs of one user that are bound to requests, at a time; each of them is followed while it waits. */
const MOST_BOUND = 100;
/** What a script may do is decided within this time, where nobody waits for it. */
const PLAN_MS = 30_000;

type State = Needs & LifeNeeds & { readonly bound: Map<string, number> };

/**
 * SQL that users run:
 *
 *   authorise → template → classify → limit → admit → run → keep → stream
 *
 * Beside chart data and not through it. `run-script.ts` is the way of one script, `policy.ts` decides what a statement
 * may do, `run-life.ts` writes down what becomes of it, `result-files.ts` keeps its rows.
 */
export function createSqlRuns(needs: Needs) {
  const state: State = { ...needs, live: createLiveRuns(needs.monotonicMs), bound: new Map<string, number>() };
  return bindAll(state, { begin, submit, resume, stop, isLive, progress, close });
}

/**
 * Begin a run. It goes on until it ends or is stopped.
 * @throws AppError not_found, editor_closed, statement_refused, run_name_taken, too_many_jobs
 */
async function begin(state: State, request: RunRequest): Promise<BegunRun> {
  const leave = reserve(state, fairnessKeyOf(request.principal));
  try {
    const database = await state.findDatabase(request.principal, request.databaseId);
    if (request.isDataPreview) assertPreviews(database);
    const key = randomUUID();
    await state.ledger.add(request, 'running', key);
    const run = liveRun(state, request, database);
    const ended = goThrough(state, { request, database, run, key, hadBegun: false, timeoutMs: state.timeoutMs });
    return { key, ended: ended.finally(leave) };
  } catch (error) {
    leave();
    throw error;
  }
}

/** Room for one more run that is bound to its request. @throws AppError too_many_jobs */
function reserve({ bound }: State, user: string): () => void {
  const count = bound.get(user) ?? 0;
  if (count >= MOST_BOUND) throw new AppError('too_many_jobs', { most: MOST_BOUND });
  bound.set(user, count + 1);
  return () => {
    const rest = (bound.get(user) ?? 1) - 1;
    if (rest > 0) bound.set(user, rest);
    else bound.delete(user);
  };
}

type Going = {
  readonly request: RunRequest;
  readonly database: RunDatabase;
  readonly run: LiveRun;
  readonly key: string;
  readonly hadBegun: boolean;
  readonly timeoutMs: number;
};

/** The way of a run from its templates to its end, which is written to the ledger and to the log of all queries. */
function goThrough(state: State, { request, database, run, key, hadBegun, timeoutMs }: Going): Promise<RunEnd> {
  const startMs = state.now();
  const told: { planned: PlannedScript | null } = { planned: null };
  const ended = live(state, run, key, async (writer) => {
    const planned = await planAndTell(state, request, database, { signal: run.signal, hadBegun });
    told.planned = planned;
    await runScript(state, { request, database, planned, live: run, writer, timeoutMs });
  }).then((end) => {
    const { rows } = run;
    const durationMs = state.live.elapsedMs(run);
    if (isReported(run))
      logRun(state.log, { request, database, startMs, durationMs, rows, source: 'sql', planned: told.planned }, end);
    return end;
  });
  run.ended = ended;
  return ended;
}

/**
 * Queue a run that goes on with nobody watching. What is wrong with it is notified at once.
 * @throws AppError not_found, editor_closed, async_closed, run_name_taken, too_many_jobs, and what is wrong with the
 * SQL
 */
async function submit(state: State, request: RunRequest): Promise<void> {
  const database = await state.findDatabase(request.principal, request.databaseId);
  if (!database.allowsAsync) throw new AppError('async_closed', { database: database.name });
  const key = randomUUID();
  await state.ledger.add(request, 'pending', key);
  try {
    await planScript(state, request, database, AbortSignal.timeout(PLAN_MS));
    await state.queueJob(request, key);
  } catch (error) {
    if (error instanceof AppError)
      await state.ledger.change(request.clientId, {
        status: 'failed',
        errors: state.describe(error),
        endMs: state.now(),
      });
    throw error;
  }
}

/**
 * Run what was queued, or again what a server left in the middle: reading twice harms nobody, and whatever changes data
 * is not repeated.
 */
async function resume(state: State, { request, key, hadBegun }: StoredRun, signal: AbortSignal): Promise<RunEnd> {
  const database = await state.findDatabase(request.principal, request.databaseId);
  const run = liveRun(state, request, database);
  const onAbort = (): void => {
    const why: unknown = signal.reason;
    run.stop(why === 'closing' || why === 'lost' ? why : 'stopped');
  };
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await goThrough(state, { request, database, run, key, hadBegun, timeoutMs: state.asyncTimeoutMs });
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function liveRun(state: State, request: RunRequest, { id }: Pick<RunDatabase, 'id'>): LiveRun {
  const { clientId, principal, isAsync } = request;
  const { userId } = principal;
  return state.live.begin({ clientId, databaseId: id, userId, fairnessKey: fairnessKeyOf(principal), isAsync });
}

/** Plan a script, and write down that it begins. @throws AppError run_interrupted */
async function planAndTell(
  state: State,
  request: RunRequest,
  database: RunDatabase,
  { signal, hadBegun = false }: { readonly signal: AbortSignal; readonly hadBegun?: boolean },
): Promise<PlannedScript> {
  const planned = await planScript(state, request, database, signal);
  const { plans, holdsRules } = planned;
  if (hadBegun && plans.some(({ way }) => way !== 'read' && way !== 'describe'))
    throw new AppError('run_interrupted', { changesData: true });
  await state.ledger.change(request.clientId, {
    status: 'running',
    startRunningMs: state.now(),
    sentDigest: sentDigest(planned),
    executedSql: holdsRules ? null : plans.map(({ query }) => query.text).join(';\n'),
  });
  return planned;
}

/** Stop a run; the state is written first, so that no end comes behind it. @returns whether it had not ended */
async function stop(state: State, clientId: string): Promise<boolean> {
  const run = state.live.find(clientId);
  const isStopped = await state.ledger.change(clientId, {
    status: 'stopped',
    endMs: state.now(),
    resultsKey: null,
    ...(run && { statements: endedStatements(run.statements, 'stopped') }),
  });
  run?.stop('stopped');
  return isStopped;
}

/** Whether it goes on at this server. */
function isLive(state: State, clientId: string): boolean {
  return state.live.find(clientId) !== null;
}

/** How far a run of this server is; `null` for others. */
async function progress(state: State, clientId: string) {
  const run = state.live.find(clientId);
  return (
    run && {
      share: shareOf(run),
      rows: run.rows,
      bytes: run.bytes,
      place: run.rows > 0 ? null : await state.placeOf(run),
      elapsedMs: state.live.elapsedMs(run),
    }
  );
}

/** Stop what runs and is bound to a request: the server ends. */
async function close(state: State): Promise<void> {
  const bound = state.live.all().filter(({ isAsync }) => !isAsync);
  for (const run of bound) run.stop('closing');
  await Promise.all(bound.map(({ ended }) => ended));
}
