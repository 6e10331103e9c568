import type { XAXisComponentOption, YAXisComponentOption } from 'echarts';
import type { Bounds, ChartContext } from '../define.ts';
import { cutApart, textWidth, wrapLines } from './text.ts';

export const AXIS_FONT_SIZE = 11;
/** Least room between two level labels, and what a cut one leaves. */
const LABEL_GAP = 4;
const CUT_GAP = 10;
/** Between the names of two categories on two lines, in px. */
const WRAP_GAP = 6;
const LEAST_CUT_WIDTH = 56;
const ROTATED_LENGTH = 96;
const LINE_HEIGHT = 14;
/** Hours, days and years, in px. */
const SHORT = 28;

/** Either axis: ECharts types the two apart, though they only differ in their position. */
export type Axis = XAXisComponentOption & YAXisComponentOption;

export type AxisTitle = { readonly text: string; readonly margin: number; readonly position: 'middle' | 'top' };
export const NO_TITLE: AxisTitle = { text: '', margin: 0, position: 'middle' };

/** The look that all axes share: quiet labels, a line only where it carries meaning. */
export function axisBase(title: AxisTitle, context: ChartContext): Axis {
  const { theme } = context;
  return {
    axisLabel: { color: theme.textMuted, fontSize: AXIS_FONT_SIZE, fontFamily: theme.fontFamily, hideOverlap: true },
    nameTextStyle: {
      color: theme.textMuted,
      fontSize: 12,
      fontFamily: theme.fontFamily,
      ...(title.position === 'top' ? { align: 'left' } : {}),
    },
    ...(title.text === ''
      ? {}
      : {
          name: title.text,
          nameLocation: title.position === 'top' ? 'end' : 'middle',
          nameGap: Math.max(title.margin, title.position === 'top' ? 12 : 8),
          nameMoveOverlap: true,
        }),
  };
}

export type ValueAxisForm = {
  readonly log: boolean;
  readonly minorSplitLine: boolean;
  /** The axis need not begin at zero. */
  readonly truncate: boolean;
  readonly bounds: Bounds;
};

/**
 * An axis of measured values: gridlines in the hairline, no line of its own. `length` in px decides how many labels
 * there are.
 */
export function valueAxis(
  form: ValueAxisForm,
  title: AxisTitle,
  length: number,
  label: (value: number) => string,
  context: ChartContext,
): Axis {
  const { theme } = context;
  const base = axisBase(title, context);
  const [low, high] = form.truncate ? form.bounds : [null, null];
  return {
    ...base,
    type: form.log ? 'log' : 'value',
    scale: form.truncate,
    splitNumber: Math.min(6, Math.max(2, Math.floor(length / 52))),
    ...(low === null ? {} : { min: low }),
    ...(high === null ? {} : { max: high }),
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { ...base.axisLabel, formatter: (value: number) => label(value) },
    splitLine: { show: true, lineStyle: { color: theme.hairline, width: 1 } },
    minorTick: { show: form.minorSplitLine, length: 0 },
    minorSplitLine: { show: form.minorSplitLine, lineStyle: { color: theme.hairline, opacity: 0.5 } },
  } as Axis;
}

/** The base axis of time. `minInterval` in ms keeps ticks from being finer than the data. */
export function timeAxis(
  title: AxisTitle,
  length: number,
  minInterval: number,
  label: (epochMs: number) => string,
  context: ChartContext,
): Axis {
  const base = axisBase(title, context);
  return {
    ...base,
    type: 'time',
    splitNumber: Math.max(2, Math.floor(length / 96)),
    minInterval,
    axisLine: { show: true, onZero: false, lineStyle: { color: context.theme.zeroLine } },
    axisTick: { show: false },
    axisLabel: { ...base.axisLabel, formatter: (value: number) => label(value) },
    splitLine: { show: false },
  } as Axis;
}

export type FittedLabels = {
  /** Degrees; 0 is level. */
  readonly rotate: number;
  /** Every n-th label is shown; 1 shows all. */
  readonly every: number;
  /** Longest line in px; longer ones are cut in the middle. */
  readonly maxWidth: number;
  /** Lines of a label; a long name is broken before it is cut. */
  readonly lines?: 1 | 2;
};

/**
 * Find room for the names of categories: whole if they fit, else on two lines, else cut in the middle, else rotated,
 * else fewer of them.
 *
 * @param length    length of the axis in px.
 * @param rotation  what the author asks for in degrees; 0 leaves it to the drawing.
 * @param depth     room below the axis in px that turned labels may take.
 */
