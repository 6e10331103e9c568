import type { Principal } from '../../principal.ts';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import { redactRules } from '../../chart-data/edge/redact.ts';
import type { TemplateStep } from '../../chart-data/template-step.ts';
import { EXAMPLE_RANGE } from '../example-range.ts';

/**
 * Render the SQL of a dataset as the user who saves or reads it, and do something with it. Text without marks comes
 * as it is. What then fails quotes no row-level rule to users who may not read them.
 *
 * @throws AppError template_…, and what `then` throws
 */
export type WithSource = <T>(
  principal: Principal,
  dataset: ResolvedDataset,
  text: string,
  then: (sql: string, /** Clauses of row-level rules stand in it. */ holdsRules: boolean) => Promise<T>,
) => Promise<T>;

export function createWithSource(renderSource: TemplateStep['renderSource']): WithSource {
  return async (principal, dataset, text, then) => {
    const { text: sql, holdsRules } = await renderSource(principal, dataset, text, { time_range: EXAMPLE_RANGE });
    try {
      return await then(sql, holdsRules);
    } catch (error) {
      throw holdsRules ? redactRules(error, principal) : error;
    }
  };
}
