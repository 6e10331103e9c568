import { columnLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { cellAt, type Cell } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { Mark, MarkFilter } from '../../marks.ts';
import { filterCell } from '../../marks.ts';
import { fitting, type Viewport, ZOOM } from '../../shared/geo/mercator.ts';
import { type MapboxForm, UNCHOSEN_VIEW } from './controls.ts';
import { labelColumn, type MapPoint, readPoints } from './points.ts';
import type { Statistic } from './clusters.ts';

/** Points, and how they are shown. */
export type MapboxModel = {
  readonly points: readonly MapPoint[];
  readonly view: Viewport;
  readonly clusteringRadius: number;
  readonly radiusUnit: 'Pixels' | 'Miles' | 'Kilometers';
  readonly statistic: Statistic;
  /** What stands on points and clusters. */
  readonly labels: 'count' | 'column' | 'none';
  readonly color: string;
  readonly opacity: number;
  readonly isDark: boolean;
  /** The style shows streets or pictures, which a tile server brings. */
  readonly wantsTiles: boolean;
  readonly isLive: boolean;
  readonly description: string;
  /** One for each point that somebody may touch. */
  readonly marks: readonly Mark[];
};

export function mapboxModel([result]: readonly QueryResult[], form: MapboxForm, context: ChartContext): MapboxModel {
  const { points } = readPoints(result, form);
  const style = form.mapbox_style ?? '';
  return {
    points,
    view: viewOf(points, form, context),
    clusteringRadius: form.clustering_radius ?? 0,
    radiusUnit: form.point_radius_unit,
    statistic: form.pandas_aggfunc,
    labels: form.mapbox_label.length === 0 ? 'none' : labelColumn(form) === null ? 'count' : 'column',
    color: form.mapbox_color ?? 'rgb(0, 139, 139)',
    opacity: Math.min(1, Math.max(0, form.global_opacity ?? 1)),
    isDark: style.includes('/dark') || context.theme.mode === 'dark',
    wantsTiles: /streets|satellite|outdoors|\{z\}/.test(style),
    isLive: form.render_while_dragging,
    description: describePoints(result ? [result] : [], form),
    marks: marksOf(result, points, form, context),
  };
}

/** The view that somebody chose, else one that shows every point. */
function viewOf(points: readonly MapPoint[], form: MapboxForm, size: Pick<ChartContext, 'width' | 'height'>): Viewport {
  const { viewport_longitude: longitude, viewport_latitude: latitude, viewport_zoom: zoom } = form;
  const isChosen =
    longitude !== null &&
    latitude !== null &&
    zoom !== null &&
    (longitude !== UNCHOSEN_VIEW.longitude || latitude !== UNCHOSEN_VIEW.latitude || zoom !== UNCHOSEN_VIEW.zoom);
  if (isChosen)
    return {
      // The world goes on beside itself; far from it no number tells two places apart, and lines have no end.
      longitude: Math.abs(longitude) <= 360 ? longitude : longitude % 360,
      latitude: Math.min(85, Math.max(-85, latitude)),
      zoom: Math.min(ZOOM.most, Math.max(ZOOM.least, zoom)),
    };
  return fitting(
    points.map((point) => [point.longitude, point.latitude] as const),
    size,
  );
}

/** Marks name the place of a point, by which the rows behind it are found. */
function marksOf(
  result: QueryResult | undefined,
  points: readonly MapPoint[],
  form: MapboxForm,
  context: ChartContext,
): readonly Mark[] {
  const { all_columns_x: x, all_columns_y: y } = form;
  if (!result || x === null || y === null) return [];
  const filterOf = (column: NonNullable<typeof x>, row: number): readonly MarkFilter[] => {
    const own = result.table.columns.get(columnLabel(column));
    const val = own ? filterCell(cellAt(own, row)) : undefined;
    return val === undefined ? [] : [{ col: column, val }];
  };
  return points.map((point): Mark => {
    const datum: Record<string, Cell> = Object.create(null);
    for (const column of result.table.columns.values()) datum[column.name] = cellAt(column, point.row);
    return {
      key: `p${point.row}`,
      name: pointName(point, form, context),
      series: null,
      datum,
      filters: [],
      detail: [...filterOf(x, point.row), ...filterOf(y, point.row)],
      by: null,
    };
  });
}

export function pointName({ longitude, latitude, label }: MapPoint, form: MapboxForm, context: ChartContext): string {
  const place = `${placeText(latitude)}, ${placeText(longitude)}`;
  const said = typeof label === 'number' ? context.formatNumber('SMART_NUMBER', label) : label;
  const column = labelColumn(form);
  if (said === null || typeof said === 'object' || column === null) return place;
  return `${context.verboseName(column)} ${String(said)}: ${place}`;
}

function placeText(degrees: number): string {
  return degrees.toFixed(4).replace(/\.?0+$/, '');
}

export function describePoints([result]: readonly QueryResult[], form: MapboxForm): string {
  const { points } = readPoints(result, form);
  if (points.length === 0) return t('Map without data.');
  const longitudes = points.map(({ longitude }) => longitude);
  const latitudes = points.map(({ latitude }) => latitude);
  const ends = (values: readonly number[]) =>
    values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)] as const, [
      values[0] ?? 0,
      values[0] ?? 0,
    ] as const);
  const [[west, east], [south, north]] = [ends(longitudes), ends(latitudes)];
  return tn(
    'Map of one point at latitude %(south)s and longitude %(west)s.',
    'Map of %(count)s points, from latitude %(south)s to %(north)s and from longitude %(west)s to %(east)s.',
    points.length,
    { south: placeText(south), north: placeText(north), west: placeText(west), east: placeText(east) },
  );
}
