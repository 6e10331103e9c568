import { metricsOf } from '@tessera/core/build-query';
import { byLimitMetric, groupLabels, metricLabels, overTime, seriesOf, type LegacyPayload } from '../legacy.ts';

/** Lines over time: `compare` and `horizon`. */
export const timeSeries: LegacyPayload = {
  query: (form, base) => overTime(form, base, metricsOf(form), byLimitMetric(form, metricsOf(form))),
  data: (rows, form) => seriesOf(rows, groupLabels(form), metricLabels(form)),
};
