import type { Span } from './lexer.ts';
import type { Clause, ClauseKind } from './model.ts';
import { isRound, isSign, isWord, holdsQuery, type Node } from './tree.ts';

/** The clauses between two words like UNION. */
export type Part = Span & { readonly clauses: readonly Clause[] };

const heads: Readonly<Record<string, ClauseKind>> = {
  SELECT: 'select',
  FROM: 'from',
  PREWHERE: 'where',
  WHERE: 'where',
  HAVING: 'having',
  QUALIFY: 'qualify',
  WINDOW: 'window',
  LIMIT: 'limit',
  OFFSET: 'offset',
  RETURNING: 'returning',
  PIVOT: 'from',
  UNPIVOT: 'from',
};
const setOperators = ['UNION', 'INTERSECT', 'EXCEPT', 'MINUS'];
/** WITH means something else before these. */
const otherWith = ['ROLLUP', 'CUBE', 'TIES', 'ORDINALITY', 'TOTALS', 'FILL', 'TIME', 'OFFSET', 'NO', 'DATA', 'LOCAL'];

type Head = { readonly kind: ClauseKind | 'union'; readonly length: number };

/** Cut the nodes of a query into its clauses, and those into parts at UNION and where another SELECT begins. */
export function readClauses(nodes: readonly Node[], span: Span): readonly Part[] {
  const parts: { from: number; clauses: Clause[] }[] = [{ from: span.from, clauses: [] }];
  let begun: { kind: ClauseKind; from: number; body: number; at: number } = {
    kind: 'verb',
    from: span.from,
    body: span.from,
    at: 0,
  };
  const close = (to: number, end: number) => {
    const { at, ...clause } = begun;
    parts.at(-1)?.clauses.push({ ...clause, to, nodes: nodes.slice(at, end) });
  };
  let index = 0;
  while (index < nodes.length) {
    const node = nodes[index];
    const own = parts.at(-1)?.clauses ?? [];
    const head = headAt(nodes, index, [...own.map(({ kind }) => kind), begun.kind]);
    if (!node || head === null) {
      index += 1;
      continue;
    }
    close(node.from, index);
    const next = index + head.length;
    const body = nodes[next - 1]?.to ?? node.to;
    const isNewSelect = head.kind === 'select' && [...own, begun].some(({ kind }) => kind === 'select');
    if (head.kind === 'union' || isNewSelect)
      parts.push({ from: head.kind === 'union' ? body : node.from, clauses: [] });
    begun = { kind: head.kind === 'union' ? 'verb' : head.kind, from: node.from, body, at: next };
    index = next;
  }
  close(span.to, nodes.length);
  return parts.map(({ from, clauses }, at) => ({
    from,
    to: parts[at + 1]?.from ?? span.to,
    // The words before the first clause are one only where there are some.
    clauses: clauses.filter(({ kind, nodes: own }) => kind !== 'verb' || own.length > 0 || clauses.length === 1),
  }));
}

function headAt(nodes: readonly Node[], at: number, before: readonly ClauseKind[]): Head | null {
  const node = nodes[at];
  const last = nodes[at - 1];
  // Behind a dot it is a name, unless it stands apart from a dot that waits for one.
  if (node?.kind !== 'word' || (isSign(last, '.') && last?.to === node.from)) return null;
  const next = nodes[at + 1];
  const word = node.text;
  const isFirst = before.every((kind) => kind === 'verb' || kind === 'with');
  const now = before.at(-1);
  if (word === 'GROUP' || word === 'ORDER') return isWord(next, 'BY') ? { kind: lower(word), length: 2 } : null;
  if (setOperators.includes(word)) return readUnion(nodes, at);
  if (word === 'WITH') return isFirst && !isWord(next, ...otherWith) ? { kind: 'with', length: 1 } : null;
  if (word === 'FROM') return isDistinctFrom(nodes, at) ? null : { kind: 'from', length: 1 };
  if (word === 'VALUES') return isFirst || now === 'insert' ? { kind: 'values', length: 1 } : null;
  if (word === 'UPDATE')
    return isFirst && !isWord(nodes[at - 1], 'DO', 'FOR', 'KEY') ? { kind: 'update', length: 1 } : null;
  if (word === 'SET') return before.includes('update') || now === 'verb' ? { kind: 'set', length: 1 } : null;
  if (word === 'INTO') return isWord(nodes[at - 1], 'INSERT', 'REPLACE', 'MERGE', 'OVERWRITE') ? insertAt(next) : null;
  if (word === 'DESCRIBE' || word === 'SUMMARIZE' || word === 'DESC')
    return isFirst && at === 0 ? describeAt(next) : null;
  if (word === 'FETCH') return isWord(next, 'FIRST', 'NEXT') ? { kind: 'tail', length: 1 } : null;
  if (word === 'SETTINGS' || word === 'FORMAT')
    return !isFirst && now !== 'select' ? { kind: 'tail', length: 1 } : null;
  if ((word === 'WINDOW' || word === 'PIVOT' || word === 'UNPIVOT') && !isFirst && !before.includes('from'))
    return null;
  if ((word === 'PIVOT' || word === 'UNPIVOT') && !isFirst) return null;
  if (word === 'OFFSET' && (isFirst || now === 'select')) return null;
  const kind = Object.hasOwn(heads, word) ? heads[word] : undefined;
  return kind === undefined ? null : { kind, length: 1 };
}

function lower(word: 'GROUP' | 'ORDER'): 'group' | 'order' {
  return word === 'GROUP' ? 'group' : 'order';
}

/** `SELECT * EXCEPT (a)` leaves columns out. */
function readUnion(nodes: readonly Node[], at: number): Head | null {
  const next = nodes[at + 1];
  if (isWord(nodes[at], 'EXCEPT') && isSign(nodes[at - 1], '*') && isRound(next) && !holdsQuery(next)) return null;
  let length = 1;
  while (isWord(nodes[at + length], 'ALL', 'DISTINCT', 'BY', 'NAME')) length += 1;
  return { kind: 'union', length };
}

function isDistinctFrom(nodes: readonly Node[], at: number): boolean {
  return isWord(nodes[at - 1], 'DISTINCT') && isWord(nodes[at - 2], 'IS', 'NOT');
}

function insertAt(next: Node | undefined): Head {
  return { kind: 'insert', length: isWord(next, 'TABLE') ? 2 : 1 };
}

function describeAt(next: Node | undefined): Head {
  return { kind: 'describe', length: isWord(next, 'TABLE') ? 2 : 1 };
}
