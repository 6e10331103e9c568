import { conjuncts } from '../conjuncts.ts';
import type { Bound, Expression, Predicate } from '../structured-query.ts';

/**
 * Dimensions of which a filter leaves one value, by number: text columns that equal a text. That value is the stored
 * one and not the filter's: a collation may overlook case, accents or blanks.
 */
export function constantsOf(where: Predicate | null, dimensions: readonly Expression[]): readonly number[] {
  if (where === null) return [];
  const known = new Set(
    conjuncts(where).flatMap((one) =>
      isOneText(one) && 'left' in one && one.left.kind === 'column' ? [one.left.name] : [],
    ),
  );
  return dimensions.flatMap((expression, at) => {
    const isText =
      expression.kind === 'column' && expression.type !== null && /^(VARCHAR|TEXT|STRING)$/i.test(expression.type);
    return isText && known.has(expression.name) ? [at] : [];
  });
}

function isOneText(predicate: Predicate): boolean {
  if (predicate.kind === 'compare' && predicate.op === '=') return isText(predicate.right);
  return predicate.kind === 'in' && !predicate.negated && predicate.values.length === 1 && isText(predicate.values[0]);
}

function isText(bound: Bound | undefined): boolean {
  return bound?.kind === 'value' && typeof bound.value === 'string';
}
