import type { Level } from './levels.ts';
import type { Block, Clause, Source } from './model.ts';
import { beforeOperand, joinWords, reserved, valueWords } from './reserved.ts';
import { isNamed, isRound, isSign, isWord, type Node } from './tree.ts';

/** What the grammar lets follow. */
export type Expected =
  | 'statement'
  | 'nothing'
  | 'relation'
  | 'after-relation'
  | 'join-word'
  | 'operand'
  | 'operator'
  | 'is-what'
  | 'not-what'
  | 'type'
  | 'using'
  | 'target-column'
  | 'window'
  | 'filter'
  | 'date-part'
  | 'after-cte'
  | 'as'
  | 'query';

type Where = {
  readonly level: Level;
  readonly clause: Clause | null;
  readonly block: Block | null;
  /** Where what is typed begins, its qualifier too. */
  readonly begin: number;
};
type Answer = { readonly expected: Expected; readonly source: Source | null };

const namesTable = ['TABLE', 'VIEW', 'TRUNCATE', 'DESCRIBE', 'DESC', 'SUMMARIZE', 'INTO', 'EXISTS', 'ANALYZE'];

/** What can follow at a place. */
export function expectedAt(where: Where): Answer {
  const { level, clause, block } = where;
  if (clause === null || block === null) return plain('statement');
  if (level.group) return inBrackets(where, clause, block);
  const before = level.nodes[level.index - 1];
  switch (clause.kind) {
    case 'verb':
      return plain(inVerb(level, block, clause));
    case 'with':
      return plain(inWith(before));
    case 'from':
    case 'update':
    case 'insert':
    case 'describe':
      return inFrom(level, where.begin, block);
    case 'limit':
    case 'offset':
    case 'tail':
      return plain(before === undefined ? 'nothing' : 'operator');
    case 'values':
      return plain(before === undefined ? 'nothing' : 'operator');
    case 'window':
      return plain(isWord(before, 'AS') ? 'nothing' : isNamed(before) ? 'as' : 'nothing');
    case 'select':
    case 'where':
    case 'group':
    case 'having':
    case 'qualify':
    case 'order':
    case 'set':
    case 'returning':
      return plain(inExpression(level));
  }
}

function plain(expected: Expected, source: Source | null = null): Answer {
  return { expected, source };
}

function inVerb({ nodes, index }: Level, block: Block, clause: Clause): Expected {
  const before = nodes[index - 1];
  if (before === undefined)
    return block.query.blocks[0] === block && clause.from === block.from ? 'statement' : 'query';
  if (isWord(before, ...namesTable)) return isWord(nodes[0], 'CREATE') ? 'nothing' : 'relation';
  return isWord(before, 'AS') ? 'query' : 'statement';
}

function inWith(before: Node | undefined): Expected {
  if (before === undefined || isSign(before, ',') || isWord(before, 'RECURSIVE', 'AS')) return 'nothing';
  if (isNamed(before)) return 'as';
  return 'after-cte';
}

/** Directly in a FROM, or in brackets around its joins. */
function inFrom({ nodes, index }: Level, begin: number, block: Block): Answer {
  const before = nodes[index - 1];
  const source = block.sources.findLast(({ from, path, query, isCall }) =>
    path !== null || query !== null || isCall ? from < begin : false,
  );
  if (before === undefined || isSign(before, ',') || isWord(before, 'JOIN', 'LATERAL', 'ONLY', 'STRAIGHT_JOIN'))
    return plain('relation');
  const condition = source?.join?.on;
  if (source && condition && condition.from <= begin && !isJoinBefore(nodes, index))
    return plain(inExpression({ nodes, index }), source);
  if (isWord(before, 'USING', 'AS')) return plain('nothing');
  if (isWord(before, ...joinWords) && !isRound(nodes[index])) return plain('join-word');
  return source ? plain('after-relation', source) : plain('nothing');
}

function isJoinBefore(nodes: readonly Node[], index: number): boolean {
  return isWord(nodes[index - 1], ...joinWords) && !isWord(nodes[index - 1], 'ALL', 'ANY');
}

const bracketsOf: Readonly<Record<string, Expected>> = { OVER: 'window', FILTER: 'filter' };

function inBrackets(where: Where, clause: Clause, block: Block): Answer {
  const { level } = where;
  const { caller, nodes, index } = level;
  const before = nodes[index - 1];
  const word = caller?.kind === 'word' ? caller.text : null;
  const isTarget = clause.kind === 'insert' && isNamed(caller) && level.around.length === 1;
  if (isTarget) return plain(before === undefined || isSign(before, ',') ? 'target-column' : 'nothing');
  if (clause.kind === 'with') return plain(isWord(caller, 'AS', 'MATERIALIZED') ? 'query' : 'nothing');
  if (clause.kind === 'window' && level.around.length === 1) return plain(inWindow(level, 'window'));
  if (word === 'USING' && clause.kind === 'from')
    return plain(before === undefined || isSign(before, ',') ? 'using' : 'nothing', joinedBefore(block, level));
  if (clause.kind === 'from' && level.around.length === 1) {
    if (isJoinBracket(caller) && before !== undefined) return inFrom(level, where.begin, block);
    if (isJoinBracket(caller)) return plain('relation');
    // t (a, b) gives names to columns.
    if (block.sources.some(({ alias }) => alias?.to === caller?.to)) return plain('nothing');
  }
  if (word !== null && bracketsOf[word]) return plain(inWindow(level, bracketsOf[word]));
  if (word === 'EXTRACT' && before === undefined) return plain('date-part');
  if ((word === 'CAST' || word === 'TRY_CAST') && isWord(before, 'AS')) return plain('type');
  return plain(inExpression(level));
}

function joinedBefore(block: Block, { group }: Level): Source | null {
  return block.sources.find(({ join }) => join?.using !== null && join?.using === group) ?? null;
}

/** Whether a bracket in FROM holds sources: nothing that could be called stands before it. */
function isJoinBracket(caller: Node | undefined): boolean {
  return caller === undefined || isSign(caller, ',') || isWord(caller, 'JOIN', 'LATERAL');
}

function inWindow(level: Level, begin: Expected): Expected {
  const { nodes, index } = level;
  if (nodes.slice(0, index).some((node) => isWord(node, 'BY', 'WHERE'))) return inExpression(level);
  return begin;
}

/** Whether a value may begin, or what may stand behind one. */
function inExpression({ nodes, index }: Pick<Level, 'nodes' | 'index'>): Expected {
  const before = nodes[index - 1];
  const last = nodes[index - 2];
  if (before === undefined) return 'operand';
  if (before.kind === 'word') return behindWord(before.text, last);
  if (before.kind !== 'symbol') return 'operator';
  if (before.text === '::') return 'type';
  if (before.text !== '*') return 'operand';
  return last === undefined || isSign(last, ',', '.') || isWord(last, 'DISTINCT', 'SELECT') ? 'operator' : 'operand';
}

function behindWord(word: string, last: Node | undefined): Expected {
  if (word === 'AS') return 'nothing';
  if (word === 'IS') return 'is-what';
  if (word === 'NOT') return isValue(last) ? 'not-what' : 'operand';
  if (valueWords.has(word)) return 'operator';
  // DISTINCT FROM, and DISTINCT before a value.
  return beforeOperand.has(word) ? 'operand' : 'operator';
}

function isValue(node: Node | undefined): boolean {
  if (node === undefined) return false;
  if (node.kind === 'word')
    return valueWords.has(node.text) || !(reserved.has(node.text) || beforeOperand.has(node.text));
  return node.kind !== 'symbol';
}
