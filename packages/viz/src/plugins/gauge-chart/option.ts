import type { EChartsOption, GaugeSeriesOption } from 'echarts';
import { metricLabel } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import { isDimmed } from '../../select.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { cutMiddle, textWidth } from '../../shared/text.ts';
import { type GaugeForm, readNumbers } from './controls.ts';
import { type Dial, dialText, readDials, scaleOf } from './dials.ts';
import { dialMark } from './marks.ts';

const DIMMED = 0.25;
const ROW = 34;
/** Of the radius, the thickness of the scale. */
const THICK = 0.14;

/** One scale, a pointer and a bar for each row. */
export function gaugeOption(results: readonly QueryResult[], form: GaugeForm, context: ChartContext): EChartsOption {
  const dials = readDials(results[0], form, context);
  return {
    ...baseOption(context),
    ...(form.animation ? {} : { animation: false }),
    tooltip: {
      ...tooltipFrame(context),
      formatter: (params) => tooltipAt(dials[dataIndexOf(params)], dataIndexOf(params), form, context),
    },
    series: dials.length === 0 ? [] : [series(dials, form, context)],
  };
}

function series(dials: readonly Dial[], form: GaugeForm, context: ChartContext): GaugeSeriesOption {
  const { theme } = context;
  const [min, max] = scaleOf(dials, form);
  // Texts of several pointers stand in rows below the dial.
  const isList = dials.length > 1;
  const below = isList ? Math.min(context.height * 0.4, Math.ceil(dials.length / 2) * ROW) : 0;
  const radius = Math.max(20, Math.min(context.width / 2, (context.height - below) / 2) - 10);
  const thick = Math.max(6, radius * THICK);
  const fontSize = Math.min(form.font_size, Math.max(9, radius / 7));
  const say = (value: number) => context.formatNumber(form.number_format, value, form.currency_format);
  const widest = Math.max(textWidth(say(min), fontSize * 0.75), textWidth(say(max), fontSize * 0.75));
  const isLabelled = radius > 70 && widest < radius * 0.5;
  return {
    id: 'gauge',
    type: 'gauge',
    center: ['50%', radius + 10],
    radius,
    min,
    max,
    startAngle: form.start_angle ?? 225,
    endAngle: form.end_angle ?? -45,
    splitNumber: form.split_number,
    axisLine: {
      roundCap: form.round_cap,
      lineStyle: { width: thick, color: intervalColors([min, max], form, context) },
    },
    progress: { show: form.show_progress, overlap: form.overlap, roundCap: form.round_cap, width: thick },
    axisTick: { show: form.show_axis_tick, distance: 2, length: 5, lineStyle: { color: theme.zeroLine, width: 1 } },
    splitLine: {
      show: form.show_split_line,
      distance: 2,
      length: 9,
      lineStyle: { color: theme.textMuted, width: 1.5 },
    },
    axisLabel: {
      show: isLabelled,
      distance: thick + (form.show_split_line ? 14 : 8),
      color: theme.textMuted,
      fontSize: fontSize * 0.75,
      fontFamily: theme.fontFamily,
      formatter: (value: number) => say(value),
    },
    pointer: { show: form.show_pointer, width: Math.max(3, radius / 22), length: '58%' },
    anchor: { show: form.show_pointer, size: Math.max(6, radius / 11), itemStyle: { color: theme.textMuted } },
    title: { show: isList, fontSize: 11, color: theme.textMuted, fontFamily: theme.fontFamily },
    detail: { fontFamily: theme.fontFamily, fontWeight: 600, color: theme.text },
    data: dials.map((dial, index) =>
      dataOf(dial, index, { isList, radius, fontSize, count: dials.length }, form, context),
    ),
  };
}

type Place = {
  readonly isList: boolean;
  readonly radius: number;
  readonly fontSize: number;
  readonly count: number;
};

function dataOf(dial: Dial, index: number, place: Place, form: GaugeForm, context: ChartContext) {
  const { isList, radius, fontSize, count } = place;
  const color = context.color(form.color_scheme, dial.name);
  const opacity = isDimmed(dialMark(dial, index, form, context), context.inputs) ? { opacity: DIMMED } : {};
  const perRow = Math.min(count, context.width > 480 ? 3 : 2);
  const column = index % perRow;
  const row = Math.floor(index / perRow);
  const room = context.width / perRow;
  const x = isList ? Math.round((column - (perRow - 1) / 2) * room) : 0;
  const y = radius + 4 + row * ROW;
  return {
    value: dial.value,
    name: cutMiddle(dial.row.texts.join(', '), room - 12, 11),
    itemStyle: { color, ...opacity },
    pointer: { itemStyle: { color, ...opacity } },
    progress: { itemStyle: { color, ...opacity } },
    title: { offsetCenter: [x, y], ...opacity },
    detail: {
      offsetCenter: isList ? [x, y + 15] : [0, `${radius > 60 ? 62 : 80}%`],
      fontSize: isList ? 13 : Math.max(12, fontSize * 1.5),
      color: isList ? color : context.theme.text,
      formatter: () => dialText(dial, form, context),
      ...opacity,
    },
  };
}

/** The scale in parts of its own colours, where the author gave bounds; one quiet colour otherwise. */
function intervalColors(
  [min, max]: readonly [number, number],
  form: GaugeForm,
  context: ChartContext,
): [number, string][] {
  const bounds = (readNumbers(form.intervals) ?? []).filter((bound) => bound > min).toSorted((a, b) => a - b);
  const whole: [number, string][] = [[1, context.theme.hairline]];
  if (bounds.length === 0) return whole;
  const places = readNumbers(form.interval_color_indices) ?? [];
  const parts = bounds.map((bound, at): [number, string] => [
    Math.min(1, (bound - min) / (max - min)),
    context.color(form.color_scheme, `interval ${places[at] ?? at + 1}`),
  ]);
  return (parts.at(-1)?.[0] ?? 0) < 1 ? [...parts, ...whole] : parts;
}

function tooltipAt(dial: Dial | undefined, index: number, form: GaugeForm, context: ChartContext): string {
  if (!dial) return '';
  const { name } = dialMark(dial, index, form, context);
  return tooltipHtml({
    title: '',
    order: 'as_given',
    rows: [
      {
        name:
          dial.name === '' ? (form.metric === null ? name : context.verboseName(metricLabel(form.metric))) : dial.name,
        value: dialText(dial, form, context),
        amount: dial.value,
        color: context.color(form.color_scheme, dial.name),
      },
    ],
  });
}

function dataIndexOf(params: unknown): number {
  return typeof params === 'object' && params !== null && 'dataIndex' in params && typeof params.dataIndex === 'number'
    ? params.dataIndex
    : -1;
}
