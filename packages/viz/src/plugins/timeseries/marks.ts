import type { LineSeriesOption } from 'echarts';
import type { ChartContext } from '../../define.ts';
import type { FamilyForm } from './controls.ts';
import type { Series, SeriesData } from './data.ts';
import { dimmingOf, type Dimming } from './dimming.ts';
import { forecastMarks } from './forecast-marks.ts';
import { type Look, looksOf } from './looks.ts';
import { pointsOf, standing, withLonelyPoints } from './points.ts';
import { isSampled, samplingOf } from './sampling.ts';
import { axisOf, endLabelOf, type SeriesOption, stepOf, type Style } from './style.ts';
import { byStack, sharedSlots, stackKeyOf, stackParts, streamBaseline } from './stack.ts';
import { labelMaker } from './value-labels.ts';

const BASELINE_ID = 'stream-baseline';
const LARGE_SCATTER = 4000;
/** px of a point that no line leads to. */
const LONELY_SIZE = 5;
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'pin'] as const;
/** A filled part of a stack is read by its space, which is never fainter than this. */
const LEAST_STACK_OPACITY = 0.7;

/** The drawn series, the invisible bases of streams first, what is expected last. */
export function marksOf(
  data: SeriesData,
  form: FamilyForm,
  style: Style,
  context: ChartContext,
  grain: string | null,
): readonly SeriesOption[] {
  const dimming = dimmingOf(data, form, grain, context);
  const looks = looksOf(data, form, context);
  const length = data.x.cells.length;
  const isFilled = style.filled && style.mark !== 'bar' && style.mark !== 'scatter';
  const parts = stackParts(data.series, form, isFilled, length);
  const labels = labelMaker(data, form, style, context);
  const slots = style.mark === 'bar' && form.stack === null ? sharedSlots(data.series) : null;
  const drawn = data.series.map((series, index): SeriesOption => {
    const look = looks.get(series) ?? QUIET;
    const values = standing(parts?.get(series) ?? series.values, form);
    const shared = {
      ...axisOf(style),
      id: series.key,
      name: series.name,
      data: dimming.points(pointsOf(values, data, form, style), series, style.mark),
      itemStyle: { color: look.color, ...strengthOf(look, dimming.item(series).opacity) },
      emphasis: { focus: 'series' as const, ...standOut(look, context) },
      blur: { lineStyle: { opacity: 0.15 }, itemStyle: { opacity: 0.15 }, areaStyle: { opacity: 0.05 } },
      ...(look.isQuiet ? { z: 1 } : {}),
      ...stackOf(series, form),
      ...(slots === null ? {} : { stack: `slot ${slots.get(series) ?? 0}`, stackStrategy: 'samesign' as const }),
      ...labels(series),
    };
    if (style.mark === 'bar')
      return {
        ...shared,
        type: 'bar',
        barMaxWidth: 48,
        barMinHeight: 1,
        barCategoryGap: '24%',
        itemStyle: { ...shared.itemStyle, ...barShape(look, form, style, context) },
      };
    if (style.mark === 'scatter') {
      return {
        ...shared,
        type: 'scatter',
        symbol: SYMBOLS[index % SYMBOLS.length] ?? 'circle',
        symbolSize: form.markerEnabled ? form.markerSize : 7,
        ...(length > LARGE_SCATTER ? { large: true } : {}),
      };
    }
    const line = lineOf(series, values, look, form, style, context, dimming);
    const points = line.showSymbol === true ? shared.data : withLonelyPoints(shared.data, values, LONELY_SIZE);
    // A symbol that only some points have is theirs.
    const own = points === shared.data ? {} : { data: points, symbol: 'none', showSymbol: true, showAllSymbol: true };
    return { ...shared, ...line, ...own };
  });
  const bases = form.stack === 'Stream' ? streamBases(data, form, style) : [];
  return [...bases, ...drawn, ...forecastMarks(data, looks, form, style, context)];
}

const QUIET: Look = { color: 'transparent', strength: 1, width: 1, dash: 'solid', isQuiet: true };

