import type { Expression } from './structured-query.ts';

const looksAround = /\b(over|select|grouping|grouping_id)\b/i;

/** Whether a measure is about the rows of its own group alone. user SQL may look beyond it. */
export function isGroupwise(expression: Expression): boolean {
  return expression.kind !== 'sql' || !looksAround.test(expression.sql);
}
