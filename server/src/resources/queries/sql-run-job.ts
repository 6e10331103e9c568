import { AppError } from '@tessera/core/errors/app-error';
import { hasAccount, type Principal } from '../../principal.ts';
import type { JobHandler, JobTerms } from '../../jobs/job-settings.ts';
import type { RunRequest } from '../../sql-runs/run-request.ts';
import type { SqlRuns } from '../../sql-runs/sql-runs.ts';
import { storedRequest } from './stored-request.ts';
import type { QueryStore } from './store.ts';

export const SQL_RUN = 'sql_run';

/** What a job has to know beside what is written down of its query. */
type Payload = { readonly clientId: string; readonly isConfirmed: boolean };

type Needs = {
  readonly store: Pick<QueryStore, 'find' | 'ledger'>;
  readonly runs: Pick<SqlRuns, 'resume'>;
  /** The user as they are now; null when gone. */
  readonly user: (userId: number) => Promise<Principal | null>;
  readonly end: (clientId: string, error: AppError) => Promise<void>;
  readonly terms: Partial<JobTerms>;
};

export function writeSqlRun({ clientId, isConfirmed }: RunRequest): string {
  return JSON.stringify({ clientId, isConfirmed } satisfies Payload);
}

/** Runs a query of the editor as a job: it goes on with nobody watching, through sign-out and restart. */
export function createSqlRunHandler({ store, runs, user, end, terms }: Needs): JobHandler {
  return {
    terms: { patienceMs: null, ...terms },
    run: async ({ payload, user_id: userId }, signal) => {
      const { clientId, isConfirmed } = JSON.parse(payload) as Payload;
      const row = await store.find({ clientId });
      // Stopped while it waited.
      if (!row || !(await store.ledger.isActive(clientId))) return;
      const principal = await user(userId);
      if (principal === null || !hasAccount(principal)) return end(clientId, new AppError('not_authenticated', {}));
      try {
        const stored = {
          key: row.results_key ?? '',
          hadBegun: row.start_running_ms !== null,
          request: { ...storedRequest(row, principal), isAsync: true, isConfirmed },
        };
        const { error } = await runs.resume(stored, signal);
        if (error !== null) throw error;
      } catch (error) {
        // A database that is gone, or closed to the user meanwhile, is an end as any other.
        if (error instanceof AppError && !signal.aborted) await end(clientId, error);
        throw error;
      }
    },
    resultUrl: () => '/api/v1/sqllab/results/',
    ended: async ({ payload }, error) => end((JSON.parse(payload) as Payload).clientId, error),
  };
}
