import { placesOf } from '@tessera/core/find-text';
import { isSourceError, placed } from '@tessera/core/errors/source-error';
import { offsetAt, positionAt, type SourcePosition } from '@tessera/core/text-position';
import type { CompiledQuery } from '@tessera/query/structured-query';

/**
 * The same error with its place in the text that a user wrote, as it stands in the statement: of the statement itself
 * users know nothing. A place in what the product wrote is none.
 */
export function placedInWritten(error: unknown, query: Pick<CompiledQuery, 'text' | 'written'>): unknown {
  if (!isSourceError(error) || error.params.position === undefined) return error;
  return placed(error, placeIn(query, error.params.position));
}

type Found = { readonly kind: 'query' | 'expression' | 'rule'; readonly sql: string; readonly at: number };

function placeIn(
  { text, written }: Pick<CompiledQuery, 'text' | 'written'>,
  { line, column }: SourcePosition,
): SourcePosition | null {
  const lineStart = offsetAt(text, { line, column: null });
  if (lineStart === null) return null;
  const lineEnd = (text.indexOf('\n', lineStart) + 1 || text.length + 1) - 1;
  const [from, to] = column === null ? [lineStart, lineEnd] : [lineStart + column - 1, lineStart + column - 1];
  const around = written.flatMap(({ kind, sql }): Found | [] => {
    const at = standing(text, sql, { from, to });
    return at === null ? [] : { kind: kind === 'expression' || kind === 'rule' ? kind : 'query', sql, at };
  });
  // A short expression may stand in a long text as well.
  const found = around.toSorted((left, right) => right.sql.length - left.sql.length)[0];
  if (!found) return null;
  const own = positionAt(found.sql, from - found.at);
  return { line: own.line, column: column === null ? null : own.column, in: found.kind };
}

/** Where a text first stands by itself around a place, and is no part of a longer name. */
function standing(
  text: string,
  sql: string,
  { from, to }: { readonly from: number; readonly to: number },
): number | null {
  if (sql === '') return null;
  const stretch = { from: Math.max(0, to - sql.length), end: Math.min(text.length, from + sql.length) };
  for (const at of placesOf(text, sql, stretch)) {
    if (
      !/[\p{L}\p{N}_$"'`.]$/u.test(text.slice(Math.max(0, at - 2), at)) &&
      !/^[\p{L}\p{N}_$"'`]/u.test(text.slice(at + sql.length, at + sql.length + 2))
    )
      return at;
  }
  return null;
}
