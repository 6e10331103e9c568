import { refusedClause } from './blame.ts';
import { bracketFault, isSymbol, tokenize, type SqlGrammar } from './tokens.ts';

const MAX_LENGTH = 20_000;

/**
 * Accept one complete predicate of a row-level rule and give it back without its comments. Administrators write
 * rules, so sub-queries and any function are theirs to use; what a rule cannot do is end before its text does.
 *
 * Template marks may stand in it: they are rendered for each user and the result is checked again.
 *
 * @throws AppError invalid_sql_clause
 */
export function checkPredicate(sql: string, grammar: SqlGrammar): string {
  if (sql.length > MAX_LENGTH) throw refusedClause(`longer than ${MAX_LENGTH} characters`);
  const read = tokenize(withoutMarks(sql), grammar);
  if (!read.ok) throw refusedClause(read.reason);
  if (read.tokens.length === 0) throw refusedClause('empty');
  if (read.tokens.some((token) => isSymbol(token, ';'))) throw refusedClause('a second statement');
  const fault = bracketFault(read.tokens);
  if (fault !== null) throw refusedClause(fault);
  return sql.includes('{{') || sql.includes('{%') ? sql.trim() : read.text.trim();
}

/** Macros stand for one word each while the text around them is read. */
function withoutMarks(sql: string): string {
  const replaced = sql.replace(/\{\{[^{}]*\}\}/g, 'x').replace(/\{%[^{}]*%\}/g, ' ');
  // Behind the last end no comment is whole, and each that begins there would be looked for to the end of the text.
  const end = replaced.lastIndexOf('#}') + 2;
  return end < 2 ? replaced : replaced.slice(0, end).replace(/\{#.*?#\}/gs, ' ') + replaced.slice(end);
}
