import { bindAll } from '../bind-all.ts';
import { compareIds, type JobEvent, type StoredEvent } from '../events/bus.ts';
import type { InstantIn, JobNeeds } from './job-settings.ts';
import type { Job } from './store.ts';

/** Jobs that ended so recently are replayed to a broker that came back, which may have forgotten them. */
const REPLAY_MS = 600_000;
/** Somebody else may be about to tell of a job that ended just now. */
const TELL_AFTER_MS = 2000;
/** Events from the table have the time of the end as their id; those of the broker are a little younger. */
const OVERLAP_MS = 5000;
const BATCH = 200;

export type Outbox = ReturnType<typeof createOutbox>;

type OutboxState = Pick<JobNeeds, 'store' | 'bus' | 'handlers' | 'now'> & {
  readonly at: InstantIn;
  replaying: number;
};

/** Tells of jobs through the bus, at least once; what the bus does not take is replayed. */
export function createOutbox({ store, bus, handlers, now, log }: JobNeeds, at: InstantIn) {
  bus.onReturn(() => {
    state.replaying += 1;
    void replay(state)
      .catch((error: unknown) => log('ended jobs were not told again', error))
      .finally(() => (state.replaying -= 1));
  });
  const state: OutboxState = {
    store,
    bus,
    handlers,
    now,
    at,
    replaying: 0,
  };
  return bindAll(state, { tell, tellBegin, tellUntold, events });
}

/** Publish the end of a job; what the broker does not take is reported by a later tick. */
async function tell(state: OutboxState, job: Job): Promise<void> {
  // One that waited for the broker may have been read from the table under this id.
  const wanted =
    job.event_id ?? (state.now().getTime() - Date.parse(job.ended_on ?? '') > TELL_AFTER_MS / 2 ? ownId(job) : null);
  const id = await state.bus.publish(eventOf(state, job), wanted).catch(() => null);
  if (id !== null && id !== job.event_id) await state.store.told(job.id, id);
}

async function replay(state: OutboxState): Promise<void> {
  const jobs = await state.store.endedSince(state.at(-REPLAY_MS), BATCH);
  const known = jobs
    .filter((job) => job.event_id !== null)
    .toSorted((left, right) => compareIds(left.event_id ?? '', right.event_id ?? ''));
  for (const job of [...known, ...jobs.filter((one) => one.event_id === null)]) await tell(state, job);
}

function eventOf(state: OutboxState, job: Job): JobEvent {
  const status = job.state === 'done' || job.state === 'error' ? job.state : 'running';
  return {
    channel_id: job.channel,
    job_id: job.id,
    user_id: job.user_id,
    status,
    errors: JSON.parse(job.errors) as readonly unknown[],
    result_url: status === 'done' ? (state.handlers[job.kind]?.resultUrl(job.id) ?? null) : null,
  };
}

/** Tell that a job runs; of use to nobody later. */
function tellBegin(state: OutboxState, job: Job): void {
  state.bus.publish(eventOf(state, { ...job, state: 'running' }), null).catch(() => undefined);
}

/** Report ended jobs that nobody has reported. */
async function tellUntold(state: OutboxState): Promise<void> {
  const untold = state.bus.isLive() ? await state.store.untold(state.at(-TELL_AFTER_MS), BATCH) : [];
  for (const job of untold) {
    // A broker that came back gets everything in its order: what is new would take the place of what it forgot.
    if (state.replaying > 0) break;
    await tell(state, job);
  }
}

/**
 * What happened on a channel. While the broker is away the table is asked; it may repeat what was reported just before.
 */
async function events(
  state: OutboxState,
  channel: string,
  lastId: string | null,
  most: number,
): Promise<readonly StoredEvent[]> {
  try {
    return await state.bus.read(channel, lastId, most);
  } catch {
    const since = lastId === null ? 0 : Number(lastId.split('-')[0]) - OVERLAP_MS;
    const jobs = await state.store.endedOn(channel, new Date(Math.max(0, since)).toISOString(), most);
    return jobs
      .map((job) => ({ ...eventOf(state, job), id: job.event_id ?? ownId(job) }))
      .filter(({ id }) => id !== lastId)
      .toSorted((left, right) => compareIds(left.id, right.id));
  }
}

/** The id of an event that no broker has numbered yet. */
function ownId(job: Job): string {
  return `${Date.parse(job.ended_on ?? job.created_on)}-0`;
}
