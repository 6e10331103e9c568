import { isSymbol, tokenize, type SqlGrammar, type Token } from './sql-safety/tokens.ts';

/** Words that put several queries into one. */
const combining = new Set(['UNION', 'INTERSECT', 'EXCEPT', 'MINUS']);
/**
 * Words that put sums of sums among the rows: `WITH ROLLUP`, `CUBE (…)`, `GROUPING SETS (…)`. Elsewhere they are names.
 */
const totalling = new Set(['ROLLUP', 'CUBE', 'GROUPING', 'TOTALS']);

/**
 * Result columns of a query that are additive: those that its outermost SELECT makes by SUM or COUNT alone. A row of
 * such a query is a group and no event, so that counting rows says nothing of it, and the sum over its groups is the
 * sum of the whole. Averages, extremes and distinct counts are none; neither is anything of a query that is not read
 * with certainty.
 *
 * @returns names as the query writes them
 */
export function groupedSums(sql: string, grammar: SqlGrammar): readonly string[] {
  const cut = tokenize(sql, grammar);
  if (!cut.ok) return [];
  const outer = withDepth(cut.tokens);
  const isWord = (one: Placed | undefined, ...words: readonly string[]): boolean =>
    one?.depth === 0 && one.token.kind === 'word' && words.includes(one.token.text);
  const select = outer.findIndex((one) => isWord(one, 'SELECT'));
  const from = outer.findIndex((one) => isWord(one, 'FROM'));
  // Groups that look the same would be one row.
  const isDistinct = select >= 0 && outer[select + 1]?.token.text === 'DISTINCT';
  if (select < 0 || from < select || isDistinct || outer.some((one, at) => at > select && isWord(one, 'SELECT')))
    return [];
  // Behind these rows are no plain groups any more.
  const isBlurred = outer.some((one, at) => {
    const [before, after] = [outer[at - 1], outer[at + 1]];
    if (isWord(before, 'AS') || isSymbol(before?.token, '.')) return false;
    return (
      isWord(one, ...combining) ||
      (at > from &&
        isWord(one, ...totalling) &&
        (isWord(before, 'WITH') || isWord(after, 'SETS') || isSymbol(after?.token, '(')))
    );
  });
  if (isBlurred) return [];
  return itemsOf(outer.slice(select + 1, from)).flatMap((item) => {
    const alias = summedAs(item);
    return alias === null ? [] : [alias.kind === 'word' ? cut.text.slice(alias.start, alias.end) : alias.text];
  });
}

type Placed = { readonly token: Token; /** How many brackets are open around it. */ readonly depth: number };

/** Every token with its depth; what stands inside of brackets is preserved, for the items of the SELECT. */
function withDepth(tokens: readonly Token[]): readonly Placed[] {
  let depth = 0;
  return tokens.map((token): Placed => {
    if (token.kind === 'symbol' && ')]}'.includes(token.text)) depth -= 1;
    const placed = { token, depth };
    if (token.kind === 'symbol' && '([{'.includes(token.text)) depth += 1;
    return placed;
  });
}

function itemsOf(tokens: readonly Placed[]): readonly (readonly Placed[])[] {
  const items: Placed[][] = [[]];
  for (const placed of tokens) {
    if (placed.depth === 0 && isSymbol(placed.token, ',')) items.push([]);
    else items.at(-1)?.push(placed);
  }
  return items;
}

/** The name of `SUM(…) AS name` and of `COUNT(…) name`, or null. */
function summedAs(item: readonly Placed[]): Token | null {
  const [call, open, first] = item;
  const isCall =
    call?.token.kind === 'word' && ['SUM', 'COUNT'].includes(call.token.text) && isSymbol(open?.token, '(');
  if (!isCall || (first?.token.kind === 'word' && first.token.text === 'DISTINCT')) return null;
  const close = item.findIndex(({ token, depth }, at) => at > 1 && depth === 0 && isSymbol(token, ')'));
  const rest = item.slice(close + 1).map(({ token }) => token);
  const named = rest[0]?.kind === 'word' && rest[0].text === 'AS' ? rest.slice(1) : rest;
  const [alias] = named;
  return close > 0 && named.length === 1 && (alias?.kind === 'word' || alias?.kind === 'name') ? alias : null;
}
