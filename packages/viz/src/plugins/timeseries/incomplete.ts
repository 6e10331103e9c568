import type { LineSeriesOption } from 'echarts';
import type { ChartContext } from '../../define.ts';
import { isForecast, withoutForecast } from './forecast-marks.ts';
import type { SeriesOption } from './style.ts';

const SUFFIX = ' · incomplete';
const LIGHTER = 0.45;
/** A hatched bar keeps its colour: the lines over it say that it is not whole. */
const HATCHED = 0.7;

/** Slanting lines in the colour of the page. */
function hatch({ theme }: ChartContext) {
  return {
    symbol: 'rect',
    symbolSize: 1,
    dashArrayX: [1, 0],
    dashArrayY: [3, 4],
    rotation: -Math.PI / 4,
    color: theme.surface,
  };
}

/**
 * A line over a period that is not whole is a series of its own to the drawing library; this is the one it is part of.
 */
export function seriesKeyOf(id: unknown): string {
  const text = withoutForecast(String(id));
  return text.endsWith(SUFFIX) ? text.slice(0, -SUFFIX.length) : text;
}

/** Where a point of a series is drawn. */
export function drawnSeries(key: string, isIncomplete: boolean, mark: string): string {
  return isIncomplete && mark !== 'bar' && mark !== 'scatter' ? `${key}${SUFFIX}` : key;
}

/**
 * Periods that are not whole look so: bars and filled spaces hatched, points lighter with a dashed edge, lines dashed
 * on the way to them.
 * Without such periods the series are what they were.
 */
export function withIncomplete(
  drawn: readonly SeriesOption[],
  incompleteOf: (key: string) => ReadonlySet<number>,
  context: ChartContext,
): readonly SeriesOption[] {
  return drawn.flatMap((series): readonly SeriesOption[] => {
    const incomplete = incompleteOf(seriesKeyOf(series.id));
    if (incomplete.size === 0) return [series];
    // What is expected is dashed already, and no period of it has begun.
    if (isForecast(String(series.id))) return [series];
    if (series.type === 'line') return splitLine(series, incomplete, context);
    const edge = { borderType: 'dashed' as const, borderWidth: 1, borderColor: context.theme.textMuted };
    // What is paler as it is of another time stays paler.
    const whole = series.itemStyle?.opacity ?? 1;
    const look =
      series.type === 'bar'
        ? { opacity: HATCHED * whole, decal: hatch(context) }
        : { opacity: LIGHTER * whole, ...edge };
    const data = listOf(series.data).map((point, index) => (incomplete.has(index) ? lookOf(point, look) : point));
    return [{ ...series, data }];
  });
}

/** The whole part of a line as it was, and a dashed line from its ends to the points of periods that are not whole. */
function splitLine(
  series: LineSeriesOption,
  incomplete: ReadonlySet<number>,
  context: ChartContext,
): readonly LineSeriesOption[] {
  const points = listOf(series.data);
  const isBeside = (index: number) => incomplete.has(index) || incomplete.has(index - 1) || incomplete.has(index + 1);
  const { endLabel, label, areaStyle, ...rest } = series;
  const isAtEnd = incomplete.has(points.length - 1);
  const whole: LineSeriesOption = {
    ...series,
    data: points.map((point, index) => (incomplete.has(index) ? gapAt(point) : point)),
    // The name stands at the end of the line, which is that of the other part.
    ...(isAtEnd && endLabel ? { endLabel: { ...endLabel, show: false } } : {}),
  };
  const part: LineSeriesOption = {
    ...rest,
    id: `${String(series.id)}${SUFFIX}`,
    data: points.map((point, index) => (isBeside(index) ? point : gapAt(point))),
    ...(series.stack === undefined ? {} : { stack: `${series.stack}${SUFFIX}` }),
    lineStyle: { ...series.lineStyle, type: 'dashed' },
    ...(areaStyle
      ? {
          areaStyle: { ...areaStyle, opacity: (areaStyle.opacity ?? 1) * LIGHTER },
          itemStyle: { ...series.itemStyle, decal: hatch(context) },
        }
      : {}),
    ...(label ? { label: { ...label, formatter: onlyAt(incomplete, label.formatter) } } : {}),
    ...(isAtEnd && endLabel ? { endLabel } : {}),
  };
  return [whole, part];
}

/** The whole part labels its own points. */
function onlyAt(
  incomplete: ReadonlySet<number>,
  formatter: unknown,
): (params: { readonly dataIndex: number }) => string {
  return (params) =>
    incomplete.has(params.dataIndex) && typeof formatter === 'function' ? String(formatter(params)) : '';
}

type Item = { readonly value?: unknown; readonly itemStyle?: Readonly<Record<string, unknown>> };
type Point = NonNullable<LineSeriesOption['data']>[number];

function listOf(data: SeriesOption['data']): readonly Point[] {
  return Array.isArray(data) ? (data as readonly Point[]) : [];
}

/** The same place without a value. */
function gapAt(point: Point): Point {
  const value: unknown = valueOf(point);
  if (!Array.isArray(value)) return '-';
  return value.map((part: unknown, at) => (at === 1 ? '-' : part)) as Point;
}

function lookOf(point: Point, look: Readonly<Record<string, unknown>>): Point {
  if (!isItem(point)) return { value: point, itemStyle: look } as Point;
  const item: Item = point;
  return { ...item, itemStyle: { ...item.itemStyle, ...look } } as Point;
}

function valueOf(point: Point): unknown {
  return isItem(point) ? point.value : point;
}

/** A point with a look of its own, as a selection gives it. */
function isItem(point: Point): point is Point & Item {
  return typeof point === 'object' && point !== null && 'value' in point;
}
