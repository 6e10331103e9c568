/** A place in a text as editors count: lines and columns from 1, columns in units of UTF-16. */
export type TextPosition = {
  readonly line: number;
  /** `null` where the line alone is known. */ readonly column: number | null;
};

/**
 * Where a statement is wrong. `in`: the kind of text that the position is counted in; left out where that is the whole
 * statement. `at`: the offset in a script of the SQL editor, where it is counted in one.
 */
export type SourcePosition = TextPosition & { readonly in?: 'query' | 'expression' | 'rule'; readonly at?: number };

/** The place of an offset; what is behind the end is the end. */
export function positionAt(text: string, offset: number): TextPosition & { readonly column: number } {
  const before = text.slice(0, Math.max(0, offset));
  const begin = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: before.length - begin + 1 };
}

/**
 * The offset of a place, of a line alone that of its beginning; `null` where the text has no such line, or its line is
 * not so long.
 */
export function offsetAt(text: string, { line, column }: TextPosition): number | null {
  const lines = text.split('\n');
  const own = lines[line - 1];
  const at = (column ?? 1) - 1;
  if (own === undefined || at < 0 || at > own.length) return null;
  return lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + at;
}
