import { type Rgba, cssColor } from '@tessera/core/colors/rgba';
import { t } from '@tessera/core/messages';
import type { ChartContext, Currency } from '../../define.ts';
import { singleLine, textWidth, wrapLines } from '../../shared/text.ts';

export type Line = {
  readonly role: 'metric' | 'number' | 'comparison' | 'time' | 'subtitle';
  readonly text: string;
  /** px */
  readonly size: number;
  /** Baseline, px from the top. */
  readonly y: number;
  readonly weight: 400 | 500 | 600;
  readonly color: string;
};

export type Trend = {
  /** Paths in px: the line, and the space under it. */
  readonly line: string;
  readonly area: string;
  readonly color: string;
  readonly end: readonly [number, number] | null;
};

/** Everything in its place: the browser and the server only write it down. */
export type BigNumberModel = {
  readonly width: number;
  readonly height: number;
  readonly description: string;
  /** The number that is shown, exact. */
  readonly value: number | null;
  readonly fontFamily: string;
  readonly lines: readonly Line[];
  readonly trend: Trend | null;
};

export type WantedLine = Omit<Line, 'y'>;
const LINE_HEIGHT = 1.2;
const TREND_SHARE = 0.34;
const SMALLEST = 10;
/** Lines beside the number stay captions, however tall the card is. */
const LARGEST_CAPTION = 22;
/** A caption that would be smaller than this is broken into two lines. */
const LEAST_CAPTION = 12;
/** A number is read at a glance long before it fills a screen. */
const LARGEST_NUMBER = 120;

/** Stack lines from the top, centred in the height that the trend leaves. Text that is too wide shrinks. */
export function placeLines(wanted: readonly WantedLine[], width: number, height: number): readonly Line[] {
  const fitted = wanted
    .filter(({ text }) => text !== '')
    .map((line) => ({ ...line, text: singleLine(line.text) }))
    .flatMap((line) => {
      const size = fitSize(
        { ...line, size: Math.min(line.size, line.role === 'number' ? LARGEST_NUMBER : LARGEST_CAPTION) },
        width,
      );
      if (line.role === 'number' || size >= LEAST_CAPTION) return [{ ...line, size }];
      const broken = Math.min(line.size, LEAST_CAPTION);
      return wrapLines(line.text, width / 1.03, broken).map((text) => ({ ...line, text, size: broken }));
    });
  const total = fitted.reduce((sum, { size }) => sum + size * LINE_HEIGHT, 0);
  const squeeze = Math.min(1, height / Math.max(1, total));
  let y = Math.max(0, (height - total * squeeze) / 2);
  return fitted.map((line) => {
    const size = Math.round(line.size * squeeze * 10) / 10;
    const baseline = y + size * 0.98;
    y += size * LINE_HEIGHT;
    return { ...line, size, y: Math.round(baseline * 10) / 10 };
  });
}

/** Height that lines may use. */
export function roomForLines(height: number, hasTrend: boolean): number {
  return hasTrend ? height * (1 - TREND_SHARE) : height;
}

export type TrendPoint = { readonly x: number; readonly y: number | null };

/** The sparkline at the bottom of the card: no axes, the whole width. `span` is the time from left to right. */
export function placeTrend(
  points: readonly TrendPoint[],
  span: readonly [number, number],
  fromZero: boolean,
  color: string,
  width: number,
  height: number,
): Trend | null {
  const values = points.flatMap(({ y }) => (y === null ? [] : [y]));
  if (values.length < 2 || span[1] <= span[0]) return null;
  const low = Math.min(...values, ...(fromZero ? [0] : []));
  const high = Math.max(...values, ...(fromZero ? [0] : []));
  const [top, bottom] = [height * (1 - TREND_SHARE) + 8, height - 4];
  const xAt = (x: number) => round(3 + ((x - span[0]) / (span[1] - span[0])) * (width - 6));
  const yAt = (y: number) =>
    round(high === low ? (top + bottom) / 2 : bottom - ((y - low) / (high - low)) * (bottom - top));
  const runs = runsOf(points).map((run) => run.map(({ x, y }) => [xAt(x), yAt(y)] as const));
  const write = (run: readonly (readonly [number, number])[]) =>
    run.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  const base = fromZero ? yAt(Math.max(low, Math.min(0, high))) : height;
  return {
    line: runs.map(write).join(''),
    area: runs
      .filter((run) => run.length > 1)
      .map((run) => `${write(run)}L${run.at(-1)?.[0] ?? 0} ${base}L${run[0]?.[0] ?? 0} ${base}Z`)
      .join(''),
    color,
    end: runs.at(-1)?.at(-1) ?? null,
  };
}

/** Stretches without gaps. */
function runsOf(points: readonly TrendPoint[]): readonly (readonly { readonly x: number; readonly y: number }[])[] {
  const runs: { x: number; y: number }[][] = [];
  let open: { x: number; y: number }[] | null = null;
  for (const { x, y } of points) {
    if (y === null) {
      open = null;
      continue;
    }
    if (open === null) runs.push((open = []));
    open.push({ x, y });
  }
  return runs;
}

export type NumberLook = {
  readonly y_axis_format: string;
  readonly currency_format: Currency | null;
  readonly time_format: string;
  readonly force_timestamp_formatting: boolean;
};

/** The number as text; a temporal metric, or one that is forced to be, as a date. */
export function bigText(
  value: number | null,
  isTemporal: boolean,
  look: NumberLook,
  grain: string | null,
  context: ChartContext,
): string {
  if (value === null) return t('No data');
  if (isTemporal || look.force_timestamp_formatting) return context.formatTime(look.time_format, value, grain);
  return context.formatNumber(look.y_axis_format, value, look.currency_format);
}

/** The author's colour; the untouched default is drawn in the accent of the theme, which it stands for. */
export function trendColor(color: Rgba, context: ChartContext): string {
  const isDefault = color.r === 0 && color.g === 122 && color.b === 135 && color.a === 1;
  return isDefault ? context.theme.accent : cssColor(color);
}

function fitSize(line: WantedLine, width: number): number {
  // Semi-bold tabular figures are all as wide as the widest.
  const wide =
    line.role === 'number'
      ? textWidth(line.text.replace(/[\d-]/g, '4'), line.size) * 1.04
      : textWidth(line.text, line.size) * 1.03;
  return wide <= width ? line.size : Math.max(SMALLEST, line.size * (width / wide));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
