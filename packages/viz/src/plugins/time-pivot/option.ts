import { cssColor, DEFAULT_FIXED_COLOR } from '@tessera/core/colors/rgba';
import { metricLabel } from '@tessera/core/form-data';
import { DAY_MS } from '@tessera/core/time-range/calendar';
import type { EChartsOption, LineSeriesOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { legendOf } from '../../layer/legend.ts';
import { awayFrom, pointedValue, tooltipHtml, type TooltipRow } from '../../layer/tooltip.ts';
import { isDimmed } from '../../select.ts';
import { type Axis, grainLength, timeAxis } from '../../shared/axes.ts';
import { timeTicks } from '../../shared/axis-time.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { lineGrid, lineValueAxis, withEnds } from '../../shared/line-axes.ts';
import { mixed } from '../../shared/paint.ts';
import { textWidth } from '../../shared/text.ts';
import type { TimePivotForm } from './controls.ts';
import { type PeriodLine, placeLabel, readTimePivot, type TimePivot } from './lines.ts';
import { pointMark } from './marks.ts';

const LABELLED_WIDTH = 420;
const LABEL_ROOM = 44;
/** So many lines are one texture. */
const MANY = 40;
const DIMMED = 0.15;

/** A line for each period, the newest one over the paler ones before it. */
export function timePivotOption(
  results: readonly QueryResult[],
  form: TimePivotForm,
  context: ChartContext,
): EChartsOption {
  const data = readTimePivot(results[0], form, context);
  const hasLabel = context.width >= LABELLED_WIDTH && data.lines.length > 1;
  const { legend, insets } = legendOf(
    data.lines.map(({ name }) => ({ name, label: name })),
    { show_legend: form.show_legend, legendType: 'scroll', legendOrientation: 'top', legendMargin: null },
    context,
  );
  const label = data.lines[0]?.name ?? '';
  const right = hasLabel ? Math.min(130, textWidth(label, 12)) + 20 : 18;
  const title = form.metric === null ? '' : nameOf(form, context);
  const say = metricWriter(form.metric, context, form.y_axis_format).short;
  return {
    ...baseOption(context),
    legend,
    grid: lineGrid(form, insets, right),
    xAxis: placeAxis(data, form, context),
    yAxis: lineValueAxis(form, data.lines.length === 0 ? '' : title, context.height - insets.top - 56, say, context),
    tooltip: {
      ...tooltipFrame(context),
      trigger: 'axis',
      axisPointer: { type: 'line', lineStyle: { color: context.theme.zeroLine }, snap: true },
      formatter: (params) => tooltipAt(params, data, form, context),
    },
    // The newest is drawn last, over all others.
    series: data.lines.toReversed().map((line) => lineSeries(line, data, hasLabel, form, context)),
  };
}

function nameOf({ metric }: TimePivotForm, context: ChartContext): string {
  if (metric === null) return '';
  return typeof metric === 'string' ? context.verboseName(metric) : metricLabel(metric);
}

function placeAxis(data: TimePivot, form: TimePivotForm, context: ChartContext): Axis {
  const places = data.lines.flatMap(({ points }) => points.map(({ x }) => x));
  const [from, to] = [
    places.reduce((a, b) => Math.min(a, b), Infinity),
    places.reduce((a, b) => Math.max(a, b), -Infinity),
  ];
  const axis = timeAxis(
    { text: form.x_axis_label, margin: 12, position: 'middle' },
    context.width,
    0,
    (value) => placeLabel(value, data, form, context),
    context,
  );
  // Labels stand where the period has its months, weeks or hours.
  const ticks = placeTicks(from, to, data, form, context);
  return withEnds(
    { ...axis, axisLabel: { ...axis.axisLabel, ...(ticks.length > 0 ? { customValues: [...ticks] } : {}) } } as Axis,
    form,
  );
}

/** Whole weeks of several, every fifth day of months; else what the calendar has, no finer than the grain. */
function placeTicks(
  from: number,
  to: number,
  { period, begin }: TimePivot,
  form: TimePivotForm,
  { width }: ChartContext,
): readonly number[] {
  if (!(to > from)) return [];
  const finest = grainLength(form.time_grain_sqla);
  const count = Math.max(2, (width - 80) / LABEL_ROOM);
  const days = period.unit === 'month' ? 5 : period.unit === 'week' && period.count > 1 ? 7 : 0;
  if (days === 0) return timeTicks(from, to, finest > 0 ? Math.min(count, (to - from) / finest) : count);
  const step = days * DAY_MS * Math.max(1, Math.ceil((to - from) / (days * DAY_MS) / count));
  return Array.from({ length: Math.floor((to - begin) / step) + 1 }, (_, at) => begin + at * step);
}

/** The colour of a period: the author's, the paler the longer ago. */
function paint({ rank, weight }: PeriodLine, form: TimePivotForm, { theme }: ChartContext): string {
  const own = cssColor({ ...form.color_picker, a: 1 });
  // What nobody chose follows the theme.
  const base = own === cssColor(DEFAULT_FIXED_COLOR) ? theme.accent : own;
  return rank === 0 ? base : mixed(theme.textMuted, theme.surface, 0.15 + 0.5 * weight);
}

function lineSeries(
  line: PeriodLine,
  data: TimePivot,
  hasLabel: boolean,
  form: TimePivotForm,
  context: ChartContext,
): LineSeriesOption {
  const color = paint(line, form, context);
  const isNewest = line.rank === 0;
  const isAlone = line.points.length === 1;
  const back = line.points.every((point) => isDimmed(pointMark(point, line, data, form, context), context.inputs));
  return {
    id: line.key,
    name: line.name,
    type: 'line',
    data: line.points.map(({ x, value }) => [x, value]),
    showSymbol: isAlone,
    symbol: 'circle',
    symbolSize: isAlone ? 7 : 5,
    ...interpolation(form),
    lineStyle: {
      color,
      width: isNewest ? 2.5 : data.lines.length > MANY ? 0.8 : 1.4,
      ...(back ? { opacity: DIMMED } : {}),
    },
    itemStyle: { color, ...(back ? { opacity: DIMMED } : {}) },
    z: isNewest ? 4 : 2,
    emphasis: { focus: 'series', lineStyle: { width: isNewest ? 3 : 2.2 } },
    blur: { lineStyle: { opacity: 0.15 } },
    ...(hasLabel && line.rank === 0
      ? {
          endLabel: {
            show: true,
            formatter: () => line.name,
            textBorderColor: context.theme.surface,
            textBorderWidth: 3,
            color,
            fontSize: 12,
            fontWeight: 500,
            fontFamily: context.theme.fontFamily,
            width: 130,
            overflow: 'truncate',
          },
        }
      : {}),
  };
}

function interpolation({ line_interpolation: kind }: TimePivotForm): LineSeriesOption {
  switch (kind) {
    case 'linear':
      return {};
    case 'basis':
      return { smooth: 0.6 };
    case 'cardinal':
      return { smooth: 0.35 };
    case 'monotone':
      return { smooth: 0.4, smoothMonotone: 'x' };
    case 'step-before':
      return { step: 'start' };
    case 'step-after':
      return { step: 'end' };
  }
}

function tooltipAt(params: unknown, data: TimePivot, form: TimePivotForm, context: ChartContext): string {
  const touched = (Array.isArray(params) ? params : [params]).flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null || !('seriesId' in one) || !('dataIndex' in one)) return [];
    const line = data.lines.find(({ key }) => key === one.seriesId);
    const point = typeof one.dataIndex === 'number' ? line?.points[one.dataIndex] : undefined;
    return line && point ? [{ line, point }] : [];
  });
  const [first] = touched;
  const pointed = pointedValue(params);
  return tooltipHtml({
    title: first ? placeLabel(first.point.x, data, form, context) : '',
    order: pointed === null ? 'as_given' : 'nearest',
    rows: touched
      .toSorted((a, b) => a.line.rank - b.line.rank)
      .map(({ line, point }): TooltipRow => ({
        name: line.name,
        value: metricWriter(form.metric, context, form.y_axis_format).exact(point.value),
        amount: point.value,
        color: paint(line, form, context),
        ...awayFrom(pointed, point.value),
      })),
  });
}
