import { AppError } from '@tessera/core/errors/app-error';
import { refusedClause } from './blame.ts';
import { checkNames } from './names.ts';
import { bracketFault, isSymbol, tokenize, type SqlGrammar, type Token } from './tokens.ts';

/** Longest text of one expression, in characters. */
const MAX_LENGTH = 20_000;
/** Deepest nesting of brackets; parsers of databases recurse. */
const MAX_DEPTH = 100;

/** Words that begin a query when they stand first in a bracket. */
const queryStarts = new Set([
  'SELECT',
  'WITH',
  'VALUES',
  'TABLE',
  'FROM',
  'PIVOT',
  'UNPIVOT',
  'PIVOT_WIDER',
  'PIVOT_LONGER',
  'DESCRIBE',
  'SHOW',
  'SUMMARIZE',
  'EXPLAIN',
]);
/** Words that no expression needs at any depth. */
const queryWords = new Set(['SELECT', 'UNION', 'INTERSECT', 'EXCEPT', 'JOIN', 'PIVOT', 'UNPIVOT']);
const statementWords = new Set([
  'INSERT',
  'UPDATE',
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
  'CALL',
  'GRANT',
  'REVOKE',
  'VACUUM',
  'INTO',
  'RETURNING',
  'REGCLASS',
  'REGPROC',
  'REGPROCEDURE',
  'REGROLE',
  'REGNAMESPACE',
  'REGTYPE',
]);
/** Types that look objects up by their names, behind a cast or a schema. */
const objectTypes = /^reg(class|proc|procedure|oper|operator|role|namespace|type|config|dictionary|collation)$/i;
/** Words that would leave the expression for the next clause, when they stand outside of all brackets. */
const clauseWords = new Set([
  'WHERE',
  'GROUP',
  'HAVING',
  'ORDER',
  'LIMIT',
  'OFFSET',
  'FETCH',
  'WINDOW',
  'QUALIFY',
  'USING',
  'TABLESAMPLE',
  'FOR',
  'AS',
  'ASC',
  'DESC',
  'NULLS',
]);
/** Words before a bracket that are no function. */
const notFunctions = new Set([
  'AND',
  'OR',
  'NOT',
  'IN',
  'CASE',
  'WHEN',
  'THEN',
  'ELSE',
  'END',
  'OVER',
  'FILTER',
  'WHERE',
  'BETWEEN',
  'LIKE',
  'ILIKE',
  'SIMILAR',
  'TO',
  'ANY',
  'ALL',
  'SOME',
  'DISTINCT',
  'BY',
  'IS',
  'FROM',
  'ROWS',
  'RANGE',
  'GROUPS',
  'GROUP',
  'ORDER',
  'PARTITION',
  'GLOB',
  'REGEXP',
  'MATCH',
  'ESCAPE',
  'AS',
  'INTERVAL',
  'COLLATE',
  'ISNULL',
  'NOTNULL',
  'SYMMETRIC',
  'OVERLAPS',
  'ON',
  'USING',
  'PRECEDING',
  'DIV',
  'XOR',
  'RLIKE',
]);
/** Functions with FROM between their arguments. */
const fromFunctions = new Set(['EXTRACT', 'TRIM', 'SUBSTRING', 'OVERLAY', 'POSITION']);

/**
 * Accept one complete expression (a metric, a column, a predicate) and give it back without its comments.
 *
 * Refused: a second statement, an open bracket or quote, sub-queries, further clauses, lists, parameters, and every
 * function that is not on the list of the database. What the reader does not understand is refused too.
 *
 * @throws AppError invalid_sql_clause with the reason, adhoc_subquery
 */
export function checkExpression(sql: string, grammar: SqlGrammar): string {
  const read = tokensOf(sql, grammar);
  checkWords(read.tokens, grammar);
  checkNames(read.tokens, grammar);
  return read.text.trim();
}

/** The word before each open bracket, in upper case. */
type Owners = (string | null)[];

