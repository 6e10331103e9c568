import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { checkStatement } from '@tessera/query/sql-safety/statement';
import {
  bracketFault,
  isSymbol,
  ofStatements,
  tokenize,
  type SqlGrammar,
  type Token,
} from '@tessera/query/sql-safety/tokens';
import { closedToUsers, isWriting, refusedStatement } from './refused.ts';
import { lowered } from './statement-text.ts';

/** What user SQL may not name in a database, beside everything that is no single query that reads. */
export type ClosedNames = {
  readonly grammar: SqlGrammar;
  /** Characters of the placeholders, which expressions of users may not hold. */
  readonly placeholders: string;
  /** Functions in lower case: those that reach files, other servers, other sessions or settings, or that wait. */
  readonly functions: RegExp;
  /** Schemas and catalogues in lower case that hold what is the server's and not the data's. */
  readonly schemas: ReadonlySet<string>;
  /**
   * Tables of the server itself, in lower case, that are closed under whatever schema. Only a parsed text is checked
   * against them.
   */
  readonly tables?: ReadonlySet<string>;
  /** Tables of the information schema, in lower case, that tell of other sessions. */
  readonly informationTables?: ReadonlySet<string>;
  /** Words in upper case that begin something else than a named query behind WITH. */
  readonly withWords?: ReadonlySet<string>;
  /** A word behind which settings stand: `SETTINGS name = value`. */
  readonly settingsWord?: string;
  /** Pairs of words in upper case that lock rows, change sequences or leave the query. */
  readonly pairs: readonly (readonly [string, string])[];
  /**
   * The only functions that may stand behind FROM, JOIN or TABLE(; `null` where the database has no such functions or
   * they are harmless.
   */
  readonly tableFunctions: ReadonlySet<string> | null;
  /** What statements that write may not hold besides. */
  readonly writes?: ClosedWrites;
};

export type ClosedWrites = {
  /** Words in upper case that lead to files. */
  readonly words: ReadonlySet<string>;
  /** Properties in upper case that say where a table is, where one is made or changed. */
  readonly properties: ReadonlySet<string>;
  /** Pairs of words in upper case that lead to files, other servers, programs or rights. */
  readonly pairs: readonly (readonly [string, string])[];
  /** The kinds of tables that may be made, in lower case; `null` where the database has one kind alone. */
  readonly engines: RegExp | null;
};

/**
 * The analysis before a query runs; the database's read-only mode is the second wall.
 *
 * @throws AppError statement_refused, statement_writes with the reason
 */
export function assertReads(sql: string, closed: ClosedNames): void {
  const grammar = withPlaceholders(closed);
  try {
    checkStatement(sql, grammar);
  } catch (error) {
    throw isAppError(error, 'invalid_sql_clause') ? refusedStatement(sql, error.params.reason) : error;
  }
  const read = tokenize(sql, { ...grammar, refused: new Set() });
  if (!read.ok) throw refused(read.reason);
  assertNamesOpen(read.tokens, closed);
}

/** The same of a statement that tells of tables, settings or plans. @throws AppError statement_refused */
export function assertTells(sql: string, closed: ClosedNames): void {
  assertNamesOpen(tokensOfOne(sql, closed), closed);
}

/** The same of a statement that writes. @throws AppError statement_refused */
export function assertWrites(sql: string, closed: ClosedNames): void {
  const tokens = tokensOfOne(sql, closed);
  if (!isWriting(sql)) throw refused('it is no statement that changes rows, tables or views');
  assertNamesOpen(tokens, closed, true);
  const none = { words: new Set<string>(), properties: new Set<string>(), pairs: [], engines: null };
  const { words, properties, pairs, engines } = closed.writes ?? none;
  const makes = ['CREATE', 'ALTER'].includes(tokens[0]?.text ?? '');
  for (const [index, token] of tokens.entries()) {
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    if (token.kind !== 'word' || isSymbol(before, '.')) continue;
    if (words.has(token.text) || (makes && properties.has(token.text) && isSymbol(after, '=')))
      throw refused(`${token.text} is not allowed`);
    assertPair(token, after, pairs);
    if (engines !== null && isEngine(tokens, index) && !engines.test(token.text.toLowerCase()))
      throw closedToUsers(token.text.toLowerCase(), 'call');
  }
}

/**
 * What is closed by its path is closed as well where bare names are looked for in the middle of it.
 *
 * @throws AppError statement_refused
 */
