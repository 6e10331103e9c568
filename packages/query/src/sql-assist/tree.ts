import type { Lexeme, Span } from './lexer.ts';
import { reserved } from './reserved.ts';

export type Node = Lexeme | Group;
/** What stands in brackets. One that is not closed reaches as far as it makes sense. */
export type Group = Span & {
  readonly kind: 'group';
  readonly open: Lexeme;
  readonly close: Lexeme | null;
  readonly items: readonly Node[];
};

export type Named = Lexeme & { readonly kind: 'word' | 'name' };

const closings: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const beginsQuery = new Set(['SELECT', 'WITH', 'FROM', 'VALUES', 'TABLE']);
const beginsStatement = new Set([...beginsQuery, 'INSERT', 'UPDATE', 'DELETE', 'PIVOT', 'UNPIVOT', 'DESCRIBE', 'SHOW']);
/** Where one of these stands in a bracket that holds no query, the bracket was not closed. */
const leavesBracket = new Set(['FROM', 'WHERE', 'HAVING', 'UNION', 'QUALIFY']);
/** Their arguments have a FROM between them. */
const takesFrom = new Set(['EXTRACT', 'TRIM', 'SUBSTRING', 'OVERLAY', 'POSITION']);

type Open = { readonly open: Lexeme; readonly items: Node[]; readonly caller: Lexeme | undefined };

/** The fragments of a statement of some length with its brackets as groups, as far as they go together. */
export function nodesOf(tokens: readonly Lexeme[], length: number): readonly Node[] {
  const outer: Node[] = [];
  const open: Open[] = [];
  const itemsNow = () => open.at(-1)?.items ?? outer;
  const end = (close: Lexeme | null, to: number) => {
    const last = open.pop();
    if (!last) return;
    itemsNow().push({ kind: 'group', open: last.open, close, items: last.items, from: last.open.from, to });
  };
  tokens.forEach((token, index) => {
    const before = tokens[index - 1];
    while (leaves(token, open.at(-1))) end(null, token.from);
    if (token.kind === 'symbol' && closings[token.text] !== undefined) {
      open.push({ open: token, items: [], caller: before });
      return;
    }
    const closes = token.kind === 'symbol' && ')]}'.includes(token.text);
    const match = closes ? open.findLastIndex((each) => closings[each.open.text] === token.text) : -1;
    if (!closes) itemsNow().push(token);
    // A bracket that nothing opened is left out, and one of another kind inside was not closed.
    if (match === -1) return;
    while (open.length > match + 1) end(null, token.from);
    end(token, token.to);
  });
  while (open.length > 0) end(null, length);
  return outer;
}

function leaves(token: Lexeme, top: Open | undefined): boolean {
  if (!top || token.kind !== 'word' || !leavesBracket.has(token.text)) return false;
  const [first] = top.items;
  if (first === undefined || first.kind === 'group') return token.text !== 'UNION' && isFunction(top.caller);
  if (first.kind === 'word' && beginsStatement.has(first.text)) return false;
  if (isSign(top.items.at(-1), '.') || isFilter(top)) return false;
  return token.text !== 'FROM' || !(isWord(top.caller, ...takesFrom) || isWord(top.items.at(-1), 'DISTINCT'));
}

function isFunction(caller: Lexeme | undefined): boolean {
  return caller?.kind === 'word' && !reserved.has(caller.text) && caller.text !== 'FILTER';
}

/** FILTER (WHERE …) */
function isFilter({ caller }: Open): boolean {
  return isWord(caller, 'FILTER');
}

/** A bare word; with `words`, one of those. */
export function isWord(node: Node | undefined, ...words: readonly string[]): boolean {
  return node?.kind === 'word' && (words.length === 0 || words.includes(node.text));
}

export function isSign(node: Node | undefined, ...signs: readonly string[]): boolean {
  return node?.kind === 'symbol' && signs.includes(node.text);
}

/** A word or a quoted name. */
export function isNamed(node: Node | undefined): node is Named {
  return node?.kind === 'word' || node?.kind === 'name';
}

export function isRound(node: Node | undefined): node is Group {
  return node?.kind === 'group' && node.open.text === '(';
}

/** Whether a bracket holds a query: its first word begins one. Brackets around brackets count. */
export function holdsQuery(group: Group): boolean {
  const [first] = group.items;
  if (first?.kind === 'group') return isRound(first) && holdsQuery(first) && isJoined(group.items);
  // Some of these words are names elsewhere.
  return first?.kind === 'word' && beginsQuery.has(first.text) && !isSign(group.items[1], '.', ',');
}

/** `(SELECT …) UNION (SELECT …)`, and not `(SELECT 1) + 2`. */
function isJoined(items: readonly Node[]): boolean {
  return items.length === 1 || isWord(items[1], 'UNION', 'INTERSECT', 'EXCEPT', 'MINUS', 'ORDER', 'LIMIT');
}
