import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { Dialect } from '@tessera/query/dialect';
import { refusedClause } from '@tessera/query/sql-safety/blame';
import { checkStatement } from '@tessera/query/sql-safety/statement';
import { classify, type StatementKind } from '@tessera/query/sql-statements/classify';
import { ownLimit, withLimit } from '@tessera/query/sql-statements/limit';
import { splitStatements, type Statement } from '@tessera/query/sql-statements/split';
import type { CompiledQuery } from '@tessera/query/structured-query';

/** One statement as the database is sent it. */
export type StatementPlan = {
  /** As it stands in the script. */
  readonly sql: string;
  /** Where it begins in the script. */
  readonly at: number;
  readonly query: CompiledQuery;
  /** The most rows that are read; one more is asked for, to see whether there are more. */
  readonly maxRows: number;
  /** The LIMIT that the statement has itself. */
  readonly ownLimit: number | null;
};

/** A script of more statements is no work at a desk. */
const MAX_STATEMENTS = 100;
const MAX_CHARACTERS = 1_000_000;
/** Beyond it a LIMIT is left out where the database gathers all rows below one first. */
const GATHERED_ROWS = 10_000;

/**
 * What a script runs, statement by statement. All of them are looked at before the first one runs.
 *
 * @param rowLimit the most rows of each result
 * @throws AppError invalid_sql_clause, statement_refused, statement_writes
 */
export function planStatements(sql: string, dialect: Dialect, rowLimit: number): readonly StatementPlan[] {
  if (sql.length > MAX_CHARACTERS) throw refusedClause(`it is longer than ${MAX_CHARACTERS} characters`);
  const split = splitStatements(sql, dialect.grammar);
  if (!split.ok) throw refusedClause(split.reason);
  if (split.statements.length === 0) throw refusedClause('it is empty');
  if (split.statements.length > MAX_STATEMENTS) throw refusedClause(`it has more than ${MAX_STATEMENTS} statements`);
  return split.statements.map((statement) => planOf(statement, dialect, rowLimit));
}

function planOf(statement: Statement, dialect: Dialect, rowLimit: number): StatementPlan {
  const kind = classify(statement, dialect.grammar);
  const own = kind.kind === 'read' ? ownLimit(statement.tokens) : null;
  const maxRows = own === null ? rowLimit : Math.min(own, rowLimit);
  return {
    sql: statement.text,
    at: statement.at,
    query: compiled(statement, kind, dialect, rowLimit),
    maxRows,
    ownLimit: own,
  };
}

function compiled(statement: Statement, kind: StatementKind, dialect: Dialect, rowLimit: number): CompiledQuery {
  const { grammar } = dialect;
  if (kind.kind === 'read') {
    checkStatement(statement.text, grammar);
    const gathers = dialect.limitGathers === true && rowLimit > GATHERED_ROWS;
    const text = gathers ? statement.text : withLimit(statement, rowLimit + 1);
    return { text, parameters: [], written: [{ kind: 'query', sql: statement.text }] };
  }
  if (kind.kind === 'explain') {
    checkStatement(kind.query, grammar);
    return { text: statement.text, parameters: [], written: [{ kind: 'query', sql: kind.query }] };
  }
  if (kind.kind === 'show')
    return {
      text: statement.text,
      parameters: [],
      // Who may not read a table is not told about it either.
      written: kind.table === null ? [] : [{ kind: 'query', sql: `SELECT * FROM ${kind.table}` }],
    };
  throw refusalOf(kind);
}

function refusalOf({ kind, verb }: Extract<StatementKind, { readonly verb: string }>): AppError {
  if (kind === 'write')
    return new AppError('statement_writes', {
      reason: message('This database is open for reading only: the statement %(verb)s changes data.', { verb }),
    });
  if (kind === 'command')
    return new AppError('statement_refused', {
      reason: message('The statement %(verb)s changes the session or leaves the database. It cannot be run here.', {
        verb,
      }),
    });
  return new AppError('statement_refused', {
    reason:
      verb === ''
        ? message('This is no statement that can be run here.')
        : message('%(verb)s is no statement that can be run here.', { verb }),
  });
}
