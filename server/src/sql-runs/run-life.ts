import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { shareOf, type LiveRun, type LiveRuns } from './live-runs.ts';
import type { ResultFiles, ResultWriter } from './result-files.ts';
import type { EndStatus, ErrorRecord, RunChange, RunLedger, StatementRecord } from './run-record.ts';

/** What came of a run. */
export type RunEnd = { readonly status: EndStatus; readonly error: AppError | null };

export type LifeNeeds = {
  readonly ledger: RunLedger;
  readonly files: ResultFiles;
  readonly live: LiveRuns;
  /** Whether its user may still run SQL on its database. */
  readonly mayGoOn: (run: Pick<LiveRun, 'userId' | 'databaseId'>) => Promise<boolean>;
  readonly now: () => number;
  /** An error as the API answers it. */
  readonly describe: (error: AppError) => readonly ErrorRecord[];
  readonly warn: (what: string, error: unknown) => void;
};

/** A run is written down so often while it lasts; who ended it elsewhere is heard then. */
const HEARTBEAT_MS = 2000;
/** Each so manieth time it is asked whether it may go on: nothing outlives the rights of its user by much. */
const BEATS_OF_A_LOOK = 4;

/**
 * The life of a run, from its first statement to its end in the ledger. Never rejects: nobody may be there to hear it.
 * @param key  of its stored result
 */
export async function live(
  needs: LifeNeeds,
  run: LiveRun,
  key: string,
  work: (writer: ResultWriter) => Promise<void>,
): Promise<RunEnd> {
  // Before anybody looks for it.
  const creating = needs.files.create(key);
  let beats = 0;
  const heartbeat = setInterval(() => {
    beats += 1;
    void beat(needs, run, beats % BEATS_OF_A_LOOK === 0);
  }, HEARTBEAT_MS).unref();
  try {
    const end = await endOf(needs, run, async () => work(await creating));
    return await writtenDown(needs, run, key, end).catch((error: unknown) => {
      needs.warn('the end of a query of the editor was not written down', error);
      return error instanceof AppError ? { status: 'failed', error } : end;
    });
  } finally {
    clearInterval(heartbeat);
    needs.live.end(run);
    // Who reads comes to the end when it is written down.
    await creating.then((writer) => writer.close()).catch(() => undefined);
  }
}

async function endOf(needs: LifeNeeds, run: LiveRun, work: () => Promise<void>): Promise<RunEnd> {
  try {
    await work();
    return run.signal.aborted ? endOfStopped(run) : { status: 'success', error: null };
  } catch (error) {
    if (run.signal.aborted) return endOfStopped(run);
    if (isAppError(error, 'query_cancelled')) return cancelled();
    if (error instanceof AppError) return { status: isTimeout(error) ? 'timed_out' : 'failed', error };
    needs.warn('a query of the editor failed', error);
    return { status: 'failed', error: new AppError('internal', { requestId: run.clientId }, { cause: error }) };
  }
}

function endOfStopped({ why, isAsync }: LiveRun): RunEnd {
  return why === 'closing' && !isAsync
    ? { status: 'failed', error: new AppError('run_interrupted', { changesData: false }) }
    : cancelled();
}

function cancelled(): RunEnd {
  return { status: 'stopped', error: new AppError('query_cancelled', {}) };
}

function isTimeout(error: AppError): boolean {
  return isAppError(error, 'sql_timeout') || isAppError(error, 'query_timeout');
}

/** The end in the ledger. Of two ends the first one holds: what was stopped is no success. */
async function writtenDown(needs: LifeNeeds, run: LiveRun, key: string, end: RunEnd): Promise<RunEnd> {
  // Another server goes on with it.
  if (run.why === 'lost') return end;
  if (run.why === 'closing' && run.isAsync) {
    await needs.ledger.change(run.clientId, { status: 'pending', progress: 0, rows: null, statements: [] });
    return end;
  }
  const isOurs = await needs.ledger.change(run.clientId, lastChange(needs, run, end));
  const told = isOurs ? end : cancelled();
  // A stopped query has no results, and what filled the disk leaves room for the others.
  const isFull = told.error !== null && isAppError(told.error, 'storage_full');
  if (told.status === 'stopped' || isFull) await needs.files.remove(key);
  return told;
}

function lastChange(needs: LifeNeeds, run: LiveRun, { status, error }: RunEnd): RunChange {
  const errors = error === null || status === 'stopped' ? [] : needs.describe(error);
  run.statements = endedStatements(run.statements, status, errors[0]);
  const last = run.statements.findLast(({ rows }) => rows !== null);
  return {
    status,
    ...(status === 'success' && { progress: 100 }),
    // Of a change that gives no rows those that it changed.
    rows: last?.rows === 0 ? (last.affected ?? 0) : (last?.rows ?? null),
    limitingFactor: last?.limitingFactor ?? null,
    statements: run.statements,
    errors,
    endMs: needs.now(),
    ...(status === 'stopped' && { resultsKey: null }),
  };
}

/** The statements of a run that ends in the middle of one of them. */
export function endedStatements(
  statements: readonly StatementRecord[],
  status: EndStatus,
  error?: ErrorRecord,
): StatementRecord[] {
  return statements.map((one): StatementRecord => {
    if (one.state === 'running') return { ...one, state: status, ...(error && { error }) };
    return one.state === 'pending' ? { ...one, state: 'skipped' } : one;
  });
}

/** Write down how far a run is; one that was ended elsewhere stops here, and one whose user lost the right to it. */
async function beat(needs: LifeNeeds, run: LiveRun, looks: boolean): Promise<void> {
  if (run.why !== null) return;
  try {
    const progress = Math.min(99, Math.round((shareOf(run) ?? 0) * 100));
    const { rows, statements } = run;
    const goesOn = await needs.ledger.change(run.clientId, { progress, rows, statements });
    if (!goesOn || (looks && !(await needs.mayGoOn(run)))) run.stop('stopped');
  } catch (error) {
    needs.warn('a query of the editor was not written down', error);
  }
}
