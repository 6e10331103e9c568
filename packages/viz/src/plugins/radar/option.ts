import type { EChartsOption, RadarSeriesOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { legendOf } from '../../layer/legend.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import { isDimmed } from '../../select.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { textWidth, wrapLines } from '../../shared/text.ts';
import type { RadarForm } from './controls.ts';
import { shapeMark } from './marks.ts';
import { bridged, type RadarShape, readShapes, type Spoke, spokesOf } from './shapes.ts';

const FONT_SIZE = 12;
const LABEL_SIZE = 11;
const DIMMED = 0.15;
/** Between the end of a spoke and its name; a label above the outermost point stands between them. */
const NAME_GAP = 8;
const LABELLED_GAP = 20;
/** A spoke that goes less to the side than this has its name above or below it. */
const UPRIGHT = 0.15;
const LEAST_RADIUS = 20;
/** Px of a picture in which three lines of a name leave a web. */
const HIGH = 120;
/** So many shapes have colours; of more the greatest have one, and the rest is grey. */
const COLORED = 8;
/** With more shapes than this, labels at every point hide what they name. */
const LABELLED = 3;

/** Shapes over spokes that each have a scale of their own. */
export function radarOption(results: readonly QueryResult[], form: RadarForm, context: ChartContext): EChartsOption {
  const { theme } = context;
  const shapes = readShapes(results[0], form, context);
  const spokes = spokesOf(shapes, form, context);
  const entries = shapes.map(({ name }) => ({ name, label: name }));
  const { legend, insets } = legendOf(entries, form, context);
  const width = context.width - insets.left - insets.right;
  const height = context.height - insets.top - insets.bottom;
  const nameGap = isLabelled(shapes, form, context) ? LABELLED_GAP : NAME_GAP;
  const names = new Map(
    spokes.map(({ label, name }, at) => {
      const rooms = roomsFor(directionOf(at, spokes.length).across, { width, height }, nameGap);
      return [label, nameLines(name, rooms, height).join('\n')];
    }),
  );
  const { radius, down } = fitWeb([...names.values()], { width, height }, nameGap);
  return {
    ...baseOption(context),
    legend,
    tooltip: {
      ...tooltipFrame(context),
      trigger: 'item',
      formatter: (params) => tooltipAt(shapes[dataIndexOf(params)], spokes, form, context),
    },
    radar: {
      center: [insets.left + width / 2, insets.top + down],
      radius,
      shape: form.is_circle ? 'circle' : 'polygon',
      splitNumber: 4,
      indicator: spokes.map(({ label, min, max }) => ({ name: label, min, max })),
      axisName: {
        color: theme.textMuted,
        fontSize: FONT_SIZE,
        fontFamily: theme.fontFamily,
        formatter: (name) => names.get(name ?? '') ?? '',
      },
      axisNameGap: nameGap,
      splitArea: { show: false },
      axisLine: { lineStyle: { color: theme.hairline } },
      splitLine: { lineStyle: { color: theme.hairline } },
    },
    series: shapes.length === 0 ? [] : [series(shapes, spokes, form, context)],
  };
}

/** Where the end of a spoke is from the middle of a web: to the side, and up. */
function directionOf(at: number, count: number): { readonly across: number; readonly up: number } {
  const angle = Math.PI / 2 + (2 * Math.PI * at) / count;
  return { across: Math.abs(Math.cos(angle)), up: Math.sin(angle) };
}

/** A web becomes no smaller than this part of the picture for the names around it. */
const LEAST_WEB = 0.18;

/** For a name at the end of a spoke: what a large web leaves, and what the smallest one does. */
function roomsFor(
  across: number,
  { width, height }: { readonly width: number; readonly height: number },
  gap: number,
): readonly [number, number] {
  const web = Math.max(LEAST_RADIUS, LEAST_WEB * Math.min(width, height));
  const left = across < UPRIGHT ? width * 0.6 : width / 2 - (web + gap) * across - 4;
  const usual = Math.max(40, Math.min(150, width * 0.28));
  return [usual, Math.max(usual, Math.min(150, left))];
}

/** The whole of a name with as much of the web as that leaves; a third line needs a picture that is high enough. */
function nameLines(name: string, [usual, most]: readonly [number, number], height: number): readonly string[] {
  const tries = [
    wrapLines(name, usual, FONT_SIZE),
    wrapLines(name, most, FONT_SIZE),
    ...(height < HIGH ? [] : [wrapLines(name, most, FONT_SIZE, 3)]),
  ];
  return tries.find((lines) => lines.every((line) => name.includes(line))) ?? tries[1] ?? [name];
}

/** The largest web whose names stay in the picture, and how far its middle is below the top of it. */
function fitWeb(
  names: readonly string[],
  { width, height }: { readonly width: number; readonly height: number },
  gap: number,
): { readonly radius: number; readonly down: number } {
  const spokes = names.map((name, at) => {
    return { ...directionOf(at, names.length), width: widthOf(name) };
  });
  const up = Math.max(0.5, ...spokes.map((spoke) => spoke.up));
  const below = Math.max(0.5, ...spokes.map((spoke) => -spoke.up));
  // A name at the top or the bottom stands in the middle of its spoke, at the sides beside the end of it.
  const beside = spokes.flatMap((spoke) =>
    spoke.across < UPRIGHT ? [] : [(width / 2 - spoke.width - gap * spoke.across - 4) / spoke.across],
  );
  const lines = Math.max(1, ...names.map((name) => name.split('\n').length));
  const edges = 2 * (gap + FONT_SIZE * lines);
  const radius = Math.max(LEAST_RADIUS, Math.min((height - edges) / (up + below), ...beside));
  return { radius, down: (height - (up + below) * radius) / 2 + up * radius + (up - below) * 2 };
}

function widthOf(name: string): number {
  return Math.max(...name.split('\n').map((line) => textWidth(line, FONT_SIZE)));
}

/** Labels at every point of a few shapes, where there is room. */
function isLabelled(shapes: readonly RadarShape[], form: RadarForm, context: ChartContext): boolean {
  const shown = shapes.filter(({ name }) => !context.inputs.hidden.has(name)).length;
  return form.show_labels && shown > 0 && shown <= LABELLED && context.width >= 320;
}

function series(
  shapes: readonly RadarShape[],
  spokes: readonly Spoke[],
  form: RadarForm,
  context: ChartContext,
): RadarSeriesOption {
  const shown = shapes.filter(({ name }) => !context.inputs.hidden.has(name)).length;
  const isReported = isLabelled(shapes, form, context);
  return {
    id: 'radar',
    type: 'radar',
    symbolSize: 5,
    lineStyle: { width: 2 },
    emphasis: { focus: 'self', areaStyle: { opacity: 0.25 } },
    blur: { lineStyle: { opacity: 0.15 }, itemStyle: { opacity: 0.15 }, areaStyle: { opacity: 0.03 } },
    data: shapes.map((shape, index) => {
      const isQuiet = shapes.length > COLORED + 2 && index >= COLORED;
      const color = isQuiet ? context.theme.zeroLine : context.color(form.color_scheme, shape.name);
      const opacity = isDimmed(shapeMark(shape, index, form, context), context.inputs) ? { opacity: DIMMED } : {};
      const values = bridged(shape.row.values, spokes);
      const fill = opacity.opacity !== undefined ? 0.02 : isQuiet ? 0 : shown > LABELLED ? 0.05 : 0.12;
      return {
        name: shape.name,
        value: values.map((value) => value ?? '-'),
        // A point where there is no value would claim one.
        ...(isQuiet ? { symbol: 'none' } : shape.row.values.includes(null) ? { symbolSize: 0.01 } : {}),
        itemStyle: { color, ...opacity },
        lineStyle: { color, ...(isQuiet ? { width: 1 } : {}), ...opacity },
        areaStyle: { color, opacity: fill },
        label: {
          show: isReported,
          position: form.label_position,
          color: context.theme.text,
          fontSize: LABEL_SIZE,
          fontFamily: context.theme.fontFamily,
          textBorderColor: context.theme.surface,
          textBorderWidth: 2,
          formatter: ({ value, dimensionIndex }) => {
            if ((shape.row.values[dimensionIndex ?? 0] ?? null) === null) return '';
            const { short } = metricWriter(form.metrics[dimensionIndex ?? 0], context, form.number_format);
            const text = short(typeof value === 'number' ? value : null);
            return form.label_type === 'key_value' ? `${shape.name}: ${text}` : text;
          },
          ...opacity,
        },
      };
    }),
    labelLayout: { hideOverlap: true },
  };
}

function tooltipAt(
  shape: RadarShape | undefined,
  spokes: readonly Spoke[],
  form: RadarForm,
  context: ChartContext,
): string {
  if (!shape) return '';
  return tooltipHtml({
    title: shape.name,
    order: 'as_given',
    rows: spokes.map(({ name }, at) => ({
      name,
      value: metricWriter(form.metrics[at], context, form.number_format).exact(shape.row.values[at] ?? null),
      amount: shape.row.values[at] ?? null,
      color: context.color(form.color_scheme, shape.name),
    })),
  });
}

function dataIndexOf(params: unknown): number {
  return typeof params === 'object' && params !== null && 'dataIndex' in params && typeof params.dataIndex === 'number'
    ? params.dataIndex
    : -1;
}
