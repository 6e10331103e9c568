import type { AppError } from '@tessera/core/errors/app-error';
import type { EventBus } from '../events/bus.ts';
import type { Job, JobStore } from './store.ts';

/** What does the work of one kind of job. It ends early when the signal is aborted. */
export type JobHandler = {
  /** @throws AppError for what its user may read; anything else is a defect and is logged */
  readonly run: (job: Pick<Job, 'payload' | 'user_id'>, signal: AbortSignal) => Promise<void>;
  readonly resultUrl: (id: string) => string;
  /** What differs from the settings of all jobs. */
  readonly terms?: Partial<JobTerms>;
  /** A job has ended without a run: nobody waited for it, or its runs ended their servers. */
  readonly ended?: (job: Pick<Job, 'payload' | 'user_id'>, error: AppError) => Promise<void>;
};

/** On what terms jobs of one kind are run. */
export type JobTerms = {
  /** Interest: a job that nobody asked about for so long is stopped; `null` where it goes on with nobody watching. */
  readonly patienceMs: number | null;
  /** Retention: an ended job and its result can be asked for so long. */
  readonly keepMs: number;
  /** Retries: one that took so many workers with it is not tried again. */
  readonly maxAttempts: number;
  /** A worker that did not respond for so long has lost its jobs. */
  readonly leaseMs: number;
  /** Jobs of one user that have not ended. */
  readonly maxPerUser: number;
  /** Jobs of the kind that this server runs at once, beside all others; `null` where they share the common room. */
  readonly workers: number | null;
};

export type JobSettings = Omit<JobTerms, 'workers' | 'patienceMs'> & {
  /** Jobs that this server runs at once in the common room. */
  readonly workers: number;
  readonly patienceMs: number;
  /** Pause between two looks at the table. */
  readonly tickMs: number;
  /** Pause between two tries to note the end of a job while the metadata is away. */
  readonly retryMs: number;
};
export const jobDefaults: JobSettings = {
  workers: 8,
  patienceMs: 7000,
  leaseMs: 15_000,
  tickMs: 1000,
  retryMs: 500,
  maxPerUser: 200,
  keepMs: 3_600_000,
  maxAttempts: 3,
};

/** The terms of every kind, and those of kinds that this server does not know. */
export type KnownTerms = {
  readonly of: (kind: string) => JobTerms;
  readonly kinds: readonly (JobTerms & { readonly kind: string })[];
  readonly longestLeaseMs: number;
};

export function termsOf(settings: JobSettings, handlers: JobNeeds['handlers']): KnownTerms {
  const common: JobTerms = { ...settings, workers: null };
  const known = new Map(Object.entries(handlers).map(([kind, { terms }]) => [kind, { ...common, ...terms }] as const));
  return {
    of: (kind) => known.get(kind) ?? common,
    kinds: [...known].map(([kind, terms]) => ({ ...terms, kind })),
    longestLeaseMs: Math.max(settings.leaseMs, ...[...known.values()].map(({ leaseMs }) => leaseMs)),
  };
}

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
