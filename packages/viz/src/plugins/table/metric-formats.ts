import type { MetricFormats } from '../../define.ts';
import { readCurrency } from '../../layer/column-config.ts';
import { formatOfMetric, isAdaptive } from '../../layer/metric-formats.ts';
import type { TableForm } from './controls.ts';

type Config = TableForm['column_config'][string];

/** Columns of saved metrics are written each by its own, unless the author chose a format for the column. */
export function withColumnFormats(form: TableForm, formats: MetricFormats): TableForm {
  // Rows as they are have no metrics, though the form may remember some.
  if (form.query_mode === 'raw') return form;
  const stored = form.column_config;
  const added = form.metrics.flatMap((metric): (readonly [string, Config])[] => {
    const own = formatOfMetric(metric, formats);
    if (typeof metric !== 'string' || !own) return [];
    const config = Object.hasOwn(stored, metric) ? (stored[metric] ?? {}) : {};
    if (!isAdaptive(config['d3NumberFormat'])) return [];
    return [
      [
        metric,
        {
          ...config,
          ...(own.format === null ? {} : { d3NumberFormat: own.format }),
          ...(own.currency !== null && !readCurrency(config['currencyFormat']) ? { currencyFormat: own.currency } : {}),
        },
      ],
    ];
  });
  return added.length === 0 ? form : { ...form, column_config: { ...stored, ...Object.fromEntries(added) } };
}
