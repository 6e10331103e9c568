import { partsOf, outsideQuotes } from './lists.ts';

/**
 * The members of a key as the database writes it: `ds`, `(ds, toHour(t))`, `tuple()`. Names lose their quotes.
 */
export function membersOf(key: string): readonly string[] {
  const outer = /^(?:tuple)?\((.*)\)$/s.exec(key);
  const list = outer?.[1] !== undefined && isOne(key) ? outer[1] : key;
  return partsOf(list).map((member) => member.replace(/^`([^`\\]+)`$/s, '$1'));
}

/** Whether the first bracket is closed by the last one. */
function isOne(key: string): boolean {
  let depth = 0;
  for (const { at, char } of outsideQuotes(key)) {
    if (char === '(') depth += 1;
    if (char === ')' && --depth === 0) return at === key.length - 1;
  }
  return false;
}
