import { createHash } from 'node:crypto';
import { AppError } from '@tessera/core/errors/app-error';
import type { RunDatabase, RunRequest } from './run-request.ts';
import { planScript, type PlannedScript, type ScriptNeeds } from './run-script.ts';

/** A run whose rows are stored. */
export type StoredRows = {
  readonly request: RunRequest;
  readonly database: RunDatabase;
  /** What `rulesDigest` said of it when it ran. */
  readonly rules: string | null;
};

const DECIDE_MS = 30_000;

/** The row-level rules under which a script runs, as one text to compare; `null` where none binds it. */
export function rulesDigest({ plans, script, holdsRules }: PlannedScript): string | null {
  if (!holdsRules) return null;
  const rules = plans.flatMap(({ query }) => query.written.filter(({ kind }) => kind === 'rule'));
  // Those that a macro brought stand in the text itself.
  const told = rules.length > 0 ? rules.map((rule) => [rule.sql, 'from' in rule ? rule.from : '']) : script.text;
  return createHash('sha256').update(JSON.stringify(told)).digest('base64');
}

/**
 * Stored rows are for whoever may still run what brought them, under the rules of then. Who may read all of the
 * database has nothing to lose, and nothing is decided again.
 *
 * @throws AppError results_gone where other rules apply by now, and what speaks against a run: table_denied,
 * rules_unheld
 */
export async function assertShownAgain(
  needs: Pick<ScriptNeeds, 'render' | 'engines' | 'policy'>,
  { request, database, rules }: StoredRows,
): Promise<void> {
  const { policy } = needs;
  const [tables, isBound] = await Promise.all([
    policy.tablesFor(request.principal, database),
    policy.isBound(request.principal, database),
  ]);
  if (tables === null && !isBound) return;
  const planned = await planScript(needs, request, database, AbortSignal.timeout(DECIDE_MS));
  if (rulesDigest(planned) !== rules) throw new AppError('results_gone', {});
}
