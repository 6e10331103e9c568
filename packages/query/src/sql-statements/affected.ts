import { isSymbol, type Token } from '../sql-safety/tokens.ts';
import { outerTokens } from './limit.ts';
import type { Statement } from './split.ts';

/** Behind these stands what has no place in a count, or what changes which rows are meant. */
const others = new Set([
  'ONLY',
  'IGNORE',
  'FROM',
  'USING',
  'JOIN',
  'ORDER',
  'LIMIT',
  'WITH',
  'ON',
  'INTO',
  'SELECT',
  'PARTITION',
]);

/**
 * A query that counts the rows that an UPDATE or a DELETE of one table would change; `null` for every other statement,
 * and where it is not plain which rows are meant.
 */
export function countOfAffected({ text, at, tokens }: Statement): string | null {
  const outer = outerTokens(tokens);
  const [verb, second] = outer;
  if (verb?.kind !== 'word') return null;
  if (verb.text === 'DELETE' && second?.kind === 'word' && second.text === 'FROM')
    return counted({ text, at }, outer, 2, null);
  if (verb.text !== 'UPDATE') return null;
  const set = outer.findIndex((token) => token.kind === 'word' && token.text === 'SET');
  return set < 2 ? null : counted({ text, at }, outer, 1, set);
}

/** @param from  Index of the name of the table @param set  Index of SET; `null` without one */
function counted(
  { text, at }: Pick<Statement, 'text' | 'at'>,
  outer: readonly Token[],
  from: number,
  set: number | null,
): string | null {
  const where = outer.findIndex((token) => token.kind === 'word' && token.text === 'WHERE');
  const returning = outer.findIndex((token) => token.kind === 'word' && token.text === 'RETURNING');
  const strange = outer.some(
    (token, index) =>
      index >= from &&
      ((token.kind === 'word' && others.has(token.text) && !isSymbol(outer[index - 1], '.')) ||
        (isSymbol(token, ',') && (set === null || index < set))),
  );
  const first = outer[from];
  const tableEnd = set ?? [where, returning].find((index) => index > 0) ?? outer.length;
  if (strange || !first || tableEnd <= from) return null;
  const upTo = (index: number) => (outer[index]?.at ?? at + text.length) - at;
  const table = text.slice(first.at - at, upTo(tableEnd)).trim();
  const end = returning > where ? upTo(returning) : text.length;
  const condition = where < 0 ? '' : `\n${text.slice(upTo(where), end).trimEnd()}`;
  return `SELECT count(*) FROM ${table}${condition}`;
}
