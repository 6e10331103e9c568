import { metricsOf } from '@tessera/core/build-query';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { groupLabels, metricLabels, nameOf, numberOf, overTime, TIME, type LegacyPayload } from '../legacy.ts';

/** Records by time; the columns are the metrics, or the groups of one metric. */
export const timeTable: LegacyPayload = {
  query: (form, base) => {
    const metrics = metricsOf(form);
    if (groupLabels(form).length > 0 && metrics.length > 1)
      throw new AppError('viz_data', {
        reason: message("When using 'Group By' you are limited to use a single metric"),
      });
    return overTime(
      form,
      base,
      metrics,
      metrics.slice(0, 1).map((metric) => [metric, form['order_desc'] === false]),
    );
  },
  data: (rows, form) => {
    const groups = groupLabels(form);
    const metrics = metricLabels(form);
    const records = new Map<number, Map<string, number>>();
    for (const row of rows) {
      const at = numberOf(row[TIME]);
      const record = records.get(at) ?? new Map<string, number>();
      records.set(at, record);
      for (const metric of metrics)
        record.set(
          groups.length === 0 ? metric : groups.map((group) => nameOf(row[group])).join(', '),
          numberOf(row[metric]),
        );
    }
    const columns = [...new Set([...records.values()].flatMap((record) => [...record.keys()]))].toSorted();
    const named = [...records]
      .toSorted(([a], [b]) => a - b)
      .map(
        ([at, record]) =>
          [new Date(at).toISOString().slice(0, 19).replace('T', ' '), Object.fromEntries(record)] as const,
      );
    return { records: Object.fromEntries(named), columns, is_group_by: groups.length > 0 };
  },
};
