import { AppError } from '@tessera/core/errors/app-error';
import { positionAt } from '@tessera/core/text-position';
import type { Dialect } from '@tessera/query/dialect';
import { classify } from '@tessera/query/sql-statements/classify';
import { ownLimit, withLimit } from '@tessera/query/sql-statements/limit';
import { splitStatements, type Statement } from '@tessera/query/sql-statements/split';
import type { CompiledQuery } from '@tessera/query/structured-query';
import type { Filling } from '../engines/engine.ts';
import type { Created, Decision, ScriptStatement, StatementWay } from './policy/policy.ts';

/** One statement as the database is sent it. */
export type StatementPlan = {
  /** As it stands in the script that runs. */
  readonly sql: string;
  /** Where it begins and ends there. */
  readonly at: number;
  readonly end: number;
  /** Where what the database is asked about begins there: behind the words of EXPLAIN. */
  readonly writtenAt: number;
  readonly way: StatementWay;
  readonly query: CompiledQuery;
  /** The most rows that are read. */
  readonly maxRows: number;
  /** The LIMIT that the statement has itself. */
  readonly ownLimit: number | null;
  /** The table or view that it makes. */
  readonly created: Created | null;
  /** The table is made of a query that may change nothing itself. */
  readonly filling: Filling | null;
};

/** A script of more statements is no work at a desk. */
const MAX_STATEMENTS = 100;
/** Cutting more of them would keep the other requests waiting. */
const MAX_TOKENS = 300_000;
/** Beyond it a LIMIT is left out where the database gathers all rows below one first. */
const GATHERED_ROWS = 10_000;

/**
 * The statements of a script, classified. All of them are looked at before the first one runs.
 * @throws AppError sql_unreadable
 */
export function readScript(sql: string, dialect: Dialect): readonly ScriptStatement[] {
  const split = splitStatements(sql, dialect.grammar, MAX_TOKENS);
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
  decision: Decision,
  dialect: Dialect,
  rowLimit: number,
): StatementPlan {
  const { way, written, created, filling } = decision;
  const own = way === 'read' ? ownLimit(statement.tokens, dialect.grammar) : null;
  return {
    sql: statement.text,
    at: statement.at,
    end: statement.end,
    // The database knows of nothing but the query that it explains.
    writtenAt: kind.kind === 'explain' ? statement.at + kind.prefix.length : statement.at,
    way,
    query: { text: textOf(decision, statement, dialect, rowLimit), parameters: [], written },
    maxRows: own === null ? rowLimit : Math.min(own, rowLimit),
    ownLimit: own,
    created,
    filling,
  };
}

/** A query with a limit; everything else as it is. */
function textOf({ way, text }: Decision, written: Statement, dialect: Dialect, rowLimit: number): string {
  if (way !== 'read' || (dialect.limitGathers === true && rowLimit > GATHERED_ROWS)) return text;
  const statement = text === written.text ? written : onlyStatement(text, dialect);
  // One more row tells whether there are more.
  return statement ? withLimit(statement, rowLimit + 1, dialect.grammar) : text;
}

function onlyStatement(text: string, dialect: Dialect): Statement | undefined {
  const split = splitStatements(text, dialect.grammar);
  return split.ok ? split.statements[0] : undefined;
}
