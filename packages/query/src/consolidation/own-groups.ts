import { tokenize } from '../sql-safety/tokens.ts';
import type { SqlGrammar } from '../sql-safety/tokens.ts';
import { isGroupwise } from '../groupwise.ts';
import { conjuncts } from '../conjuncts.ts';
import type { Predicate } from '../structured-query.ts';

const aggregates = new Set(['sum', 'count', 'avg', 'min', 'max']);
const words = new Set(['and', 'or', 'not', 'is', 'null', 'between', 'in', 'true', 'false']);

/**
 * Whether a filter on groups speaks of aggregates and constants alone. A column outside of them is that of a grouping,
 * which other queries may not have.
 */
export function isOfAggregates(having: Predicate, grammar: SqlGrammar): boolean {
  return conjuncts(having).every(
    (one) =>
      one.kind === 'sql' &&
      isGroupwise({ kind: 'sql', sql: one.sql, type: null }) &&
      !/\bdistinct\b/i.test(one.sql) &&
      namesAggregatesOnly(one.sql, grammar),
  );
}

function namesAggregatesOnly(sql: string, grammar: SqlGrammar): boolean {
  const read = tokenize(sql, grammar);
  if (!read.ok) return false;
  let depth = 0;
  for (const [index, token] of read.tokens.entries()) {
    if (depth > 0) depth += token.text === '(' ? 1 : token.text === ')' ? -1 : 0;
    else if (token.kind === 'name') return false;
    else if (token.kind === 'word') {
      const word = token.text.toLowerCase();
      const isCall = aggregates.has(word) && read.tokens[index + 1]?.text === '(';
      if (!isCall && !words.has(word)) return false;
    } else if (token.text === '(' && aggregates.has(read.tokens[index - 1]?.text.toLowerCase() ?? '')) depth = 1;
  }
  return true;
}
