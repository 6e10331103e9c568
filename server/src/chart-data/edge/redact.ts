import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { isSourceError, sourceError } from '@tessera/core/errors/source-error';
import { can, canOnMain, hasAccount, type Principal } from '../../principal.ts';
import type { Plan } from '../plan/plan.ts';
import { isRestricted } from '../resolve/restrict.ts';

/** What a principal may see beside the rows of an answer. */
export type View = {
  /** The statements of queries, and so texts of others that they are made of. */
  readonly sql: boolean;
  /** The clauses of row-level rules, and so texts that hold them. */
  readonly rules: 'shown' | 'hidden';
};

type RuleHolder = Pick<Plan, 'query' | 'textHoldsRules'>;

/** What a redaction goes by. */
export type RedactionFacts = {
  /** The plans of the query so far: a database quotes what stands in them. */
  readonly plans: readonly RuleHolder[];
};

/** Whether a principal may read the statements of queries, and so texts of others that they are made of. */
export function maySeeSql(principal: Principal): boolean {
  return hasAccount(principal) && canOnMain(principal, 'can_view_query');
}

/** Whether a principal may read the clauses of row-level rules, and so texts that hold them. */
export function seesRules(principal: Principal): boolean {
  return can(principal, 'can_read', 'RowLevelSecurity');
}

export function viewOf(principal: Principal): View {
  return { sql: maySeeSql(principal), rules: seesRules(principal) ? 'shown' : 'hidden' };
}

/** Whether the statements of a plan hold clauses of rules, as its predicate or by a macro. */
export function holdsRules(plan: RuleHolder): boolean {
  return plan.textHoldsRules || isRestricted(plan.query);
}

/** Everything that is run for an answer, one statement behind the other. */
export function printStatements(plans: readonly Plan[], rules: View['rules']): string {
  return plans.map((one) => one.readableSql(rules)).join(';\n\n');
}

/**
 * What an error of a query may tell a principal: the one redaction, at the edge of the pipeline.
 *
 * - Under row-level rules a database quotes their clauses, and values of rows that they hide: its words go, its kind
 *   stays. What our own parser says of an adhoc expression it says before that meets a rule or a row.
 * - Expressions, lines of templates and positions in them are SQL, and for those who may see it.
 * - The words of a database may hold rows, names and hosts: only users get to read them.
 */
export function redact(error: unknown, principal: Principal, { plans }: RedactionFacts): unknown {
  return redactForReader(isAboutRules(error, plans) ? redactRules(error, principal) : error, principal);
}

function isAboutRules(error: unknown, plans: RedactionFacts['plans']): boolean {
  const isOwnText = isAppError(error, 'invalid_sql_clause') && error.params.text !== undefined;
  return isOwnText ? plans.some((plan) => plan.textHoldsRules) : plans.some(holdsRules);
}

function redactForReader(error: unknown, principal: Principal): unknown {
  if (!(error instanceof AppError) || maySeeSql(principal)) return error;
  if (isAppError(error, 'invalid_sql_clause') || isAppError(error, 'template_invalid')) return redactTexts(error);
  if (hasAccount(principal))
    return isSourceError(error)
      ? sourceError(error.code, redactStatement(error.params.reason), null, { cause: error.cause })
      : error;
  if (!/^(database_error|source_|connection_|statement_)/.test(error.code)) return error;
  return new AppError('database_error', { reason: 'the query failed' }, { cause: error });
}

/** Where a database begins to quote the statement around what it refuses. */
const QUOTED = /[:,;.]?\s+(?:in scope|while processing|\(?in query:?) [^]*$|\n\s*LINE \d+:[^]*$/i;

/** What a database says against a statement, without the statement. */
export function redactStatement(reason: string): string {
  const kept = reason.replace(QUOTED, '');
  return kept === reason ? reason : kept.trimEnd();
}

/** An error about user SQL or a template, without its text. */
export function redactTexts(error: unknown): unknown {
  if (isAppError(error, 'invalid_sql_clause'))
    return new AppError('invalid_sql_clause', { reason: error.params.reason }, { cause: error });
  if (isAppError(error, 'template_invalid'))
    return new AppError('template_invalid', { reason: error.params.reason.split('\n', 1)[0] ?? '' }, { cause: error });
  return error;
}

/** An error of a statement that is known to hold row-level rules, for a principal. */
export function redactRules(error: unknown, principal: Principal): unknown {
  return seesRules(principal) ? error : redactDatabaseWords(error);
}

/** Errors in which a database quotes the statement, or a value that stood in its way. */
const QUOTING = /^(database_error|source_|statement_|invalid_sql_clause)/;

/** What the kind of an error says without the words of the database. */
const kinds: Readonly<Record<string, string>> = {
  source_column_missing: 'the query names a column that the database does not find',
  source_table_missing: 'the query names a table that the database does not find',
  source_schema_missing: 'the query names a schema that the database does not find',
  source_syntax: 'the database cannot read the query',
  source_permission: 'the database does not let its user run the query',
};

/** An error without the words of a database: its kind is still reported. */
export function redactDatabaseWords(error: unknown): unknown {
  if (!(error instanceof AppError) || !QUOTING.test(error.code)) return error;
  const reason =
    `${kinds[error.code] ?? 'the database refused the query'}; its words are not shown where row-level rules ` +
    'apply';
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

/** Databases call a column without a name by its expression, and so by the rules around the tables in that. */
export function tellsRules(name: string): boolean {
  return /\bselect\b/i.test(name);
}
