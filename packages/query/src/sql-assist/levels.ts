import type { Clause } from './model.ts';
import { holdsQuery, isRound, type Group, type Node } from './tree.ts';

/** What stands beside a place: in its bracket, or in its clause where no bracket of an expression is around it. */
export type Level = {
  /** Of the innermost bracket, or of the clause. */
  readonly nodes: readonly Node[];
  /** How many of them stand before the place. */
  readonly index: number;
  /** The innermost bracket around the place that holds no query; `null` directly in a clause. */
  readonly group: Group | null;
  /** What stands before that bracket. */
  readonly caller: Node | undefined;
  /** Before that. */
  readonly beforeCaller: Node | undefined;
  /** A bracket was opened, and nothing is in it. */
  readonly isEmptyBracket: boolean;
  /** The brackets around it within the query, the outermost first, each with what stands before it. */
  readonly around: readonly { readonly group: Group; readonly caller: Node | undefined }[];
};

/** The level of a place, inside of its clause. */
export function groupsAt(nodes: readonly Node[], at: number, clause: Clause | null): Level {
  let beside = nodes;
  let around: { readonly group: Group; readonly caller: Node | undefined; readonly beforeCaller: Node | undefined }[] =
    [];
  for (;;) {
    const index = beside.findIndex((node) => node.kind === 'group' && contains(node, at));
    const group = beside[index];
    if (group?.kind !== 'group') break;
    // What is outside of a query is no matter within it.
    if (isRound(group) && holdsQuery(group)) around = [];
    else around.push({ group, caller: beside[index - 1], beforeCaller: beside[index - 2] });
    beside = group.items;
  }
  const last = around.at(-1);
  const own = last ? last.group.items : (clause?.nodes ?? beside);
  const index = own.filter((node) => node.to <= at && (node.kind !== 'group' || node.close !== null)).length;
  return {
    nodes: own,
    index,
    group: last?.group ?? null,
    caller: last?.caller,
    beforeCaller: last?.beforeCaller,
    isEmptyBracket: last !== undefined && index === 0,
    around,
  };
}

function contains({ open, close, to }: Group, at: number): boolean {
  return open.to <= at && at <= (close?.from ?? to);
}
