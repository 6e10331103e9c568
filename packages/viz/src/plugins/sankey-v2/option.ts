import type { EChartsOption, SankeySeriesOption } from 'echarts';
import { t } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import { isDimmed } from '../../select.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { cutMiddle, textWidth } from '../../shared/text.ts';
import type { SankeyForm } from './controls.ts';
import { type Flow, type FlowNode, type Flows, readFlows } from './flows.ts';
import { metricName, sankeyMarks } from './marks.ts';

const FONT_SIZE = 12;
const NODE_WIDTH = 14;
const DIMMED = 0.2;
/** Of the width, for names at the right of the last nodes. */
const NAMES = 0.28;
const LEAST_NAMES = 48;
/** Of the width, for names at nodes with flows beside them. */
const BESIDE = 0.3;
/** Names have values behind them where there are no more nodes than these, and the picture is not narrower. */
const MOST_VALUES = 24;
const LEAST_WIDTH = 280;

/** Flows between nodes, as thick as their values. */
export function sankeyOption(results: readonly QueryResult[], form: SankeyForm, context: ChartContext): EChartsOption {
  const data = readFlows(results[0], form, context);
  const ends = data.nodes.filter(({ outgoing }) => outgoing === 0);
  const values = valuesOf(data, form, context);
  const widest = Math.max(0, ...ends.map(({ name }) => textWidth(`${name}${values.get(name) ?? ''}`, FONT_SIZE)));
  const names = Math.max(LEAST_NAMES, Math.min(widest + 10, context.width * NAMES));
  return {
    ...baseOption(context),
    tooltip: {
      ...tooltipFrame(context),
      trigger: 'item',
      formatter: (params) => tooltipAt(params, data, form, context),
    },
    series: [series(data, names, results, form, context)],
  };
}

function series(
  data: Flows,
  names: number,
  results: readonly QueryResult[],
  form: SankeyForm,
  context: ChartContext,
): SankeySeriesOption {
  const faint = new Set(
    sankeyMarks(results, form, context)
      .filter((mark) => isDimmed(mark, context.inputs))
      .map(({ key }) => key),
  );
  const gap = data.nodes.length > 40 ? 3 : 10;
  return {
    id: 'sankey',
    type: 'sankey',
    left: 8,
    right: names,
    top: 10,
    bottom: 10,
    nodeWidth: NODE_WIDTH,
    nodeGap: gap,
    nodeAlign: 'justify',
    draggable: false,
    layoutIterations: 32,
    emphasis: { focus: 'adjacency' },
    blur: { itemStyle: { opacity: 0.3 }, lineStyle: { opacity: 0.08 }, label: { opacity: 0.35 } },
    label: labelOf(data, names, form, context),
    labelLayout: { hideOverlap: true },
    lineStyle: { color: 'source', opacity: 0.35, curveness: 0.5 },
    data: data.nodes.map(({ name }) => ({
      name,
      itemStyle: {
        color: context.color(form.color_scheme, name),
        borderWidth: 0,
        ...(faint.has(`node ${name}`) && isAlone(name, data, faint) ? { opacity: DIMMED } : {}),
      },
    })),
    links: data.flows.map(({ from, to, value }) => ({
      source: from,
      target: to,
      value,
      ...(isFaintFlow(from, to, faint) ? { lineStyle: { opacity: 0.08 } } : {}),
    })),
  };
}

/** The name of a node, with its value where both have room: a name says more than a value. */
function labelOf(
  data: Flows,
  names: number,
  form: SankeyForm,
  context: ChartContext,
): NonNullable<SankeySeriesOption['label']> {
  const ends = new Set(data.nodes.filter(({ outgoing }) => outgoing === 0).map(({ name }) => name));
  const values = valuesOf(data, form, context);
  return {
    color: context.theme.text,
    fontSize: FONT_SIZE,
    fontFamily: context.theme.fontFamily,
    distance: 5,
    // Lines that only just touch are read as one.
    minMargin: 1,
    textBorderColor: context.theme.surface,
    textBorderWidth: 2,
    formatter: ({ name }) => {
      const text = `${name}${values.get(name) ?? ''}`;
      const room = ends.has(name) ? names - 10 : Math.max(names, context.width * BESIDE);
      return textWidth(text, FONT_SIZE) <= room ? text : cutMiddle(name, room, FONT_SIZE);
    },
  };
}

/** What stands behind the name of a node: the greater of what comes in and goes out, where that is a sum. */
function valuesOf({ nodes, addsUp }: Flows, form: SankeyForm, context: ChartContext): ReadonlyMap<string, string> {
  if (!addsUp || nodes.length > MOST_VALUES || context.width < LEAST_WIDTH) return new Map();
  const { short } = metricWriter(form.metric, context);
  return new Map(nodes.map(({ name, incoming, outgoing }) => [name, ` ${short(Math.max(incoming, outgoing))}`]));
}

/** A flow stands back unless it, its source or its target is selected. */
function isFaintFlow(from: string, to: string, faint: ReadonlySet<string>): boolean {
  return [`flow ${from} → ${to}`, `node ${from}`, `node ${to}`].every((key) => faint.has(key));
}

function isAlone(name: string, { flows }: Flows, faint: ReadonlySet<string>): boolean {
  return flows.every(({ from, to }) => (from !== name && to !== name) || isFaintFlow(from, to, faint));
}

function tooltipAt(params: unknown, data: Flows, form: SankeyForm, context: ChartContext): string {
  const { dataType, dataIndex } = params as { readonly dataType?: string; readonly dataIndex?: number };
  const at = typeof dataIndex === 'number' ? dataIndex : -1;
  const flow = dataType === 'edge' ? data.flows[at] : undefined;
  const node = dataType === 'node' ? data.nodes[at] : undefined;
  if (flow) return flowTip(flow, data, form, context);
  return node ? nodeTip(node, data, form, context) : '';
}

/** A flow with its share of what leaves its source and of what reaches its target. */
function flowTip({ from, to, value }: Flow, { nodes, addsUp }: Flows, form: SankeyForm, context: ChartContext): string {
  const source = nodes.find(({ name }) => name === from);
  const target = nodes.find(({ name }) => name === to);
  const percent = (whole: number | undefined) => context.formatNumber(',.1%', whole ? value / whole : null);
  return tooltipHtml({
    title: `${from} → ${to}`,
    order: 'as_given',
    rows: [
      {
        name: metricName(form, context),
        value: metricWriter(form.metric, context).exact(value),
        amount: value,
        color: context.color(form.color_scheme, from),
      },
    ],
    notes: addsUp
      ? [
          t('%(share)s of %(name)s', { share: percent(source?.outgoing), name: from }),
          t('%(share)s of %(name)s', { share: percent(target?.incoming), name: to }),
        ]
      : [],
  });
}

function nodeTip({ name, incoming, outgoing }: FlowNode, { addsUp }: Flows, form: SankeyForm, context: ChartContext) {
  const row = (label: string, amount: number) => ({
    name: label,
    value: metricWriter(form.metric, context).exact(amount),
    amount,
    color: context.color(form.color_scheme, name),
  });
  return tooltipHtml({
    title: name,
    order: 'as_given',
    rows: addsUp
      ? [...(incoming > 0 ? [row(t('In'), incoming)] : []), ...(outgoing > 0 ? [row(t('Out'), outgoing)] : [])]
      : [],
  });
}
