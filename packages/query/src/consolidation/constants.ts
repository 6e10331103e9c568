import { conjuncts } from '../containment/implied.ts';
import { literal, type Dialect } from '../dialect.ts';
import type { Bound, Expression, Predicate } from '../structured-query.ts';

/**
 * Dimensions of which a filter leaves one value, with its SQL, by number: text columns that equal a text, in databases
 * that compare texts by their bytes.
 */
export function constantsOf(where: Predicate | null, dimensions: readonly Expression[], dialect: Dialect): ReadonlyMap<number, string> {
  if (where === null || dialect.rollUp?.ordersTextByBytes !== true) return new Map();
  const known = new Map(conjuncts(where).flatMap((one) => {
    const value = onlyValue(one);
    return value === null || !('left' in one) || one.left.kind !== 'column' ? [] : [[one.left.name, literal(value)] as const];
  }));
  return new Map(dimensions.flatMap((expression, at) => {
    const sql = expression.kind === 'column' && expression.type !== null && /^(VARCHAR|TEXT|STRING)$/i.test(expression.type) ? known.get(expression.name) : undefined;
    return sql === undefined ? [] : [[at, sql] as const];
  }));
}

function onlyValue(predicate: Predicate): string | null {
  if (predicate.kind === 'compare' && predicate.op === '=') return textOf(predicate.right);
  return predicate.kind === 'in' && !predicate.negated && predicate.values.length === 1 ? textOf(predicate.values[0]) : null;
}

function textOf(bound: Bound | undefined): string | null {
  return bound?.kind === 'value' && typeof bound.value === 'string' && !bound.value.includes('\0') ? bound.value : null;
}
