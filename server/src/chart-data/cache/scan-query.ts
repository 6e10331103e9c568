import type { Engine, RunOptions } from '../../engines/engine.ts';
import { metered, type Account } from '../../engines/admission/quotas.ts';
import { run, type Work } from '../run/run.ts';
import type { Run } from '../run/shared-runs.ts';

/** One query that waits for its scan. */
export type ScanQuery = {
  readonly work: Work;
  readonly engine: Engine;
  readonly account: Account | null;
  readonly options: RunOptions;
  readonly resolve: (run: Run | Promise<Run>) => void;
  readonly reject: (error: unknown) => void;
};

/** Run a query by itself. */
export function runApart({ work, engine, account, options, resolve }: ScanQuery): void {
  resolve(run(work, metered(engine, account), options));
}

/** The rows that queries may bring at most. */
export function maxRowsOf(members: readonly ScanQuery[]): number {
  return members.reduce((sum, { work }) => sum + (work.plan.query.limit ?? 0), 0);
}
