import { createHash } from 'node:crypto';
import { AppError } from '@tessera/core/errors/app-error';
import type { RunDatabase, RunRequest } from './run-request.ts';
import { planScript, type PlannedScript, type ScriptNeeds } from './run-script.ts';

/** A run whose rows are stored. */
export type StoredRows = {
  readonly request: RunRequest;
  readonly database: RunDatabase;
  /** What `sentDigest` said of it when it ran. */
  readonly sent: string | null;
};

const DECIDE_MS = 30_000;

/**
 * What a database is sent for a script, as one text to compare. Rules stand in it with the way they are combined, and
 * what templates made of the text: these may say something else to whoever has other roles.
 */
export function sentDigest({ plans }: Pick<PlannedScript, 'plans'>): string {
  return createHash('sha256')
    .update(JSON.stringify(plans.map(({ query }) => query.text)))
    .digest('base64');
}

/**
 * Stored rows are for whoever may still run what brought them, under the rules of then. Who may read all of the
 * database has nothing to lose, and nothing is decided again.
 *
 * @throws AppError results_gone where something else would be sent by now, and what speaks against a run: table_denied,
 * rules_unheld
 */
export async function assertShownAgain(
  needs: Pick<ScriptNeeds, 'render' | 'engines' | 'policy'>,
  { request, database, sent }: StoredRows,
): Promise<void> {
  const { policy } = needs;
  const [tables, isBound] = await Promise.all([
    policy.tablesFor(request.principal, database),
    policy.isBound(request.principal, database),
  ]);
  if (tables === null && !isBound) return;
  const planned = await planScript(needs, request, database, AbortSignal.timeout(DECIDE_MS));
  if (sentDigest(planned) !== sent) throw new AppError('results_gone', {});
}
