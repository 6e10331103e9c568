import { AppError } from '@tessera/core/errors/app-error';
import { sourceError } from '@tessera/core/errors/source-error';
import { offsetAt, positionAt, type SourcePosition, type TextPosition } from '@tessera/core/text-position';
import { refusedClause } from '@tessera/query/sql-safety/blame';
import { tokenize, type SqlGrammar } from '@tessera/query/sql-safety/tokens';
import type { WrittenSql } from '@tessera/query/structured-query';
import { message } from '@tessera/core/messages';
import type { ClosedNames } from './closed-text.ts';
import { closedToUsers, refusedStatement } from './refused.ts';

/**
 * What the parser of a database makes of a text that a user wrote. An expression or a rule is read as the only result
 * column of a query: `SELECT <text>`.
 */
export type SqlReading = {
  /** One statement that reads: it changes, locks and stores nothing. */
  readonly isQuery: boolean;
  /** One statement that changes rows, or makes, changes or drops tables, views and the like, and nothing besides. */
  readonly isWrite?: boolean;
  /** The query is one value without a name, and nothing else: no second column, no FROM, no clause, no order. */
  readonly isValue: boolean;
  /**
   * Functions that are called by their names, in lower case, with the schema where it is written; operators are none.
   */
  readonly functions: readonly string[];
  /** Functions that stand in the place of a table. */
  readonly tableFunctions: readonly string[];
  /**
   * Paths of the tables it reads, as written, in lower case: catalogue and schema where they are named, then the table.
   */
  readonly tables: readonly (readonly string[])[];
  /** The same in the letters that the database takes them by, where it distinguishes them. */
  readonly exactTables?: readonly (readonly string[])[];
  /** Paths of types that are no usual ones: the rows of a table are one. */
  readonly types?: readonly (readonly string[])[];
  /**
   * Paths of the columns that an expression names, as the database takes them: of a table, and fields of values, too.
   */
  readonly columns: readonly (readonly string[])[];
};

/**
 * A parser that cannot read a text says why. `syntax`: it does not understand the text, now or ever; `gave_up`: the
 * text took too long, or more than there is, so that nothing is known of it.
 */
export type SqlRead =
  | { readonly ok: true; readonly reading: SqlReading }
  | {
      readonly ok: false;
      readonly why: 'syntax' | 'gave_up';
      readonly reason: string;
      /** Where in the statement that was read, where the parser tells. */ readonly place?: TextPosition;
    };

/** What is read as a part of something, or as a query. */
type Part = Exclude<WrittenSql, { readonly kind: 'statement' | 'about' }>;

/** What stands before an expression where it is read. */
const SELECTED = 'SELECT ';

/** Texts that are statements by themselves. */
export function isWhole({ kind }: Pick<WrittenSql, 'kind'>): boolean {
  return kind === 'query' || kind === 'statement' || kind === 'about';
}

/** The statement that a parser of whole statements is given for a text. */
export function statementOf(written: WrittenSql): string {
  return isWhole(written) ? written.sql : `${SELECTED}${written.sql}`;
}

/** What expressions may use of a database. */
export type Allowed = {
  readonly grammar: SqlGrammar;
  /** Names of columns that differ in their case alone are different names. */
  readonly isExact: boolean;
};

/**
 * Hold what the database's parser read against what a text may be.
 *
 * @param closed     what the queries of datasets may not name; `null` where the engine looks at whole statements itself
 * @throws AppError invalid_sql_clause, adhoc_subquery, source_column_missing, statement_refused, statement_writes
 */
export function assertReading(
  written: WrittenSql,
  read: SqlRead,
  { grammar, isExact }: Allowed,
  closed: ClosedNames | null,
): void {
  if (written.kind === 'about') return;
  if (written.kind === 'statement') return assertStatement(written, read, closed);
  const { kind, sql } = written;
  if (!read.ok) {
    if (kind !== 'query') throw refusedClause(read.reason, placeIn({ kind, sql }, read.place));
    // Who writes the query of a dataset may read all of the database; it says itself, and where, what it does not
    // understand.
    if (read.why === 'syntax') return;
    throw unread(read.reason);
  }
  const { reading } = read;
  if (kind === 'query') return assertQuery(sql, reading, closed);
  if (!reading.isQuery || !reading.isValue)
    throw refusedClause('the database reads it as something else than one value');
  // Rules are written by administrators, who may ask other tables and call any function.
  if (kind === 'rule') return;
  if (reading.tables.length > 0 || reading.tableFunctions.length > 0) throw new AppError('adhoc_subquery', {});
  const strange = reading.functions.find((name) => !grammar.functions.has(name));
  if (strange !== undefined)
    throw refusedClause(`the function ${strange} is not on the list of functions that may be called`);
  if (written.names) assertNames(reading.columns, written, written.names, { grammar, isExact });
}

