import { columnLabel } from '@tessera/core/form-data';
import { cellAt, type Cell } from '@tessera/core/table';
import type { QueryResult } from '../../define.ts';
import { toNumber } from '../../control-kinds/read.ts';
import { AUTO, COUNT, type MapboxForm } from './controls.ts';

/** A row that lies somewhere. */
export type MapPoint = {
  readonly row: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly label: Cell;
  /** In the unit of the form; null where no column gives it. */
  readonly radius: number | null;
};

export type MapPoints = { readonly points: readonly MapPoint[]; /** Rows without a place. */ readonly lost: number };

/** The column that labels points; null where clusters say how many they are, or nothing. */
export function labelColumn({ mapbox_label: labels }: Pick<MapboxForm, 'mapbox_label'>): string | null {
  const [label] = labels;
  return label === undefined || label === COUNT ? null : label;
}

export function radiusColumn({ point_radius: radius }: Pick<MapboxForm, 'point_radius'>): string | null {
  return typeof radius !== 'string' || radius === AUTO || radius === '' ? null : radius;
}

/** The rows with a longitude and a latitude on the map. */
export function readPoints(result: QueryResult | undefined, form: MapboxForm): MapPoints {
  const { all_columns_x: x, all_columns_y: y } = form;
  if (!result || x === null || y === null) return { points: [], lost: 0 };
  const { columns, rowCount } = result.table;
  const of = (name: string | null) => (name === null ? undefined : columns.get(name));
  const [xs, ys, labels, radii] = [
    of(columnLabel(x)),
    of(columnLabel(y)),
    of(labelColumn(form)),
    of(radiusColumn(form)),
  ];
  const points: MapPoint[] = [];
  for (let row = 0; row < rowCount; row += 1) {
    const longitude = xs ? toNumber(cellAt(xs, row)) : null;
    const latitude = ys ? toNumber(cellAt(ys, row)) : null;
    if (longitude === null || latitude === null || Math.abs(longitude) > 360 || Math.abs(latitude) > 90) continue;
    points.push({
      row,
      longitude,
      latitude,
      label: labels ? cellAt(labels, row) : null,
      radius: radii ? toNumber(cellAt(radii, row)) : null,
    });
  }
  return { points, lost: rowCount - points.length };
}
