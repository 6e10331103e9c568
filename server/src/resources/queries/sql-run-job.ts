import { AppError } from '@tessera/core/errors/app-error';
import { hasAccount, type Principal } from '../../principal.ts';
import type { JobHandler, JobTerms } from '../../jobs/job-settings.ts';
import type { RunStatus } from '../../sql-runs/run-record.ts';
import type { Runner, RunRequest } from '../../sql-runs/run-request.ts';
import type { SqlRuns, StoredRun } from '../../sql-runs/sql-runs.ts';
import type { NamedQuery, QueryStore } from './store.ts';

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
      const { error } = await runs.resume(storedRun(row, principal, isConfirmed), signal);
      if (error !== null) throw error;
    },
    resultUrl: () => '/api/v1/sqllab/results/',
    ended: async ({ payload }, error) => end((JSON.parse(payload) as Payload).clientId, error),
  };
}

function storedRun(row: NamedQuery, principal: Runner, isConfirmed: boolean): StoredRun {
  return {
    key: row.results_key ?? '',
    status: row.status as RunStatus,
    hadBegun: row.start_running_ms !== null,
    request: {
      principal,
      clientId: row.client_id,
      databaseId: row.database_id,
      catalog: row.catalog,
      schema: row.schema,
      sql: row.sql,
      templateParams: row.template_params,
      rowLimit: row.row_limit ?? 0,
      createAs:
        row.select_as_cta === 1 && row.tmp_table_name !== null
          ? {
              method: row.ctas_method === 'VIEW' ? 'VIEW' : 'TABLE',
              name: row.tmp_table_name,
              schema: row.tmp_schema_name,
            }
          : null,
      isAsync: true,
      isDataPreview: row.is_data_preview === 1,
      isConfirmed,
      editorId: row.sql_editor_id,
      tab: row.tab_name,
    },
  };
}
