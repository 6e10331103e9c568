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
  const addExpression = (expression: Expression): void => {
    if (expression.kind === 'sql') add({ kind: 'expression', sql: checkExpression(expression.sql, dialect.grammar), from });
    else if ('of' in expression) addExpression(expression.of);
  };
  const addPredicate = (predicate: Predicate): void => {
    if ('left' in predicate) return addExpression(predicate.left);
    switch (predicate.kind) {
      case 'sql':
        return add(predicate.isRule === true ? { kind: 'rule', sql: checkPredicate(predicate.sql, dialect.grammar), from } : { kind: 'expression', sql: checkExpression(predicate.sql, dialect.grammar), from });
      case 'and':
      case 'or':
        return predicate.of.forEach(addPredicate);
      case 'not':
        return addPredicate(predicate.of);
      case 'guarded':
        addPredicate(predicate.rules);
        return addPredicate(predicate.of);
      case 'true':
      case 'hidden_rules':
        return;
    }
  };
  if (query.source.kind === 'sql') add({ kind: 'query', sql: checkStatement(query.source.sql, dialect.grammar) });
  for (const { expression } of [...query.dimensions, ...(query.measures ?? [])]) addExpression(expression);
  for (const predicate of [query.where, query.having, query.security]) addPredicate(predicate);
  for (const { by } of query.orderBy) if ('expression' in by) addExpression(by.expression);
  if (query.seriesLimit) addExpression(query.seriesLimit.by);
  return [...found.values()];
}
