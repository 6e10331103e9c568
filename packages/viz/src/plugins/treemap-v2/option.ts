import { metricLabel } from '@tessera/core/form-data';
import type { EChartsOption, TreemapSeriesOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import { hasSelection, isSelected } from '../../select.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { type HierarchyNode, nodesOf } from '../../shared/hierarchy.ts';
import { inkOn } from '../../shared/paint.ts';
import { singleLine, textWidth, wrapLines } from '../../shared/text.ts';
import { type Boxes, labelText, readBoxes, valueText } from './boxes.ts';
import type { TreemapForm } from './controls.ts';
import { boxMark } from './marks.ts';

type TreemapNode = NonNullable<TreemapSeriesOption['data']>[number];

const FONT_SIZE = 12;
const HEADER = 20;
const DIMMED = 0.3;
const LINE = 15;
/** A box with less room for a name than this, in px, has none: a fragment tells nothing. */
const LEAST_NAME = 34;

/** Boxes in boxes, each as large as its value. */
export function treemapOption(
  results: readonly QueryResult[],
  form: TreemapForm,
  context: ChartContext,
): EChartsOption {
  const boxes = readBoxes(results[0], form, context);
  const all = nodesOf(boxes.roots);
  return {
    ...baseOption(context),
    tooltip: {
      ...tooltipFrame(context),
      formatter: (params) => tooltipAt(all[dataIndexOf(params) - 1], boxes, form, context),
    },
    series: [series(boxes, all, form, context)],
  };
}

function series(
  boxes: Boxes,
  all: readonly HierarchyNode[],
  form: TreemapForm,
  context: ChartContext,
): TreemapSeriesOption {
  const places = indexes(all);
  return {
    id: 'treemap',
    type: 'treemap',
    name: form.metric === null ? '' : singleLine(context.verboseName(metricLabel(form.metric))),
    left: 0,
    right: 0,
    top: 4,
    bottom: 0,
    roam: false,
    nodeClick: false,
    breadcrumb: { show: false },
    squareRatio: 0.7,
    itemStyle: { borderColor: context.theme.surface, borderWidth: 1, gapWidth: 1 },
    upperLabel: {
      show: form.show_upper_labels,
      height: HEADER,
      fontSize: FONT_SIZE,
      fontWeight: 600,
      fontFamily: context.theme.fontFamily,
      color: context.theme.text,
      overflow: 'truncate',
      ellipsis: '…',
    },
    label: {
      show: form.show_labels,
      position: 'insideTopLeft',
      fontSize: FONT_SIZE,
      lineHeight: 15,
      fontFamily: context.theme.fontFamily,
      overflow: 'truncate',
      ellipsis: '…',
    },
    labelLayout: ({ rect, labelRect, text }) => (isWhole(rect.width, labelRect.width, text) ? {} : OUTSIDE),
    emphasis: { focus: 'descendant', upperLabel: { show: form.show_upper_labels } },
    levels: levelsOf(form, context),
    data: boxes.roots.map((box) => nodeOf(box, places, boxes, form, context)),
  };
}

/** Where a label goes that would be a fragment: the library knows a box only when it is laid out. */
const OUTSIDE = { x: -10_000 };
const PADDING = 12;
/** Of the width of a name, what a box must hold, and how much in px is enough of any name. */
const LEAST_PART = 0.6;
const ENOUGH = 120;

/** Whether a box holds the last line, which is the value, and enough of the lines above it. */
function isWhole(width: number, labelWidth: number, text: string): boolean {
  const last = text.split('\n').at(-1) ?? '';
  return width >= Math.min(labelWidth * LEAST_PART, ENOUGH) && width >= textWidth(last, FONT_SIZE) + PADDING;
}

/** Outer boxes stand apart, and have a header where they are named. */
function levelsOf(form: TreemapForm, context: ChartContext): NonNullable<TreemapSeriesOption['levels']> {
  const deepest = Math.max(1, form.groupby.length);
  return Array.from({ length: deepest + 1 }, (_, level) => ({
    itemStyle: {
      borderColor: context.theme.surface,
      borderWidth: level === 0 || level === deepest ? 0 : 2,
      gapWidth: level === 0 ? 4 : level === deepest ? 0 : 2,
    },
    upperLabel: { show: level > 0 && form.show_upper_labels },
  }));
}

function indexes(all: readonly HierarchyNode[]): ReadonlyMap<HierarchyNode, number> {
  return new Map(all.map((box, at) => [box, at + 1]));
}

function nodeOf(
  box: HierarchyNode,
  places: ReadonlyMap<HierarchyNode, number>,
  boxes: Boxes,
  form: TreemapForm,
  context: ChartContext,
): TreemapNode {
  const color = context.color(form.color_scheme, box.texts[0] ?? '');
  const [value = 0] = box.values;
  const isLeaf = box.children.length === 0;
  const text = labelText(box, boxes, form, context);
  const lines = boxes.total > 0 ? linesOf(box, value / boxes.total, boxes, form, context) : [];
  const opacity = isLeaf && isFaint(box, places, boxes, form, context) ? { opacity: DIMMED } : {};
  return {
    id: box.key,
    name: box.name,
    value,
    itemStyle: isLeaf ? { color, ...opacity } : { color: context.theme.surface, borderColor: context.theme.surface },
    label: {
      show: form.show_labels && lines.length > 0,
      color: inkOn(color),
      formatter: () => lines.join('\n'),
      ...opacity,
    },
    upperLabel: { formatter: () => text },
    ...(isLeaf ? {} : { children: box.children.map((child) => nodeOf(child, places, boxes, form, context)) }),
  };
}

/** The name on two lines at most and the value below it, as far as a box of this share of the picture has room. */
function linesOf(
  box: HierarchyNode,
  share: number,
  boxes: Boxes,
  form: TreemapForm,
  context: ChartContext,
): readonly string[] {
  // Boxes are nearly square: each has about this side, less what headers take.
  const side = Math.sqrt(share * context.width * context.height * (box.cells.length > 1 ? 0.75 : 1));
  const room = side * 0.85 - 8;
  const value = form.label_type === 'Key' ? null : valueText(box, boxes, form, context);
  // A number that is cut is another number: the narrow side of an oblong box must hold it.
  const values = value !== null && textWidth(value, FONT_SIZE) <= side * 0.62 - 8 && side >= LINE + 4 ? [value] : [];
  if (form.label_type === 'value') return values;
  if (side * 0.8 - 8 < Math.min(LEAST_NAME, textWidth(box.name, FONT_SIZE))) return [];
  const isTall = side >= (2 + values.length) * LINE + 8;
  const names = wholeLines(box.name, wrapLines(box.name, room, FONT_SIZE, isTall ? 2 : 1));
  return side >= (names.length + 1) * LINE + 4 ? [...names, ...values] : names;
}

/** Lines as they are broken, not cut: the library cuts what the box has no room for, and twice would be seen. */
function wholeLines(name: string, lines: readonly string[]): readonly string[] {
  const [first = ''] = lines;
  if (!name.startsWith(first)) return [name];
  const rest = name.slice(first.length).trimStart();
  return rest === '' ? [first] : [first, rest];
}

/** A leaf stands back unless it or a box around it is selected. */
function isFaint(
  box: HierarchyNode,
  places: ReadonlyMap<HierarchyNode, number>,
  boxes: Boxes,
  form: TreemapForm,
  context: ChartContext,
): boolean {
  if (!hasSelection(context.inputs)) return false;
  const around = [...places.keys()].filter((one) => one.cells.every((cell, at) => cell === box.cells[at]));
  return !around.some((one) => isSelected(boxMark(one, places.get(one) ?? 0, boxes, form, context), context.inputs));
}

function tooltipAt(box: HierarchyNode | undefined, boxes: Boxes, form: TreemapForm, context: ChartContext): string {
  if (!box) return '';
  const value = valueText(box, boxes, form, context, true);
  const [amount = 0] = box.values;
  return tooltipHtml({
    title: box.texts.slice(0, -1).join(' › '),
    order: 'as_given',
    rows: [
      {
        name: box.name,
        value: value ?? '',
        amount,
        color: context.color(form.color_scheme, box.texts[0] ?? ''),
        share: boxes.addsUp && boxes.total > 0 ? context.formatNumber(',.1%', amount / boxes.total) : null,
      },
    ],
  });
}

function dataIndexOf(params: unknown): number {
  return typeof params === 'object' && params !== null && 'dataIndex' in params && typeof params.dataIndex === 'number'
    ? params.dataIndex
    : -1;
}
