import { buildQueryObject } from '@tessera/core/build-query';
import { t, tn } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import type { QueryObject } from '@tessera/core/query-object';
import { defineViz } from '../../define.ts';
import { sceneSvg } from '../../scene/scene-svg.ts';
import { cartodiagramControls, type CartodiagramForm, cartodiagramSections } from './controls.ts';
import { readInner } from './inner-chart.ts';
import { cartodiagramModel, type CartodiagramModel, describeDiagrams } from './model.ts';
import { readDiagrams } from './places.ts';
import { cartodiagramScene } from './scene.ts';

export const cartodiagram = defineViz<typeof cartodiagramControls, CartodiagramModel>({
  type: 'cartodiagram',
  controls: cartodiagramControls,
  sections: cartodiagramSections,
  roles: { geography: 'geom_column' },
  defaults: {},
  validate: ({ selected_chart: chart }) =>
    chart !== '' && readInner(chart) === null ? { selected_chart: [t('This is no saved chart.')] } : {},

  buildQueries: diagramQueries,

  describe: describeDiagrams,
  notes: ([result], form, context) => {
    const { lost } = readDiagrams(result, form, context);
    return lost === 0 ? [] : [tn('One row has no place on the map', '%(count)s rows have no place on the map', lost)];
  },
  whyEmpty: ([result], form) =>
    readInner(form.selected_chart) === null
      ? t('Choose the chart that is drawn at each place.')
      : result && result.table.rowCount === 0
        ? t('No row came.')
        : null,

  drawing: {
    kind: 'model',
    toModel: cartodiagramModel,
    marks: (results, form, context) => cartodiagramModel(results, form, context).marks,
    view: () => import('./View.tsx'),
    toSvg: (model, context) => sceneSvg(cartodiagramScene(model, model.view, context)),
  },
});

/** What the chart inside asks, for each geometry. */
function diagramQueries(form: CartodiagramForm, raw: RawForm): readonly QueryObject[] {
  const inner = readInner(form.selected_chart);
  if (inner === null || form.geom_column === null) return [];
  const filters = (of: RawForm) =>
    Array.isArray(of['adhoc_filters']) ? (of['adhoc_filters'] as readonly unknown[]) : [];
  const merged: RawForm = {
    ...inner.params,
    datasource: raw['datasource'],
    // A dashboard lends to the map what it would lend to the chart inside.
    ...(raw['extra_form_data'] === undefined ? {} : { extra_form_data: raw['extra_form_data'] }),
    ...(raw['time_range'] === undefined ? {} : { time_range: raw['time_range'] }),
    adhoc_filters: [...filters(inner.params), ...filters(raw)],
    metrics: inner.metrics,
  };
  return [
    {
      ...buildQueryObject(merged),
      columns: [form.geom_column, ...inner.dimensions],
      metrics: [...inner.metrics],
      orderby: [],
    },
  ];
}
