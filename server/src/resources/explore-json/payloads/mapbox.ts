import { asColumns } from '@tessera/core/build-query';
import { columnLabel, type RawForm } from '@tessera/core/form-data';
import type { QueryObject } from '@tessera/core/query-object';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { labelIn, numberOf, type LegacyPayload, type LegacyRow } from '../legacy.ts';

/** The label of clusters that only counts their points. */
const WHOLE_LABEL = 'count';

/** Points as GeoJSON, with what the map needs to draw them. */
export const mapbox: LegacyPayload = {
  query: (form, base): QueryObject => {
    const wanted = pointColumns(form);
    const groups = asColumns(form['groupby']).map(columnLabel);
    const foreign = groups.length === 0 ? [] : wanted.filter((name) => !groups.includes(name));
    if (foreign.length > 0)
      throw new AppError('viz_data', {
        reason: message('form_data: %(foreign)s must be among the columns of groupby', { foreign: foreign.join(', ') }),
      });
    return {
      ...base,
      orderby: [],
      columns: groups.length === 0 ? [...wanted] : asColumns(form['groupby']),
      metrics: [],
    };
  },
  data: (rows, form) => {
    const [x, y] = [labelIn(form, 'all_columns_x'), labelIn(form, 'all_columns_y')];
    const label = labelOf(form);
    const radius =
      typeof form['point_radius'] === 'string' && form['point_radius'] !== 'Auto' ? form['point_radius'] : null;
    const points = rows.flatMap((row) =>
      row[x] === null || row[y] === null ? [] : [{ row, at: [rounded(row[x]), rounded(row[y])] as const }],
    );
    const bound = (axis: 0 | 1, pick: (a: number, b: number) => number) =>
      points.map(({ at }) => at[axis]).reduce((a, b) => pick(a, b), points[0]?.at[axis] ?? 0);
    const shown = (key: string) => form[key] ?? null;
    return {
      geoJSON: {
        type: 'FeatureCollection',
        features: points.map(({ row, at }) => ({
          type: 'Feature',
          properties: { metric: valueOf(row, label), radius: valueOf(row, radius) },
          geometry: { type: 'Point', coordinates: at },
        })),
      },
      hasCustomMetric: label !== null,
      mapboxApiKey: '',
      mapStyle: shown('mapbox_style'),
      aggregatorName: shown('pandas_aggfunc'),
      clusteringRadius: shown('clustering_radius'),
      pointRadiusUnit: shown('point_radius_unit'),
      globalOpacity: shown('global_opacity'),
      bounds:
        points.length === 0
          ? null
          : [
              [bound(0, Math.min), bound(1, Math.min)],
              [bound(0, Math.max), bound(1, Math.max)],
            ],
      renderWhileDragging: shown('render_while_dragging'),
      tooltip: shown('rich_tooltip'),
      color: shown('mapbox_color'),
    };
  },
};

function pointColumns(form: RawForm): readonly string[] {
  const radius =
    typeof form['point_radius'] === 'string' && form['point_radius'] !== 'Auto' ? [form['point_radius']] : [];
  const label = labelOf(form);
  return [
    ...new Set([
      labelIn(form, 'all_columns_x'),
      labelIn(form, 'all_columns_y'),
      ...(label === null ? [] : [label]),
      ...radius,
    ]),
  ].toSorted();
}

function labelOf(form: RawForm): string | null {
  const [label] = asColumns(form['mapbox_label']).map(columnLabel);
  return label === undefined || label === WHOLE_LABEL ? null : label;
}

function valueOf(row: LegacyRow, name: string | null): unknown {
  return name === null ? null : (row[name] ?? null);
}

function rounded(value: unknown): number {
  return Math.round(numberOf(value) * 1e10) / 1e10;
}
