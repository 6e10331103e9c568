import { type Metric, metricLabel } from '@tessera/core/form-data';
import type { EChartsOption, GridComponentOption, ScatterSeriesOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { type Insets, legendOf } from '../../layer/legend.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import { isDimmed } from '../../select.ts';
import { type Axis, valueAxis } from '../../shared/axes.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { dataIndexOf } from '../../shared/data-index.ts';
import { cutApart } from '../../shared/text.ts';
import { type Bubble, type Bubbles, readBubbles } from './bubbles.ts';
import type { BubbleLook } from './look.ts';
import { ALL, bubbleMark, seriesIdOf } from './marks.ts';

const DIMMED = 0.08;
const LEAST = 4;
/** The greatest bubbles are named beside them. */
const NAMED = 8;
const MAX_NAME = 110;
const FONT_SIZE = 11;
/** Above and beside the plot in px, and between a bubble and the edge of the picture. */
const LEAST_TOP = 16;
const LEAST_RIGHT = 24;
const EDGE = 2;
/** Of the span of the values, beyond the greatest. */
const END_GAP = 0.06;
/** Of the axis, where names stand before their bubbles. */
const LAST_PART = 0.85;

/** Bubbles over two measures, their area by a third. */
export function bubbleOption([result]: readonly QueryResult[], look: BubbleLook, context: ChartContext): EChartsOption {
  const data = readBubbles(result, look, context);
  const { legend, insets } = legendOf(
    data.series.map((name) => ({ name, label: name })),
    look.legend,
    context,
  );
  const width = Math.max(40, context.width - insets.left - insets.right - 90);
  const height = Math.max(40, context.height - insets.top - insets.bottom - 70);
  const series = seriesOf(data, look, context);
  const diameterOf = diameters(data, look.maxSize, context);
  const ends = {
    top: endRoom(data, look.yAxis, 'y', height, diameterOf),
    right: endRoom(data, look.xAxis, 'x', width, diameterOf),
  };
  const groups = groupsOf(data, look);
  return {
    ...baseOption(context),
    legend,
    grid: gridOf(look, insets, ends),
    tooltip: {
      ...tooltipFrame(context),
      trigger: 'item',
      formatter: (params) => {
        const index = (params as { readonly seriesIndex?: number }).seriesIndex ?? -1;
        return tooltipAt(groups[index]?.bubbles[dataIndexOf(params)], look, context);
      },
    },
    xAxis: axisOf(look.x, look.xAxis, width, context),
    yAxis: axisOf(look.y, look.yAxis, height, context),
    series,
  };
}

type Ends = { readonly top: number; readonly right: number };

/** Names and titles of the axes are inside of the bounds, unless the author has said how wide the margins are. */
function gridOf({ left, bottom }: BubbleLook, insets: Insets, ends: Ends): GridComponentOption {
  return {
    left: insets.left + (left ?? 12),
    right: insets.right + Math.max(LEAST_RIGHT, ends.right),
    top: insets.top + Math.max(LEAST_TOP, ends.top),
    bottom: insets.bottom + (bottom ?? 8),
    ...(left === null && bottom === null ? { outerBoundsMode: 'same', outerBoundsContain: 'all' } : {}),
  };
}

/** Beyond the plot: as much as the bubbles at the greatest values reach over it. */
function endRoom(
  { bubbles }: Bubbles,
  axis: BubbleLook['xAxis'],
  name: 'x' | 'y',
  length: number,
  diameterOf: (bubble: Bubble) => number,
): number {
  const place = (bubble: Bubble) => (axis.isLog ? Math.log(bubble[name]) : bubble[name]);
  const least = bubbles.reduce((low, one) => Math.min(low, place(one)), Infinity);
  const most = bubbles.reduce((high, one) => Math.max(high, place(one)), -Infinity);
  const isFree = axis.truncate || axis.isLog || axis.showsEnds;
  const from = isFree ? least : Math.min(0, least);
  const to = (isFree ? most : Math.max(0, most)) + (axis.showsEnds ? 0 : END_GAP * (most - least));
  return bubbles.reduce((room, one) => {
    const over = diameterOf(one) / 2 - ((to - place(one)) / (to - from || 1)) * length;
    return Math.max(room, Math.ceil(over) + EDGE);
  }, 0);
}

/** Areas by size, the greatest as large as the author has it. */
function diameters(
  { bubbles }: Bubbles,
  maxSize: number,
  context: ChartContext,
): (bubble: Pick<Bubble, 'size'>) => number {
  const most = bubbles.reduce((greatest, { size }) => Math.max(greatest, size), 0);
  // 100 is a sixth of the picture.
  const radius = (Math.min(context.width, context.height) / 6) * Math.min(1, maxSize / 100) * 2;
  return ({ size }) => (most === 0 ? LEAST * 2 : Math.max(LEAST, Math.sqrt(size / most) * radius * 2));
}

function axisOf(
  metric: Metric | null,
  { title, margin, format, rotate, isLog, truncate, bounds, showsEnds }: BubbleLook['xAxis'],
  length: number,
  context: ChartContext,
): Axis {
  const axis = valueAxis(
    { log: isLog, minorSplitLine: false, truncate, bounds },
    {
      text: title || (metric === null ? '' : context.verboseName(metricLabel(metric))),
      margin: Math.max(margin, 26),
      position: 'middle',
    },
    length,
    metricWriter(metric, context, format).short,
    context,
  );
  if (showsEnds) {
    const axisLabel = { ...axis.axisLabel, rotate, showMinLabel: true, showMaxLabel: true };
    return { ...axis, min: bounds[0] ?? 'dataMin', max: bounds[1] ?? 'dataMax', axisLabel } as Axis;
  }
  // Bubbles at the ends are whole.
  return { ...axis, boundaryGap: ['4%', `${END_GAP * 100}%`], axisLabel: { ...axis.axisLabel, rotate } } as Axis;
}

type Group = { readonly id: string; readonly bubbles: readonly Bubble[] };

/** The bubbles of each series, in the order of the series. */
function groupsOf({ bubbles, series }: Bubbles, look: BubbleLook): readonly Group[] {
  if (look.series === null) return bubbles.length === 0 ? [] : [{ id: ALL, bubbles }];
  const groups = new Map<string, Bubble[]>(series.map((id) => [id, []]));
  for (const bubble of bubbles) groups.get(seriesIdOf(bubble, look))?.push(bubble);
  return [...groups].map(([id, members]) => ({ id, bubbles: members }));
}

function seriesOf(data: Bubbles, look: BubbleLook, context: ChartContext): ScatterSeriesOption[] {
  const diameterOf = diameters(data, look.maxSize, context);
  const isAtEnd = lastPart(data, look);
  const largest = data.bubbles.toSorted((a, b) => b.size - a.size).slice(0, NAMED);
  const named = new Set(largest);
  const cut = cutApart(
    largest.map(({ name }) => name),
    MAX_NAME,
    FONT_SIZE,
  );
  const texts = new Map(largest.map((bubble, at) => [bubble, cut[at]]));
  return groupsOf(data, look).map(({ id, bubbles }): ScatterSeriesOption => ({
    id,
    name: id,
    type: 'scatter',
    itemStyle: {
      color: context.color(look.colorScheme, id),
      opacity: look.opacity,
      borderColor: context.theme.surface,
      borderWidth: 1,
    },
    emphasis: { focus: 'self', itemStyle: { opacity: Math.min(1, look.opacity + 0.3) } },
    blur: { itemStyle: { opacity: 0.12 }, label: { opacity: 0.2 } },
    labelLayout: { hideOverlap: true },
    data: bubbles.map((bubble, at) => {
      const faint = isDimmed(bubbleMark(bubble, at, look, context), context.inputs) ? { opacity: DIMMED } : {};
      return {
        name: bubble.name,
        value: [bubble.x, bubble.y],
        symbolSize: Math.round(diameterOf(bubble) * 10) / 10,
        itemStyle: faint,
        label: {
          show: named.has(bubble) && context.width >= 320,
          position: isAtEnd(bubble.x) ? ('left' as const) : ('right' as const),
          color: context.theme.text,
          fontSize: FONT_SIZE,
          fontFamily: context.theme.fontFamily,
          textBorderColor: context.theme.surface,
          textBorderWidth: 2,
          // Without it a name is as pale as its bubble.
          opacity: 1,
          formatter: () => texts.get(bubble) ?? '',
          ...faint,
        },
      };
    }),
  }));
}

/** Whether a place is so far to the right that a name has no room behind it. */
function lastPart({ bubbles }: Bubbles, look: BubbleLook): (x: number) => boolean {
  const place = (x: number) => (look.xAxis.isLog ? Math.log(x) : x);
  const [from, to] = bubbles.reduce(
    ([low, high], { x }) => [Math.min(low, place(x)), Math.max(high, place(x))],
    [Infinity, -Infinity],
  );
  return (x) => to > from && (place(x) - from) / (to - from) > LAST_PART;
}

function tooltipAt(bubble: Bubble | undefined, look: BubbleLook, context: ChartContext): string {
  if (!bubble) return '';
  const row = (metric: Metric | null, value: number, format: string) => ({
    name: metric === null ? '' : context.verboseName(metricLabel(metric)),
    value: metricWriter(metric, context, format).exact(value),
    amount: value,
    color: null,
  });
  return tooltipHtml({
    title: bubble.row.texts.join(' · '),
    order: 'as_given',
    rows: [
      row(look.x, bubble.x, look.xAxis.format),
      row(look.y, bubble.y, look.yAxis.format),
      row(look.size, bubble.row.values[2] ?? bubble.size, look.sizeFormat),
    ],
  });
}
