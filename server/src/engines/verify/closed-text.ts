import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { checkStatement } from '@tessera/query/sql-safety/statement';
import { isSymbol, tokenize, type SqlGrammar } from '@tessera/query/sql-safety/tokens';
import { refusedStatement } from './refused.ts';

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
};

/**
 * The analysis before a query runs; the database's read-only mode is the second wall.
 *
 * @throws AppError statement_refused, statement_writes with the reason
 */
export function assertReads(sql: string, closed: ClosedNames): void {
  const grammar = {
    ...closed.grammar,
    refused: new Set([...closed.grammar.refused].filter((char) => !closed.placeholders.includes(char))),
  };
  try {
    checkStatement(sql, grammar);
  } catch (error) {
    throw isAppError(error, 'invalid_sql_clause') ? refusedStatement(sql, error.params.reason) : error;
  }
  const read = tokenize(sql, { ...grammar, refused: new Set() });
  if (!read.ok) throw refused(read.reason);
  for (const [index, token] of read.tokens.entries()) {
    const before = read.tokens[index - 1];
    const after = read.tokens[index + 1];
    if (token.kind === 'string' && isSymbol(after, '(')) throw refused('a text is not a function');
    if (token.kind !== 'word' && token.kind !== 'name') continue;
    const name = token.text.toLowerCase();
    if (isSymbol(after, '(')) {
      if (closed.functions.test(name)) throw refused(`"${name}" is closed here`);
      const owner = isSymbol(before, '(') ? read.tokens[index - 2] : before;
      const reads =
        owner?.kind === 'word' &&
        (owner.text === 'TABLE' || (owner === before && (owner.text === 'FROM' || owner.text === 'JOIN')));
      const isWord = token.kind === 'word' && ['SELECT', 'VALUES', 'TABLE', 'UNNEST', 'LATERAL'].includes(token.text);
      if (closed.tableFunctions && reads && !isWord && !closed.tableFunctions.has(name))
        throw refused(`"${name}" is closed here`);
    }
    const behind = read.tokens[index + 2];
    if (
      name === 'information_schema' &&
      isSymbol(after, '.') &&
      behind &&
      closed.informationTables?.has(behind.text.toLowerCase())
    )
      throw refused(`"${behind.text.toLowerCase()}" is closed here`);
    // A query of such a name goes on with its columns or with AS.
    if (
      token.kind === 'word' &&
      token.text === 'WITH' &&
      after?.kind === 'word' &&
      closed.withWords?.has(after.text) &&
      (behind?.kind === 'name' || (behind?.kind === 'word' && behind.text !== 'AS'))
    )
      throw refused(`WITH ${after.text} is not allowed`);
    if (isSymbol(after, '.') && closed.schemas.has(name)) throw refused(`"${name}" is closed here`);
    if (token.kind === 'word' && token.text === closed.settingsWord && isSymbol(read.tokens[index + 2], '='))
      throw refused(`${token.text} is not allowed`);
    if (
      token.kind === 'word' &&
      !isSymbol(before, '.') &&
      closed.pairs.some(([first, second]) => first === token.text && after?.kind === 'word' && after.text === second)
    ) {
      throw refused(`${token.text} ${after?.text ?? ''} is not allowed`);
    }
  }
}

function refused(reason: string): AppError<'statement_refused'> {
  return new AppError('statement_refused', { reason });
}
