import { groupBy } from '@tessera/core/group-by';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../bind-all.ts';
import type { InstantIn, JobNeeds, JobSettings, JobTerms, KnownTerms } from './job-settings.ts';
import type { LeaseClock } from './lease-clock.ts';
import type { Outbox } from './outbox.ts';
import type { Job } from './store.ts';

/**
 * Why a run was stopped: by its user, for want of anybody waiting, because another worker has it, or by the end of
 * this server.
 */
type Stop = 'cancelled' | 'abandoned' | 'lost' | 'closing';
type Running = {
  readonly controller: AbortController;
  /** Fences off what a worker that lost its lease would write. */
  readonly token: number;
  readonly kind: string;
  readonly userId: number;
  readonly terms: JobTerms;
  stop: Stop | null;
  ended: Promise<void>;
  /** By the monotonic clock: until then the job is this worker's, whatever else fails. */
  heldUntil: number;
  /** The time of the last question that the table had, and when it was first seen. */
  seen: { readonly on: string; readonly atMs: number };
};

type Needs = Pick<JobNeeds, 'store' | 'handlers' | 'log'> & {
  readonly worker: string;
  readonly settings: JobSettings;
  readonly terms: KnownTerms;
  readonly clock: LeaseClock;
  readonly outbox: Outbox;
  readonly errorsOf: (error: AppError) => string;
  /** A run has ended: there is room for another. */
  readonly onEnd: () => void;
  readonly isClosing: () => boolean;
};

type RunningState = {
  readonly needs: Needs;
  readonly store: Needs['store'];
  readonly handlers: Needs['handlers'];
  readonly log: Needs['log'];
  readonly clock: Needs['clock'];
  readonly settings: Needs['settings'];
  readonly outbox: Needs['outbox'];
  readonly at: InstantIn;
  readonly monotonicMs: () => number;
  readonly running: Map<string, Running>;
};

/** The jobs that this worker runs, each under a lease that it renews. */
export function createRunningJobs(needs: Needs) {
  const { store, handlers, log, clock, settings, outbox } = needs;
  const { at, monotonicMs } = clock;
  const running: RunningState = {
    needs,
    store,
    handlers,
    log,
    clock,
    settings,
    outbox,
    at,
    monotonicMs,
    running: new Map<string, Running>(),
  };
  return bindAll(running, { begin, stop, count, usersWith, stopLost, renew, close });
}

function begin(running: RunningState, job: Job, heldUntil: number): void {
  const seen = { on: job.seen_on, atMs: running.monotonicMs() };
  const controller = new AbortController();
  const run: Running = {
    controller,
    token: job.token,
    kind: job.kind,
    userId: job.user_id,
    terms: running.needs.terms.of(job.kind),
    stop: null,
    ended: Promise.resolve(),
    heldUntil,
    seen,
  };
  running.running.set(job.id, run);
  // The row was cancelled while its last worker was dying.
  if (job.cancel_on !== null) stop(running, job.id, 'cancelled');
  run.ended = execute(running, job, run)
    .catch((error: unknown) => running.log('the end of a job was not noted', error))
    .finally(() => {
      if (running.running.get(job.id) === run) running.running.delete(job.id);
      running.needs.onEnd();
    });
}

async function execute(running: RunningState, job: Job, run: Running): Promise<void> {
  running.outbox.tellBegin(job);
  const failure = await failureOf(running, job, run);
  if (run.stop === 'lost' || run.stop === 'closing') return; // another worker's now
  const claim = { id: job.id, token: job.token };
  const end = await noted(running, run, async () =>
    failure === null
      ? ((await running.store.finish(claim, 'done', '[]', running.at())) ??
        (await running.store.finish(
          claim,
          'error',
          running.needs.errorsOf(new AppError('query_cancelled', {})),
          running.at(),
        )))
      : running.store.finish(claim, 'error', running.needs.errorsOf(failure), running.at()),
  );
  if (end) await running.outbox.tell(end);
}

