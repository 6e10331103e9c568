import type { Span } from './lexer.ts';
import type { Fragment } from './script.ts';
import { readClauses } from './clauses.ts';
import type { Block, Clause, Cte, Name, Parsed, Query } from './model.ts';
import { nameOf, readItems, splitAtCommas } from './names.ts';
import { readSources } from './sources.ts';
import { holdsQuery, isNamed, isRound, isWord, nodesOf, type Group, type Node } from './tree.ts';

const known = new WeakMap<Fragment, Parsed>();

/** Understand a statement, however much of it is written; places count from the beginning of its fragment. */
export function parseFragment(fragment: Fragment): Parsed {
  const before = known.get(fragment);
  if (before) return before;
  const nodes = nodesOf(fragment.tokens, fragment.text.length);
  const span = { from: 0, to: fragment.text.length };
  const parsed = { fragment, nodes, root: readQuery({ nodes, span, role: 'statement', parent: null }, fragment) };
  known.set(fragment, parsed);
  return parsed;
}

type Growing<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer U)[] ? U[] : T[K] };

type Wish = {
  readonly nodes: readonly Node[];
  readonly span: Span;
  readonly role: Query['role'];
  readonly parent: Block | null;
  readonly namedBy?: Query['namedBy'];
};

function readQuery({ nodes, span, role, parent, namedBy = null }: Wish, fragment: Fragment): Query {
  const query: Growing<Query> = { ...span, role, isRecursive: false, ctes: [], blocks: [], parent, namedBy };
  for (const part of readClauses(nodes, span)) {
    for (const clause of part.clauses) if (clause.kind === 'with') readCtes(query, clause, fragment);
    query.blocks.push(readBlock(query, part, fragment));
  }
  return query;
}

function readBlock(query: Query, part: Span & { readonly clauses: readonly Clause[] }, fragment: Fragment): Block {
  const block: Growing<Block> = {
    from: part.from,
    to: part.to,
    query,
    clauses: [...part.clauses],
    items: [],
    sources: [],
    children: [],
  };
  const queries = new Map<Group, Query>();
  for (const clause of part.clauses) {
    const role = clause.kind === 'from' || clause.kind === 'update' ? 'source' : 'value';
    // A query of WITH belongs to the names that it gives.
    if (clause.kind !== 'with') for (const node of clause.nodes) findQueries(node, role, block, queries, fragment);
  }
  const queryOf = (group: Group) => queries.get(group) ?? null;
  for (const { kind, nodes } of part.clauses) {
    if (kind === 'select') block.items.push(...readItems(nodes, fragment.text));
    if (kind === 'from' || kind === 'update' || kind === 'insert' || kind === 'describe')
      block.sources.push(...readSources(nodes, fragment.text, queryOf, kind === 'insert'));
  }
  return block;
}

/** Queries in brackets, however deep. What a FROM reads within brackets of its own is a source as well. */
function findQueries(
  node: Node,
  role: Query['role'],
  block: Growing<Block>,
  found: Map<Group, Query>,
  fragment: Fragment,
): void {
  if (node.kind !== 'group') return;
  if (isRound(node) && holdsQuery(node)) {
    const span = { from: node.open.to, to: node.close?.from ?? node.to };
    const query = readQuery({ nodes: node.items, span, role, parent: block }, fragment);
    found.set(node, query);
    block.children.push(query);
    return;
  }
  for (const item of node.items) findQueries(item, role, block, found, fragment);
}

/** `WITH a AS (…), b (x, y) AS (…)`; ClickHouse gives names to values by it, too. */
function readCtes(query: Growing<Query>, clause: Clause, fragment: Fragment): void {
  const [first, ...rest] = clause.nodes;
  const isRecursive = isWord(first, 'RECURSIVE');
  if (isRecursive) query.isRecursive = true;
  for (const part of splitAtCommas(isRecursive ? rest : clause.nodes)) {
    const cte = readCte(part, query, fragment);
    if (cte) query.ctes.push(cte);
  }
}

function readCte(part: readonly Node[], query: Query, fragment: Fragment): Cte | null {
  const [begin, second] = part;
  const last = part.at(-1);
  if (!begin || !last) return null;
  const span = { from: begin.from, to: last.to };
  const body = part.find((node, index): node is Group => index > 0 && isRound(node) && isBody(part[index - 1]));
  if (isNamed(begin) && (body || isWord(second, 'AS') || part.length === 1 || isRound(second))) {
    const columns = isRound(second) && second !== body ? namesIn(second, fragment.text) : [];
    return {
      ...span,
      name: nameOf(begin, fragment.text),
      columns,
      query: body ? readBody(body, query, fragment) : null,
    };
  }
  // ClickHouse: WITH value AS name
  return isNamed(last) && isWord(part.at(-2), 'AS')
    ? { ...span, name: nameOf(last, fragment.text), columns: [], query: null }
    : null;
}

function readBody(body: Group, query: Query, fragment: Fragment): Query {
  const span = { from: body.open.to, to: body.close?.from ?? body.to };
  const namedBy = { query, index: query.ctes.length };
  return readQuery({ nodes: body.items, span, role: 'cte', parent: query.parent, namedBy }, fragment);
}

function isBody(before: Node | undefined): boolean {
  return isWord(before, 'AS', 'MATERIALIZED', 'KEY');
}

function namesIn(group: Group, text: string): readonly Name[] {
  return group.items.filter(isNamed).map((node) => nameOf(node, text));
}

/** The innermost query that a place is in. */
export function queryAt(root: Query, at: number): Query {
  const inside = [...root.ctes.flatMap(({ query }) => query ?? []), ...root.blocks.flatMap(({ children }) => children)];
  const next = inside.find(({ from, to }) => from <= at && at <= to);
  return next ? queryAt(next, at) : root;
}

/** The block of a query that a place is in; behind its last one that one. */
export function blockAt({ blocks }: Query, at: number): Block | null {
  return blocks.findLast(({ from }) => from <= at) ?? blocks[0] ?? null;
}
