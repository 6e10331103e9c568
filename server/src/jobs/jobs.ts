import { randomUUID } from 'node:crypto';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { compareIds, type EventBus, type JobEvent, type StoredEvent } from '../events/bus.ts';
import type { JobState } from '../metadata/tables.ts';
import { MOST_ATTEMPTS, type Job, type JobStore } from './store.ts';

/** What does the work of one kind of job. It ends early when the signal is aborted. */
export type JobHandler = {
  /** @throws AppError for what its person may read; anything else is a defect and is logged */
  readonly run: (job: Pick<Job, 'payload' | 'user_id'>, signal: AbortSignal) => Promise<void>;
  readonly resultUrl: (id: string) => string;
};

export type JobSettings = {
  /** Jobs that this server runs at once. */
  readonly workers: number;
  /** A job that nobody asked about for so long is stopped. */
  readonly patienceMs: number;
  /** A worker that was silent for so long has lost its jobs. */
  readonly leaseMs: number;
  /** Pause between two looks at the table. */
  readonly tickMs: number;
  readonly mostPerPerson: number;
};
export const jobDefaults: JobSettings = {
  workers: 8,
  patienceMs: 7000,
  leaseMs: 15_000,
  tickMs: 1000,
  mostPerPerson: 200,
};

type Needs = {
  readonly store: JobStore;
  readonly bus: EventBus;
  readonly handlers: Readonly<Record<string, JobHandler>>;
  readonly now: () => Date;
  /** A clock that corrections of the time do not move. */
  readonly monotonicMs: () => number;
  /** An error as the API answers it. */
  readonly describe: (error: AppError) => readonly unknown[];
  readonly log: (what: string, error: unknown) => void;
  readonly settings?: Partial<JobSettings>;
};
export type Jobs = ReturnType<typeof createJobs>;

/**
 * Why a run was stopped: by its person, for want of anybody waiting, because another worker has it, or by the end of
 * this server.
 */
type Stop = 'cancelled' | 'abandoned' | 'lost' | 'closing';
type Running = {
  readonly controller: AbortController;
  readonly token: number;
  stop: Stop | null;
  ended: Promise<void>;
  /** By the monotonic clock: until then the job is this worker's, whatever else fails. */
  heldUntil: number;
  /** The time of the last question that the table had, and when it was first seen. */
  seen: { readonly on: string; readonly atMs: number };
};

/** Ended jobs and their results can be asked for so long. */
const KEEP_MS = 3_600_000;
const PURGE_EVERY_MS = 60_000;
/** Ended jobs of so recently are told again to a broker that came back, which may have forgotten them. */
const RETELL_MS = 600_000;
/** Somebody else may be about to tell of a job that ended just now. */
const TELL_AFTER_MS = 2000;
/** Events from the table have the time of the end as their id; those of the broker are a little younger. */
const OVERLAP_MS = 5000;
const BATCH = 200;
/** Pause between two tries to note the end of a job while the metadata is away. */
const NOTE_AGAIN_MS = 500;
/** A clock that moves by more than this between two looks was corrected. */
const CORRECTION_MS = 2000;
/** No worker holds a job for more leases than this: it was given when a clock was wrong. */
const ABSURD_LEASES = 8;

/**
 * Durable jobs: a row in the metadata database is the truth, events only tell of it.
 *
 * queued → running (under a lease that its worker renews) → done | error. A worker that falls silent loses its jobs to
 * another; a job that took three workers with it ends. Ends are told through the bus, and told again until it took
 * them.
 */
