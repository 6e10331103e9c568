import { conjuncts } from '../conjuncts.ts';
import type { Dialect } from '../dialect.ts';
import type { Expression, Predicate, Span, StructuredQuery } from '../structured-query.ts';

/** Room for what a database rounds. */
const SLACK_MS = 86_400_000;

/**
 * The query with the span of time that its filters leave at each grain of a zone. Grains in filters keep all time: they
 * are asked of rows that others of the filters drop.
 */
export function withSpans(query: StructuredQuery, dialect: Dialect): StructuredQuery {
  const ranges = [query.security, query.where].flatMap(conjuncts).filter((one) => one.kind === 'time_range');
  if (ranges.length === 0) return query;
  const spanned = (expression: Expression): Expression => {
    if (expression.kind === 'aggregate') return { ...expression, of: spanned(expression.of) };
    if (expression.kind !== 'grain' || expression.zone === null) return expression;
    const span = spanOf(expression.of, ranges, dialect);
    return span === null ? expression : { ...expression, span };
  };
  return {
    ...query,
    dimensions: query.dimensions.map((one) => ({ ...one, expression: spanned(one.expression) })),
    measures: query.measures?.map((one) => ({ ...one, expression: spanned(one.expression) })) ?? null,
    orderBy: query.orderBy.map(({ by, ascending }) => ({
      by: 'expression' in by ? { expression: spanned(by.expression) } : by,
      ascending,
    })),
    seriesLimit: query.seriesLimit && { ...query.seriesLimit, by: spanned(query.seriesLimit.by) },
  };
}

function spanOf(of: Expression, ranges: readonly Predicate[], dialect: Dialect): Span | null {
  // Text is compared as text, which is not always as time.
  const type = 'type' in of ? of.type : null;
  if (type === null || !(dialect.kindOf(type) === 'temporal' || type.startsWith('epoch_'))) return null;
  const key = JSON.stringify(of);
  const found = ranges.filter((one) => one.kind === 'time_range' && JSON.stringify(one.left) === key);
  const ends = found.flatMap((one) => (one.kind === 'time_range' ? [one] : []));
  if (ends.length === 0) return null;
  const sinces = ends.flatMap(({ since }) => (since === null ? [] : [since - SLACK_MS]));
  const untils = ends.flatMap(({ until }) => (until === null ? [] : [until + SLACK_MS]));
  return {
    since: sinces.length === 0 ? null : Math.max(...sinces),
    until: untils.length === 0 ? null : Math.min(...untils),
  };
}
