const BEFORE_THE_FIRST_WORD = /(?:\s+|\(|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/y;

/**
 * A text from its first word on: without the comments, brackets and blanks before it. In the time of its length,
 * whatever it holds.
 */
export function fromFirstWord(sql: string): string {
  BEFORE_THE_FIRST_WORD.lastIndex = 0;
  BEFORE_THE_FIRST_WORD.test(sql);
  return sql.slice(BEFORE_THE_FIRST_WORD.lastIndex);
}

/**
 * A statement as it can stand in brackets: without the semicolons and blanks behind it. A pattern would begin anew at
 * each blank of a long text.
 */
export function withoutEnd(sql: string): string {
  let end = sql.length;
  while (end > 0 && /[;\s]/.test(sql.charAt(end - 1))) end -= 1;
  return sql.slice(0, end);
}

/** In lower case as MySQL has it too, to which a dotted capital I is an i like every other. */
export function lowered(name: string): string {
  return name.toLowerCase().replaceAll('i\u0307', 'i');
}
