import { DEFAULT_CATEGORICAL_SCHEME } from '@tessera/core/colors/categorical';
import { sequentialScale } from '@tessera/core/colors/sequential';
import { columnLabel } from '@tessera/core/form-data';
import type { EChartsOption, GraphicComponentOption, ParallelSeriesOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import { isDimmed } from '../../select.ts';
import { AXIS_FONT_SIZE } from '../../shared/axes.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { cutMiddle, textWidth, wrapLines } from '../../shared/text.ts';
import type { ParaForm } from './controls.ts';
import { decorations, type ParaPlace } from './decorations.ts';
import { lineMark } from './marks.ts';
import { type Para, type ParaAxis, type ParaLine, readPara } from './rows.ts';

const TITLE_LINE = 14;
const ROW = 18;
const LEAST_NUMBERS = 40;
/** Before and behind the numbers of an axis. */
const NUMBER_GAP = 14;
const LABELLED_LINES = 12;
const COLORED_LINES = 10;
const DIMMED = 0.08;

/** A line for each row, over an axis for each metric; an axis can be brushed. */
export function paraOption(results: readonly QueryResult[], form: ParaForm, context: ChartContext): EChartsOption {
  const read = readPara(results[0], form, context);
  const place = placeOf(read, form, context);
  const hasNames = place.names > 0;
  // Lines go from axis to axis: over one there are none.
  const data: Para = read.axes.length + place.names > 1 ? read : { ...read, lines: [] };
  const graphic: GraphicComponentOption[] = data.lines.length === 0 ? [] : decorations(data, place, form, context);
  return {
    ...baseOption(context),
    parallel: {
      left: place.left,
      top: place.top,
      width: place.width,
      height: place.height,
      axisExpandable: false,
    },
    parallelAxis:
      data.lines.length === 0
        ? []
        : [
            ...(hasNames ? [nameAxis(data, form, context)] : []),
            ...data.axes.map((axis, at) => metricAxis(axis, at + place.names, place, context)),
          ],
    tooltip: {
      ...tooltipFrame(context),
      trigger: 'item',
      formatter: (params) => tooltipAt(params, data, form, context),
    },
    graphic,
    series: data.lines.length === 0 ? [] : [lines(data, hasNames, form, context)],
  };
}

function placeOf(data: Para, form: ParaForm, context: ChartContext): ParaPlace {
  const names = form.include_series && form.series !== null ? 1 : 0;
  const count = data.axes.length + names;
  const isLabelled = names === 0 && form.series !== null && data.lines.length <= LABELLED_LINES && context.width >= 420;
  const widest = data.lines.reduce((most, { name }) => Math.max(most, textWidth(name, AXIS_FONT_SIZE)), 0);
  const [first, last] = [data.axes[0], data.axes.at(-1)].map((axis) => half(axis?.name ?? '', context.width * 0.2));
  const numbers = besideAxis(data.axes.at(-1), context);
  const left =
    names > 0 ? Math.min(widest, context.width * 0.24) + 18 : Math.max(Math.min(56, context.width * 0.14), first ?? 0);
  const right = isLabelled
    ? Math.min(widest, context.width * 0.22) + numbers + 4
    : Math.max(Math.min(56, context.width * 0.14), last ?? 0, numbers);
  const top = 2 * TITLE_LINE + 12;
  const rows = form.show_datatable
    ? Math.max(1, Math.min(data.lines.length, Math.floor((context.height * 0.42) / ROW) - 1))
    : 0;
  const scale = data.shades !== null && form.secondary_metric !== null ? 22 : 0;
  const table = rows > 0 ? (rows + 1) * ROW + 8 : 0;
  const width = Math.max(20, context.width - left - right);
  return {
    left,
    top,
    width,
    height: Math.max(20, context.height - top - 14 - scale - table),
    gap: count > 1 ? width / (count - 1) : width,
    names,
    rows,
    row: ROW,
    isLabelled,
    numbers,
    room: right - numbers,
  };
}

/** What the numbers of the last axis take beside it, where there is room for them. */
function besideAxis(axis: ParaAxis | undefined, context: ChartContext): number {
  if (!axis) return LEAST_NUMBERS;
  const { short } = metricWriter(axis.metric, context);
  const widest = Math.max(...[axis.low, axis.high].map((end) => textWidth(short(end), AXIS_FONT_SIZE)));
  return Math.max(LEAST_NUMBERS, Math.min(widest + NUMBER_GAP, context.width * 0.2));
}

function metricAxis(axis: ParaAxis, dim: number, place: ParaPlace, context: ChartContext) {
  const { theme } = context;
  const font = { color: theme.textMuted, fontSize: AXIS_FONT_SIZE, fontFamily: theme.fontFamily };
  return {
    dim,
    type: 'value' as const,
    min: axis.low,
    max: axis.high,
    interval: axis.step * (place.height < 90 ? 2 : 1),
    nameLocation: 'end' as const,
    name: wrapped(axis.name, titleRoom(dim, place, context)),
    nameGap: 10,
    nameTextStyle: { ...font, color: theme.text, fontWeight: 500 as const, lineHeight: TITLE_LINE },
    axisLine: { lineStyle: { color: theme.zeroLine } },
    axisTick: { show: false },
    axisLabel: {
      ...font,
      show: place.gap >= 40,
      textBorderColor: theme.surface,
      textBorderWidth: 3,
      formatter: metricWriter(axis.metric, context).short,
    },
    areaSelectStyle: {
      width: 18,
      borderColor: theme.accent,
      borderWidth: 1,
      color: theme.accent,
      opacity: 0.18,
    },
  };
}

function nameAxis(data: Para, form: ParaForm, context: ChartContext) {
  const { theme } = context;
  const font = { color: theme.textMuted, fontSize: AXIS_FONT_SIZE, fontFamily: theme.fontFamily };
  return {
    dim: 0,
    type: 'category' as const,
    data: data.lines.map(({ name }) => name),
    inverse: true,
    name: form.series === null ? '' : context.verboseName(columnLabel(form.series)),
    nameLocation: 'start' as const,
    nameGap: 10,
    nameTextStyle: { ...font, color: theme.text, fontWeight: 500 as const },
    axisLine: { lineStyle: { color: theme.zeroLine } },
    axisTick: { show: false },
    axisLabel: {
      ...font,
      // Names stand outside, where no line is.
      margin: -8,
      align: 'right' as const,
      formatter: (value: string) => cutMiddle(value, context.width * 0.24, AXIS_FONT_SIZE),
    },
  };
}

/** What the title of the first or the last axis takes of its side: it stands in the middle over the axis. */
function half(name: string, most: number): number {
  return (
    Math.min(Math.max(...wrapLines(name, most, AXIS_FONT_SIZE).map((line) => textWidth(line, AXIS_FONT_SIZE))), most) /
      2 +
    4
  );
}

/** A title reaches to its neighbours, and to the edges of the picture. */
function titleRoom(dim: number, { left, width, gap }: ParaPlace, context: ChartContext): number {
  const x = left + dim * gap;
  const side = Math.min(x, context.width - Math.min(x, left + width));
  return Math.max(34, Math.min(gap - 8, 2 * side - 4));
}

/** Two lines at most, the second one cut. */
function wrapped(name: string, room: number): string {
  if (textWidth(name, AXIS_FONT_SIZE) <= room) return name;
  const words = name.split(' ');
  let first = words[0] ?? '';
  let at = 1;
  while (at < words.length && textWidth(`${first} ${words[at]}`, AXIS_FONT_SIZE) <= room) {
    first = `${first} ${words[at] ?? ''}`;
    at += 1;
  }
  const rest = words.slice(at).join(' ');
  const lines = [first, ...(rest === '' ? [] : [rest])];
  return lines.map((line) => cutMiddle(line, room, AXIS_FONT_SIZE)).join('\n');
}

function lines(data: Para, hasNames: boolean, form: ParaForm, context: ChartContext): ParallelSeriesOption {
  const paint = shadeOf(data, form, context);
  // Many lines make a texture: each one is lighter.
  const opacity = Math.max(0.12, Math.min(0.9, 14 / Math.sqrt(Math.max(1, data.lines.length * 3))));
  return {
    id: 'para',
    type: 'parallel',
    smooth: false,
    progressive: 500,
    inactiveOpacity: 0.05,
    activeOpacity: Math.max(0.5, opacity),
    lineStyle: { width: data.lines.length > 200 ? 1 : 1.6, opacity, color: context.theme.accent },
    emphasis: { lineStyle: { width: 3, opacity: 1 } },
    data: data.lines.map((line) => ({
      name: line.name,
      value: [...(hasNames ? [line.name] : []), ...line.values.map((value) => value ?? '-')],
      lineStyle: {
        color: paint(line),
        ...(line.values.includes(null) ? { type: 'dashed' as const } : {}),
        ...(isDimmed(lineMark(line, 0, data, form, context), context.inputs) ? { opacity: DIMMED } : {}),
      },
    })),
  };
}

/** The colour of a line: that of its value in the scale; without one, few lines differ and many are one texture. */
function shadeOf(
  { shades, lines }: Para,
  form: ParaForm,
  context: ChartContext,
): (line: Pick<ParaLine, 'name' | 'shade'>) => string {
  if (shades === null || form.secondary_metric === null)
    return ({ name }) =>
      lines.length <= COLORED_LINES ? context.color(DEFAULT_CATEGORICAL_SCHEME, name) : context.theme.accent;
  const scale = sequentialScale(form.linear_color_scheme, context.theme.mode);
  const [low, high] = shades;
  return ({ shade }) =>
    shade === null ? context.theme.zeroLine : scale(high === low ? 0.7 : 0.25 + (0.75 * (shade - low)) / (high - low));
}

function tooltipAt(params: unknown, data: Para, form: ParaForm, context: ChartContext): string {
  const at =
    typeof params === 'object' && params !== null && 'dataIndex' in params && typeof params.dataIndex === 'number'
      ? params.dataIndex
      : -1;
  const line = data.lines[at];
  if (!line) return '';
  const color = shadeOf(data, form, context)(line);
  return tooltipHtml({
    title: line.name,
    order: 'as_given',
    rows: data.axes.map(({ name, metric }, axis) => ({
      name,
      value: metricWriter(metric, context).exact(line.values[axis] ?? null),
      amount: line.values[axis] ?? null,
      color: axis === 0 ? color : null,
    })),
  });
}
