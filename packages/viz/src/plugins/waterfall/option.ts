import { cssColor } from '@tessera/core/colors/rgba';
import { metricLabel } from '@tessera/core/form-data';
import type { BarSeriesOption, EChartsOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { exactNumber } from '../../layer/formats.ts';
import { legendOf } from '../../layer/legend.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import { isDimmed } from '../../select.ts';
import { valueAxis } from '../../shared/axes.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { dataIndexOf } from '../../shared/data-index.ts';
import { textWidth } from '../../shared/text.ts';
import { tickAxis } from '../../shared/ticks.ts';
import type { WaterfallForm } from './controls.ts';
import { axisOf, type Fall, kindNames, readFalls, titleOf } from './falls.ts';
import { fallMark } from './marks.ts';

const KINDS = ['increase', 'decrease', 'total'] as const;
const DIMMED = 0.2;
const FONT_SIZE = 11;

/** Steps of a running total, each standing on the one before. */
export function waterfallOption(
  results: readonly QueryResult[],
  form: WaterfallForm,
  context: ChartContext,
): EChartsOption {
  const falls = readFalls(results[0], form, context);
  const names = kindNames();
  const entries = KINDS.map((kind) => ({ name: names[kind], label: names[kind] }));
  const look = {
    show_legend: form.show_legend,
    legendType: 'plain',
    legendOrientation: 'top',
    legendMargin: null,
  } as const;
  const { legend, insets } = legendOf(entries, look, context);
  const width = Math.max(40, context.width - 90);
  const height = Math.max(40, context.height - insets.top - 60);
  const xTitle = form.x_axis_label || titleOf(axisOf(form, results[0]), results[0], context);
  const yTitle = form.y_axis_label || (form.metric === null ? '' : context.verboseName(metricLabel(form.metric)));
  return {
    ...baseOption(context),
    legend,
    grid: { left: 12, right: 16, top: insets.top + 10, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    tooltip: {
      ...tooltipFrame(context),
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (params) => tooltipAt(falls[dataIndexOf(Array.isArray(params) ? params[0] : params)], form, context),
    },
    xAxis: tickAxis(
      falls.map(({ label }) => label),
      form.x_ticks_layout,
      width,
      { text: xTitle, margin: 28, position: 'middle' },
      context,
    ),
    yAxis: valueAxis(
      { log: false, minorSplitLine: false, truncate: false, bounds: [null, null] },
      { text: yTitle, margin: 44, position: 'middle' },
      height,
      (value) => context.formatNumber(form.y_axis_format, value, form.currency_format),
      context,
    ),
    series: seriesOf(falls, width / Math.max(1, falls.length), results, form, context),
  };
}

/** What is below a step is not painted; a step across zero has a part above and a part below. */
function seriesOf(
  falls: readonly Fall[],
  slot: number,
  results: readonly QueryResult[],
  form: WaterfallForm,
  context: ChartContext,
): BarSeriesOption[] {
  const base = { type: 'bar', stack: 'total', barCategoryGap: '24%', silent: false } as const;
  const floor: BarSeriesOption = {
    ...base,
    id: 'floor',
    silent: true,
    itemStyle: { color: 'transparent' },
    emphasis: { disabled: true },
    tooltip: { show: false },
    data: falls.map(({ from, to }) => (Math.min(from, to) >= 0 ? Math.min(from, to) : Math.min(0, Math.max(from, to)))),
  };
  const parts = KINDS.flatMap((kind): BarSeriesOption[] => {
    const color = cssColor(form[`${kind}_color`]);
    const shared = { ...base, name: kindNames()[kind], itemStyle: { color }, emphasis: { focus: 'none' } } as const;
    const of = (pick: (low: number, high: number) => number | null) =>
      falls.map(({ kind: own, from, to }) => (own === kind ? pick(Math.min(from, to), Math.max(from, to)) : null));
    const main = of((low, high) => (low >= 0 ? high - low : high <= 0 ? low - high : high));
    const below = of((low, high) => (low < 0 && high > 0 ? low : null));
    return [
      {
        ...shared,
        id: kind,
        label: {
          position: 'top',
          fontSize: FONT_SIZE,
          color: context.theme.text,
          fontFamily: context.theme.fontFamily,
        },
        labelLayout: { hideOverlap: true },
        data: main.map((value, at) => itemOf(value, falls[at], at, slot, results, form, context)),
      },
      ...(below.some((value) => value !== null) ? [{ ...shared, id: `${kind} below zero`, data: below }] : []),
    ];
  });
  return [floor, ...parts];
}

function itemOf(
  value: number | null,
  fall: Fall | undefined,
  at: number,
  slot: number,
  results: readonly QueryResult[],
  form: WaterfallForm,
  context: ChartContext,
) {
  if (value === null || !fall) return { value: null };
  const text = context.formatNumber(form.y_axis_format, fall.value, form.currency_format);
  const faint = isDimmed(fallMark(fall, at, results, form, context), context.inputs) ? { opacity: DIMMED } : {};
  return {
    value,
    itemStyle: faint,
    label: {
      show: form.show_value && textWidth(text, FONT_SIZE) <= slot + 6,
      position: value < 0 ? ('bottom' as const) : ('top' as const),
      formatter: () => text,
      ...faint,
    },
  };
}

function tooltipAt(fall: Fall | undefined, form: WaterfallForm, context: ChartContext): string {
  if (!fall) return '';
  const say = (value: number) => exactNumber(form.y_axis_format, value, context, form.currency_format);
  const names = kindNames();
  const isGroup = form.groupby !== null && fall.row !== null && !fall.isSubtotal;
  const change = { name: names[fall.kind], value: say(fall.value), amount: fall.value };
  return tooltipHtml({
    title: isGroup ? `${fall.row.texts[0] ?? ''} · ${fall.label}` : fall.label,
    order: 'as_given',
    rows: [
      { ...change, color: cssColor(form[`${fall.kind}_color`]) },
      ...(fall.kind === 'total' ? [] : [{ name: names.total, value: say(fall.to), amount: fall.to, color: null }]),
    ],
  });
}
