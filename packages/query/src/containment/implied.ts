import { conjuncts } from '../conjuncts.ts';
import { exactKey } from '../exact-key.ts';
import type { Predicate } from '../structured-query.ts';

/** Longer lists are not compared value by value. */
export const MAX_VALUES = 500;
/** Filters of more parts are not compared part by part: each is compared with each. */
const MAX_PARTS = 30;

/** Whether two filters are written alike, in whatever order. */
export function sameFilter(left: Predicate, right: Predicate): boolean {
  return filterKey(left) === filterKey(right);
}

/** A filter without regard to the order of its parts. */
export function filterKey(predicate: Predicate): string {
  return [...new Set(conjuncts(predicate).map(exactKey))].sort().join(' & ');
}

/**
 * What must still be asked of rows that satisfy `wide`, so that exactly those of `narrow` are left; `null` where `wide`
 * may lack rows of `narrow`.
 */
export function missingFilter(wide: Predicate, narrow: Predicate): readonly Predicate[] | null {
  const given = conjuncts(wide);
  const wanted = conjuncts(narrow);
  if (given.length > MAX_PARTS || wanted.length > MAX_PARTS) return null;
  if (!given.every((one) => wanted.some((other) => implies(other, one)))) return null;
  const present = new Set(given.map(exactKey));
  return wanted.filter((one) => !present.has(exactKey(one))).map((one) => withoutKnownEnds(one, given));
}

/** Whether every row of `narrow` is one of `wide`; `false` where that is not plain to see. */
function implies(narrow: Predicate, wide: Predicate): boolean {
  if (exactKey(narrow) === exactKey(wide)) return true;
  if (narrow.kind === 'time_range' && wide.kind === 'time_range') {
    if (exactKey([narrow.left, narrow.columnType]) !== exactKey([wide.left, wide.columnType])) return false;
    return (
      (wide.since === null || (narrow.since !== null && narrow.since >= wide.since)) &&
      (wide.until === null || (narrow.until !== null && narrow.until <= wide.until))
    );
  }
  const few = valuesOf(narrow);
  const many = valuesOf(wide);
  if (!few || !many || few.left !== many.left) return false;
  const wanted = new Set(many.values);
  return few.values.every((value) => wanted.has(value));
}

/** The values that `=` and `IN` let through. */
function valuesOf(predicate: Predicate): { readonly left: string; readonly values: readonly string[] } | null {
  if (predicate.kind === 'in' && !predicate.negated && predicate.values.length <= MAX_VALUES)
    return { left: exactKey(predicate.left), values: predicate.values.map(exactKey) };
  if (predicate.kind === 'compare' && predicate.op === '=')
    return { left: exactKey(predicate.left), values: [exactKey(predicate.right)] };
  return null;
}

/** A range whose one end the rows respect already asks for the other end alone. */
function withoutKnownEnds(predicate: Predicate, given: readonly Predicate[]): Predicate {
  if (predicate.kind !== 'time_range') return predicate;
  const known = given.filter(
    (one) =>
      one.kind === 'time_range' &&
      exactKey([one.left, one.columnType]) === exactKey([predicate.left, predicate.columnType]),
  );
  const respects = (end: 'since' | 'until') =>
    known.some((one) => one.kind === 'time_range' && one[end] === predicate[end]);
  return {
    ...predicate,
    since: respects('since') ? null : predicate.since,
    until: respects('until') ? null : predicate.until,
  };
}