/**
 * @throws AppError source_column_missing for a name that is none of the dataset's columns: one that was removed, the
 * whole row, a name of a result
 */
function assertNames(
  paths: SqlReading['columns'],
  { kind, sql }: Pick<Part, 'kind' | 'sql'>,
  { columns, source }: { readonly columns: readonly string[]; readonly source: string },
  { grammar, isExact }: Allowed,
): void {
  const fold = (name: string): string => (isExact ? name : name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
  const known = new Set(columns.map(fold));
  const table = fold(source);
  const isKnown = (path: readonly string[]): boolean => {
    const names = path.map(fold);
    // Behind the name of the source stands a column, whatever else has that name.
    const at = names.slice(0, -1).indexOf(table);
    if (at >= 0) return known.has(names[at + 1] ?? '');
    // What follows a column is a field of its value. A name may hold dots itself.
    return known.has(names[0] ?? '') || known.has(names.join('.'));
  };
  const strange = paths.find((path) => !isKnown(path));
  if (strange === undefined) return;
  const place = placeOfName(sql, strange, grammar);
  throw sourceError(
    'source_column_missing',
    `the dataset has no column "${strange.join('.')}" that expressions may name`,
    place && { ...place, in: kind },
  );
}

/** Where a path of names begins in a text; its database may tell it in other letters. */
function placeOfName(sql: string, [first = '', ...rest]: readonly string[], grammar: SqlGrammar): TextPosition | null {
  const read = tokenize(sql, grammar);
  if (!read.ok) return null;
  const names = read.tokens.filter(({ kind }) => kind === 'word' || kind === 'name');
  const isAt = (at: number): boolean =>
    [first, ...rest].every((name, step) => names[at + step]?.text.toLowerCase() === name.toLowerCase());
  const found = names.find((_, at) => isAt(at)) ?? names.find(({ text }) => text.toLowerCase() === first.toLowerCase());
  return found ? positionAt(sql, found.at) : null;
}

/** The same place in the text itself. */
function placeIn({ kind, sql }: Pick<Part, 'kind' | 'sql'>, place: TextPosition | undefined): SourcePosition | null {
  if (place === undefined) return null;
  const { line, column } = place;
  const own = { line, column: line === 1 && column !== null ? column - SELECTED.length : column };
  return offsetAt(sql, own) === null ? null : { ...own, in: kind };
}

function unread(reason: string): AppError<'statement_refused'> {
  return new AppError('statement_refused', { reason: message('The SQL cannot be read: %(reason)s.', { reason }) });
}

/** @throws AppError statement_refused for a statement that is read as no write, or not at all; source_syntax */
function assertStatement(
  { sql, mayBeUnread }: Extract<WrittenSql, { readonly kind: 'statement' }>,
  read: SqlRead,
  closed: ClosedNames | null,
): void {
  if (!read.ok) {
    if (read.why === 'syntax' && mayBeUnread === true) return;
    throw read.why === 'syntax'
      ? sourceError('source_syntax', read.reason, read.place ? { ...read.place, in: 'query' } : null)
      : unread(read.reason);
  }
  if (read.reading.isWrite !== true)
    throw refusedStatement(sql, 'the database reads it as something else than a change of tables');
  assertOpen(read.reading, closed);
}

function assertQuery(sql: string, reading: SqlReading, closed: ClosedNames | null): void {
  if (!reading.isQuery) throw refusedStatement(sql, notOneQuery(sql));
  assertOpen(reading, closed);
}

/** DuckDB makes a type of the values of a PIVOT that does not name them, and then a second statement. */
function notOneQuery(sql: string): string {
  return /\bPIVOT\b/i.test(sql)
    ? "only one query that reads is allowed here; a PIVOT names its values for that: ON name IN ('a', 'b')"
    : 'only one query that reads is allowed here';
}

/** @throws AppError statement_refused for what names something closed */
function assertOpen(reading: SqlReading, closed: ClosedNames | null): void {
  if (closed === null) return;
  const isClosed = (name: string): boolean => closed.functions.test(lastPart(name));
  const called =
    reading.functions.find(isClosed) ??
    reading.tableFunctions.find((name) => isClosed(name) || closed.tableFunctions?.has(lastPart(name)) === false);
  if (called !== undefined) throw closedToUsers(called, 'call');
  for (const path of reading.tables) {
    const table = path.at(-1) ?? '';
    const owner =
      path.slice(0, -1).find((name) => closed.schemas.has(name)) ??
      (path.includes('information_schema') && closed.informationTables?.has(table) === true ? table : undefined) ??
      (closed.tables?.has(table) === true ? table : undefined);
    if (owner !== undefined) throw closedToUsers(owner, 'data');
  }
}

/** An extension may be installed in any schema: what is closed is closed under each. */
function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
