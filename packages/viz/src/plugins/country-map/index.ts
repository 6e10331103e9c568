import { buildQueryObject } from '@tessera/core/build-query';
import { metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { type ChartContext, defineViz, type QueryResult } from '../../define.ts';
import { countryName } from '../../regions/country-names.ts';
import { loadRegions } from '../../regions/regions.ts';
import { countryMapControls, countryMapDefaults, type CountryMapForm, countryMapSections } from './controls.ts';
import { countryMapMarks } from './marks.ts';
import { placeNotes, readPlaces, whyNoPlaces } from './places.ts';
import { countryMapScene } from './scene.ts';

const DESCRIBED = 5;

export const countryMap = defineViz({
  type: 'country_map',
  controls: countryMapControls,
  sections: countryMapSections,
  roles: { geography: 'entity', color: 'metric', value: 'metric', filters: 'adhoc_filters' },
  defaults: countryMapDefaults,

  prepare: ({ select_country }) => loadRegions(select_country),

  buildQueries: (form, raw) => [
    {
      ...buildQueryObject(raw),
      columns: form.entity === null ? [] : [form.entity],
      metrics: form.metric === null ? [] : [form.metric],
    },
  ],

  describe: describeMap,
  notes: placeNotes,
  whyEmpty: whyNoPlaces,

  drawing: {
    kind: 'scene',
    toScene: (results, form, context) => countryMapScene(results, form, context, describeMap(results, form, context)),
    marks: countryMapMarks,
  },
});

function describeMap(results: readonly QueryResult[], form: CountryMapForm, context: ChartContext): string {
  const { places } = readPlaces(results[0], form);
  const country = countryName(form.select_country ?? '');
  if (places.length === 0 || form.metric === null) return t('Map of a country without data.');
  const told = places
    .toSorted((a, b) => (b.amount ?? Number.NEGATIVE_INFINITY) - (a.amount ?? Number.NEGATIVE_INFINITY))
    .slice(0, DESCRIBED)
    .map(
      ({ region, amount }) =>
        `${region.name} ${context.formatNumber(form.number_format, amount, form.currency_format)}`,
    );
  return tn(
    'Map of %(country)s, %(metric)s in one region: %(told)s.',
    'Map of %(country)s, %(metric)s in %(count)s regions, the greatest: %(told)s.',
    places.length,
    { country, metric: context.verboseName(metricLabel(form.metric)), told: told.join(', ') },
  );
}
