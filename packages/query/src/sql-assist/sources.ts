import type { Query, Source } from './model.ts';
import { nameOf, readPath } from './names.ts';
import { afterTable, joinWords } from './reserved.ts';
import { holdsQuery, isNamed, isRound, isSign, isWord, type Group, type Node } from './tree.ts';

type State = {
  readonly nodes: readonly Node[];
  readonly text: string;
  readonly queryOf: (group: Group) => Query | null;
  /** Rows go there: brackets behind it list its columns. */
  readonly isTarget?: boolean;
};

/** The sources of a FROM, in its order. What is not understood is skipped up to the next comma or join. */
export function readSources(
  nodes: readonly Node[],
  text: string,
  queryOf: (group: Group) => Query | null,
  isTarget = false,
): readonly Source[] {
  const state = { nodes, text, queryOf, isTarget };
  const sources: Source[] = [];
  let at = 0;
  while (at < nodes.length) {
    const begin = at;
    const words: string[] = [];
    for (let node = nodes[at]; isJoinWord(nodes, at) || isSign(node, ',') || isWord(node, 'ONLY'); node = nodes[at]) {
      if (node?.kind === 'word') words.push(node.text);
      at += 1;
    }
    const read = readSource(state, at, words);
    if (read.sources.length === 0 && read.next === begin) at += 1;
    else at = read.next;
    const isJoined = words.some((word) => word !== 'LATERAL' && word !== 'ONLY');
    const joinFrom = isJoined ? (nodes[begin]?.from ?? null) : null;
    sources.push(
      ...read.sources.map((source) => (source.join ? source : withJoin(source, state, read, joinFrom, words))),
    );
    if (read.sources.length > 0) at = skipCondition(nodes, read.next);
  }
  return sources;
}

type Read = { readonly sources: readonly Source[]; readonly next: number };

function readSource(state: State, begin: number, words: readonly string[]): Read {
  const { nodes, text, queryOf } = state;
  const node = nodes[begin];
  const isLateral = words.includes('LATERAL');
  const named = readPath(nodes, begin, text);
  const plain = { isCall: false, query: null, isLateral, join: null } as const;
  if (isRound(node)) {
    const query = queryOf(node);
    if (query === null && !holdsQuery(node) && node.items.length > 0 && !isWord(node.items[0], 'VALUES')) {
      // Brackets around joins.
      const inner = readSources(node.items, text, queryOf);
      return { sources: inner, next: begin + 1 };
    }
    const alias = readAlias(state, begin + 1);
    const span = { from: node.from, to: alias.to ?? node.to };
    return { sources: [{ ...plain, ...span, path: null, query, ...alias.names }], next: alias.next };
  }
  if (named && !(nodes[begin]?.kind === 'word' && afterTable.has(nodes[begin].text))) {
    const behind = begin + named.length;
    const isCall = isRound(nodes[behind]) && !named.path.isOpen && state.isTarget !== true;
    const alias = readAlias(state, isCall ? behind + 1 : behind);
    const span = { from: named.path.from, to: alias.to ?? nodes[isCall ? behind : behind - 1]?.to ?? named.path.to };
    return { sources: [{ ...plain, ...span, path: named.path, isCall, ...alias.names }], next: alias.next };
  }
  if (node?.kind === 'string' || node?.kind === 'template') {
    const alias = readAlias(state, begin + 1);
    const span = { from: node.from, to: alias.to ?? node.to };
    return { sources: [{ ...plain, ...span, path: null, isCall: true, ...alias.names }], next: alias.next };
  }
  return { sources: [], next: begin };
}

/** `AS t`, `t`, `t (a, b)`, and what stands between a table and its alias. */
function readAlias(
  { nodes, text }: State,
  begin: number,
): {
  readonly names: Pick<Source, 'alias' | 'columns'>;
  readonly next: number;
  readonly to: number | null;
} {
  let at = begin;
  while (isWord(nodes[at], 'FINAL') || (isWord(nodes[at], 'WITH') && isWord(nodes[at + 1], 'ORDINALITY')))
    at += isWord(nodes[at], 'WITH') ? 2 : 1;
  const hasAs = isWord(nodes[at], 'AS');
  if (hasAs) at += 1;
  const node = nodes[at];
  if (!isNamed(node) || (node.kind === 'word' && afterTable.has(node.text)))
    return { names: { alias: null, columns: [] }, next: at, to: nodes[at - 1]?.to ?? null };
  const alias = nameOf(node, text);
  const list = nodes[at + 1];
  const columns = isRound(list) ? list.items.filter(isNamed).map((item) => nameOf(item, text)) : [];
  const next = isRound(list) ? at + 2 : at + 1;
  return { names: { alias, columns }, next, to: nodes[next - 1]?.to ?? null };
}

function withJoin(
  source: Source,
  { nodes }: State,
  { next }: Read,
  from: number | null,
  words: readonly string[],
): Source {
  if (from === null) return source;
  const condition = nodes[next];
  const using = isWord(condition, 'USING') && isRound(nodes[next + 1]) ? nodes[next + 1] : null;
  const end = skipCondition(nodes, next);
  const on =
    condition && isWord(condition, 'ON') ? { from: condition.to, to: nodes[end - 1]?.to ?? condition.to } : null;
  const takesCondition = !words.some((word) => ['CROSS', 'NATURAL', 'POSITIONAL', 'ARRAY', 'APPLY'].includes(word));
  return { ...source, join: { from, on, using: using?.kind === 'group' ? using : null, takesCondition } };
}

/** Behind ON … or USING (…) and whatever else stands before the next source. */
function skipCondition(nodes: readonly Node[], begin: number): number {
  let at = begin;
  while (at < nodes.length && !isSign(nodes[at], ',') && !isJoinWord(nodes, at)) at += 1;
  return at;
}

/** Some of these words are functions and lists elsewhere: `left(a, 1)`, `= ANY (…)`. */
function isJoinWord(nodes: readonly Node[], at: number): boolean {
  const node = nodes[at];
  if (node?.kind !== 'word' || !joinWords.has(node.text)) return false;
  if (node.text === 'JOIN' || node.text === 'LATERAL' || node.text === 'STRAIGHT_JOIN') return true;
  return !isRound(nodes[at + 1]) && nodes[at + 1]?.kind !== 'group';
}
