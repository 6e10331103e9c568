import { tn } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { TreeForm } from './controls.ts';
import { depthOf } from './option.ts';
import { nodesOf, readTree } from './tree.ts';

/** What the picture leaves out: nodes that are not below the root, and levels that stay folded at first. */
export function treeNotes([result]: readonly QueryResult[], form: TreeForm, context: ChartContext): readonly string[] {
  const { root, outside } = readTree(result, form, context);
  if (root === null) return [];
  const depth = depthOf(root, form, context);
  const folded = depth === null ? 0 : nodesOf(root).filter(({ path }) => path.length - 1 > depth).length;
  return [
    ...(folded > 0
      ? [tn('1 node is folded; a press unfolds it', '%(count)s nodes are folded; a press unfolds them', folded)]
      : []),
    ...(outside > 0
      ? [tn('1 node is not below %(root)s', '%(count)s nodes are not below %(root)s', outside, { root: root.name })]
      : []),
  ];
}
