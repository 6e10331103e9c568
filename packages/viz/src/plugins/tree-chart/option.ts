import type { EChartsOption, TreeSeriesOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { exactNumber } from '../../layer/formats.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { cutMiddle, textWidth } from '../../shared/text.ts';
import type { TreeForm } from './controls.ts';
import { metricName, nodesOf, readTree, type TreeNode } from './tree.ts';

const FONT_SIZE = 12;
const LINE = 15;
const MAX_LABEL = 0.24;
/** A level more is unfolded while its nodes have a line each, in px of the side along which they stand. */
const LEAST_GAP = 9;

/** A tree of nodes; a press on one folds or unfolds what is below it. */
export function treeOption(results: readonly QueryResult[], form: TreeForm, context: ChartContext): EChartsOption {
  const { root } = readTree(results[0], form, context);
  const all = root === null ? [] : nodesOf(root);
  return {
    ...baseOption(context),
    tooltip: {
      ...tooltipFrame(context),
      formatter: (params) => tooltipAt(all[dataIndexOf(params) - 1], form, context),
    },
    series: root === null ? [] : [series(root, form, context)],
  };
}

function series(root: TreeNode, form: TreeForm, context: ChartContext): TreeSeriesOption {
  const { theme } = context;
  const isRadial = form.layout === 'radial';
  const room = Math.max(50, context.width * MAX_LABEL);
  const label = {
    color: theme.text,
    fontSize: FONT_SIZE,
    fontFamily: theme.fontFamily,
    textBorderColor: theme.surface,
    textBorderWidth: 2,
    distance: 6,
    formatter: ({ name }: { readonly name: string }) => cutMiddle(name, room, FONT_SIZE),
  };
  return {
    id: 'tree',
    type: 'tree',
    ...marginsOf(root, room, form, context),
    layout: form.layout,
    ...(isRadial ? {} : { orient: form.orient }),
    symbol: form.symbol,
    symbolSize: form.symbolSize,
    roam: form.roam,
    expandAndCollapse: true,
    initialTreeDepth: depthOf(root, form, context),
    animationDurationUpdate: 200,
    itemStyle: { color: theme.accent, borderColor: theme.accent, borderWidth: 1.5 },
    lineStyle: { color: theme.zeroLine, width: 1.2, curveness: 0.5 },
    label: isRadial ? label : { ...label, position: form.node_label_position, ...asideOf(form.node_label_position) },
    leaves: {
      label: isRadial
        ? label
        : { ...label, position: form.child_label_position, ...asideOf(form.child_label_position) },
    },
    labelLayout: { hideOverlap: true },
    ...(isRadial ? {} : { emphasis: { focus: form.emphasis } }),
    blur: { itemStyle: { opacity: 0.2 }, lineStyle: { opacity: 0.2 }, label: { opacity: 0.3 } },
    data: [dataOf(root)],
  };
}

/** Beside a node the text ends or begins there; above and below it stands in the middle. */
function asideOf(position: TreeForm['node_label_position']) {
  switch (position) {
    case 'left':
      return { align: 'right', verticalAlign: 'middle' } as const;
    case 'right':
      return { align: 'left', verticalAlign: 'middle' } as const;
    case 'top':
      return { align: 'center', verticalAlign: 'bottom' } as const;
    case 'bottom':
      return { align: 'center', verticalAlign: 'top' } as const;
  }
}

function dataOf({ id, name, value, children }: TreeNode): NonNullable<TreeSeriesOption['data']>[number] {
  return {
    id,
    name,
    ...(value === null ? {} : { value }),
    ...(children.length > 0 ? { children: children.map(dataOf) } : {}),
  };
}

/** Room for the names of the outermost nodes. */
function marginsOf(root: TreeNode, room: number, form: TreeForm, { width, height }: ChartContext) {
  if (form.layout === 'radial') return { left: '16%', right: '16%', top: '12%', bottom: '12%' };
  const inner = Math.min(room, textWidth(root.name, FONT_SIZE)) + 16;
  const leaves = nodesOf(root).filter(({ node }) => node.children.length === 0);
  const widest = Math.min(room, Math.max(...leaves.map(({ node }) => textWidth(node.name, FONT_SIZE)))) + 16;
  const first = form.node_label_position === 'left' || form.node_label_position === 'right' ? inner : 24;
  const isBeside = form.child_label_position === 'right' || form.child_label_position === 'left';
  const last = isBeside ? widest : Math.min(widest / 2 + 6, width * 0.12);
  const high = Math.min(2 * LINE, height * 0.12);
  switch (form.orient) {
    case 'LR':
      return { left: first, right: last, top: 14, bottom: high };
    case 'RL':
      return { left: Math.max(last, 40), right: first, top: 14, bottom: high };
    case 'TB':
      return { left: 40, right: 40, top: high + 4, bottom: high + 4 };
    case 'BT':
      return { left: 40, right: 40, top: high + 4, bottom: high + 4 };
  }
}

/** So many levels that their nodes can still be distinguished; the rest unfolds by a press. */
function depthOf(root: TreeNode, form: TreeForm, { width, height }: ChartContext): number {
  const isUpright = form.orient === 'TB' || form.orient === 'BT';
  const side = form.layout === 'radial' ? Math.PI * Math.min(width, height) : isUpright ? width : height;
  const most = Math.max(4, side / LEAST_GAP);
  let level: readonly TreeNode[] = [root];
  let depth = 0;
  for (;;) {
    const next = level.flatMap(({ children }) => children);
    if (next.length === 0) return -1;
    if (next.length > most) return depth;
    level = next;
    depth += 1;
  }
}

function tooltipAt(
  at: { readonly node: TreeNode; readonly path: readonly string[] } | undefined,
  form: TreeForm,
  context: ChartContext,
): string {
  if (!at) return '';
  const { node, path } = at;
  return tooltipHtml({
    title: path.join(' › '),
    order: 'as_given',
    rows:
      node.value === null
        ? []
        : [
            {
              name: metricName(form, context),
              value: exactNumber('SMART_NUMBER', node.value, context),
              amount: node.value,
              color: context.theme.accent,
            },
          ],
  });
}

function dataIndexOf(params: unknown): number {
  return typeof params === 'object' && params !== null && 'dataIndex' in params && typeof params.dataIndex === 'number'
    ? params.dataIndex
    : -1;
}
