import { columnLabel } from '@tessera/core/form-data';
import { cellAt, type Cell } from '@tessera/core/table';
import { geoCentroid, type GeoPermissibleObjects } from 'd3-geo';
import { isRecord, toNumber } from '../../control-kinds/read.ts';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { CartodiagramForm } from './controls.ts';
import { labelsOf, readInner } from './inner-chart.ts';

/** One value of a small chart. */
export type Part = { readonly name: string; readonly value: number | null };
export type DiagramPlace = {
  readonly longitude: number;
  readonly latitude: number;
  /** The geometry as the data has it. */
  readonly geometry: Cell;
  readonly parts: readonly Part[];
  /** Of what adds up; parts below zero count with their size. */
  readonly total: number;
};
export type DiagramPlaces = { readonly places: readonly DiagramPlace[]; readonly lost: number };

/** The rows of each geometry, as the parts of its small chart. */
export function readDiagrams(
  result: QueryResult | undefined,
  form: CartodiagramForm,
  context: ChartContext,
): DiagramPlaces {
  const inner = readInner(form.selected_chart);
  if (!result || inner === null || form.geom_column === null) return { places: [], lost: 0 };
  const { columns, rowCount } = result.table;
  const geometry = columns.get(columnLabel(form.geom_column));
  const labels = labelsOf(inner);
  if (!geometry) return { places: [], lost: rowCount };
  const found = new Map<
    string,
    { readonly geometry: Cell; readonly at: readonly [number, number]; readonly parts: Part[] }
  >();
  let lost = 0;
  for (let row = 0; row < rowCount; row += 1) {
    const cell = cellAt(geometry, row);
    const key = typeof cell === 'string' ? cell : JSON.stringify(cell);
    const at = found.get(key)?.at ?? pointOf(cell);
    if (at === null) {
      lost += 1;
      continue;
    }
    const place = found.get(key) ?? { geometry: cell, at, parts: [] };
    found.set(key, place);
    const dimensions = labels.dimensions.map((name) => {
      const column = columns.get(name);
      return column ? wordOf(cellAt(column, row), column.kind === 'temporal', context) : '';
    });
    for (const metric of labels.metrics) {
      const column = columns.get(metric);
      const name = [
        ...(labels.metrics.length > 1 || dimensions.length === 0 ? [context.verboseName(metric)] : []),
        ...dimensions,
      ];
      place.parts.push({ name: name.join(', '), value: column ? toNumber(cellAt(column, row)) : null });
    }
  }
  const places = [...found.values()].map(({ geometry: cell, at: [longitude, latitude], parts }): DiagramPlace => ({
    longitude,
    latitude,
    geometry: cell,
    parts,
    total: parts.reduce((sum, { value }) => sum + Math.abs(value ?? 0), 0),
  }));
  return { places, lost };
}

function wordOf(cell: Cell, isTime: boolean, context: ChartContext): string {
  if (cell === null) return '<NULL>';
  if (isTime && typeof cell === 'number') return context.formatTime('smart_date', cell);
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

const NUMBER = String.raw`(-?\d+(?:\.\d+)?)`;
const WKT_POINT = new RegExp(String.raw`^(?:SRID=\d+;)?\s*POINT\s*Z?\s*\(\s*${NUMBER}\s+${NUMBER}`, 'i');

/** Longitude and latitude of a geometry: a point itself, of anything else the middle; null for what is none. */
export function pointOf(cell: Cell): readonly [number, number] | null {
  if (typeof cell === 'string') {
    const [, x, y] = WKT_POINT.exec(cell) ?? [];
    if (x !== undefined && y !== undefined) return within([Number(x), Number(y)]);
  }
  const json = typeof cell === 'string' ? parse(cell) : cell;
  if (!isRecord(json)) return null;
  const shape = isRecord(json['geometry']) ? json['geometry'] : json;
  const { type, coordinates } = shape as { readonly type?: unknown; readonly coordinates?: unknown };
  if (type === 'Point' && Array.isArray(coordinates)) {
    const [x, y] = coordinates.map(toNumber);
    return x == null || y == null ? null : within([x, y]);
  }
  if (typeof type !== 'string' || !Array.isArray(coordinates)) return null;
  try {
    return within(geoCentroid(shape as unknown as GeoPermissibleObjects));
  } catch {
    // A geometry whose coordinates are none.
    return null;
  }
}

function within([longitude, latitude]: readonly [number, number]): readonly [number, number] | null {
  return Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90 ? [longitude, latitude] : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
