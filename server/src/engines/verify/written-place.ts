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
  const around = written.flatMap(({ kind, sql }) =>
    standing(text, sql)
      .filter((at) => at <= from && to <= at + sql.length)
      .map((at): Found => ({ kind: kind === 'expression' || kind === 'rule' ? kind : 'query', sql, at })),
  );
  // A short expression may stand in a long text as well.
  const found = around.toSorted((left, right) => right.sql.length - left.sql.length)[0];
  if (!found) return null;
  const own = positionAt(found.sql, from - found.at);
  return { line: own.line, column: column === null ? null : own.column, in: found.kind };
}

/** Where a text stands by itself, and is no part of a longer name. */
function standing(text: string, sql: string): readonly number[] {
  const found: number[] = [];
  if (sql === '') return found;
  for (let at = text.indexOf(sql); at >= 0; at = text.indexOf(sql, at + 1)) {
    if (
      !/[\p{L}\p{N}_$"'`.]$/u.test(text.slice(Math.max(0, at - 2), at)) &&
      !/^[\p{L}\p{N}_$"'`]/u.test(text.slice(at + sql.length, at + sql.length + 2))
    )
      found.push(at);
  }
  return found;
}
