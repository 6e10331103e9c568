import { isAdhocColumn } from '@tessera/core/form-data';
import type { QueryColumn, QueryMetric, QueryObject } from '@tessera/core/query-object';

/** Names of a dataset that queries use. */
export type UsedNames = { readonly columns: ReadonlySet<string>; readonly metrics: ReadonlySet<string> };

/**
 * The columns and saved metrics that queries name. SQL is not read, and a label is no name: one that happens to be
 * called as another column would give that one away. What sorts may be either.
 */
export function usedNames(queries: readonly QueryObject[]): UsedNames {
  const metrics = queries.flatMap(metricsOf);
  const sorted = queries.flatMap((query) => (query.orderby ?? []).map(([by]) => by));
  return {
    columns: new Set([
      ...queries.flatMap(columnsOf).flatMap(columnName),
      ...metrics.flatMap(columnOfMetric),
      ...sorted.flatMap((by) => (typeof by === 'string' || isAdhocColumn(by) ? columnName(by) : columnOfMetric(by))),
    ]),
    metrics: new Set([
      ...metrics.flatMap(metricName),
      ...sorted.flatMap((by) => (typeof by !== 'string' && isAdhocColumn(by) ? [] : metricName(by))),
    ]),
  };
}

function columnsOf(query: QueryObject): readonly QueryColumn[] {
  const time = [query.granularity, query.granularity_sqla];
  return [
    ...(query.columns ?? []),
    ...(query.groupby ?? []),
    ...(query.series_columns ?? []),
    ...(query.filters ?? []).map(({ col }) => col),
    ...time.filter((name) => typeof name === 'string'),
  ];
}

function metricsOf(query: QueryObject): readonly QueryMetric[] {
  const limits = [query.series_limit_metric, query.timeseries_limit_metric];
  return [...(query.metrics ?? []), ...limits.flatMap((metric) => metric ?? [])];
}

/** An expression that is a name alone, as that of an x axis, names that column. */
function columnName(column: QueryColumn): readonly string[] {
  return [typeof column === 'string' ? column : column.sqlExpression];
}

function metricName(metric: QueryMetric): readonly string[] {
  if (typeof metric === 'string') return [metric];
  return 'expressionType' in metric ? [] : [metric.label];
}

function columnOfMetric(metric: QueryMetric): readonly string[] {
  if (typeof metric === 'string' || !('expressionType' in metric) || metric.expressionType !== 'SIMPLE') return [];
  return metric.column ? [metric.column.column_name] : [];
}
