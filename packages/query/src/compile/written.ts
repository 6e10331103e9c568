import type { Dialect } from '../dialect.ts';
import { checkExpression } from '../sql-safety/check.ts';
import { checkPredicate } from '../sql-safety/predicate.ts';
import { isSymbol, tokenize } from '../sql-safety/tokens.ts';
import type { Expression, Predicate, StructuredQuery, WrittenSql } from '../structured-query.ts';
import type { PrintedSource } from './source.ts';

/**
 * The texts of users in queries of one source, each once, in the form in which they are printed.
 *
 * @throws AppError invalid_sql_clause, adhoc_subquery
 */
export function writtenIn(
  queries: readonly StructuredQuery[],
  dialect: Dialect,
  source: PrintedSource,
): readonly WrittenSql[] {
  const { text: from } = source;
  const read = new Set<string>();
  const found = new Map<string, WrittenSql>();
  for (const query of queries) {
    const { names } = query.source;
    eachText(query, (text, isRule) => {
      const kind = isRule ? 'rule' : 'expression';
      if (read.has(`${kind} ${text}`)) return;
      read.add(`${kind} ${text}`);
      const sql = isRule ? checkPredicate(text, dialect.grammar) : checkExpression(text, dialect.grammar);
      const isFree = isRule || names === undefined || names.saved.has(text);
      found.set(`${kind} ${sql}`, {
        kind,
        sql,
        from,
        ...(!isFree && { names: { columns: names.columns, source: source.bareName } }),
      });
    });
  }
  return [...source.written, ...found.values()];
}

/**
 * Characters of all expressions and conditions that users wrote; each of them is read several times before it runs.
 */
export function writtenLength(query: StructuredQuery): number {
  let length = 0;
  eachText(query, (sql) => void (length += sql.length));
  return length;
}

const knownNames = new WeakMap<StructuredQuery, ReadonlySet<string> | null>();

/**
 * Names, in lower case, that expressions and conditions of users may mean a column by; `null` where one of them cannot
 * be read.
 */
export function namesWritten(query: StructuredQuery, dialect: Dialect): ReadonlySet<string> | null {
  const known = knownNames.get(query);
  if (known !== undefined) return known;
  const names = new Set<string>();
  let isRead = true;
  eachText(query, (sql) => {
    const cut = tokenize(sql, dialect.grammar);
    if (!cut.ok) return void (isRead = false);
    for (const [index, { kind, text }] of cut.tokens.entries()) {
      const isFunction = isSymbol(cut.tokens[index + 1], '(');
      if ((kind === 'word' || kind === 'name') && !isFunction) names.add(text.toLowerCase());
    }
  });
  const found = isRead ? names : null;
  knownNames.set(query, found);
  return found;
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
