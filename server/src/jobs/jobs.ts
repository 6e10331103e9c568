import { randomUUID } from 'node:crypto';
import { AppError } from '@tessera/core/errors/app-error';
import type { JobState } from '../metadata/tables.ts';
import { jobDefaults, type JobNeeds } from './job-settings.ts';
import { createLeaseClock } from './lease-clock.ts';
import { createOutbox } from './outbox.ts';
import { createRunningJobs } from './running-jobs.ts';
import { MAX_ATTEMPTS, type Job } from './store.ts';

export type { JobHandler, JobSettings } from './job-settings.ts';
export type Jobs = ReturnType<typeof createJobs>;

/** Ended jobs and their results can be asked for so long. */
const KEEP_MS = 3_600_000;
const PURGE_EVERY_MS = 60_000;

/**
 * Durable jobs: a row in the metadata database is the truth, events only tell of it.
 *
 * queued → running (under a lease that its worker renews) → done | error. A worker that falls silent loses its jobs to
 * another; a poison job, which took three workers with it, is quarantined. Ends are told through the outbox, at least
 * once.
 */
export function createJobs(needs: JobNeeds) {
  const { store, log, monotonicMs } = needs;
  const settings = { ...jobDefaults, ...needs.settings };
  const worker = randomUUID();
  const over = new AbortController();
  const clock = createLeaseClock(needs, settings);
  const { at } = clock;
  const outbox = createOutbox(needs, at);
  const errorsOf = (error: AppError): string => JSON.stringify(needs.describe(error));
  const isClosing = (): boolean => over.signal.aborted;
  const running = createRunningJobs({
    ...needs,
    worker,
    settings,
    clock,
    outbox,
    errorsOf,
    isClosing,
    onEnd: () => wake(),
  });
  const touched = new Map<string, number>();
  let purgedAt = monotonicMs();
  let timer: NodeJS.Timeout | null = null;
  let ticking: Promise<void> | null = null;
  let filling: Promise<void> = Promise.resolve();

  /** Take jobs as long as there is room; one look after the other, or two would share the same room. */
  function fill(): Promise<void> {
    filling = filling.then(take, take);
    return filling;
  }

  async function take(): Promise<void> {
    while (!isClosing() && running.count() < settings.workers) {
      const asked = monotonicMs();
      const job = await store.claim(worker, at(), at(settings.leaseMs), clock.absurdLease());
      if (!job) return;
      running.begin(job, asked + settings.leaseMs);
    }
  }

  /** Look for work now instead of at the next tick. */
  function wake(): void {
    if (isClosing() || timer === null) return;
    void fill().catch((error: unknown) => log('jobs could not be taken', error));
  }

  /** One look at the table: what is ours, what nobody waits for, what is left of others, untold and next. */
  async function tick(): Promise<void> {
    const silentSince = at(-settings.patienceMs);
    clock.noticeCorrection();
    await running.renew();
    for (const job of await endUnwanted(silentSince)) await outbox.tell(job);
    await outbox.tellUntold();
    if (monotonicMs() - purgedAt > PURGE_EVERY_MS) {
      purgedAt = monotonicMs();
      touched.clear();
      await store.purge(at(-KEEP_MS));
    }
    await fill();
  }

  /** End the queued jobs that nobody waits for, and poison jobs. */
  async function endUnwanted(silentSince: string): Promise<readonly Job[]> {
    // After a start people need a moment to ask again.
    const abandoned =
      clock.settledMs() > settings.patienceMs
        ? await store.abandon(silentSince, errorsOf(new AppError('job_abandoned', {})), at())
        : [];
    const quarantined = await store.quarantine(
      errorsOf(new AppError('job_quarantined', { attempts: MAX_ATTEMPTS })),
      at(),
      clock.absurdLease(),
    );
    return [...abandoned, ...quarantined];
  }

  return {
    /** Queue a job. @returns its id @throws AppError too_many_jobs */
    submit: async (job: Pick<Job, 'kind' | 'payload' | 'user_id' | 'channel'>): Promise<string> => {
      if ((await store.countUnended(job.user_id)) >= settings.maxPerUser)
        throw new AppError('too_many_jobs', { most: settings.maxPerUser });
      const id = randomUUID();
      await store.add({ ...job, id }, at());
      wake();
      return id;
    },

    /** Stop a job of this person. @returns its state now; null when they have no such job */
    cancel: async (id: string, userId: number): Promise<JobState | null> => {
      const job = await store.find(id);
      if (!job || job.user_id !== userId) return null;
      const ended = await store.cancel(id, errorsOf(new AppError('query_cancelled', {})), at());
      if (ended) await outbox.tell(ended);
      running.stop(id, 'cancelled');
      return (await store.find(id))?.state ?? null;
    },

    /** Somebody waits for the jobs of a channel. Cheap: noted at most once in a while. */
    touch: async (channel: string): Promise<void> => {
      const ms = monotonicMs();
      if (ms - (touched.get(channel) ?? Number.NEGATIVE_INFINITY) < settings.patienceMs / 4) return;
      touched.set(channel, ms);
      await store.touch(channel, at());
    },

    events: outbox.events,
    find: store.find,
    running: running.count,

    /** Begin to take jobs. */
    start: (): void => {
      timer ??= setInterval(() => {
        running.stopLost(); // also while a tick waits for metadata that are silent
        ticking ??= tick()
          .catch((error: unknown) => log('jobs could not be looked after', error))
          .finally(() => (ticking = null));
      }, settings.tickMs);
      timer.unref();
      wake();
    },

    /** Stop in order: what runs is stopped and given back for the next start. */
    close: async (): Promise<void> => {
      over.abort();
      if (timer) clearInterval(timer);
      await ticking;
      await filling.catch(() => undefined); // told when it failed
      await running.close();
    },
  };
}
