/** Parts between commas that stand outside of brackets and quotes, without the blanks around them. */
export function partsOf(list: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let begun = 0;
  for (const { at, char } of outsideQuotes(list)) {
    if (char === '(' || char === '[') depth += 1;
    else if (char === ')' || char === ']') depth -= 1;
    else if (char === ',' && depth === 0) {
      parts.push(list.slice(begun, at));
      begun = at + 1;
    }
  }
  parts.push(list.slice(begun));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Characters outside of quotes. */
export function* outsideQuotes(text: string): Generator<{ readonly at: number; readonly char: string }, void> {
  let quote: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote !== null) {
      if (char === '\\') at += 1;
      else if (char === quote) quote = null;
    } else if (char === "'" || char === '`' || char === '"') quote = char;
    else yield { at, char };
  }
}
