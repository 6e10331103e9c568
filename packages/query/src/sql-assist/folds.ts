import type { Span } from './lexer.ts';
import { parseFragment } from './query.ts';
import { fragmentAt, type Script } from './script.ts';
import type { Group, Node } from './tree.ts';

/** What can be folded of the line that ends at a place: a bracket that it opens last, or the statement it begins. */
export function foldAt(script: Script, line: Span): Span | null {
  const { fragment, at } = fragmentAt(script, line.to);
  const { nodes } = parseFragment(fragment);
  const opened = groupsIn(nodes).findLast(({ open }) => open.from + at >= line.from && open.to + at <= line.to);
  const close = opened?.close;
  if (opened && close && close.from + at > line.to) return { from: at + opened.open.to, to: at + close.from };
  const [first] = fragment.tokens;
  const last = fragment.tokens.at(-1);
  const begins = first && first.from + at >= line.from && first.from + at <= line.to;
  return begins && last && last.to + at > line.to ? { from: line.to, to: last.to + at } : null;
}

function groupsIn(nodes: readonly Node[]): readonly Group[] {
  return nodes.flatMap((node) => (node.kind === 'group' ? [node, ...groupsIn(node.items)] : []));
}
