import type { EChartsOption } from 'echarts';
import type { EChartsType } from 'echarts/core';
import { useEffect, useMemo, useState, type RefObject } from 'react';
import { linesOf, plotOf, type DrawnLine } from './canvas-marks.ts';
import { placeOf, withPlace } from './pointer.ts';

/** Of more lines than these the drawing library takes many frames to tell what the pointer is at. */
const MANY = 100;

/** What stands over many lines: where the pointer is on their axis, and the line that is nearest. */
export type Crosshair = {
  /** A line across the plot, in px; null where a name is pointed out and no place. */
  readonly at: { readonly x: number; readonly from: number; readonly to: number } | null;
  readonly dot: { readonly x: number; readonly y: number } | null;
  /** The line that stands out, as a path; empty where it is not straight from point to point. */
  readonly path: string;
};

/** Whether a picture is many lines over one axis. */
export function isManyLines({ series, tooltip, xAxis }: EChartsOption): boolean {
  if (!Array.isArray(series) || series.length <= MANY || xAxis === undefined) return false;
  const hasCommonTip = tooltip !== undefined && !Array.isArray(tooltip) && tooltip.trigger === 'axis';
  return hasCommonTip && series.every(({ type }) => type === 'line');
}

/** The same picture, deaf to the pointer. */
export function withoutListening(option: EChartsOption): EChartsOption {
  const { series, tooltip } = option;
  if (!Array.isArray(series) || tooltip === undefined || Array.isArray(tooltip)) return option;
  return {
    ...option,
    tooltip: { ...tooltip, triggerOn: 'none' },
    series: series.map((one) => ({ ...one, silent: true, emphasis: { disabled: true } })),
  } as EChartsOption;
}

export type Over = {
  readonly x: number;
  /** The point of each line there. */
  readonly points: readonly { readonly line: DrawnLine; readonly index: number; readonly y: number }[];
};

/**
 * The points that stand at the place of the axis that is nearest to `x`, in px; null where nothing is drawn.
 *
 * @param last  what was found before; it is found again as long as its place is the nearest
 */
export function pointsAt(lines: readonly DrawnLine[], x: number, last: Over | null = null): Over | null {
  let nearest = Number.NaN;
  for (const { points } of lines)
    for (let at = 0; at < points.length; at += 2) {
      const px = points[at] ?? Number.NaN;
      if (!Number.isNaN(points[at + 1]) && !(Math.abs(px - x) >= Math.abs(nearest - x))) nearest = px;
    }
  if (Number.isNaN(nearest)) return null;
  if (last?.x === nearest) return last;
  const found: { line: DrawnLine; index: number; y: number }[] = [];
  for (const line of lines) {
    const index = placeIn(line, nearest);
    const y = line.points[index * 2 + 1] ?? Number.NaN;
    if (!Number.isNaN(y)) found.push({ line, index, y });
  }
  return { x: nearest, points: found };
}

function placeIn({ points }: DrawnLine, x: number): number {
  for (let at = 0; at < points.length; at += 2) if (Math.abs((points[at] ?? Number.NaN) - x) < 0.5) return at / 2;
  return -1;
}

/** A line straight from point to point, with its gaps. */
export function pathOf({ points, isStraight }: DrawnLine): string {
  if (!isStraight) return '';
  const parts: string[] = [];
  let isBegun = false;
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at] ?? Number.NaN, points[at + 1] ?? Number.NaN];
    if (Number.isNaN(x) || Number.isNaN(y)) isBegun = false;
    else {
      parts.push(`${isBegun ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`);
      isBegun = true;
    }
  }
  return parts.join('');
}

type Heard = {
  readonly chart: RefObject<EChartsType | null>;
  readonly option: EChartsOption;
  readonly isMany: boolean;
  /** The name that stands out, from a legend outside of the canvas. */
  readonly highlighted: string | null;
};

/** The tooltip and the mark of the pointer over many lines, found in what is drawn. */
export function useManyLines({ chart, option, isMany, highlighted }: Heard): Crosshair | null {
  const [over, setOver] = useState<Crosshair | null>(null);
  useEffect(() => {
    const made = chart.current;
    setOver(null);
    if (!made || !isMany) return;
    return listen(made, option, setOver);
  }, [chart, option, isMany]);
  const named = useMemo(() => {
    const made = chart.current;
    if (!made || !isMany || highlighted === null) return null;
    const line = linesOf(made).find(({ name }) => name === highlighted);
    return line ? { at: null, dot: null, path: pathOf(line) } : null;
  }, [chart, isMany, highlighted]);
  return over ?? named;
}

function listen(chart: EChartsType, option: EChartsOption, tell: (over: Crosshair | null) => void): () => void {
  const zr = chart.getZr();
  let lines: readonly DrawnLine[] | null = null;
  let last: Over | null = null;
  let params: readonly object[] = [];
  const forget = () => {
    lines = null;
    last = null;
  };
  const onOut = () => {
    tell(null);
    chart.dispatchAction({ type: 'hideTip' });
  };
  const onMove = ({ offsetX: x, offsetY: y }: { offsetX: number; offsetY: number }) => {
    if (!chart.containPixel({ gridIndex: 0 }, [x, y])) return onOut();
    lines ??= linesOf(chart);
    const over = pointsAt(lines, x, last);
    if (over && over !== last) params = paramsOf(option, over);
    last = over;
    const nearest = over?.points.reduce((best, one) => (Math.abs(one.y - y) < Math.abs(best.y - y) ? one : best));
    if (!over || !nearest) return onOut();
    const dot = { x: over.x, y: nearest.y };
    const plot = plotOf(chart) ?? { y: 0, height: chart.getHeight() };
    tell({ at: { x: over.x, from: plot.y, to: plot.y + plot.height }, dot, path: pathOf(nearest.line) });
    const html = tipOf(option, withPlace(params, placeOf(chart, [x, y])));
    // With a place and a text of its own, the library shows its tooltip and asks no series.
    if (html !== null) chart.dispatchAction({ type: 'showTip', x, y, tooltip: { formatter: () => html } });
  };
  zr.on('mousemove', onMove);
  zr.on('globalout', onOut);
  chart.on('rendered', forget);
  return () => {
    if (chart.isDisposed()) return;
    zr.off('mousemove', onMove);
    zr.off('globalout', onOut);
    chart.off('rendered', forget);
  };
}

/** What a tooltip is given of the points that are meant, as the drawing library gives it. */
function paramsOf({ series }: EChartsOption, { points }: Over): readonly object[] {
  const data = Array.isArray(series) ? series : [];
  return points.map(({ line, index }) => {
    const dataIndex = line.rawIndex(index);
    const values: unknown = data[line.at]?.data;
    return { seriesId: line.id, dataIndex, value: Array.isArray(values) ? (values[dataIndex] as unknown) : undefined };
  });
}

/** The words of the tooltip, as its type makes them. */
function tipOf({ tooltip }: EChartsOption, params: readonly object[]): string | null {
  if (tooltip === undefined || Array.isArray(tooltip) || typeof tooltip.formatter !== 'function') return null;
  const html: unknown = Reflect.apply(tooltip.formatter, undefined, [params]);
  return typeof html === 'string' ? html : null;
}
