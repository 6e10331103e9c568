import type { Box, Mark } from '@tessera/viz/marks';
import type { EChartsType } from 'echarts/core';

/** Where a canvas has a mark. */
export type Drawn = NonNullable<Mark['drawn']>;

/** What is read of the drawing library's own layout; it has no public way to tell where a mark is. */
type SeriesData = {
  readonly count: () => number;
  readonly getRawIndex: (index: number) => number;
  readonly indexOfRawIndex: (raw: number) => number;
  readonly getItemLayout: (index: number) => unknown;
  readonly getLayout: (key: string) => unknown;
};
type Drawing = {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly at: number;
  readonly isStraight: boolean;
  readonly data: SeriesData;
};

/** As far as a pointer may be from a line that it means, in px. */
const REACH = 24;
const POINT = 14;

/** The box of a mark in px; null where it is not drawn. */
export function boxOf(chart: EChartsType, { seriesId, dataIndex }: Drawn): Box | null {
  const drawing = drawingsOf(chart).find(({ id }) => id === seriesId);
  if (!drawing) return null;
  const index = drawing.data.indexOfRawIndex(dataIndex);
  if (index < 0) return null;
  const layout = drawing.data.getItemLayout(index);
  return boxOfBar(layout) ?? boxOfSector(layout) ?? around(pointAt(drawing.data, index, layout));
}

/** The point of a line that is nearest to a place, within reach; lines themselves are too thin to hit. */
export function nearestPoint(chart: EChartsType, x: number, y: number): Drawn | null {
  let best: Drawn | null = null;
  let distance = REACH;
  for (const { id, type, data } of drawingsOf(chart)) {
    if (type !== 'line') continue;
    for (let index = 0; index < data.count(); index += 1) {
      const point = pointAt(data, index, null);
      if (point === null || Math.abs(point[0] - x) > REACH) continue;
      const away = Math.hypot(point[0] - x, point[1] - y);
      if (away < distance) {
        distance = away;
        best = { seriesId: id, dataIndex: data.getRawIndex(index) };
      }
    }
  }
  return best;
}

/** A line as it stands on the canvas. */
export type DrawnLine = {
  readonly id: string;
  readonly name: string;
  /** Its place among the series of the option. */
  readonly at: number;
  /** x and y of each point in turn, in px; a gap has no number. */
  readonly points: Float32Array;
  readonly rawIndex: (index: number) => number;
  /** Neither stepped nor smooth. */
  readonly isStraight: boolean;
};

/** The lines that are drawn, in the order of their series. */
export function linesOf(chart: EChartsType): readonly DrawnLine[] {
  return drawingsOf(chart).flatMap(({ id, name, type, at, isStraight, data }): readonly DrawnLine[] => {
    const points = data.getLayout('points');
    if (type !== 'line' || !(points instanceof Float32Array)) return [];
    return [{ id, name, at, points, rawIndex: (index) => data.getRawIndex(index), isStraight }];
  });
}

/** The box that the axes enclose, in px; null where there are none. */
export function plotOf(chart: EChartsType): Box | null {
  const [first] = seriesOf(chart);
  const { coordinateSystem } = record(first);
  const getArea = record(coordinateSystem)['getArea'];
  return typeof getArea === 'function' ? boxOfBar(getArea.call(coordinateSystem)) : null;
}

/** The mark of what the library says about an event; null for axes, legends and annotations. */
export function drawnOf(event: unknown): Drawn | null {
  const { seriesId, dataIndex, componentType } = record(event);
  return componentType === 'series' && typeof seriesId === 'string' && typeof dataIndex === 'number'
    ? { seriesId, dataIndex }
    : null;
}

function drawingsOf(chart: EChartsType): readonly Drawing[] {
  return seriesOf(chart).flatMap(drawingOf);
}

function seriesOf(chart: EChartsType): readonly unknown[] {
  const getModel: unknown = Reflect.get(chart, 'getModel');
  const model = typeof getModel === 'function' ? record(getModel.call(chart)) : {};
  const getSeries = model['getSeries'];
  const series: unknown = typeof getSeries === 'function' ? getSeries.call(model) : [];
  return Array.isArray(series) ? series : [];
}

function drawingOf(series: unknown): readonly Drawing[] {
  const { id, name, subType, getData, seriesIndex, option } = record(series);
  if (typeof id !== 'string' || typeof subType !== 'string' || typeof getData !== 'function') return [];
  const data: unknown = getData.call(series);
  if (!isSeriesData(data)) return [];
  const { step, smooth } = record(option);
  const isStraight = !step && !smooth;
  return [{ id, name: String(name), type: subType, at: Number(seriesIndex), isStraight, data }];
}

function isSeriesData(data: unknown): data is SeriesData {
  const known = record(data);
  return ['count', 'getRawIndex', 'indexOfRawIndex', 'getItemLayout', 'getLayout'].every(
    (name) => typeof known[name] === 'function',
  );
}

function pointAt(data: SeriesData, index: number, layout: unknown): readonly [number, number] | null {
  const points = data.getLayout('points');
  const pair: unknown = points instanceof Float32Array ? [points[index * 2], points[index * 2 + 1]] : layout;
  if (!Array.isArray(pair)) return null;
  const [x, y]: unknown[] = pair;
  return isNumber(x) && isNumber(y) ? [x, y] : null;
}

function boxOfBar(layout: unknown): Box | null {
  const { x, y, width, height } = record(layout);
  if (!isNumber(x) || !isNumber(y) || !isNumber(width) || !isNumber(height)) return null;
  return {
    x: Math.min(x, x + width),
    y: Math.min(y, y + height),
    width: Math.abs(width),
    height: Math.abs(height),
  };
}

/** The middle of a slice. */
function boxOfSector(layout: unknown): Box | null {
  const { cx, cy, r0, r, startAngle, endAngle } = record(layout);
  if (![cx, cy, r0, r, startAngle, endAngle].every(isNumber)) return null;
  const angle = (Number(startAngle) + Number(endAngle)) / 2;
  const radius = (Number(r0) + Number(r)) / 2;
  return around([Number(cx) + Math.cos(angle) * radius, Number(cy) + Math.sin(angle) * radius]);
}

function around(point: readonly [number, number] | null): Box | null {
  return point === null ? null : { x: point[0] - POINT / 2, y: point[1] - POINT / 2, width: POINT, height: POINT };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