export function assertPlaceOpen(
  sql: string,
  { catalog, schema }: { readonly catalog: string | null; readonly schema: string | null },
  { grammar, schemas, informationTables }: ClosedNames,
): void {
  const place = [catalog, schema].map((name) => lowered(name ?? '').trim());
  const owner = place.find((name) => schemas.has(name));
  if (owner !== undefined) throw closedToUsers(owner, 'data');
  if (informationTables === undefined || !place.includes('information_schema')) return;
  const read = tokenize(sql, { ...grammar, refused: new Set() });
  const names = read.ok ? read.tokens.map(({ text }) => lowered(text)) : [...informationTables];
  const table = names.find((name) => informationTables.has(name));
  if (table !== undefined) throw closedToUsers(table, 'data');
}

/** Behind ENGINE, with or without a sign between. */
function isEngine(tokens: readonly Token[], index: number): boolean {
  const before = isSymbol(tokens[index - 1], '=') ? tokens[index - 2] : tokens[index - 1];
  return before?.kind === 'word' && before.text === 'ENGINE';
}

function withPlaceholders({ grammar, placeholders }: ClosedNames): SqlGrammar {
  return { ...grammar, refused: new Set([...grammar.refused].filter((char) => !placeholders.includes(char))) };
}

/** The tokens of one statement, complete in its brackets. */
function tokensOfOne(sql: string, closed: ClosedNames): readonly Token[] {
  const read = tokenize(sql, ofStatements(withPlaceholders(closed)));
  if (!read.ok) throw refused(read.reason);
  let end = read.tokens.length;
  while (isSymbol(read.tokens[end - 1], ';')) end -= 1;
  const tokens = read.tokens.slice(0, end);
  if (tokens.length === 0) throw refused('it is empty');
  if (tokens.some((token) => isSymbol(token, ';'))) throw refused('only one statement is allowed');
  const fault = bracketFault(tokens);
  if (fault !== null) throw refused(fault);
  return tokens;
}

function assertNamesOpen(tokens: readonly Token[], closed: ClosedNames, writes = false): void {
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    if (token.kind === 'string' && isSymbol(after, '(')) throw refused('a text is not a function');
    if (token.kind !== 'word' && token.kind !== 'name') continue;
    const name = lowered(token.text);
    if (isSymbol(after, '(') && !(writes && isEngine(tokens, index))) assertCallOpen(tokens, index, closed, writes);
    const behind = tokens[index + 2];
    if (
      name === 'information_schema' &&
      isSymbol(after, '.') &&
      behind &&
      closed.informationTables?.has(lowered(behind.text))
    )
      throw closedToUsers(lowered(behind.text), 'data');
    // A query of such a name goes on with its columns or with AS.
    if (
      token.kind === 'word' &&
      token.text === 'WITH' &&
      after?.kind === 'word' &&
      closed.withWords?.has(after.text) &&
      (behind?.kind === 'name' || (behind?.kind === 'word' && behind.text !== 'AS'))
    )
      throw refused(`WITH ${after.text} is not allowed`);
    if (isSymbol(after, '.') && closed.schemas.has(name)) throw closedToUsers(name, 'data');
    if (token.kind === 'word' && token.text === closed.settingsWord && isSymbol(behind, '='))
      throw refused(`${token.text} is not allowed`);
    if (token.kind === 'word' && !isSymbol(before, '.') && !writes) assertPair(token, after, closed.pairs);
  }
}

/** What stands before a bracket. */
function assertCallOpen(tokens: readonly Token[], index: number, closed: ClosedNames, writes: boolean): void {
  const [before, token] = [tokens[index - 1], tokens[index]];
  if (!token) return;
  const name = token.text.toLowerCase();
  if (closed.functions.test(name)) throw closedToUsers(name, 'call');
  const owner = isSymbol(before, '(') ? tokens[index - 2] : before;
  const reads =
    owner?.kind === 'word' &&
    ((owner.text === 'TABLE' && !(writes && owner === before)) ||
      (owner === before && (owner.text === 'FROM' || owner.text === 'JOIN')));
  const isWord = token.kind === 'word' && ['SELECT', 'VALUES', 'TABLE', 'UNNEST', 'LATERAL'].includes(token.text);
  if (closed.tableFunctions && reads && !isWord && !closed.tableFunctions.has(name)) throw closedToUsers(name, 'call');
}

function assertPair(token: Token, after: Token | undefined, pairs: ClosedNames['pairs']): void {
  if (pairs.some(([first, second]) => first === token.text && after?.kind === 'word' && after.text === second))
    throw refused(`${token.text} ${after?.text ?? ''} is not allowed`);
}

function refused(reason: string): AppError<'statement_refused'> {
  return new AppError('statement_refused', { reason });
}
