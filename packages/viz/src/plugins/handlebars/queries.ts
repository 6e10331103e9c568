import { asColumns, asMetrics, buildQueryObject, metricsOf, type OrderBy, uniqueBy } from '@tessera/core/build-query';
import { columnLabel, metricLabel, type RawForm } from '@tessera/core/form-data';
import type { QueryObject } from '@tessera/core/query-object';
import { toNumber } from '../../control-kinds/read.ts';
import { queryMode } from './controls.ts';

/** The rows of the template, and with totals one row of metrics over everything. */
export function handlebarsQueries(raw: RawForm): readonly QueryObject[] {
  const form: RawForm = { ...raw, query_mode: queryMode(raw) };
  const base = buildQueryObject(form);
  const paged = form['server_pagination'] === true ? (toNumber(form['server_page_length']) ?? 10) : 0;
  const limit = paged > 0 ? { row_limit: paged } : {};
  if (form['query_mode'] === 'raw') return [{ ...base, ...limit }];
  const percent = asMetrics(form['percent_metrics']);
  const metrics = uniqueBy([...metricsOf(form), ...percent], metricLabel);
  const by = asMetrics(form['timeseries_limit_metric'])[0] ?? metrics[0];
  const orderby: OrderBy[] = by === undefined ? [] : [[by, !base.order_desc]];
  const time = form['include_time'] === true ? asColumns(form['granularity_sqla']) : [];
  const columns = uniqueBy([...time, ...base.columns], columnLabel);
  const labels = percent.map(metricLabel);
  const rows: QueryObject = {
    ...base,
    ...limit,
    columns,
    metrics,
    ...(orderby.length > 0 ? { orderby } : {}),
    ...(labels.length > 0
      ? {
          post_processing: [
            {
              operation: 'contribution',
              options: { columns: labels, rename_columns: labels.map((label) => `%${label}`) },
            },
          ],
        }
      : {}),
  };
  if (form['show_totals'] !== true || metrics.length === 0) return [rows];
  const { orderby: _, post_processing: __, row_limit: ___, ...totals } = rows;
  return [rows, { ...totals, columns: [] }];
}
