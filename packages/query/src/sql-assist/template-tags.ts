/**
 * Behind the end of the template tag that begins at a place (`{{`, `{%` or `{#`); `null` where it is not closed. A text
 * in it, or a bracket that is open, closes nothing.
 */
export function endOfTag(text: string, from: number): number | null {
  const sort = text.charAt(from + 1);
  if (sort === '#') {
    const end = text.indexOf('#}', from + 2);
    return end === -1 ? null : end + 2;
  }
  const closing = sort === '{' ? '}}' : '%}';
  let depth = 0;
  for (let at = from + 2; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (depth === 0 && text.startsWith(closing, at)) return at + 2;
    // Another tag begins: this one was forgotten.
    if (char === '{' && (text[at + 1] === '{' || text[at + 1] === '%')) return null;
    if (char === "'" || char === '"') {
      const end = endOfText(text, at);
      if (end === null) return null;
      at = end - 1;
    } else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth = Math.max(0, depth - 1);
  }
  return null;
}

function endOfText(text: string, from: number): number | null {
  const quote = text.charAt(from);
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return null;
}
