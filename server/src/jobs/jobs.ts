import { randomUUID } from 'node:crypto';
import { AppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../bind-all.ts';
import { createOneByOne, type OneByOne } from '../one-by-one.ts';
import type { JobState } from '../metadata/tables.ts';
import { jobDefaults, termsOf, type JobNeeds, type JobSettings, type KnownTerms } from './job-settings.ts';
import { createLeaseClock } from './lease-clock.ts';
import { createOutbox } from './outbox.ts';
import { createRunningJobs } from './running-jobs.ts';
import type { Claims, Job } from './store.ts';

export type { JobHandler, JobSettings } from './job-settings.ts';
export type Jobs = ReturnType<typeof createJobs>;

const PURGE_EVERY_MS = 60_000;

type JobsContext = {
  readonly needs: JobNeeds;
  readonly store: JobNeeds['store'];
  readonly log: JobNeeds['log'];
  readonly monotonicMs: JobNeeds['monotonicMs'];
  readonly settings: JobSettings;
  readonly terms: KnownTerms;
  readonly worker: ReturnType<typeof randomUUID>;
  readonly over: AbortController;
  readonly clock: ReturnType<typeof createLeaseClock>;
  readonly at: ReturnType<typeof createLeaseClock>['at'];
  readonly outbox: ReturnType<typeof createOutbox>;
  readonly running: ReturnType<typeof createRunningJobs>;
  readonly touched: Map<string, number>;
  /** Of each user, jobs of a kind come one after the other. */
  readonly oneByOne: OneByOne;
  purgedAt: number;
  timer: NodeJS.Timeout | null;
  ticking: Promise<void> | null;
  filling: Promise<void>;
};

/**
 * Durable jobs: a row in the metadata database is the truth, events only tell of it.
 *
 * queued → running (under a lease that its worker renews) → done | error. A worker that stops responding loses its jobs
 * to another; a poison job, which took too many workers with it, is quarantined. Ends are reported through the
 * outbox, at least once. Each kind of job has its terms: whether somebody has to wait for it, how long its end is
 * stored, how often it is tried, for how long it is leased, and how many one user may have.
 */
export function createJobs(needs: JobNeeds) {
  const { store, log, monotonicMs } = needs;
  const settings = { ...jobDefaults, ...needs.settings };
  const terms = termsOf(settings, needs.handlers);
  const worker = randomUUID();
  const clock = createLeaseClock(needs, { leaseMs: terms.longestLeaseMs, tickMs: settings.tickMs });
  const { at } = clock;
  const outbox = createOutbox(needs, at);
  const running = createRunningJobs({
    ...needs,
    worker,
    settings,
    terms,
    clock,
    outbox,
    errorsOf: (error) => errorsOf(jobs, error),
    isClosing: () => isClosing(jobs),
    onEnd: () => wake(jobs),
  });
  let purgedAt = monotonicMs();
  const jobs: JobsContext = {
    needs,
    store,
    log,
    monotonicMs,
    settings,
    terms,
    worker,
    over: new AbortController(),
    clock,
    at,
    outbox,
    running,
    touched: new Map<string, number>(),
    oneByOne: createOneByOne(),
    purgedAt,
    timer: null,
    ticking: null,
    filling: Promise.resolve(),
  };
  return {
    ...bindAll(jobs, { submit, cancel, touch, start, close }),
    events: outbox.events,
    find: store.find,
    running: () => running.count(),
  };
}

function errorsOf(jobs: JobsContext, error: AppError): string {
  return JSON.stringify(jobs.needs.describe(error));
}

function isClosing(jobs: JobsContext): boolean {
  return jobs.over.signal.aborted;
}

/** Take jobs as long as there is room; one look after the other, or two would share the same room. */
function fill(jobs: JobsContext): Promise<void> {
  jobs.filling = jobs.filling.then(
    () => take(jobs),
    () => take(jobs),
  );
  return jobs.filling;
}

async function take(jobs: JobsContext): Promise<void> {
  while (!isClosing(jobs)) {
    const claims = claimsOf(jobs);
    if (claims.others === null && claims.kinds.every(({ hasRoom }) => !hasRoom)) return;
    const asked = jobs.monotonicMs();
    const job = await jobs.store.claim(jobs.worker, jobs.at(), claims, jobs.clock.absurdLease());
    if (!job) return;
    jobs.running.begin(job, asked + jobs.terms.of(job.kind).leaseMs);
  }
}

/** Of which kinds this server may run one more: in the common room, or in one of their own. */
function claimsOf({ terms, running, settings, at }: JobsContext): Claims {
  const isCommon = (kind: string): boolean => terms.of(kind).workers === null;
  const hasCommonRoom = running.count(isCommon) < settings.workers;
  return {
    kinds: terms.kinds.map(({ kind, workers, leaseMs, maxAttempts }) => ({
      kind,
      maxAttempts,
      leaseUntil: at(leaseMs),
      hasRoom: workers === null ? hasCommonRoom : running.count((one) => one === kind) < workers,
      // They may go on for hours: nobody has the last worker as well.
      passedOver: workers === null || workers < 3 ? [] : running.usersWith(kind, workers - 1),
    })),
    others: hasCommonRoom ? { maxAttempts: settings.maxAttempts, leaseUntil: at(settings.leaseMs) } : null,
  };
}

/** Look for work now instead of at the next tick. */
function wake(jobs: JobsContext): void {
  if (isClosing(jobs) || jobs.timer === null) return;
  void fill(jobs).catch((error: unknown) => jobs.log('jobs could not be taken', error));
}

/** One look at the table: what is ours, what nobody waits for, what is left of others, unreported and next. */
async function tick(jobs: JobsContext): Promise<void> {
  // Those that somebody was heard to wait for while this looks at the others are spared.
  const now = jobs.at();
  jobs.clock.noticeCorrection();
  await jobs.running.renew();
  for (const job of await endUnwanted(jobs, now)) await jobs.outbox.tell(job);
  await jobs.outbox.tellUntold();
  if (jobs.monotonicMs() - jobs.purgedAt > PURGE_EVERY_MS) {
    jobs.purgedAt = jobs.monotonicMs();
    jobs.touched.clear();
    await jobs.store.purge(
      jobs.terms.kinds.map(({ kind, keepMs }) => ({ kind, endedBefore: jobs.at(-keepMs) })),
      jobs.at(-jobs.settings.keepMs),
    );
  }
  await fill(jobs);
}

/** End the queued jobs that nobody waits for, and poison jobs. */
async function endUnwanted(jobs: JobsContext, now: string): Promise<readonly Job[]> {
  const { store, terms } = jobs;
  const ended: Job[] = [];
  const end = async (error: AppError, some: Promise<readonly Job[]>): Promise<void> => {
    for (const job of await some) {
      ended.push(job);
      await jobs.needs.handlers[job.kind]?.ended?.(job, error);
    }
  };
  for (const { kind, patienceMs, maxAttempts } of terms.kinds) {
    const abandoned = new AppError('job_abandoned', {});
    // After a start users need a moment to ask again.
    if (patienceMs !== null && jobs.clock.settledMs() > patienceMs)
      await end(abandoned, store.abandon(kind, instantBefore(now, patienceMs), errorsOf(jobs, abandoned), jobs.at()));
    const quarantined = new AppError('job_quarantined', { attempts: maxAttempts });
    await end(
      quarantined,
      store.quarantine(kind, maxAttempts, errorsOf(jobs, quarantined), jobs.at(), jobs.clock.absurdLease()),
    );
  }
  return ended;
}

function instantBefore(now: string, ms: number): string {
  return new Date(Date.parse(now) - ms).toISOString();
}

/** Queue a job. @param given  Its id, where it has one already. @returns its id @throws AppError too_many_jobs */
async function submit(
  jobs: JobsContext,
  job: Pick<Job, 'kind' | 'payload' | 'user_id' | 'channel'>,
  given?: string,
): Promise<string> {
  const { maxPerUser } = jobs.terms.of(job.kind);
  const id = given ?? randomUUID();
  await jobs.oneByOne(`${job.user_id} ${job.kind}`, async () => {
    if ((await jobs.store.countUnended(job.user_id, job.kind)) >= maxPerUser)
      throw new AppError('too_many_jobs', { most: maxPerUser });
    await jobs.store.add({ ...job, id }, jobs.at());
  });
  wake(jobs);
  return id;
}

/** Stop a job of this user. @returns its state now; null when they have no such job */
async function cancel(jobs: JobsContext, id: string, userId: number): Promise<JobState | null> {
  const job = await jobs.store.find(id);
  if (!job || job.user_id !== userId) return null;
  const ended = await jobs.store.cancel(id, errorsOf(jobs, new AppError('query_cancelled', {})), jobs.at());
  if (ended) await jobs.outbox.tell(ended);
  jobs.running.stop(id, 'cancelled');
  return (await jobs.store.find(id))?.state ?? null;
}

/** Somebody waits for the jobs of a channel. Cheap: noted at most once in a while. */
async function touch(jobs: JobsContext, channel: string): Promise<void> {
  const ms = jobs.monotonicMs();
  if (ms - (jobs.touched.get(channel) ?? Number.NEGATIVE_INFINITY) < jobs.settings.patienceMs / 4) return;
  jobs.touched.set(channel, ms);
  await jobs.store.touch(channel, jobs.at());
}

/** Begin to take jobs. */
function start(jobs: JobsContext): void {
  jobs.timer ??= setInterval(() => {
    jobs.running.stopLost(); // also while a tick waits for metadata that do not respond
    jobs.ticking ??= tick(jobs)
      .catch((error: unknown) => jobs.log('jobs could not be looked after', error))
      .finally(() => (jobs.ticking = null));
  }, jobs.settings.tickMs);
  jobs.timer.unref();
  wake(jobs);
}

/** Stop in order: what runs is stopped and given back for the next start. */
async function close(jobs: JobsContext): Promise<void> {
  jobs.over.abort();
  if (jobs.timer) clearInterval(jobs.timer);
  await jobs.ticking;
  await jobs.filling.catch(() => undefined); // reported when it failed
  await jobs.running.close();
}
