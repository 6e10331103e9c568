import { columnsIn, labelIn, metricsIn, type LegacyPayload } from '../legacy.ts';

/** A number per subdivision, by its ISO 3166-2 code. */
export const countryMap: LegacyPayload = {
  query: (form, base) => ({ ...base, columns: columnsIn(form, 'entity'), metrics: metricsIn(form, 'metric') }),
  data: (rows, form) => {
    const [entity, metric] = [labelIn(form, 'entity'), labelIn(form, 'metric')];
    return rows.map((row) => ({ country_id: row[entity] ?? null, metric: row[metric] ?? null }));
  },
};
