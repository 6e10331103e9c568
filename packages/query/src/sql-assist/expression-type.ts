import type { Item } from './model.ts';
import { isRound, isSign, isWord, type Node } from './tree.ts';

const types: Readonly<Record<string, string>> = {
  COUNT: 'bigint',
  ROW_NUMBER: 'bigint',
  RANK: 'bigint',
  DENSE_RANK: 'bigint',
  AVG: 'double',
  LENGTH: 'bigint',
  UPPER: 'varchar',
  LOWER: 'varchar',
  TRIM: 'varchar',
  CONCAT: 'varchar',
  CURRENT_DATE: 'date',
  CURRENT_TIMESTAMP: 'timestamp',
  NOW: 'timestamp',
};

/** The type of an expression where its text says it: a cast, a count. */
export function outputType({ nodes, alias }: Item): string | null {
  const own = alias === null ? nodes : nodes.filter((node) => node.to <= alias.from && !isWord(node, 'AS'));
  const at = own.findLastIndex((node) => isSign(node, '::'));
  if (at !== -1 && at >= own.length - 3) return typeWords(own.slice(at + 1));
  const [first, second] = own;
  if (isWord(first, 'CAST', 'TRY_CAST') && isRound(second) && own.length === 2) {
    const as = second.items.findLastIndex((node) => isWord(node, 'AS'));
    return as === -1 ? null : typeWords(second.items.slice(as + 1));
  }
  if (own.length === 1 && first?.kind === 'string') return 'varchar';
  if (first?.kind !== 'word' || !(own.length === 1 || (own.length === 2 && isRound(second)) || isOver(own)))
    return null;
  return Object.hasOwn(types, first.text) ? (types[first.text] ?? null) : null;
}

function isOver(nodes: readonly Node[]): boolean {
  return isRound(nodes[1]) && isWord(nodes[2], 'OVER') && nodes.length === 4;
}

function typeWords(nodes: readonly Node[]): string | null {
  const words = nodes.flatMap((node) => (node.kind === 'word' ? node.text.toLowerCase() : []));
  return words.length === 0 ? null : words.join(' ');
}
