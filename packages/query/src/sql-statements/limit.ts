import { isSymbol, wordAt, type SqlSyntax, type Token } from '../sql-safety/tokens.ts';
import type { Statement } from './split.ts';

/** What bounded the rows of a query: nothing, the query, the limit that was chosen for it, or both at once. */
export type LimitingFactor = 'NOT_LIMITED' | 'QUERY' | 'DROPDOWN' | 'QUERY_AND_DROPDOWN';

/** Behind these a LIMIT would be in the wrong place, or there is one already. */
const ending = new Set(['LIMIT', 'FETCH', 'OFFSET', 'FOR', 'INTO', 'SETTINGS', 'FORMAT', 'TOP']);
const limited = new Set(['SELECT', 'WITH', 'FROM', 'VALUES']);

/** What may follow a count and leaves it as it is. */
const leaving = new Set(['OFFSET', 'FOR', 'LOCK', 'SETTINGS', 'FORMAT', 'INTO']);
/** Anywhere behind a number these make it count something else: groups, equal rows, hundredths, one part of a query. */
const changingCount = new Set(['BY', 'TIES', 'PERCENT', 'UNION', 'EXCEPT', 'INTERSECT']);
const setOperators = ['UNION', 'EXCEPT', 'INTERSECT'];

/**
 * The most rows that a query gives by its own LIMIT or FETCH FIRST outside of all brackets; `null` where none is
 * written, or where what is written is more than a number.
 */
export function ownLimit(tokens: readonly Token[], grammar: SqlSyntax): number | null {
  const outer = outerTokens(tokens);
  const at = outer.findLastIndex(({ kind, text }) => kind === 'word' && (text === 'LIMIT' || text === 'FETCH'));
  if (at < 0 || limitsItsLastPart(outer, grammar)) return null;
  const count = wordAt(outer, at) === 'FETCH' ? fetchedAt(outer, at + 1) : limitAt(outer, at + 1);
  const rows = Number(count ?? Number.NaN);
  return Number.isSafeInteger(rows) ? rows : null;
}

/** The number of `LIMIT rows`, or `LIMIT offset, rows`. */
function limitAt(outer: readonly Token[], at: number): string | null {
  const last = isSymbol(outer[at + 1], ',') ? at + 2 : at;
  const rest = outer.slice(last + 1);
  const [next] = rest;
  const isWhole = [at, last].every((place) => outer[place]?.kind === 'number');
  const ends = next === undefined || (next.kind === 'word' && leaving.has(next.text));
  if (!isWhole || !ends || rest.some(({ kind, text }) => kind === 'word' && changingCount.has(text))) return null;
  return outer[last]?.text ?? null;
}

/** The number of `FETCH FIRST rows ROWS ONLY`. */
function fetchedAt(outer: readonly Token[], at: number): string | null {
  const hasCount = outer[at + 1]?.kind === 'number';
  const [first, unit, only] = [at, hasCount ? at + 2 : at + 1, hasCount ? at + 3 : at + 2].map((place) =>
    wordAt(outer, place),
  );
  const isKnown = ['FIRST', 'NEXT'].includes(first ?? '') && ['ROW', 'ROWS'].includes(unit ?? '') && only === 'ONLY';
  if (!isKnown) return null;
  return hasCount ? (outer[at + 1]?.text ?? null) : '1';
}

/** Whether a LIMIT at the end bounds not the query but its last part, or stands where none may: ClickHouse. */
function limitsItsLastPart(outer: readonly Token[], { limitOfLastPart }: SqlSyntax): boolean {
  if (limitOfLastPart !== true) return false;
  return isSymbol(outer[0], ')') || outer.some(({ kind, text }) => kind === 'word' && setOperators.includes(text));
}

/**
 * The same statement with a LIMIT, where it has none and takes one for all of its rows; a comment at its end is closed
 * by the line.
 */
export function withLimit({ text, tokens }: Statement, rows: number, grammar: SqlSyntax): string {
  const outer = outerTokens(tokens);
  const first = tokens.find((token) => !isSymbol(token, '('));
  if (first?.kind !== 'word' || !limited.has(first.text) || limitsItsLastPart(outer, grammar)) return text;
  return outer.some((token) => token.kind === 'word' && ending.has(token.text)) ? text : `${text}\nLIMIT ${rows}`;
}

/** What bounded the rows of a statement with `own` as its limit, where `chosen` were asked for. */
export function limitingFactor(own: number | null, chosen: number, rows: number, isCut: boolean): LimitingFactor {
  if (isCut || rows >= chosen) return own === chosen ? 'QUERY_AND_DROPDOWN' : 'DROPDOWN';
  return own !== null && rows >= own ? 'QUERY' : 'NOT_LIMITED';
}

/** Those outside of all brackets; of those only what closes them. */
export function outerTokens(tokens: readonly Token[]): readonly Token[] {
  let depth = 0;
  return tokens.filter((token) => {
    if (token.kind === 'symbol' && '([{'.includes(token.text)) depth += 1;
    if (token.kind === 'symbol' && ')]}'.includes(token.text)) depth -= 1;
    return depth === 0;
  });
}
