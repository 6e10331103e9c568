import type { EChartsOption, TreeSeriesOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { cutMiddle, textWidth } from '../../shared/text.ts';
import type { TreeForm } from './controls.ts';
import { metricName, nodesOf, readTree, type TreeNode } from './tree.ts';

const FONT_SIZE = 12;
const LINE = 15;
const MAX_LABEL = 0.24;
const MAX_LABEL_OF_ONE_LEVEL = 0.42;
/** A level more is unfolded while its nodes have a line each, in px of the side along which they stand. */
const LEAST_GAP = 12;
/** Of the way between two levels, what the name of a node with children may take: the rest shows the way. */
const NAME_SHARE = 0.7;

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
  const depth = depthOf(root, form, context);
  const room = roomOf(root, depth, context);
  const margins = marginsOf(root, room, form, context);
  const inner = innerRoom(root, depth, margins, form, context);
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
    ...margins,
    layout: form.layout,
    ...(isRadial ? {} : { orient: form.orient }),
    symbol: form.symbol,
    symbolSize: form.symbolSize,
    roam: form.roam,
    expandAndCollapse: true,
    initialTreeDepth: depth ?? -1,
    animationDurationUpdate: 200,
    itemStyle: { color: theme.accent, borderColor: theme.accent, borderWidth: 1.5 },
    lineStyle: { color: theme.zeroLine, width: 1.2, curveness: 0.5 },
    label: isRadial
      ? label
      : {
          ...label,
          position: form.node_label_position,
          ...asideOf(form.node_label_position),
          formatter: ({ name }) => cutMiddle(name, inner, FONT_SIZE),
        },
    leaves: {
      label: isRadial
        ? label
        : { ...label, position: form.child_label_position, ...asideOf(form.child_label_position) },
    },
    labelLayout: { hideOverlap: true },
    ...(isRadial ? {} : { emphasis: { focus: form.emphasis } }),
    blur: { itemStyle: { opacity: 0.2 }, lineStyle: { opacity: 0.2 }, label: { opacity: 0.3 } },
    data: [rootOf(root, room, form)],
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

/** The name of the root has its own room: beside the tree, or level above its middle. */
function rootOf(root: TreeNode, room: number, form: TreeForm): NonNullable<TreeSeriesOption['data']>[number] {
  const formatter = () => cutMiddle(root.name, room, FONT_SIZE);
  if (root.children.length === 0) return dataOf(root);
  return {
    ...dataOf(root),
    label: form.layout === 'radial' ? { rotate: 0, position: 'top', formatter } : { formatter },
  };
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
function marginsOf(root: TreeNode, room: number, form: TreeForm, { width, height }: ChartContext): Margins {
  const far = { left: width * 0.16, right: width * 0.16, top: height * 0.12, bottom: height * 0.12 };
  if (form.layout === 'radial') return far;
  // A single node stands in the middle.
  if (root.children.length === 0) return { left: width * 0.4, right: width * 0.4, top: 14, bottom: 14 };
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
    case 'BT':
      return { left: 40, right: 40, top: high + 4, bottom: high + 4 };
  }
}

type Margins = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

/** Levels below the root that are seen at first. */
function levelsOf(root: TreeNode, depth: number | null): number {
  return depth ?? Math.max(...nodesOf(root).map(({ path }) => path.length - 1));
}

/** How wide the outermost names may be: over one level the tree itself needs little. */
function roomOf(root: TreeNode, depth: number | null, { width }: Pick<ChartContext, 'width'>): number {
  return Math.max(50, width * (levelsOf(root, depth) <= 1 ? MAX_LABEL_OF_ONE_LEVEL : MAX_LABEL));
}

/** How wide the name of a node with children may be, so that it stays off the level before. */
function innerRoom(
  root: TreeNode,
  depth: number | null,
  { left, right }: Margins,
  form: TreeForm,
  { width }: ChartContext,
): number {
  const levels = levelsOf(root, depth);
  const room = roomOf(root, depth, { width });
  if (form.layout === 'radial' || form.orient === 'TB' || form.orient === 'BT' || levels < 1) return room;
  return Math.max(28, Math.min(room, ((width - left - right) / levels) * NAME_SHARE));
}

/** So many levels that their nodes can still be distinguished, the rest unfolds by a press; null for all. */
export function depthOf(root: TreeNode, form: TreeForm, { width, height }: ChartContext): number | null {
  const isUpright = form.orient === 'TB' || form.orient === 'BT';
  const side = form.layout === 'radial' ? Math.PI * Math.min(width, height) : isUpright ? width : height;
  const most = Math.max(4, side / LEAST_GAP);
  let level: readonly TreeNode[] = [root];
  let ended = 0;
  for (let depth = 0; ; depth += 1) {
    const next = level.flatMap(({ children }) => children);
    if (next.length === 0) return null;
    ended += level.filter(({ children }) => children.length === 0).length;
    if (depth > 0 && ended + next.length > most) return depth;
    level = next;
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
              value: metricWriter(form.metric, context).exact(node.value),
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
