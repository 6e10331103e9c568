import { isSymbol, type Token } from '../sql-safety/tokens.ts';
import type { Statement } from './split.ts';

/** What bounded the rows of a query: nothing, the query, the limit that was chosen for it, or both at once. */
export type LimitingFactor = 'NOT_LIMITED' | 'QUERY' | 'DROPDOWN' | 'QUERY_AND_DROPDOWN';

/** Behind these a LIMIT would be in the wrong place, or there is one already. */
const ending = new Set(['LIMIT', 'FETCH', 'OFFSET', 'FOR', 'INTO', 'SETTINGS', 'FORMAT', 'TOP']);
const limited = new Set(['SELECT', 'WITH', 'FROM', 'VALUES']);

/** The number behind the last LIMIT outside of all brackets; `null` where none is written as a number. */
export function ownLimit(tokens: readonly Token[]): number | null {
  const outer = outerTokens(tokens);
  const at = outer.findLastIndex((token) => token.kind === 'word' && token.text === 'LIMIT');
  const number = outer[at + 1];
  if (at < 0 || number?.kind !== 'number') return null;
  // MySQL: LIMIT offset, rows
  const second = isSymbol(outer[at + 2], ',') ? outer[at + 3] : undefined;
  const rows = Number((second?.kind === 'number' ? second : number).text);
  return Number.isSafeInteger(rows) ? rows : null;
}

/** The same statement with a LIMIT, where it has none and takes one; a comment at its end is closed by the line. */
export function withLimit({ text, tokens }: Statement, rows: number): string {
  const outer = outerTokens(tokens);
  const first = tokens.find((token) => !isSymbol(token, '('));
  if (first?.kind !== 'word' || !limited.has(first.text)) return text;
  return outer.some((token) => token.kind === 'word' && ending.has(token.text)) ? text : `${text}\nLIMIT ${rows}`;
}

/** What bounded the rows of a statement with `own` as its limit, where `chosen` were asked for. */
export function limitingFactor(own: number | null, chosen: number, rows: number, isCut: boolean): LimitingFactor {
  if (isCut || rows >= chosen) return own === chosen ? 'QUERY_AND_DROPDOWN' : 'DROPDOWN';
  return own !== null && rows >= own ? 'QUERY' : 'NOT_LIMITED';
}

/** Those outside of all brackets. */
export function outerTokens(tokens: readonly Token[]): readonly Token[] {
  let depth = 0;
  return tokens.filter((token) => {
    if (token.kind === 'symbol' && '([{'.includes(token.text)) depth += 1;
    if (token.kind === 'symbol' && ')]}'.includes(token.text)) depth -= 1;
    return depth === 0;
  });
}