/** Do the work. @returns what its user reads of its failure; null when it is done */
async function failureOf(running: RunningState, job: Job, run: Running): Promise<AppError | null> {
  let failure: AppError | null = null;
  try {
    const handler = running.handlers[job.kind];
    if (!handler) throw new Error(`There is no handler for jobs of the kind ${job.kind}.`);
    if (run.stop === null) await handler.run(job, run.controller.signal);
  } catch (error) {
    if (!(error instanceof AppError) && run.stop === null) running.log(`job ${job.id} failed`, error);
    failure = error instanceof AppError ? error : new AppError('internal', { requestId: job.id });
  }
  if (run.stop === null) return failure;
  return run.stop === 'cancelled' ? new AppError('query_cancelled', {}) : new AppError('job_abandoned', {});
}

/** Metadata that is away for a moment does not make a job run twice: its end is noted as long as it is ours. */
async function noted<T>(running: RunningState, run: Running, note: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await note();
    } catch (error) {
      if (!isAppError(error, 'unavailable') || run.stop === 'lost' || running.needs.isClosing()) throw error;
      await new Promise((resolve) => setTimeout(resolve, running.settings.retryMs));
    }
  }
}

function stop(running: RunningState, id: string, why: Stop): void {
  const run = running.running.get(id);
  if (!run || run.stop !== null) return;
  run.stop = why;
  run.controller.abort(why);
}

/**
 * Whether nobody has asked for so long: by whether the time of the last question has changed, and not by what it
 * says.
 */
function isSilent(running: RunningState, run: Running, seenOn: string): boolean {
  if (run.seen.on !== seenOn) run.seen = { on: seenOn, atMs: running.monotonicMs() };
  const { patienceMs } = run.terms;
  return patienceMs !== null && running.monotonicMs() - run.seen.atMs > patienceMs;
}

/** All of them, or those that one asks about. */
function count(running: RunningState, isCounted: (kind: string) => boolean = () => true): number {
  return [...running.running.values()].filter(({ kind }) => isCounted(kind)).length;
}

/** Users with so many jobs of a kind. */
function usersWith(running: RunningState, kind: string, most: number): readonly number[] {
  const own = groupBy(
    [...running.running.values()].filter((one) => one.kind === kind),
    ({ userId }) => userId,
  );
  return [...own].flatMap(([userId, jobs]) => (jobs.length >= most ? [userId] : []));
}

/** Whoever could not renew a lease stops the work before another begins it; nobody has to answer for that. */
function stopLost(running: RunningState): void {
  for (const [id, run] of running.running)
    if (running.monotonicMs() > run.heldUntil - running.clock.marginMs(run.terms.leaseMs)) stop(running, id, 'lost');
}

/** The heartbeat: renew the leases, and stop what is lost, cancelled or waited for by nobody. */
async function renew(running: RunningState): Promise<void> {
  if (running.running.size === 0) return;
  // Those that began meanwhile are not asked about.
  const runs = [...running.running];
  const asked = running.monotonicMs();
  const held = new Map<string, Awaited<ReturnType<Needs['store']['renew']>>[number]>();
  for (const leaseMs of new Set(runs.map(([, run]) => run.terms.leaseMs))) {
    const ids = runs.flatMap(([id, run]) => (run.terms.leaseMs === leaseMs ? [id] : []));
    for (const row of await running.store.renew(running.needs.worker, ids, running.at(leaseMs))) held.set(row.id, row);
  }
  for (const [id, run] of runs) {
    const row = held.get(id);
    if (row?.token === run.token) run.heldUntil = asked + run.terms.leaseMs;
    if (row?.token !== run.token) stop(running, id, 'lost');
    else if (row.cancel_on !== null) stop(running, id, 'cancelled');
    else if (isSilent(running, run, row.seen_on)) stop(running, id, 'abandoned');
  }
}

/** Stop all runs and give their jobs back for the next start. */
async function close(running: RunningState): Promise<void> {
  const runs = [...running.running];
  for (const [id] of runs) stop(running, id, 'closing');
  await running.store.release(running.needs.worker);
  await Promise.all(runs.map(([, run]) => run.ended));
}