function checkWords(tokens: readonly Token[], grammar: SqlGrammar): void {
  const open: Owners = [];
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    const first = before === undefined || (before.kind === 'symbol' && '([{'.includes(before.text));
    if (
      (token.kind === 'word' || token.kind === 'name') &&
      objectTypes.test(token.text) &&
      (before === undefined || before.text === 'AS' || isSymbol(before, ':') || isSymbol(before, '.'))
    )
      throw refusedClause(`${token.text} is not allowed`);
    if (token.kind === 'symbol') checkSymbol(token, before, after, open, grammar);
    else if (token.kind === 'word') checkWord(token.text, first, tokens, index, open, grammar);
    if ((token.kind === 'word' || token.kind === 'name') && isSymbol(after, '(')) checkCall(token, grammar);
    if (token.kind === 'string' && isSymbol(after, '(')) throw refusedClause('a text is not a function');
    const isPosition = grammar.positionIn === true && open.at(-1) === 'POSITION';
    if (token.kind === 'word' && token.text === 'IN' && !grammar.bareIn && !isPosition && !isSymbol(after, '('))
      throw refusedClause('IN needs a list in parentheses');
  }
}

function checkSymbol(
  token: Token,
  before: Token | undefined,
  after: Token | undefined,
  open: Owners,
  grammar: SqlGrammar,
): void {
  if ('([{'.includes(token.text)) {
    if (token.text === '{' && !grammar.braces) throw refusedClause('braces are not allowed');
    open.push(before?.kind === 'word' ? before.text : null);
    if (open.length > MAX_DEPTH) throw refusedClause(`brackets are nested deeper than ${MAX_DEPTH}`);
  } else if (')]}'.includes(token.text)) {
    open.pop();
  } else if (token.text === ',' && open.length === 0) {
    throw refusedClause('only one expression is allowed');
  } else if (token.text === '*') {
    const inCount = open.at(-1) === 'COUNT' && isSymbol(before, '(') && isSymbol(after, ')');
    const isFactor = before !== undefined && !(before.kind === 'symbol' && '([{,.'.includes(before.text));
    if (!inCount && !isFactor) throw refusedClause('* for all columns is not allowed here');
  }
}

function checkWord(
  word: string,
  first: boolean,
  tokens: readonly Token[],
  index: number,
  open: Readonly<Owners>,
  grammar: SqlGrammar,
): void {
  // Behind a dot a word is the name of a column, whatever it says.
  if (isSymbol(tokens[index - 1], '.')) return;
  // ClickHouse alone has no such query, and lets a column be called so without quotes.
  const isTable = word === 'TABLE' && grammar.untrustedNames !== true;
  if (queryWords.has(word) || isTable || (first && queryStarts.has(word))) throw new AppError('adhoc_subquery', {});
  if (statementWords.has(word) && !isSymbol(tokens[index + 1], '.') && !isCalled(tokens, index, grammar))
    throw refusedClause(`${word} is not allowed`);
  // NEXT VALUE FOR a sequence changes it.
  if (word === 'VALUE' && ['NEXT', 'PREVIOUS'].includes(tokens[index - 1]?.text ?? ''))
    throw refusedClause('sequences are not allowed');
  if (word === 'FROM') {
    const distinct = tokens[index - 1]?.text === 'DISTINCT' && ['IS', 'NOT'].includes(tokens[index - 2]?.text ?? '');
    if (!distinct && !fromFunctions.has(open.at(-1) ?? '')) throw new AppError('adhoc_subquery', {});
  }
  if (open.length === 0 && clauseWords.has(word)) {
    const within = word === 'GROUP' && tokens[index - 1]?.text === 'WITHIN';
    const nullsOfWindow = word === 'NULLS' && ['IGNORE', 'RESPECT'].includes(tokens[index - 1]?.text ?? '');
    if (!within && !nullsOfWindow) throw refusedClause(`${word} is not allowed here`);
  }
}

function checkCall(token: Token, grammar: SqlGrammar): void {
  if (token.kind === 'word' && notFunctions.has(token.text)) return;
  const name = token.text.toLowerCase();
  if (!grammar.functions.has(name))
    throw refusedClause(`the function ${name} is not on the list of functions that may be called`);
}

function tokensOf(sql: string, grammar: SqlGrammar): { readonly tokens: readonly Token[]; readonly text: string } {
  if (sql.length > MAX_LENGTH) throw refusedClause(`it is longer than ${MAX_LENGTH} characters`);
  const read = tokenize(sql, grammar);
  if (!read.ok) throw refusedClause(read.reason);
  if (read.tokens.length === 0) throw refusedClause('it is empty');
  const fault = bracketFault(read.tokens);
  if (fault !== null) throw refusedClause(fault);
  return read;
}

/** Whether a word that also begins a statement is called as a function, such as `TRUNCATE(x, 2)`. */
export function isCalled(tokens: readonly Token[], index: number, { functions }: SqlGrammar): boolean {
  return isSymbol(tokens[index + 1], '(') && functions.has(tokens[index]?.text.toLowerCase() ?? '');
}
