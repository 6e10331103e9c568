import { AppError } from '@tessera/core/errors/app-error';
import { errorPosition } from '@tessera/core/errors/source-error';
import { hasMarks } from '@tessera/core/template-marks';
import type { SourcePosition, TextPosition } from '@tessera/core/text-position';
import { dialectOf } from '@tessera/query/dialects/registry';
import { givenPlace } from '@tessera/query/sql-safety/given-place';

/** Errors that a text itself is to blame for. Others say that nobody could be asked about it: away, busy, too slow. */
export function isAboutText(error: unknown): error is AppError {
  return (
    error instanceof AppError &&
    /^(invalid_sql_clause|adhoc_subquery|statement_|database_error|source_|template_|metric_missing|columns_missing)/.test(
      error.code,
    )
  );
}

/**
 * Where in a text as it was sent an error is that it met as it ran; `null` where that is not known, or a template made
 * what ran.
 */
export function sentPlace(
  sent: { readonly kind: NonNullable<SourcePosition['in']>; readonly text: string },
  dialect: string,
  error: AppError,
): TextPosition | null {
  const position = errorPosition(error);
  return position?.in !== sent.kind || hasMarks(sent.text)
    ? null
    : givenPlace(sent.text, dialectOf(dialect).grammar, position);
}