export function fitLabels(labels: readonly string[], length: number, rotation: number, depth: number): FittedLabels {
  const slot = length / Math.max(1, labels.length);
  const widest = labels.reduce((width, label) => Math.max(width, textWidth(label, AXIS_FONT_SIZE)), 0);
  if (rotation !== 0)
    return {
      rotate: rotation,
      every: Math.max(1, Math.ceil(LINE_HEIGHT / slot)),
      maxWidth: Math.max(LEAST_CUT_WIDTH, depth),
    };
  if (widest + LABEL_GAP <= slot) return { rotate: 0, every: 1, maxWidth: widest + 1 };
  if (slot >= LEAST_CUT_WIDTH + CUT_GAP) return { rotate: 0, every: 1, maxWidth: slot - CUT_GAP, lines: 2 };
  if (labels.every((label) => isWholeOnTwo(label, slot - WRAP_GAP)))
    return { rotate: 0, every: 1, maxWidth: slot - WRAP_GAP, lines: 2 };
  const every = Math.max(1, Math.ceil((LINE_HEIGHT + 2) / slot));
  // Where turning them would not show all either, short labels lie level and half as many do.
  const level = Math.ceil((widest + LABEL_GAP) / slot);
  if (every > 1 && level <= (widest <= SHORT ? 2 * every : every))
    return { rotate: 0, every: level, maxWidth: widest + 1 };
  return {
    rotate: 45,
    every,
    maxWidth: Math.max(32, Math.min(ROTATED_LENGTH, depth * Math.SQRT2)),
  };
}

function isWholeOnTwo(label: string, width: number): boolean {
  return wrapLines(label, width, AXIS_FONT_SIZE).every((line) => label.includes(line));
}

/** Names along a horizontal list: level, as wide as a third of the chart, fewer when the rows are too low. */
export function fitRowLabels(labels: readonly string[], length: number, chartWidth: number): FittedLabels {
  const slot = length / Math.max(1, labels.length);
  const lines = slot >= 2 * LINE_HEIGHT + 2 ? 2 : 1;
  return {
    rotate: 0,
    every: Math.max(1, Math.ceil(LINE_HEIGHT / slot)),
    maxWidth: Math.min(180, chartWidth * (lines === 2 ? 0.26 : 0.32)),
    lines,
  };
}

/** The base axis of categories, with labels that have been fitted. */
export function categoryAxis(
  labels: readonly string[],
  fitted: FittedLabels,
  title: AxisTitle,
  context: ChartContext,
): Axis {
  const base = axisBase(title, context);
  return {
    ...base,
    type: 'category',
    data: [...labels],
    axisLine: { show: true, onZero: false, lineStyle: { color: context.theme.zeroLine } },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: {
      ...base.axisLabel,
      hideOverlap: false,
      rotate: fitted.rotate,
      interval: fitted.every - 1,
      // The first is the greatest of sorted bars: no neighbour takes its name.
      showMinLabel: true,
      lineHeight: LINE_HEIGHT,
      formatter: axisTexts(
        labels.filter((_, at) => at % fitted.every === 0),
        fitted,
      ),
    },
  } as Axis;
}

/** What stands of each label; of labels that would stand there as one, what separates them. */
function axisTexts(labels: readonly string[], { lines, maxWidth }: FittedLabels): (label: string) => string {
  const wrapped = (label: string) => wrapLines(label, maxWidth, AXIS_FONT_SIZE, lines === 2 ? 2 : 1).join('\n');
  const owners = new Map<string, Set<string>>();
  for (const label of labels) owners.set(wrapped(label), (owners.get(wrapped(label)) ?? new Set()).add(label));
  const apart = cutApart(labels, maxWidth, AXIS_FONT_SIZE);
  const shown = new Map(
    labels.map((label, at) => [label, (owners.get(wrapped(label))?.size === 1 ? wrapped(label) : apart[at]) ?? '']),
  );
  return (label) => shown.get(label) ?? wrapped(label);
}

/** Shortest time in ms between two points of a grain; 0 where the grain says nothing. */
export function grainLength(grain: string | null): number {
  return grain === null ? 0 : (GRAIN_MS[grain] ?? 0);
}

const MINUTE = 60_000;
const DAY = 86_400_000;
const GRAIN_MS: Readonly<Record<string, number>> = {
  PT1S: 1000,
  PT5S: 5000,
  PT30S: 30_000,
  PT1M: MINUTE,
  PT5M: 5 * MINUTE,
  PT10M: 10 * MINUTE,
  PT15M: 15 * MINUTE,
  PT30M: 30 * MINUTE,
  'PT0.5H': 30 * MINUTE,
  PT1H: 60 * MINUTE,
  PT6H: 360 * MINUTE,
  P1D: DAY,
  P7D: 7 * DAY,
  P1W: 7 * DAY,
  '1969-12-28T00:00:00Z/P1W': 7 * DAY,
  '1969-12-29T00:00:00Z/P1W': 7 * DAY,
  'P1W/1970-01-03T00:00:00Z': 7 * DAY,
  'P1W/1970-01-04T00:00:00Z': 7 * DAY,
  P1M: 28 * DAY,
  P3M: 89 * DAY,
  'P0.25Y': 89 * DAY,
  P1Y: 365 * DAY,
};
