import { printExpression } from '../compile/expressions.ts';
import type { Dialect } from '../dialect.ts';
import type { Expression, StructuredQuery } from '../structured-query.ts';

/**
 * How measures of finer groups add up to those of coarser ones, by their text: sums of sums and counts, extremes of
 * extremes. A measure that does not add up, or not to the same type, is left out.
 */
export function againstOf(
  queries: readonly StructuredQuery[],
  dialect: Dialect,
): ReadonlyMap<string, (name: string) => string> {
  if (dialect.sumsKeepTheirType !== true) return new Map();
  const ordered = queries.flatMap(({ orderBy }) =>
    orderBy.flatMap(({ by }) => ('expression' in by ? [by.expression] : [])),
  );
  const all = [
    ...queries.flatMap(({ measures, seriesLimit }) => [
      ...(measures ?? []).map((one) => one.expression),
      ...(seriesLimit ? [seriesLimit.by] : []),
    ]),
    ...ordered,
  ];
  return new Map(
    all.flatMap((expression) => {
      const write = againOf(expression);
      return write ? [[printExpression(expression, dialect), write] as const] : [];
    }),
  );
}

function againOf(expression: Expression): ((name: string) => string) | null {
  if (expression.kind === 'count_rows') return (name) => `COALESCE(SUM(${name}), 0)`;
  if (expression.kind !== 'aggregate') return null;
  switch (expression.aggregate) {
    case 'COUNT':
      return (name) => `COALESCE(SUM(${name}), 0)`;
    case 'SUM':
    case 'MIN':
    case 'MAX':
      return (name) => `${expression.aggregate}(${name})`;
    case 'AVG':
    case 'COUNT_DISTINCT':
      return null;
  }
}
