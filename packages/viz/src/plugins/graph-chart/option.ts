import { metricLabel } from '@tessera/core/form-data';
import type { EChartsOption, GraphSeriesOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { type Insets, legendOf } from '../../layer/legend.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import { isDimmed } from '../../select.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { cutMiddle } from '../../shared/text.ts';
import type { GraphForm } from './controls.ts';
import { fitInto, type Frame, layOut, type Point } from './force.ts';
import { type Graph, type GraphNode, readGraph } from './graph.ts';
import { nodeMark } from './marks.ts';
import { type Named, placeNames, type Side } from './names.ts';

const FONT_SIZE = 11;
const DIMMED = 0.2;
const MAX_NAME = 130;
/** How far edges are bent, as a share of their length; on a circle towards its middle. */
const CURVE = 0.08;
const ROUND_CURVE = 0.22;
/** The form's lengths are meant for a picture this wide; a card has a smaller one. */
const REFERENCE = 900;

/** Nodes and edges, by forces or on a circle. */
export function graphOption(results: readonly QueryResult[], form: GraphForm, context: ChartContext): EChartsOption {
  const graph = readGraph(results[0], form, context);
  const entries = graph.categories.map((name) => ({ name, label: name }));
  const { legend, insets } = legendOf(entries, form, context);
  return {
    ...baseOption(context),
    legend,
    tooltip: { ...tooltipFrame(context), formatter: (params) => tooltipAt(params, graph, form, context) },
    series: graph.nodes.length === 0 ? [] : [series(graph, frameOf(insets, form, context), form, context)],
  };
}

/** The box of the nodes; those of the outermost find their place in it or turn to the other side. */
function frameOf(insets: Insets, form: GraphForm, { width, height }: ChartContext): Frame {
  const isRound = form.layout === 'circular';
  const aside = isRound ? Math.min(MAX_NAME, width * 0.2) : Math.min(56, width * 0.1);
  const above = isRound ? 34 : 22;
  return {
    left: insets.left + aside,
    top: insets.top + above,
    width: Math.max(20, width - insets.left - insets.right - 2 * aside),
    height: Math.max(20, height - insets.top - insets.bottom - 2 * above),
  };
}

function series(graph: Graph, frame: Frame, form: GraphForm, context: ChartContext): GraphSeriesOption {
  const { nodes, edges, categories } = graph;
  const { theme } = context;
  const scale = Math.min(1, Math.min(context.width, context.height * 1.6) / REFERENCE);
  const edgeSize = sizes(
    edges.map(({ value }) => value),
    Math.max(0.6, (form.baseEdgeWidth ?? 3) * scale),
  );
  const places = new Map(nodes.map(({ name }, at) => [name, at]));
  const ends = edges.map((edge) => [places.get(edge.from) ?? 0, places.get(edge.to) ?? 0] as const);
  const drawing = drawNodes(graph, ends, frame, scale, form, context);
  const [from = 'none', to = 'arrow'] = form.edgeSymbol.split(',');
  return {
    id: 'graph',
    type: 'graph',
    // Places are ours: the library's forces leave the frame and begin by chance, its circle turns the names.
    layout: 'none',
    ...drawing.box,
    draggable: form.draggable && form.layout === 'force',
    roam: form.roam,
    edgeSymbol: [from, to],
    edgeSymbolSize: Math.max(4, 10 * scale),
    categories: categories.map((name) => ({ name, itemStyle: { color: context.color(form.color_scheme, name) } })),
    label: {
      color: theme.text,
      fontSize: FONT_SIZE,
      fontFamily: theme.fontFamily,
      textBorderColor: theme.surface,
      textBorderWidth: 2,
    },
    labelLayout: { hideOverlap: true },
    lineStyle: { color: theme.textMuted, opacity: 0.4, curveness: CURVE },
    emphasis: { focus: 'adjacency', lineStyle: { opacity: 0.8 }, label: { show: true } },
    blur: { itemStyle: { opacity: 0.15 }, lineStyle: { opacity: 0.06 }, label: { opacity: 0.2 } },
    data: nodes.map((node, index) => nodeOf(node, index, drawing, form, context)),
    links: edges.map(({ from: source, to: target, value }, at) => ({
      source: String(places.get(source)),
      target: String(places.get(target)),
      value,
      lineStyle: {
        width: edgeSize(value),
        ...(form.layout === 'circular' ? { curveness: inward(ends[at], drawing.points, middleOf(drawing.box)) } : {}),
      },
    })),
  };
}

type Drawing = {
  readonly points: readonly Readonly<Point>[];
  /** The points as the library looks at them: it fits their box into this one. */
  readonly box: Frame;
  readonly size: (value: number) => number;
  readonly names: readonly string[];
  readonly sides: readonly (Side | null)[];
  readonly categories: readonly string[];
};

function drawNodes(
  { nodes, categories }: Graph,
  ends: readonly (readonly [number, number])[],
  frame: Frame,
  scale: number,
  form: GraphForm,
  context: ChartContext,
): Drawing {
  const size = sizes(
    nodes.map(({ value }) => value),
    Math.max(3, (form.baseNodeSize ?? 20) * scale),
  );
  const points = pointsOf(nodes.length, ends, frame, form);
  const names = nodes.map(({ name }) => cutMiddle(name, MAX_NAME, FONT_SIZE));
  const middle = middleOf(frame);
  const named = nodes.map(({ value }, at): Named => ({
    x: points[at]?.x ?? middle.x,
    y: points[at]?.y ?? middle.y,
    size: size(value),
    name: names[at] ?? '',
    weight: Math.abs(value),
    isNamed: Math.abs(value) >= (form.showSymbolThreshold ?? 0),
  }));
  const order = ({ x, y }: Named): readonly Side[] => {
    if (form.layout !== 'circular') return ['right', 'left', 'top', 'bottom'];
    const aside = x < middle.x ? 'left' : 'right';
    return Math.abs(x - middle.x) < 24 ? [y < middle.y ? 'top' : 'bottom', aside] : [aside];
  };
  return {
    points,
    box: boxAround(points, frame),
    size,
    names,
    sides: placeNames(named, context, FONT_SIZE, order),
    categories,
  };
}

/** Where the nodes stand: on a circle, or by forces; two of them side by side. */
function pointsOf(
  count: number,
  ends: readonly (readonly [number, number])[],
  frame: Frame,
  form: GraphForm,
): readonly Readonly<Point>[] {
  const middle = middleOf(frame);
  if (count === 1) return [middle];
  // Not quite level: the library cannot look at a box without a height.
  if (count === 2)
    return [0.25, 0.75].map((share) => ({ x: frame.left + frame.width * share, y: middle.y + (share - 0.5) * 48 }));
  if (form.layout !== 'circular') return fitInto(layOut(count, ends, form), frame);
  const radius = Math.min(frame.width, frame.height) / 2;
  return Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / count - Math.PI / 2;
    return { x: middle.x + radius * Math.cos(angle), y: middle.y + radius * Math.sin(angle) };
  });
}

