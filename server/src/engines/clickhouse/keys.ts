/**
 * The members of a key as the database writes it: `ds`, `(ds, toHour(t))`, `tuple()`. Names lose their quotes.
 */
export function membersOf(key: string): readonly string[] {
  const members: string[] = [];
  const outer = /^(?:tuple)?\((.*)\)$/s.exec(key);
  const text = outer?.[1] !== undefined && isOne(key) ? outer[1] : key;
  let depth = 0;
  let begun = 0;
  for (const { at, char } of bare(text)) {
    if (char === '(' || char === '[') depth += 1;
    else if (char === ')' || char === ']') depth -= 1;
    else if (char === ',' && depth === 0) {
      members.push(text.slice(begun, at));
      begun = at + 1;
    }
  }
  members.push(text.slice(begun));
  return members.map((member) => member.trim().replace(/^`([^`\\]+)`$/s, '$1')).filter((member) => member !== '');
}

/** Whether the first bracket is closed by the last one. */
function isOne(key: string): boolean {
  let depth = 0;
  for (const { at, char } of bare(key)) {
    if (char === '(') depth += 1;
    if (char === ')' && --depth === 0) return at === key.length - 1;
  }
  return false;
}

/** Characters outside of quotes. */
function* bare(text: string): Generator<{ readonly at: number; readonly char: string }, void> {
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
