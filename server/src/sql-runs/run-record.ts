import type { LimitingFactor } from '@tessera/query/sql-statements/limit';
import type { RunRequest } from './run-request.ts';

export type EndStatus = 'success' | 'failed' | 'stopped' | 'timed_out';
/** States of a run on the server; clients know some more ([4.9-01]). */
export type RunStatus = 'pending' | 'running' | EndStatus;

/** An error as API clients find it in a list. */
export type ErrorRecord = {
  readonly message: string;
  readonly error_type: string;
  readonly level: 'error' | 'warning' | 'info';
  readonly extra: { readonly issue_codes: readonly { readonly code: number; readonly message: string }[] };
};

/** One statement of a run. */
export type StatementRecord = {
  /** Where it begins and ends in the script as it was written. */
  readonly at: number;
  readonly end: number;
  /** As it ran, templates rendered. */
  readonly sql: string;
  readonly state: 'pending' | 'running' | EndStatus | 'skipped';
  readonly rows: number | null;
  readonly affected: number | null;
  readonly limitingFactor: LimitingFactor | null;
  readonly durationMs: number | null;
  readonly error?: ErrorRecord;
};

/** What becomes of a run while it runs. */
export type RunChange = {
  readonly status?: RunStatus;
  readonly progress?: number;
  readonly rows?: number | null;
  readonly limitingFactor?: LimitingFactor | null;
  readonly resultsKey?: string | null;
  readonly executedSql?: string | null;
  /** Of what its database is sent. */
  readonly sentDigest?: string;
  readonly statements?: readonly StatementRecord[];
  readonly errors?: readonly ErrorRecord[];
  readonly startRunningMs?: number;
  readonly endMs?: number;
};

/** Where runs are written down: the truth about their states. */
export type RunLedger = {
  /** @throws AppError run_name_taken */
  readonly add: (run: RunRequest, status: 'pending' | 'running', resultsKey: string) => Promise<void>;
  /** Change a run that has not ended; false where it has: whoever ended it has the last word. */
  readonly change: (clientId: string, change: RunChange) => Promise<boolean>;
  readonly isActive: (clientId: string) => Promise<boolean>;
  /**
   * End runs that were bound to a request of a server that is gone: nobody has written them down since.
   * @returns how many
   */
  readonly endLeft: (since: Date, errors: readonly ErrorRecord[]) => Promise<number>;
};
