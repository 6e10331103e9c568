import type { Predicate } from './structured-query.ts';

/** The parts of a filter that must all hold, without those that always do. */
export function conjuncts(predicate: Predicate): readonly Predicate[] {
  if (predicate.kind === 'and') return predicate.of.flatMap(conjuncts);
  const isAlways =
    predicate.kind === 'true' ||
    (predicate.kind === 'time_range' && predicate.since === null && predicate.until === null);
  return isAlways ? [] : [predicate];
}
