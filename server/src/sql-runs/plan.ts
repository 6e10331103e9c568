import { AppError } from '@tessera/core/errors/app-error';
import { positionAt } from '@tessera/core/text-position';
import type { Dialect } from '@tessera/query/dialect';
import { classify, type StatementKind } from '@tessera/query/sql-statements/classify';
import { ownLimit, withLimit } from '@tessera/query/sql-statements/limit';
import { splitStatements, type Statement } from '@tessera/query/sql-statements/split';
import type { CompiledQuery } from '@tessera/query/structured-query';
import type { StatementWay } from './policy.ts';

/** One statement, and what it does. */
export type ScriptStatement = {
  readonly statement: Statement;
  readonly kind: StatementKind;
};

/** One statement as the database is sent it. */
export type StatementPlan = {
  /** As it stands in the script that runs. */
  readonly sql: string;
  /** Where it begins and ends there. */
  readonly at: number;
  readonly end: number;
  readonly way: StatementWay;
  readonly query: CompiledQuery;
  /** The most rows that are read. */
  readonly maxRows: number;
  /** The LIMIT that the statement has itself. */
  readonly ownLimit: number | null;
};

/** A script of more statements is no work at a desk. */
const MAX_STATEMENTS = 100;
/** Beyond it a LIMIT is left out where the database gathers all rows below one first. */
const GATHERED_ROWS = 10_000;

/**
 * The statements of a script, classified. All of them are looked at before the first one runs.
 * @throws AppError sql_unreadable
 */
export function readScript(sql: string, dialect: Dialect): readonly ScriptStatement[] {
  const split = splitStatements(sql, dialect.grammar);
  if (!split.ok)
    throw new AppError('sql_unreadable', {
      reason: split.reason,
      position: positionAt(sql, split.at),
    });
  if (split.statements.length === 0) throw new AppError('sql_unreadable', { reason: 'there is no statement in it' });
  if (split.statements.length > MAX_STATEMENTS)
    throw new AppError('sql_unreadable', { reason: `it has more than ${MAX_STATEMENTS} statements` });
  return split.statements.map((statement) => ({ statement, kind: classify(statement, dialect.grammar) }));
}

/** How a statement is sent, bounded in its rows. @param rowLimit  the most rows of its result */
export function limitStatement(
  { statement, kind }: ScriptStatement,
  way: StatementWay,
  dialect: Dialect,
  rowLimit: number,
): StatementPlan {
  const own = kind.kind === 'read' ? ownLimit(statement.tokens) : null;
  return {
    sql: statement.text,
    at: statement.at,
    end: statement.end,
    way,
    query: compiled(statement, kind, dialect, rowLimit),
    maxRows: own === null ? rowLimit : Math.min(own, rowLimit),
    ownLimit: own,
  };
}

/** What the database is sent, and what of it has to be read by its own parser first. */
function compiled(statement: Statement, kind: StatementKind, dialect: Dialect, rowLimit: number): CompiledQuery {
  const of = (text: string, query: string | null): CompiledQuery => ({
    text,
    parameters: [],
    written: query === null ? [] : [{ kind: 'query', sql: query }],
  });
  if (kind.kind === 'explain') return of(statement.text, kind.query);
  // Who may not read a table is not informed of it either.
  if (kind.kind === 'show') return of(statement.text, kind.table === null ? null : `SELECT * FROM ${kind.table}`);
  const gathers = dialect.limitGathers === true && rowLimit > GATHERED_ROWS;
  // One more row tells whether there are more.
  return of(gathers ? statement.text : withLimit(statement, rowLimit + 1), statement.text);
}
