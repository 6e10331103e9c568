import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { can, type Actor } from '../actor.ts';
import type { Plan } from './plan.ts';
import { isRestricted } from './restrict.ts';

/** Whether a person may read the clauses of row-level rules, and so texts that hold them. */
export function seesRules(actor: Actor): boolean {
  return can(actor, 'can_read', 'RowLevelSecurity');
}

/** Whether the statements of a plan hold clauses of rules, as its predicate or by a macro. */
export function holdsRules(plan: Pick<Plan, 'query' | 'textHoldsRules'>): boolean {
  return plan.textHoldsRules || isRestricted(plan.query);
}

/** Errors in which a database quotes the statement, or a value that stood in its way. */
const QUOTING = /^(database_error|source_|statement_|invalid_sql_clause)/;

/**
 * What a database says of a statement with rules, for people who may not read them: it quotes clauses, and values of
 * rows that the rules keep from them. What kind of error it was is still told. What our readers say of one
 * expression, they
 * say before it meets a rule or a row.
 */
export function withoutQuotes(error: unknown, actor: Actor, plan: Pick<Plan, 'query' | 'textHoldsRules'>): unknown {
  if (!plan.textHoldsRules && isAppError(error, 'invalid_sql_clause') && error.params.text !== undefined) return error;
  return holdsRules(plan) ? unquoted(error, actor) : error;
}

/** What the kind of an error says without the words of the database. */
const kinds: Readonly<Record<string, string>> = {
  source_column_missing: 'the query names a column that the database does not find',
  source_table_missing: 'the query names a table that the database does not find',
  source_schema_missing: 'the query names a schema that the database does not find',
  source_syntax: 'the database cannot read the query',
  source_permission: 'the database does not let its user run the query',
};

/** The same of a text that is known to hold rules. @see withoutQuotes */
export function unquoted(error: unknown, actor: Actor): unknown {
  return seesRules(actor) ? error : wordless(error);
}

/** An error without the words of a database: its kind is still told. */
export function wordless(error: unknown): unknown {
  if (!(error instanceof AppError) || !QUOTING.test(error.code)) return error;
  const reason = `${kinds[error.code] ?? 'the database refused the query'}; its words are not shown where row-level rules apply`;
  switch (error.code) {
    case 'source_column_missing':
    case 'source_table_missing':
    case 'source_schema_missing':
    case 'source_syntax':
    case 'source_permission':
    case 'statement_refused':
    case 'statement_writes':
    case 'invalid_sql_clause':
      return new AppError(error.code, { reason }, { cause: error });
    default:
      return new AppError('database_error', { reason }, { cause: error });
  }
}
