import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { inTime } from '../engines/admission/deadline.ts';
import type { CostEstimate, Engine, Namespace } from '../engines/engine.ts';
import { placedInPlan, type PlannedScript } from './run-script.ts';

/** What the queries of a script are expected to cost. */
export type ScriptCost = {
  readonly estimates: readonly CostEstimate[];
  /** Rows read, or the cost where that is all that is known: what a threshold is compared with. */
  readonly cost: number | null;
  /** What it is counted in: rows only where all of it is rows. */
  readonly unit: 'rows' | 'cost';
};

const TIMEOUT_MS = 20_000;

/**
 * What a database expects of each query of a script. What it expects follows from all rows, those that rules hide too.
 * @throws AppError rules_unheld, and what is wrong with the SQL
 */
export async function costOf(
  ask: NonNullable<Engine['estimate']>,
  planned: PlannedScript,
  namespace: Namespace,
  signal: AbortSignal,
): Promise<ScriptCost> {
  if (planned.holdsRules)
    throw new AppError('rules_unheld', { reason: message('its plan tells of rows that are hidden from you') });
  const estimates: CostEstimate[] = [];
  let cost: number | null = null;
  let unit: ScriptCost['unit'] = 'rows';
  for (const plan of planned.plans.filter(({ way }) => way === 'read')) {
    try {
      const expected = await inTime(TIMEOUT_MS, (until) => ask(plan.query, until, namespace), signal);
      estimates.push(expected);
      const compared = expected.rowsRead ?? expected.cost;
      if (expected.rowsRead === null && expected.cost !== null) unit = 'cost';
      if (compared !== null) cost = (cost ?? 0) + compared;
    } catch (error) {
      throw placedInPlan(error, planned, plan);
    }
  }
  return { estimates, cost, unit };
}
