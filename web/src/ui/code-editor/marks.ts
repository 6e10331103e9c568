import type { Diagnostic } from '@codemirror/lint';
import { offsetAt, type TextPosition } from '@tessera/core/text-position';

/** What a place stands for: the word that begins there, or one letter; of a line alone the whole line. */
export function rangeOfPlace(text: string, place: TextPosition): { readonly from: number; readonly to: number } | null {
  const offset = offsetAt(text, place);
  if (offset === null) return null;
  const line = /^[^\n]*/.exec(text.slice(offset))?.[0] ?? '';
  if (place.column === null) return { from: offset, to: offset + line.length };
  const word = /^[\p{L}\p{N}_$]+/u.exec(line)?.[0] ?? line.slice(0, 1);
  // At the end of the text stands nothing to mark: the letter before it is.
  if (word === '') return { from: Math.max(0, offset - 1), to: offset };
  return { from: offset, to: offset + word.length };
}

/** The mark that a problem puts into the text. */
export function diagnosticsOf(
  text: string,
  mark: { readonly message: string; readonly place: TextPosition } | null,
): readonly Diagnostic[] {
  const range = mark === null ? null : rangeOfPlace(text, mark.place);
  return mark === null || range === null ? [] : [{ ...range, severity: 'error', message: mark.message }];
}
