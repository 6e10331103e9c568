import { buildQueryObject } from '@tessera/core/build-query';
import { columnLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import type { QueryColumn } from '@tessera/core/query-object';
import { defineViz } from '../../define.ts';
import { sceneSvg } from '../../scene/scene-svg.ts';
import { clustersOf } from './clusters.ts';
import { mapboxControls, type MapboxForm, mapboxSections } from './controls.ts';
import { describePoints, type MapboxModel, mapboxModel } from './model.ts';
import { labelColumn, radiusColumn, readPoints } from './points.ts';
import { mapboxScene } from './scene.ts';

export const mapbox = defineViz<typeof mapboxControls, MapboxModel>({
  type: 'mapbox',
  controls: mapboxControls,
  sections: mapboxSections,
  roles: {
    longitude: 'all_columns_x',
    latitude: 'all_columns_y',
    series: 'groupby',
    filters: 'adhoc_filters',
  },
  defaults: {},
  validate: (form) => {
    const groups = form.groupby.map(columnLabel);
    const foreign = groups.length === 0 ? [] : wantedColumns(form).filter((column) => !groups.includes(column.label));
    return foreign.length === 0
      ? {}
      : { groupby: [t('Must hold %s too', foreign.map(({ label }) => label).join(', '))] };
  },

  buildQueries: (form, raw) => {
    const { metrics: _, ...query } = buildQueryObject(raw);
    if (form.groupby.length > 0) return [{ ...query, columns: [...form.groupby], metrics: [], orderby: [] }];
    // Without metrics, even an empty list of them, rows are not grouped: each counts, also at the place of another.
    return [{ ...query, columns: wantedColumns(form).map(({ column }) => column), orderby: [] }];
  },

  describe: describePoints,
  notes: ([result], form) => {
    const { lost } = readPoints(result, form);
    return lost === 0 ? [] : [tn('One row has no place on the map', '%(count)s rows have no place on the map', lost)];
  },
  whyEmpty: ([result], form) =>
    result && result.table.rowCount > 0 && readPoints(result, form).points.length === 0
      ? t('No row has a longitude and a latitude in degrees.')
      : null,

  drawing: {
    kind: 'model',
    toModel: mapboxModel,
    marks: (results, form, context) => mapboxModel(results, form, context).marks,
    view: () => import('./View.tsx'),
    toSvg: (model, context) =>
      sceneSvg(mapboxScene(model, clustersOf(model.points, model.clusteringRadius), model.view, context)),
  },
});

type Wanted = { readonly label: string; readonly column: QueryColumn };

/** Longitude, latitude, label and radius, each once and by name, as the older server asked them. */
function wantedColumns(form: MapboxForm): readonly Wanted[] {
  const wanted = [form.all_columns_x, form.all_columns_y, labelColumn(form), radiusColumn(form)];
  const byLabel = new Map<string, QueryColumn>();
  for (const column of wanted) if (column !== null) byLabel.set(columnLabel(column), column);
  return [...byLabel]
    .map(([label, column]) => ({ label, column }))
    .toSorted((one, other) => (one.label < other.label ? -1 : 1));
}
