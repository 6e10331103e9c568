import { AppError } from '@tessera/core/errors/app-error';
import { fromFirstWord } from './statement-text.ts';

/** First words of statements that change rows, tables or rights. */
const WRITING = /^(INSERT|UPDATE|DELETE|MERGE|REPLACE|TRUNCATE|CREATE|ALTER|DROP|RENAME|GRANT|REVOKE)\b/i;
/** Named queries may be one, or go on with one. */
const BEHIND_WITH = /[()]\s*(INSERT|UPDATE|DELETE|MERGE)\s/i;

/**
 * The error of a statement that is closed to users. One that would change something has a code of its own: nothing is
 * wrong with its text.
 */
export function refusedStatement(sql: string, reason: string): AppError<'statement_refused' | 'statement_writes'> {
  const statement = fromFirstWord(sql);
  const writes = WRITING.test(statement) || (/^WITH\b/i.test(statement) && BEHIND_WITH.test(statement));
  return new AppError(writes ? 'statement_writes' : 'statement_refused', { reason });
}
