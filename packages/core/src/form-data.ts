import type { AdhocColumn, AdhocMetric, FilterValue, QueryColumn, QueryMetric } from './query-object.ts';

/** Saved form data before a chart's controls have read it. Keys and spelling are preserved as stored. */
export type RawForm = Readonly<Record<string, unknown>>;

/** A metric as form data holds it: a saved metric's name or an adhoc metric. */
export type Metric = string | AdhocMetric;

/** A filter as the filter control saves it ([3.5-01]). */
export type AdhocFilter = {
  readonly expressionType: 'SIMPLE' | 'SQL';
  readonly clause: 'WHERE' | 'HAVING';
  readonly subject?: QueryColumn | null;
  readonly operator?: string | null;
  /** The named operator of newer saved filters (EQUALS, IN …). */
  readonly operatorId?: string | null;
  readonly comparator?: FilterValue;
  readonly sqlExpression?: string | null;
  readonly isExtra?: boolean;
  readonly isNew?: boolean;
  readonly filterOptionName?: string;
  readonly [key: string]: unknown;
};

/** Label of a column as it stands in the result. */
export function columnLabel(column: QueryColumn): string {
  return typeof column === 'string' ? column : (column.label ?? column.sqlExpression);
}

/**
 * Whether what sorts is a column in SQL; a metric in SQL has no column type. Everything that reads queries goes by this
 * one: what the check of a dashboard took for a metric must not run as a column.
 */
export function isAdhocColumn(value: AdhocColumn | Exclude<QueryMetric, string>): value is AdhocColumn {
  return (
    'sqlExpression' in value &&
    typeof value.sqlExpression === 'string' &&
    (!('expressionType' in value) || 'columnType' in value || 'timeGrain' in value || 'isColumnReference' in value)
  );
}

/** Label of a metric as it stands in the result: `AGG(column)` unless the author gave one. */
export function metricLabel(metric: Metric | { readonly label: string }): string {
  if (typeof metric === 'string') return metric;
  if (metric.label) return metric.label;
  if (!('expressionType' in metric)) return '';
  if (metric.expressionType === 'SQL') return metric.sqlExpression ?? '';
  return `${metric.aggregate ?? ''}(${metric.column?.column_name ?? ''})`;
}
