import { buildQueryObject } from '@tessera/core/build-query';
import { type Metric, metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../../define.ts';
import { defineViz } from '../../define.ts';
import { worldMapControls, worldMapDefaults, type WorldMapForm, worldMapSections } from './controls.ts';
import { selectPlaces, worldMapMarks } from './marks.ts';
import { readPlaces } from './places.ts';
import { worldMapScene } from './scene.ts';

const DESCRIBED = 5;

export const worldMap = defineViz({
  type: 'world_map',
  controls: worldMapControls,
  sections: worldMapSections,
  roles: { geography: 'entity', color: 'metric', value: 'metric', size: 'secondary_metric', filters: 'adhoc_filters' },
  defaults: worldMapDefaults,

  buildQueries: (form, raw) => {
    const metrics = uniqueMetrics([form.metric, form.secondary_metric]);
    return [
      {
        ...buildQueryObject(raw),
        columns: form.entity === null ? [] : [form.entity],
        metrics,
        ...(form.sort_by_metric && form.metric !== null ? { orderby: [[form.metric, false]] } : {}),
      },
    ];
  },

  describe: describeMap,
  select: selectPlaces,
  whyEmpty: whyNoCountries,

  drawing: {
    kind: 'scene',
    toScene: (results, form, context) => worldMapScene(results, form, context, describeMap(results, form, context)),
    marks: worldMapMarks,
  },
});

function whyNoCountries([result]: readonly QueryResult[], form: WorldMapForm): string | null {
  if (!result || result.table.rowCount === 0) return null;
  const { places } = readPlaces(result, form);
  if (places.length === 0) return t('No row names a country in this way. Another country field type may fit.');
  const isNull = places.every(({ amount, size }) => amount === null && size === null);
  return isNull && form.metric !== null ? t('%s has no value in any row.', metricLabel(form.metric)) : null;
}

function uniqueMetrics(metrics: readonly (Metric | null)[]): Metric[] {
  const labels = new Set<string>();
  return metrics.filter((metric): metric is Metric => {
    if (metric === null || labels.has(metricLabel(metric))) return false;
    labels.add(metricLabel(metric));
    return true;
  });
}

function describeMap(results: readonly QueryResult[], form: WorldMapForm, context: ChartContext): string {
  const { places } = readPlaces(results[0], form);
  if (places.length === 0 || form.metric === null) return t('World map without data.');
  const told = places
    .toSorted((a, b) => (b.amount ?? Number.NEGATIVE_INFINITY) - (a.amount ?? Number.NEGATIVE_INFINITY))
    .slice(0, DESCRIBED)
    .map(
      ({ country, amount }) =>
        `${country.name} ${context.formatNumber(form.y_axis_format, amount, form.currency_format)}`,
    );
  return tn(
    'World map of %(metric)s in one country: %(told)s.',
    'World map of %(metric)s in %(count)s countries, the greatest: %(told)s.',
    places.length,
    {
      metric: context.verboseName(metricLabel(form.metric)),
      told: told.join(', '),
    },
  );
}