export function createJobs({ store, bus, handlers, now, monotonicMs, describe, log, settings: given }: Needs) {
  const settings = { ...jobDefaults, ...given };
  const worker = randomUUID();
  const running = new Map<string, Running>();
  const touched = new Map<string, number>();
  const at = (offsetMs = 0): string => new Date(now().getTime() + offsetMs).toISOString();
  const errorsOf = (error: AppError): string => JSON.stringify(describe(error));
  /** From when on people had the time to ask: the start, or the last correction of the clock. */
  let began = monotonicMs();
  let purgedAt = began;
  let aheadMs = now().getTime() - began;
  let timer: NodeJS.Timeout | null = null;
  let ticking: Promise<void> | null = null;
  let filling: Promise<void> = Promise.resolve();
  const over = new AbortController();
  /** Others take a job when its lease is over; its run is stopped a little before. */
  const marginMs = Math.min(2 * settings.tickMs, settings.leaseMs / 4);

  let retelling = 0;
  bus.onReturn(() => {
    retelling += 1;
    void retell()
      .catch((error: unknown) => log('ended jobs were not told again', error))
      .finally(() => (retelling -= 1));
  });

  /** Queue a job. @returns its id @throws AppError too_many_jobs */
  async function submit(job: Pick<Job, 'kind' | 'payload' | 'user_id' | 'channel'>): Promise<string> {
    if ((await store.countUnended(job.user_id)) >= settings.mostPerPerson)
      throw new AppError('too_many_jobs', { most: settings.mostPerPerson });
    const id = randomUUID();
    await store.add({ ...job, id }, at());
    wake();
    return id;
  }

  /** Take jobs as long as there is room; one look after the other, or two would share the same room. */
  function fill(): Promise<void> {
    filling = filling.then(take, take);
    return filling;
  }

  async function take(): Promise<void> {
    while (!over.signal.aborted && running.size < settings.workers) {
      const asked = monotonicMs();
      const job = await store.claim(worker, at(), at(settings.leaseMs), absurdLease());
      if (!job) return;
      begin(job, asked + settings.leaseMs);
    }
  }

  function begin(job: Job, heldUntil: number): void {
    const seen = { on: job.seen_on, atMs: monotonicMs() };
    const run: Running = {
      controller: new AbortController(),
      token: job.token,
      stop: null,
      ended: Promise.resolve(),
      heldUntil,
      seen,
    };
    running.set(job.id, run);
    // The row was cancelled while its last worker was dying.
    if (job.cancel_on !== null) stopRun(job.id, 'cancelled');
    run.ended = execute(job, run)
      .catch((error: unknown) => log('the end of a job was not noted', error))
      .finally(() => {
        if (running.get(job.id) === run) running.delete(job.id);
        wake();
      });
  }

  async function execute(job: Job, run: Running): Promise<void> {
    bus.publish(eventOf({ ...job, state: 'running' }), null).catch(() => undefined); // of use to nobody later
    let failure: AppError | null = null;
    try {
      const handler = handlers[job.kind];
      if (!handler) throw new Error(`There is no handler for jobs of the kind ${job.kind}.`);
      if (run.stop === null) await handler.run(job, run.controller.signal);
    } catch (error) {
      if (!(error instanceof AppError) && run.stop === null) log(`job ${job.id} failed`, error);
      failure = error instanceof AppError ? error : new AppError('internal', { requestId: job.id });
    }
    if (run.stop === 'lost' || run.stop === 'closing') return; // another worker's now
    if (run.stop !== null)
      failure = run.stop === 'cancelled' ? new AppError('query_cancelled', {}) : new AppError('job_abandoned', {});
    const claim = { id: job.id, token: job.token };
    const errors = failure === null ? null : errorsOf(failure);
    const end = await noted(run, async () =>
      errors === null
        ? ((await store.finish(claim, 'done', '[]', at())) ??
          (await store.finish(claim, 'error', errorsOf(new AppError('query_cancelled', {})), at())))
        : store.finish(claim, 'error', errors, at()),
    );
    if (end) await tell(end);
  }

  /** Metadata that is away for a moment does not make a job run twice: its end is noted as long as it is ours. */
  async function noted<T>(run: Running, note: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await note();
      } catch (error) {
        if (!isAppError(error, 'unavailable') || run.stop === 'lost' || over.signal.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, NOTE_AGAIN_MS));
      }
    }
  }

  /** Whoever could not renew a lease stops the work before another begins it; nobody has to answer for that. */
  function stopWhatIsLost(): void {
    for (const [id, run] of running) if (monotonicMs() > run.heldUntil - marginMs) stopRun(id, 'lost');
  }

  function stopRun(id: string, why: Stop): void {
    const run = running.get(id);
    if (!run || run.stop !== null) return;
    run.stop = why;
    run.controller.abort();
  }

  /** Stop a job of this person. @returns its state now; null when they have no such job */
  async function cancel(id: string, userId: number): Promise<JobState | null> {
    const job = await store.find(id);
    if (!job || job.user_id !== userId) return null;
    const ended = await store.cancel(id, errorsOf(new AppError('query_cancelled', {})), at());
    if (ended) await tell(ended);
    stopRun(id, 'cancelled');
    return (await store.find(id))?.state ?? null;
  }

  /** Somebody waits for the jobs of a channel. Cheap: noted at most once in a while. */
  async function touch(channel: string): Promise<void> {
    const ms = monotonicMs();
    if (ms - (touched.get(channel) ?? Number.NEGATIVE_INFINITY) < settings.patienceMs / 4) return;
    touched.set(channel, ms);
    await store.touch(channel, at());
  }

  /**
   * What happened on a channel. While the broker is away the table is asked; it may repeat what was told just before.
   */
  async function events(channel: string, lastId: string | null, most: number): Promise<readonly StoredEvent[]> {
    try {
      return await bus.read(channel, lastId, most);
    } catch {
      const since = lastId === null ? 0 : Number(lastId.split('-')[0]) - OVERLAP_MS;
      const jobs = await store.endedOn(channel, new Date(Math.max(0, since)).toISOString(), most);
      return jobs
        .map((job) => ({ ...eventOf(job), id: job.event_id ?? ownId(job) }))
        .filter(({ id }) => id !== lastId)
        .toSorted((left, right) => compareIds(left.id, right.id));
    }
  }

  /** Publish the end of a job; what the broker does not take is told by a later tick. */
  async function tell(job: Job): Promise<void> {
    // One that waited for the broker may have been read from the table under this id.
    const wanted =
      job.event_id ?? (now().getTime() - Date.parse(job.ended_on ?? '') > TELL_AFTER_MS / 2 ? ownId(job) : null);
    const id = await bus.publish(eventOf(job), wanted).catch(() => null);
    if (id !== null && id !== job.event_id) await store.told(job.id, id);
  }

  async function retell(): Promise<void> {
    const jobs = await store.endedSince(at(-RETELL_MS), BATCH);
    const known = jobs
      .filter((job) => job.event_id !== null)
      .toSorted((left, right) => compareIds(left.event_id ?? '', right.event_id ?? ''));
    for (const job of [...known, ...jobs.filter((one) => one.event_id === null)]) await tell(job);
  }

  function eventOf(job: Job): JobEvent {
    const status = job.state === 'done' || job.state === 'error' ? job.state : 'running';
    return {
      channel_id: job.channel,
      job_id: job.id,
      user_id: job.user_id,
      status,
      errors: JSON.parse(job.errors) as readonly unknown[],
      result_url: status === 'done' ? (handlers[job.kind]?.resultUrl(job.id) ?? null) : null,
    };
  }

  /**
   * Whether nobody has asked for so long: by whether the time of the last question has changed, and not by what it
   * says.
   */
  function isSilent(run: Running, seenOn: string): boolean {
    if (run.seen.on !== seenOn) run.seen = { on: seenOn, atMs: monotonicMs() };
    return monotonicMs() - run.seen.atMs > settings.patienceMs;
  }

  /**
   * A lease beyond this was given when a clock was wrong. Just after a correction its holder may not have renewed it
   * yet.
   */
  function absurdLease(): string {
    return monotonicMs() - began > settings.leaseMs ? at(settings.leaseMs * ABSURD_LEASES) : 'Z'; // later than any time
  }

  /** Times in the table are those of the day; after a correction all of them are old, or still to come. */
  function noticeCorrection(): void {
    const ahead = now().getTime() - monotonicMs();
    if (Math.abs(ahead - aheadMs) > CORRECTION_MS) began = monotonicMs();
    aheadMs = ahead;
  }

  /**
   * One look at the table: what is ours, what nobody waits for, what is left of others, what is untold, what is next.
   */
  async function tick(): Promise<void> {
    const silentSince = at(-settings.patienceMs);
    noticeCorrection();
    if (running.size > 0) {
      // Those that began meanwhile are not asked about.
      const runs = [...running];
      const asked = monotonicMs();
      const held = new Map(
        (
          await store.renew(
            worker,
            runs.map(([id]) => id),
            at(settings.leaseMs),
          )
        ).map((row) => [row.id, row]),
      );
      for (const [id, run] of runs) {
        const row = held.get(id);
        if (row?.token === run.token) run.heldUntil = asked + settings.leaseMs;
        if (row?.token !== run.token) stopRun(id, 'lost');
        else if (row.cancel_on !== null) stopRun(id, 'cancelled');
        else if (isSilent(run, row.seen_on)) stopRun(id, 'abandoned');
      }
    }
    // After a start people need a moment to ask again.
    const abandoned =
      monotonicMs() - began > settings.patienceMs
        ? await store.abandon(silentSince, errorsOf(new AppError('job_abandoned', {})), at())
        : [];
    const quarantined = await store.quarantine(
      errorsOf(new AppError('job_quarantined', { attempts: MOST_ATTEMPTS })),
      at(),
      absurdLease(),
    );
    const untold = bus.isLive() ? await store.untold(at(-TELL_AFTER_MS), BATCH) : [];
    for (const job of [...abandoned, ...quarantined]) await tell(job);
    for (const job of untold) {
      // A broker that came back is told all in its order: what is new would take the place of what it forgot.
      if (retelling > 0) break;
      await tell(job);
    }
    if (monotonicMs() - purgedAt > PURGE_EVERY_MS) {
      purgedAt = monotonicMs();
      touched.clear();
      await store.purge(at(-KEEP_MS));
    }
    await fill();
  }

  /** Look for work now instead of at the next tick. */
  function wake(): void {
    if (over.signal.aborted || timer === null) return;
    void fill().catch((error: unknown) => log('jobs could not be taken', error));
  }

  return {
    submit,
    cancel,
    touch,
    events,
    find: store.find,
    running: (): number => running.size,

    /** Begin to take jobs. */
    start: (): void => {
      timer ??= setInterval(() => {
        stopWhatIsLost(); // also while a tick waits for metadata that are silent
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
      const runs = [...running];
      for (const [id] of runs) stopRun(id, 'closing');
      await store.release(worker);
      await Promise.all(runs.map(([, run]) => run.ended));
    },
  };
}

/** The id of an event that no broker has numbered yet. */
function ownId(job: Job): string {
  return `${Date.parse(job.ended_on ?? job.created_on)}-0`;
}
