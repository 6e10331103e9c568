import { AppError, isAppError } from '@tessera/core/errors/app-error';
import type { SourcePosition } from '@tessera/core/text-position';

/** A text that users wrote and that is not run, with the reason, and where in it, where that is known. */
export function refusedClause(reason: string, position: SourcePosition | null = null): AppError<'invalid_sql_clause'> {
  return new AppError('invalid_sql_clause', position === null ? { reason } : { reason, position });
}

/** Characters of a text that are enough to find it by. */
const LONGEST = 60;

/**
 * A refusal of one written text that says which one it is: a chart may hold many of them.
 * Not for row-level rules, whose text not everybody may read.
 *
 * @returns the same error, with the text behind its reason (`params.text`); what is no refusal of a text comes back
 * as it is
 */
export function blamed(error: unknown, sql: string): unknown {
  const text = sql.replace(/\s+/g, ' ').trim();
  if (!isAppError(error, 'invalid_sql_clause') || text === '') return error;
  const characters = Array.from(text);
  const shown = characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('').trimEnd()}…` : text;
  return new AppError('invalid_sql_clause', { ...error.params, text: shown }, { cause: error });
}