/** Of a dimmed series the dimming, of another time its own. */
function strengthOf(look: Look, dimmed: number | undefined): { readonly opacity?: number } {
  const opacity = dimmed ?? (look.strength === 1 ? undefined : look.strength);
  return opacity === undefined ? {} : { opacity };
}

/** A grey line has no colour to stand out by: under the pointer it takes that of the text. */
function standOut({ isQuiet }: Look, { theme }: ChartContext): NonNullable<LineSeriesOption['emphasis']> {
  return isQuiet ? { lineStyle: { color: theme.text, width: 2 }, itemStyle: { color: theme.text } } : {};
}

function lineOf(
  series: Series,
  values: readonly (number | null)[],
  look: Look,
  form: FamilyForm,
  style: Style,
  context: ChartContext,
  dimming: Dimming,
): LineSeriesOption {
  const { opacity } = dimming.item(series);
  const isStacked = style.filled && form.stack !== null;
  const fill = form.stack === null ? form.opacity : Math.max(form.opacity, LEAST_STACK_OPACITY);
  // The space under another time, or under one line of many, would lie over that of the rest.
  const isFilled = style.filled && series.shift?.as !== 'values' && (isStacked || !look.isQuiet);
  return {
    type: 'line',
    step: stepOf(style.mark),
    ...(style.mark === 'smooth' ? { smooth: 0.35, smoothMonotone: 'x' } : {}),
    symbol: 'circle',
    symbolSize: form.markerEnabled ? form.markerSize : LONELY_SIZE,
    // The drawing library writes a value beside a symbol only.
    showSymbol: form.markerEnabled || form.show_value || dimming.isByPoint,
    showAllSymbol: form.markerEnabled || form.show_value || dimming.isByPoint,
    lineStyle: {
      // Two points for each pixel are a band, which a wide line would only blur.
      width: isStacked || isSampled(values.length, form, context) ? 1 : look.width,
      type: look.dash,
      // Grey parts of a stack would flow into each other.
      ...(isStacked && look.isQuiet ? { color: context.theme.surface } : {}),
      ...(opacity === undefined ? {} : { opacity }),
    },
    ...(isFilled ? { areaStyle: { opacity: fill * (opacity ?? 1) } } : {}),
    ...(isSampled(values.length, form, context) ? { sampling: samplingOf(values) } : {}),
    ...(series.forecast === null ? endLabelOf(series, look, style, context, opacity) : {}),
  };
}

function stackOf(series: Series, form: FamilyForm): { stack?: string; stackStrategy?: 'all' | 'samesign' } {
  if (form.stack === null) return {};
  return { stack: stackKeyOf(series, form), stackStrategy: form.stack === 'Stream' ? 'all' : 'samesign' };
}

/** What each stream lies on. */
function streamBases(data: SeriesData, form: FamilyForm, style: Style): readonly SeriesOption[] {
  return [...byStack(data.series, form)].map(([stack, parts], at): SeriesOption => {
    const shared = {
      ...axisOf(style),
      id: at === 0 ? BASELINE_ID : `${BASELINE_ID} ${at}`,
      name: '',
      data: pointsOf(streamBaseline(parts, data.x.cells.length), data, form, style),
      stack,
      stackStrategy: 'all' as const,
      silent: true,
      tooltip: { show: false },
    };
    if (style.mark === 'bar') return { ...shared, type: 'bar', barMaxWidth: 48, itemStyle: { color: 'transparent' } };
    return {
      ...shared,
      type: 'line',
      showSymbol: false,
      lineStyle: { opacity: 0 },
      areaStyle: { opacity: 0 },
      step: stepOf(style.mark),
      ...(style.mark === 'smooth' ? { smooth: 0.35, smoothMonotone: 'x' as const } : {}),
    };
  });
}

/** Bars that stand alone have rounded ends; grey parts of a stack have an edge between them. */
function barShape(
  { isQuiet }: Look,
  form: FamilyForm,
  style: Style,
  { theme }: ChartContext,
): { borderRadius?: number[]; borderColor?: string; borderWidth?: number } {
  if (form.stack !== null) return isQuiet ? { borderColor: theme.surface, borderWidth: 0.5 } : {};
  return { borderRadius: style.horizontal ? [0, 2, 2, 0] : [2, 2, 0, 0] };
}
