/**
 * Where a cursor goes when only white space and capitals of a text changed: behind as many other letters as before.
 */
export function cursorAfter(before: string, at: number, after: string): number {
  let letters = 0;
  for (let index = 0; index < at; index += 1) if (!isSpace(before, index)) letters += 1;
  let index = 0;
  while (index < after.length && letters > 0) {
    if (!isSpace(after, index)) letters -= 1;
    index += 1;
  }
  // In front of a word it stays in front of it.
  const isBefore = /[^\s]/.test(before.charAt(at)) && !/\w/.test(before.charAt(at - 1));
  return isBefore ? index + (/^\s*/.exec(after.slice(index))?.[0].length ?? 0) : index;
}

function isSpace(text: string, at: number): boolean {
  return at < text.length && text.charCodeAt(at) <= 32;
}
