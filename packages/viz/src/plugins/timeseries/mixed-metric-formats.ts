import type { MetricFormats } from '../../define.ts';
import { measuredMetrics, withPlaces } from '../../layer/metric-formats.ts';
import type { MixedForm } from './mixed-controls.ts';

/** Each axis is written as the metrics that it measures, of one query or of both. */
export function withAxisFormats(form: MixedForm, formats: MetricFormats): MixedForm {
  const on = (axis: number) => [
    ...(form.yAxisIndex === axis ? measuredMetrics(form) : []),
    ...(form.yAxisIndexB === axis ? measuredMetrics(form, '_b') : []),
  ];
  return withPlaces(form, formats, [
    { format: 'y_axis_format', currency: 'currency_format', metrics: on(0) },
    { format: 'y_axis_format_secondary', currency: 'currency_format_secondary', metrics: on(1) },
  ]);
}
