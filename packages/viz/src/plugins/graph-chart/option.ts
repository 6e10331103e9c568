import { metricLabel } from '@tessera/core/form-data';
import type { EChartsOption, GraphSeriesOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { exactNumber } from '../../layer/formats.ts';
import { type Insets, legendOf } from '../../layer/legend.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import { isDimmed } from '../../select.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { cutMiddle } from '../../shared/text.ts';
import type { GraphForm } from './controls.ts';
import { fitInto, type Frame, layOut } from './force.ts';
import { type Graph, type GraphNode, readGraph } from './graph.ts';
import { nodeMark } from './marks.ts';

const FONT_SIZE = 11;
const DIMMED = 0.2;
const MAX_NAME = 110;
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

/** Names stand at the right of nodes, so that there is more room for them. */
function frameOf(insets: Insets, form: GraphForm, { width, height }: ChartContext): Frame {
  const names = form.layout === 'circular' ? 60 : Math.min(MAX_NAME, width * 0.16);
  const left = insets.left + (form.layout === 'circular' ? names : 20);
  const top = insets.top + 20;
  return {
    left,
    top,
    width: Math.max(20, width - left - insets.right - names),
    height: Math.max(20, height - top - insets.bottom - 20),
  };
}

function series(graph: Graph, frame: Frame, form: GraphForm, context: ChartContext): GraphSeriesOption {
  const { nodes, edges, categories } = graph;
  const { theme } = context;
  const scale = Math.min(1, Math.min(context.width, context.height * 1.6) / REFERENCE);
  const nodeSize = sizes(
    nodes.map(({ value }) => value),
    Math.max(3, (form.baseNodeSize ?? 20) * scale),
  );
  const edgeSize = sizes(
    edges.map(({ value }) => value),
    Math.max(0.6, (form.baseEdgeWidth ?? 3) * scale),
  );
  const places = new Map(nodes.map(({ name }, at) => [name, at]));
  const ends = edges.map((edge) => [places.get(edge.from) ?? 0, places.get(edge.to) ?? 0] as const);
  const points = form.layout === 'circular' ? [] : fitInto(layOut(nodes.length, ends, form), frame);
  const [from = 'none', to = 'arrow'] = form.edgeSymbol.split(',');
  return {
    id: 'graph',
    type: 'graph',
    // Forces are ours: the library's leave the frame and begin by chance.
    layout: form.layout === 'circular' || nodes.length < 2 ? 'circular' : 'none',
    ...frame,
    circular: { rotateLabel: true },
    draggable: form.draggable && form.layout === 'force',
    roam: form.roam,
    edgeSymbol: [from, to],
    edgeSymbolSize: Math.max(4, 10 * scale),
    categories: categories.map((name) => ({ name, itemStyle: { color: context.color(form.color_scheme, name) } })),
    label: {
      show: true,
      position: 'right',
      color: theme.text,
      fontSize: FONT_SIZE,
      fontFamily: theme.fontFamily,
      textBorderColor: theme.surface,
      textBorderWidth: 2,
    },
    labelLayout: { hideOverlap: true },
    lineStyle: { color: theme.textMuted, opacity: 0.4, curveness: form.layout === 'circular' ? 0.25 : 0.08 },
    emphasis: { focus: 'adjacency', lineStyle: { opacity: 0.8 } },
    blur: { itemStyle: { opacity: 0.15 }, lineStyle: { opacity: 0.06 }, label: { opacity: 0.2 } },
    data: nodes.map((node, index) => nodeOf(node, index, { points, size: nodeSize, categories }, form, context)),
    links: edges.map(({ from: source, to: target, value }) => ({
      source: String(places.get(source)),
      target: String(places.get(target)),
      value,
      lineStyle: { width: edgeSize(value) },
    })),
  };
}

type Drawing = {
  readonly points: ReturnType<typeof fitInto>;
  readonly size: (value: number) => number;
  readonly categories: readonly string[];
};

function nodeOf(
  node: GraphNode,
  index: number,
  { points, size, categories }: Drawing,
  form: GraphForm,
  context: ChartContext,
) {
  const faint = isDimmed(nodeMark(node, index, form, context), context.inputs) ? { opacity: DIMMED } : {};
  return {
    id: String(index),
    name: node.name,
    ...points[index],
    value: node.value,
    symbolSize: size(node.value),
    ...(node.category === null ? {} : { category: categories.indexOf(node.category) }),
    itemStyle: { color: colorOf(node, form, context), ...faint },
    label: {
      show: node.value >= (form.showSymbolThreshold ?? 0),
      formatter: () => cutMiddle(node.name, MAX_NAME, FONT_SIZE),
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
        value: exactNumber('SMART_NUMBER', value, context),
        amount: value,
        color: node ? colorOf(node, form, context) : null,
      },
    ],
  });
}
