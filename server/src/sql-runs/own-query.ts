import { dialectOf } from '@tessera/query/dialects/registry';
import { limitStatement, readScript, type StatementPlan } from './plan.ts';
import { decideScript, type PolicyNeeds } from './policy/policy.ts';

/**
 * A query that nobody wrote, over a table that somebody names: decided about as one of theirs.
 * @throws AppError statement_refused, table_denied, rules_unheld
 */
export async function planOwnQuery(
  policy: PolicyNeeds,
  sql: string,
  asked: Parameters<typeof decideScript>[2],
  maxRows: number,
): Promise<StatementPlan> {
  const dialect = dialectOf(asked.engine.dialect);
  const script = readScript(sql, dialect);
  const decisions = await decideScript(policy, script, asked);
  const [read, decision] = [script[0], decisions[0]];
  if (!read || !decision) throw new Error('It is one query.');
  return limitStatement(read, decision, dialect, maxRows);
}
