import type { EChartsOption, GaugeSeriesOption } from 'echarts';
import { metricLabel } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import { isDimmed } from '../../select.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { textColor } from '../../shared/paint.ts';
import { textWidth } from '../../shared/text.ts';
import { type GaugeForm, readNumbers } from './controls.ts';
import { type Dial, dialText, readDials, scaleOf } from './dials.ts';
import { dialMark } from './marks.ts';
import { type Angles, type DialPlace, extentOf, type Line, placeDial, placeList } from './places.ts';

const DIMMED = 0.25;
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
  const places = placesOf(dials, form, context);
  const { dial, angles, isList } = places;
  const thick = Math.max(6, dial.radius * THICK);
  const labels = labelsOf([min, max], places, thick, form, context);
  return {
    id: 'gauge',
    type: 'gauge',
    center: [dial.x, dial.y],
    radius: dial.radius,
    min,
    max,
    startAngle: angles.start,
    endAngle: angles.end,
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
    axisLabel: labels.option,
    // Needles of several would meet in the middle and run over the scale: each has a head at its place on it.
    pointer: isList
      ? {
          show: form.show_pointer,
          icon: 'triangle',
          width: Math.max(6, dial.radius * 0.11),
          length: '13%',
          offsetCenter: [0, '-71%'],
        }
      : { show: form.show_pointer, width: Math.max(3, dial.radius / 22), length: labels.needle },
    anchor: {
      show: form.show_pointer && !isList,
      size: Math.max(6, dial.radius / 11),
      itemStyle: { color: theme.textMuted },
    },
    title: { show: isList, fontSize: places.fontSize, color: theme.textMuted, fontFamily: theme.fontFamily },
    detail: { fontFamily: theme.fontFamily, fontWeight: 600, color: theme.text },
    data: dials.map((one, index) => dataOf(one, index, places, form, context)),
  };
}

type Places = {
  readonly isList: boolean;
  readonly angles: Angles;
  readonly dial: DialPlace;
  readonly lines: readonly Line[];
  readonly fontSize: number;
  /** Under the middle, where the one value stands. */
  readonly valueY: number;
};

/** Several pointers have a list; the value of one stands in the gap of its arc, or below it. */
function placesOf(dials: readonly Dial[], form: GaugeForm, context: ChartContext): Places {
  const angles = { start: form.start_angle ?? 225, end: form.end_angle ?? -45 };
  if (dials.length > 1) {
    const entries = dials.map((dial) => ({ name: dial.row.texts.join(', '), value: dialText(dial, form, context) }));
    return { ...placeList(entries, angles, context), isList: true, angles, valueY: 0 };
  }
  const box = { left: 0, top: 0, width: context.width, height: context.height };
  const { bottom } = extentOf(angles);
  const isOpen = bottom > 0.5;
  const below = isOpen ? 0 : form.font_size * 1.5 + 12;
  const dial = placeDial(box, angles, below);
  const fontSize = Math.min(form.font_size, Math.max(9, dial.radius / 7));
  const valueY = dial.radius * (isOpen ? (dial.radius > 60 ? 0.62 : 0.8) : bottom) + (isOpen ? 0 : below / 2 + 4);
  return { isList: false, angles, dial, lines: [], fontSize, valueY };
}

/** As many labels of the scale as stand beside each other, and how long a needle may be that leaves them alone. */
function labelsOf(
  [min, max]: readonly [number, number],
  { dial: { radius }, angles, isList }: Places,
  thick: number,
  form: GaugeForm,
  context: ChartContext,
) {
  const fontSize = Math.min(form.font_size, Math.max(9, radius / 7)) * (isList ? 0.7 : 0.75);
  const say = (value: number) => context.formatNumber(form.number_format, value, form.currency_format);
  const parts = form.split_number;
  const at = (part: number) => min + ((max - min) * part) / parts;
  const widest = Math.max(...Array.from({ length: parts + 1 }, (_, part) => textWidth(say(at(part)), fontSize)));
  const distance = thick + (isList && form.show_pointer ? radius * 0.16 : 4) + (form.show_split_line ? 10 : 4);
  const room = ((radius - distance - widest / 2) * (Math.abs(angles.end - angles.start) * Math.PI)) / 180;
  const fitting = Math.max(0, Math.floor(room / (widest * 1.5 + 12)));
  // Every one, or every second and so on, so that both ends have theirs.
  const every = Array.from({ length: parts }, (_, less) => less + 1).find(
    (step) => parts % step === 0 && parts / step <= fitting,
  );
  const isLabelled = radius > 34 && widest < radius * 0.5;
  return {
    option: {
      show: isLabelled,
      distance,
      color: context.theme.textMuted,
      fontSize,
      fontFamily: context.theme.fontFamily,
      formatter: (value: number) =>
        Math.round(((value - min) / (max - min)) * parts) % (every ?? parts) === 0 ? say(value) : '',
    },
    needle: isLabelled
      ? Math.min(radius * 0.58, Math.max(radius * 0.3, radius - distance - widest - 6))
      : radius * 0.58,
  };
}

function dataOf(dial: Dial, index: number, places: Places, form: GaugeForm, context: ChartContext) {
  const { isList, dial: at, fontSize, valueY } = places;
  const color = context.color(form.color_scheme, dial.name);
  const opacity = isDimmed(dialMark(dial, index, form, context), context.inputs) ? { opacity: DIMMED } : {};
  const line = places.lines[index] ?? { name: '', nameX: at.x, valueX: at.x, y: at.y + valueY };
  return {
    value: dial.value,
    name: line.name,
    itemStyle: { color, ...opacity },
    pointer: { itemStyle: { color, ...opacity } },
    progress: { itemStyle: { color, ...opacity } },
    title: { offsetCenter: [line.nameX - at.x, line.y - at.y], ...opacity },
    detail: {
      offsetCenter: [line.valueX - at.x, line.y - at.y],
      fontSize: isList ? fontSize + 1 : Math.max(12, fontSize * 1.5),
      color: isList ? textColor(color, context.theme.surface) : context.theme.text,
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
