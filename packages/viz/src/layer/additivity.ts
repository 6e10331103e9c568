import { type Additivity, additivityOfAggregate } from '@tessera/core/additivity';
import { type Metric, metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { ChartContext } from '../define.ts';

/** Whether values of a metric may be summed: what the dataset knows, else what its aggregate tells. */
export function additivityOf(metric: Metric, context: Pick<ChartContext, 'additivity'>): Additivity {
  const known = context.additivity?.(metricLabel(metric)) ?? 'unknown';
  if (known !== 'unknown' || typeof metric === 'string' || metric.expressionType !== 'SIMPLE') return known;
  return additivityOfAggregate(metric.aggregate);
}

/** What the sum of the values on a chart is called: those are not all that there are. */
export function totalName(count: number): string {
  return t('Total of the %(count)s shown', { count });
}