function middleOf({ left, top, width, height }: Frame): Point {
  return { x: left + width / 2, y: top + height / 2 };
}

function boxAround(points: readonly Readonly<Point>[], frame: Frame): Frame {
  const [across, down] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...across), Math.min(...down)];
  const [width, height] = [Math.max(...across) - left, Math.max(...down) - top];
  return width === 0 || height === 0 ? frame : { left, top, width, height };
}

/** The bend of an edge that goes towards the middle of a circle. */
function inward(
  ends: readonly [number, number] | undefined,
  points: readonly Readonly<Point>[],
  middle: Readonly<Point>,
): number {
  const [a, b] = [points[ends?.[0] ?? 0], points[ends?.[1] ?? 0]];
  if (!a || !b) return CURVE;
  const bent = (by: number) =>
    Math.hypot((a.x + b.x) / 2 - (a.y - b.y) * by - middle.x, (a.y + b.y) / 2 - (b.x - a.x) * by - middle.y);
  return bent(ROUND_CURVE) <= bent(-ROUND_CURVE) ? ROUND_CURVE : -ROUND_CURVE;
}

function nodeOf(
  node: GraphNode,
  index: number,
  { points, size, categories, names, sides }: Drawing,
  form: GraphForm,
  context: ChartContext,
) {
  const faint = isDimmed(nodeMark(node, index, form, context), context.inputs) ? { opacity: DIMMED } : {};
  const side = sides[index] ?? null;
  return {
    id: String(index),
    name: node.name,
    ...points[index],
    value: node.value,
    symbolSize: size(node.value),
    ...(node.category === null ? {} : { category: categories.indexOf(node.category) }),
    itemStyle: { color: colorOf(node, form, context), ...faint },
    label: {
      show: side !== null,
      position: side ?? 'right',
      formatter: () => names[index] ?? '',
      ...faint,
    },
  };
}

/** From a quarter of the base to four times of it, by area. */
function sizes(values: readonly number[], base: number): (value: number) => number {
  const amounts = values.map(Math.abs);
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  return (value) =>
    most === least ? base : base * (0.5 + 1.5 * Math.sqrt((Math.abs(value) - least) / (most - least)));
}

function colorOf(node: GraphNode, form: GraphForm, context: ChartContext): string {
  return node.category === null ? context.theme.accent : context.color(form.color_scheme, node.category);
}

function tooltipAt(params: unknown, { nodes, edges }: Graph, form: GraphForm, context: ChartContext): string {
  const { dataType, dataIndex } = params as { readonly dataType?: string; readonly dataIndex?: number };
  const at = typeof dataIndex === 'number' ? dataIndex : -1;
  const edge = dataType === 'edge' ? edges[at] : undefined;
  const node = dataType === 'node' ? nodes[at] : undefined;
  const value = edge?.value ?? node?.value;
  if (value === undefined || form.metric === null) return '';
  return tooltipHtml({
    title: edge ? `${edge.from} → ${edge.to}` : (node?.name ?? ''),
    order: 'as_given',
    rows: [
      {
        name: context.verboseName(metricLabel(form.metric)),
        value: metricWriter(form.metric, context).exact(value),
        amount: value,
        color: node ? colorOf(node, form, context) : null,
      },
    ],
  });
}
