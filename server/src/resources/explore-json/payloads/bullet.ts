import { labelIn, metricsIn, type LegacyPayload } from '../legacy.ts';

/** One number beside its marks. */
export const bullet: LegacyPayload = {
  query: (form, base) => ({ ...base, columns: [], metrics: metricsIn(form, 'metric') }),
  data: (rows, form) => ({ measures: rows.map((row) => row[labelIn(form, 'metric')] ?? null) }),
};
