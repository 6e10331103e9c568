import type { SourcePosition } from '../text-position.ts';
import { AppError, isAppError } from './app-error.ts';

/** Codes that carry a database's own message: it may hold row values, names and SQL. */
export type SourceCode =
  | 'database_error'
  | 'source_column_missing'
  | 'source_table_missing'
  | 'source_schema_missing'
  | 'source_syntax'
  | 'source_permission';

/** Databases quote whole values in what they say, and hostile ones anything. */
const MAX_REASON = 4000;
/** What kind of error it is, or its place, may stand behind such a value. */
const MAX_END = 500;

/** The beginning and the end of what a database says, which patterns look through. */
export function shortReason(reason: string): string {
  return reason.length > MAX_REASON ? `${reason.slice(0, MAX_REASON - MAX_END)}…${reason.slice(1 - MAX_END)}` : reason;
}

/** What a database says against a statement. @param position  In the statement, where the database tells one. */
export function sourceError(
  code: SourceCode,
  reason: string,
  position: SourcePosition | null,
  options?: ErrorOptions,
): AppError<SourceCode> {
  const told = shortReason(reason);
  return new AppError(code, position === null ? { reason: told } : { reason: told, position }, options);
}

export function isSourceError(error: unknown): error is AppError<SourceCode> {
  return error instanceof AppError && /^(database_error$|source_)/.test(error.code);
}

/** The same error with another place, or with none. */
export function placed(error: AppError<SourceCode>, position: SourcePosition | null): AppError<SourceCode> {
  return sourceError(error.code, error.params.reason, position, { cause: error.cause });
}

/** Where the text is that an error is about: what a database says against it, or the parser that could not read it. */
export function errorPosition(error: AppError): SourcePosition | null {
  const isPlaced =
    isSourceError(error) || isAppError(error, 'invalid_sql_clause') || isAppError(error, 'sql_unreadable');
  return (isPlaced ? error.params.position : null) ?? null;
}
