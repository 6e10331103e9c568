import { metricsOf } from '@tessera/core/build-query';
import { groupLabels, metricLabels, overTime, seriesOf, type LegacyPayload } from '../legacy.ts';

/** Per metric the series of each group. */
export const pairedTtest: LegacyPayload = {
  query: (form, base) => overTime(form, base, metricsOf(form)),
  data: (rows, form) => {
    const groups = groupLabels(form);
    const each = (metric: string) =>
      seriesOf(rows, groups, [metric]).map(({ key, values }) => ({ group: groups.length === 0 ? 'All' : key, values }));
    return Object.fromEntries(metricLabels(form).map((metric) => [metric, each(metric)]));
  },
};
