import { refusedClause } from './blame.ts';
import { isCalled } from './check.ts';
import { bracketFault, isSymbol, ofStatements, tokenize, type SqlGrammar } from './tokens.ts';

/** The longest query that is run, in characters. */
export const MAX_STATEMENT = 200_000;
const starts = new Set(['SELECT', 'WITH', 'VALUES', 'FROM', 'TABLE', 'PIVOT', 'UNPIVOT']);
/** Words that only a statement which changes something, or leaves the query, begins with or needs. */
const refusedWords = new Set([
  'INSERT',
  'DELETE',
  'MERGE',
  'DROP',
  'ALTER',
  'CREATE',
  'TRUNCATE',
  'ATTACH',
  'DETACH',
  'COPY',
  'PRAGMA',
  'INSTALL',
  'GRANT',
  'REVOKE',
  'VACUUM',
  'INTO',
  'RETURNING',
]);

/**
 * Accept the query of a virtual dataset, which is put into brackets as a source: one statement that reads, complete
 * in its brackets and quotes. Gives it back without comments and without the semicolon at its end.
 * What it may read is decided by whoever saved it and by the engine, which is closed to files and settings.
 *
 * @throws AppError invalid_sql_clause with the reason
 */
export function checkStatement(sql: string, grammar: SqlGrammar): string {
  if (sql.length > MAX_STATEMENT) throw refusedClause(`it is longer than ${MAX_STATEMENT} characters`);
  const read = tokenize(sql, ofStatements(grammar));
  if (!read.ok) throw refusedClause(read.reason);
  let end = read.tokens.length;
  while (isSymbol(read.tokens[end - 1], ';')) end -= 1;
  const tokens = read.tokens.slice(0, end);
  const first = tokens.find((token) => !isSymbol(token, '('));
  if (first === undefined) throw refusedClause('it is empty');
  if (first.kind !== 'word' || !starts.has(first.text))
    throw refusedClause('only one query that reads is allowed here');
  for (const [index, token] of tokens.entries()) {
    if (isSymbol(token, ';')) throw refusedClause('only one statement is allowed');
    const before = tokens[index - 1];
    const isName = isSymbol(before, '.');
    const begins = before === undefined || isSymbol(before, '(') || before.text === 'AS';
    if (
      token.kind === 'word' &&
      !isName &&
      ((refusedWords.has(token.text) && !isCalled(tokens, index, grammar)) || (begins && token.text === 'UPDATE'))
    )
      throw refusedClause(`${token.text} is not allowed`);
  }
  const fault = bracketFault(tokens);
  if (fault !== null) throw refusedClause(fault);
  return read.text.slice(0, tokens.at(-1)?.end).trim();
}
