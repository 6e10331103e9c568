import { isSourceError, sourceError } from '@tessera/core/errors/source-error';
import { positionAt } from '@tessera/core/text-position';
import type { StatementPlan } from './plan.ts';

type Planned = Pick<StatementPlan, 'sql' | 'at' | 'writtenAt'> & { readonly query: { readonly text: string } };

/**
 * What a database says against a statement, without the LIMIT that was appended to it: an error there is one at the end
 * of what was written, and words that quote it leave it out.
 */
export function withoutAppended(error: unknown, { sql, at, writtenAt, query }: Planned): unknown {
  const appended = query.text.startsWith(sql) ? query.text.slice(sql.length) : '';
  if (!/^\nLIMIT \d+$/.test(appended) || !isSourceError(error) || error.code !== 'source_syntax') return error;
  const { reason, position } = error.params;
  const cause = { cause: error.cause };
  if (position !== undefined || !/\bLIMIT\b/.test(reason))
    return reason.includes(appended)
      ? sourceError(error.code, reason.replaceAll(appended, ''), position ?? null, cause)
      : error;
  const written = sql.slice(writtenAt - at);
  const end = positionAt(written, written.length);
  return sourceError(error.code, 'syntax error at the end: the statement ends too soon', end, cause);
}
