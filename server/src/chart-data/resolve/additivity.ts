import { additivityOfAggregate, type Additivities, type Additivity } from '@tessera/core/additivity';
import { metricLabel } from '@tessera/core/form-data';
import type { PostStep, QueryMetric } from '@tessera/core/query-object';
import { dialectOf } from '@tessera/query/dialects/registry';
import { additivityOf } from '@tessera/query/sql-safety/additivity';
import type { ResolvedDataset } from '../dataset.ts';

/** By label, whether the values of the metrics of a query add up: as authors of the dataset say, else from the SQL. */
export function readAdditivities(
  metrics: readonly QueryMetric[],
  steps: readonly PostStep[],
  dataset: ResolvedDataset,
): Additivities {
  const isRatio = steps.some(
    ({ operation, options }) => operation === 'compare' && options?.['compare_type'] !== 'difference',
  );
  const found = metrics.map((metric): readonly [string, Additivity] => {
    const kind = additivityOfMetric(metric, dataset);
    return [labelOf(metric), isRatio && kind !== 'unknown' ? 'non_additive' : kind];
  });
  return Object.fromEntries(found);
}

function additivityOfMetric(metric: QueryMetric, dataset: ResolvedDataset): Additivity {
  if (typeof metric === 'object' && 'expressionType' in metric)
    return metric.expressionType === 'SQL'
      ? additivityOf(metric.sqlExpression ?? '', dialectOf(dataset.dialect).grammar)
      : additivityOfAggregate(metric.aggregate);
  return dataset.metrics.find(({ name }) => name === labelOf(metric))?.additivity ?? 'unknown';
}

function labelOf(metric: QueryMetric): string {
  return typeof metric === 'string' ? metric : metricLabel(metric);
}
