import { AppError } from '@tessera/core/errors/app-error';
import { parseExactJson, printExactJson } from '@tessera/core/exact-json';
import { LRUCache } from 'lru-cache';
import type { JobHandler, Jobs } from '../../jobs/jobs.ts';
import type { JobState } from '../../metadata/tables.ts';
import type { Principal } from '../../principal.ts';
import type { Subject } from './plan.ts';

export const DASHBOARD_PICTURE = 'dashboard_picture';

export type PictureOrder = Subject & { readonly force: boolean };
/** Of a job: still waiting, at work, ended well, or ended otherwise. */
export type JobProgress = 'Pending' | 'Computing' | 'Updated' | 'Error';

export type PictureJobs = {
  /**
   * See to it that what a picture needs is asked, once for all who wait for the same. `Updated` and `Error` are said
   * once: the next call begins anew.
   */
  readonly ensure: (attempt: string, userId: number, order: PictureOrder) => Promise<JobProgress>;
};

/** `progress`: as it was last seen. */
type Begun = { readonly id: string; readonly userId: number; progress: JobProgress };

/** Pictures that are made at once, of one user and of this server: the others begin when somebody asks again. */
const MOST_OF_ONE = 2;
const MOST_OF_ALL = 6;

/** Pictures as jobs, few at a time: lists ask for many, and whoever waits for data comes first. */
export function createPictureJobs(jobs: Pick<Jobs, 'submit' | 'find' | 'touch'>): PictureJobs {
  // Ends that nobody came back for are forgotten in time.
  const begun = new LRUCache<string, Begun>({ max: 1000 });
  /** One begins after the other, so that those of one moment are counted. */
  let beginning: Promise<unknown> = Promise.resolve();

  const look = async (one: Begun): Promise<JobProgress> => {
    if (isLive(one)) one.progress = progressOf((await jobs.find(one.id))?.state);
    return one.progress;
  };
  const isBusy = async (userId: number): Promise<boolean> => {
    const live = [...begun.values()].filter(isLive);
    await Promise.all(live.map(look));
    const still = live.filter(isLive);
    return still.length >= MOST_OF_ALL || still.filter((one) => one.userId === userId).length >= MOST_OF_ONE;
  };
  const begin = async (attempt: string, userId: number, order: PictureOrder): Promise<JobProgress> => {
    if (await isBusy(userId)) return 'Pending';
    const id = await jobs.submit({
      kind: DASHBOARD_PICTURE,
      payload: printExactJson(order),
      user_id: userId,
      channel: channelOf(userId),
    });
    begun.set(attempt, { id, userId, progress: 'Pending' });
    return 'Pending';
  };

  return {
    ensure: async (attempt, userId, order) => {
      await jobs.touch(channelOf(userId));
      const known = begun.get(attempt);
      if (known) {
        const progress = await look(known);
        if (!isLive(known)) begun.delete(attempt);
        return progress;
      }
      const started = beginning.then(async () => (begun.has(attempt) ? 'Pending' : begin(attempt, userId, order)));
      beginning = started.catch(() => undefined);
      return started;
    },
  };
}

function isLive({ progress }: Begun): boolean {
  return progress === 'Pending' || progress === 'Computing';
}

/** A job that is gone has ended. */
function progressOf(state: JobState | undefined): JobProgress {
  if (state === 'queued') return 'Pending';
  if (state === 'running') return 'Computing';
  return state === 'done' ? 'Updated' : 'Error';
}

function channelOf(userId: number): string {
  return `dashboard-pictures-${userId}`;
}

type HandlerNeeds = {
  readonly ask: (principal: Principal, order: PictureOrder, signal: AbortSignal) => Promise<void>;
  /** The user as they are now; null when gone. */
  readonly user: (userId: number) => Promise<Principal | null>;
};

/** Asks what a picture needs, as the user who waits for it and with the rights they have now. */
export function createPictureHandler({ ask, user }: HandlerNeeds): JobHandler {
  return {
    run: async ({ payload, user_id }, signal) => {
      const principal = await user(user_id);
      if (!principal) throw new AppError('not_authenticated', {});
      // It was written by this server.
      await ask(principal, parseExactJson(payload) as PictureOrder, signal);
    },
    resultUrl: () => '/api/v1/dashboard/',
  };
}
