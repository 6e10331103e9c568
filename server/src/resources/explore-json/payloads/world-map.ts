import { countryField, findCountry } from '@tessera/core/countries';
import { asMetrics } from '@tessera/core/build-query';
import { metricLabel } from '@tessera/core/form-data';
import { columnsIn, labelIn, metricsIn, type LegacyPayload } from '../legacy.ts';

/** Countries with up to two numbers and the point where they lie; what names no country is `XXX`. */
export const worldMap: LegacyPayload = {
  query: (form, base) => {
    const metrics = metricsIn(form, 'metric', 'secondary_metric');
    return {
      ...base,
      columns: columnsIn(form, 'entity'),
      metrics,
      orderby: form['sort_by_metric'] === true ? metrics.slice(0, 1).map((metric) => [metric, false]) : [],
    };
  },
  data: (rows, form) => {
    const [entity, metric] = [labelIn(form, 'entity'), labelIn(form, 'metric')];
    const [second] = asMetrics(form['secondary_metric']).map(metricLabel);
    const field = countryField(form['country_fieldtype']);
    return rows.map((row) => {
      const named = row[entity];
      const country = typeof named === 'string' ? findCountry(field, named) : null;
      const numbers = { m1: row[metric] ?? null, ...(second !== undefined && { m2: row[second] ?? null }) };
      if (country === null) return { country: 'XXX', ...numbers };
      return {
        country: country.cca3,
        ...numbers,
        code: country.cca2,
        latitude: country.latitude,
        longitude: country.longitude,
        name: country.name,
      };
    });
  },
};
