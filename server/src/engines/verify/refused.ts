import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { fromFirstWord } from './statement-text.ts';

/** First words of statements that change rows, tables or rights. */
const WRITING = /^(INSERT|UPDATE|DELETE|MERGE|REPLACE|TRUNCATE|CREATE|ALTER|DROP|RENAME|GRANT|REVOKE)\b/i;
/** Named queries may be one, or go on with one. */
const BEHIND_WITH = /[()]\s*(INSERT|UPDATE|DELETE|MERGE)\s/i;

/** First words of statements that may change rows, tables or views, and that can be run as such. */
const CHANGING =
  /^(INSERT|UPDATE|DELETE|MERGE|REPLACE|WITH|SELECT|CREATE|ALTER|DROP|TRUNCATE|RENAME|COMMENT|OPTIMIZE|REFRESH)\b/i;

/** Whether a text may be a statement that writes, by its first word. */
export function isWriting(sql: string): boolean {
  return CHANGING.test(fromFirstWord(sql));
}

/**
 * The error of a statement that is closed to users. One that would change something has a code of its own: nothing is
 * wrong with its text.
 */
export function refusedStatement(sql: string, reason: string): AppError<'statement_refused' | 'statement_writes'> {
  const statement = fromFirstWord(sql);
  const writes = WRITING.test(statement) || (/^WITH\b/i.test(statement) && BEHIND_WITH.test(statement));
  return new AppError(writes ? 'statement_writes' : 'statement_refused', { reason });
}

/** The error of a statement that may write, and is closed for another reason. */
export function refusedWriting(error: unknown): unknown {
  return isAppError(error, 'statement_writes')
    ? new AppError('statement_refused', { reason: error.given.reason }, { cause: error })
    : error;
}

/**
 * The error of a statement that names something closed to users, with why it is.
 *
 * @param as  what it is: a function or a kind of table that reaches further than tables, or a place of its own
 */
export function closedToUsers(name: string, as: 'call' | 'data'): AppError<'statement_refused'> {
  return new AppError('statement_refused', {
    reason:
      as === 'call'
        ? message('"%(name)s" is closed here: queries reach no files, network or settings of the server', { name })
        : message('"%(name)s" is closed here: it is about the server and who uses it, and holds no data of yours', {
            name,
          }),
  });
}
