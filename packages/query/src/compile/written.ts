import type { Dialect } from '../dialect.ts';
import { checkExpression } from '../sql-safety/check.ts';
import { checkPredicate } from '../sql-safety/predicate.ts';
import { checkStatement } from '../sql-safety/statement.ts';
import type { Expression, Predicate, StructuredQuery, WrittenSql } from '../structured-query.ts';

/**
 * The texts of people in a query, each once, in the form in which they are printed.
 *
 * @param from  FROM text of the source, printed.
 * @throws AppError invalid_sql_clause, adhoc_subquery
 */
export function writtenIn(query: StructuredQuery, dialect: Dialect, from: string): readonly WrittenSql[] {
  const found = new Map<string, WrittenSql>();
  const add = (written: WrittenSql) => void found.set(`${written.kind} ${written.sql}`, written);
  if (query.source.kind === 'sql') add({ kind: 'query', sql: checkStatement(query.source.sql, dialect.grammar) });
  eachText(query, (sql, isRule) => add(isRule ? { kind: 'rule', sql: checkPredicate(sql, dialect.grammar), from } : { kind: 'expression', sql: checkExpression(sql, dialect.grammar), from }));
  return [...found.values()];
}

/** Characters of all expressions and conditions that people wrote; each of them is read several times before it runs. */
export function writtenLength(query: StructuredQuery): number {
  let length = 0;
  eachText(query, (sql) => void (length += sql.length));
  return length;
}

function eachText(query: StructuredQuery, visit: (sql: string, isRule: boolean) => void): void {
  const visitExpression = (expression: Expression): void => {
    if (expression.kind === 'sql') visit(expression.sql, false);
    else if ('of' in expression) visitExpression(expression.of);
  };
  const visitPredicate = (predicate: Predicate): void => {
    if ('left' in predicate) return visitExpression(predicate.left);
    switch (predicate.kind) {
      case 'sql':
        return visit(predicate.sql, predicate.isRule === true);
      case 'and':
      case 'or':
        return predicate.of.forEach(visitPredicate);
      case 'not':
        return visitPredicate(predicate.of);
      case 'guarded':
        visitPredicate(predicate.rules);
        return visitPredicate(predicate.of);
      case 'true':
      case 'hidden_rules':
        return;
    }
  };
  for (const { expression } of [...query.dimensions, ...(query.measures ?? [])]) visitExpression(expression);
  for (const predicate of [query.where, query.having, query.security]) visitPredicate(predicate);
  for (const { by } of query.orderBy) if ('expression' in by) visitExpression(by.expression);
  if (query.seriesLimit) visitExpression(query.seriesLimit.by);
}
