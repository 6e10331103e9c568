import { metricsOf } from '@tessera/core/build-query';
import { columnsIn, metricsIn, type LegacyPayload } from '../legacy.ts';

/** Rows as they are, one per series. */
export const para: LegacyPayload = {
  query: (form, base) => {
    const by = metricsIn(form, 'timeseries_limit_metric');
    return {
      ...base,
      columns: columnsIn(form, 'series'),
      metrics: metricsOf({ ...form, metrics: [...metricsOf(form), ...by] }),
      orderby: by.map((metric) => [metric, form['order_desc'] === false]),
    };
  },
  data: (rows) => rows,
};
