import { offsetAt, positionAt, type TextPosition } from '@tessera/core/text-position';
import { tokenize, type SqlGrammar } from './tokens.ts';

/**
 * The place in a text as a user wrote it, of a place in the form in which it is accepted: without comments, and
 * without white space at its ends.
 */
export function givenPlace(sql: string, grammar: SqlGrammar, place: TextPosition): TextPosition | null {
  const read = tokenize(sql, { ...grammar, refused: new Set() });
  if (!read.ok) return null;
  const lead = read.text.length - read.text.trimStart().length;
  const offset = offsetAt(read.text.slice(lead), place);
  if (offset === null) return null;
  const at = offset + lead;
  // Of a line alone, its first token says which it is.
  const token =
    (place.column === null ? read.tokens.find(({ start }) => start >= at) : undefined) ??
    read.tokens.findLast(({ start }) => start <= at);
  if (!token) return null;
  const given = positionAt(sql, token.at + Math.max(0, Math.min(at, token.end) - token.start));
  return place.column === null ? { ...given, column: null } : given;
}
