import { readOperator, takesList } from '../filters/operators.ts';
import { columnLabel, isAdhocColumn, metricLabel } from '../form-data.ts';
import type { PostStep, QueryColumn, QueryFilter, QueryMetric, QueryObject } from '../query-object.ts';
import { stableJson } from '../stable-json.ts';

/**
 * Identity of the parts of a query object: texts that are equal for what the server answers alike. What only editors
 * and badges read (option names, custom labels flags, `isExtra`) is left out.
 */

/** A column as a filter names it: by its name, or by its expression. Its label decides nothing there. */
export function subjectKey(column: QueryColumn): string {
  if (typeof column === 'string') return `name ${column}`;
  return isReference(column) ? `name ${column.sqlExpression}` : `sql ${column.sqlExpression}`;
}

/** A column as a query selects it: also its label and its time grain. */
export function columnKey(column: QueryColumn): string {
  if (typeof column === 'string') return stableJson([`name ${column}`, column, null, null]);
  return stableJson([
    subjectKey(column),
    columnLabel(column),
    column.columnType ?? null,
    column.timeGrain === '' ? null : (column.timeGrain ?? null),
  ]);
}

export function metricKey(metric: QueryMetric): string {
  if (typeof metric === 'string') return `saved ${metric}`;
  if (!('expressionType' in metric)) return `saved ${metric.label}`;
  const label = metricLabel(metric);
  return metric.expressionType === 'SQL'
    ? stableJson(['sql', metric.sqlExpression ?? null, label])
    : stableJson(['simple', metric.aggregate ?? null, metric.column?.column_name ?? null, label]);
}

export function filterKey({ col, op, val, grain }: QueryFilter): string {
  const operator = readOperator(op) ?? op;
  const values: unknown =
    takesList(operator) && Array.isArray(val)
      ? val.map((one) => valueKey(one)).sort()
      : Array.isArray(val)
        ? val.map((one) => valueKey(one))
        : valueKey(val ?? null);
  return stableJson([subjectKey(col), operator, values, grain ?? null]);
}

export function orderKey([by, ascending]: NonNullable<QueryObject['orderby']>[number]): string {
  return stableJson([termKey(by), ascending]);
}

/** A column or metric in ORDER BY; one of SQL looks the same as either. */
export function termKey(by: QueryColumn | QueryMetric): string {
  if (typeof by === 'string') return `name ${by}`;
  if (isAdhocColumn(by) || ('expressionType' in by && by.expressionType === 'SQL'))
    return stableJson(['sql', by.sqlExpression ?? '', by.label ?? by.sqlExpression ?? '']);
  return `metric ${metricKey(by)}`;
}

/** Names that a query gives to its results. */
export function labelsOf(query: QueryObject): ReadonlySet<string> {
  return new Set([...(query.columns ?? []).map(columnLabel), ...(query.metrics ?? []).map(metricLabel)]);
}

export function stepKey({ operation, options }: PostStep): string {
  return stableJson([operation, options ?? {}]);
}

/** The base axis of a plain column is wrapped into an expression that is its name. */
function isReference(column: Exclude<QueryColumn, string>): boolean {
  return (
    column.isColumnReference === true ||
    (column.columnType === 'BASE_AXIS' && column.sqlExpression === columnLabel(column))
  );
}

/** 1 and '1' are two values. */
function valueKey(value: unknown): string {
  return `${typeof value} ${stableJson(value)}`;
}
