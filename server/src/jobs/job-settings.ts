import type { AppError } from '@tessera/core/errors/app-error';
import type { EventBus } from '../events/bus.ts';
import type { Job, JobStore } from './store.ts';

/** What does the work of one kind of job. It ends early when the signal is aborted. */
export type JobHandler = {
  /** @throws AppError for what its user may read; anything else is a defect and is logged */
  readonly run: (job: Pick<Job, 'payload' | 'user_id'>, signal: AbortSignal) => Promise<void>;
  readonly resultUrl: (id: string) => string;
};

export type JobSettings = {
  /** Jobs that this server runs at once. */
  readonly workers: number;
  /** A job that nobody asked about for so long is stopped. */
  readonly patienceMs: number;
  /** A worker that did not respond for so long has lost its jobs. */
  readonly leaseMs: number;
  /** Pause between two looks at the table. */
  readonly tickMs: number;
  /** Pause between two tries to note the end of a job while the metadata is away. */
  readonly retryMs: number;
  readonly maxPerUser: number;
};
export const jobDefaults: JobSettings = {
  workers: 8,
  patienceMs: 7000,
  leaseMs: 15_000,
  tickMs: 1000,
  retryMs: 500,
  maxPerUser: 200,
};

export type JobNeeds = {
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

/** An instant of the table: ISO text, which sorts as time does. */
export type InstantIn = (offsetMs?: number) => string;
