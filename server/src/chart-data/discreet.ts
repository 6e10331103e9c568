import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { isSourceError, sourceError } from '@tessera/core/errors/source-error';
import { canOnMain, type Actor } from '../actor.ts';

/** Whether a person may read the statements of queries, and so texts of others that they are made of. */
export function maySeeSql(actor: Actor): boolean {
  return actor.kind === 'user' && canOnMain(actor, 'can_view_query');
}

/** Where a database begins to quote the statement around what it refuses. */
const QUOTED = /[:,;.]?\s+(?:in scope|while processing|\(?in query:?) [^]*$|\s*\n\s*LINE \d+:[^]*$/i;

/** What a database says against a statement, without the statement. */
export function unpictured(reason: string): string {
  return reason.replace(QUOTED, '');
}

/**
 * What an error of a query may tell a person. Expressions and lines of templates are SQL, and for those who may see it.
 * What a database says may hold rows, names and hosts: only people who sign in get to read it, and where in a text it
 * is
 * only those who may see that text.
 */
export function discreet(error: unknown, actor: Actor): unknown {
  if (!(error instanceof AppError) || maySeeSql(actor)) return error;
  if (isAppError(error, 'invalid_sql_clause') || isAppError(error, 'template_invalid')) return withoutText(error);
  if (actor.kind === 'user')
    return isSourceError(error)
      ? sourceError(error.code, unpictured(error.params.reason), null, { cause: error.cause })
      : error;
  if (!/^(database_error|source_|connection_|statement_)/.test(error.code)) return error;
  return new AppError('database_error', { reason: 'the query failed' }, { cause: error });
}

/** An error about a text of people, without the text. */
export function withoutText(error: unknown): unknown {
  if (isAppError(error, 'invalid_sql_clause'))
    return new AppError('invalid_sql_clause', { reason: error.params.reason }, { cause: error });
  if (isAppError(error, 'template_invalid'))
    return new AppError('template_invalid', { reason: error.params.reason.split('\n', 1)[0] ?? '' }, { cause: error });
  return error;
}

/** The same for all that work ends with. */
export async function discreetly<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw discreet(error, actor);
  }
}

/** The same for what comes in pieces. */
export async function* discreetPieces<T>(pieces: AsyncIterable<T>, actor: Actor): AsyncGenerator<T, void> {
  try {
    yield* pieces;
  } catch (error) {
    throw discreet(error, actor);
  }
}
