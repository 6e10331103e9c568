import { buildQueryObject } from '../build-query.ts';
import type { ExtraFormData } from '../filters/data-mask.ts';
import type { QueryMetric, QueryObject } from '../query-object.ts';
import type { ColumnKind } from '../table.ts';
import type { NativeFilter } from './definition.ts';

/** Values that come at once; more of them are found by a search. */
export const CHOICES_LIMIT = 1000;

type Asked = {
  /** What filters above this one let through. */
  readonly limits?: ExtraFormData;
  /** What is looked for, where the database is asked. */
  readonly search?: string;
  readonly kind?: ColumnKind;
  /** How many rows have each value, too. */
  readonly withCounts?: boolean;
};

/** The name of the rows of each value in answers: no column or metric is called so. */
export const ROWS_NAME = '__rows';

/** Rows of each value. */
export const ROWS_OF_VALUE = {
  expressionType: 'SQL',
  sqlExpression: 'COUNT(*)',
  label: ROWS_NAME,
  hasCustomLabel: true,
} as const satisfies QueryMetric;

/** The query for the values of a value filter; null where it has no column yet. */
export function valuesQuery(filter: NativeFilter, asked: Asked = {}): QueryObject | null {
  const { column, sortMetric, settings } = filter;
  if (column === null) return null;
  const isAscending = settings.sortAscending ?? true;
  const found = searchFilter(column, asked);
  const base = baseQuery(filter, asked.limits);
  const metrics = [...(sortMetric === null ? [] : [sortMetric]), ...(asked.withCounts === true ? [ROWS_OF_VALUE] : [])];
  return {
    ...base,
    filters: [...(base.filters ?? []), ...found],
    columns: [column],
    metrics,
    orderby: [[sortMetric ?? column, isAscending]],
    row_limit: CHOICES_LIMIT,
  };
}

/** A number is looked for in a column of numbers, a text in one of texts; moments are not searched. */
function searchFilter(column: string, { search = '', kind = 'string' }: Asked) {
  const text = search.trim();
  if (text === '' || kind === 'temporal' || kind === 'boolean') return [];
  if (kind === 'numeric' && !Number.isFinite(Number(text))) return [];
  return [{ col: column, op: 'ILIKE', val: `%${text}%` }];
}

/** The query for the least and the greatest value of a column of numbers. */
export function endsQuery(filter: NativeFilter, limits: ExtraFormData = {}): QueryObject | null {
  return filter.column === null ? null : { ...baseQuery(filter, limits), ...endsOf(filter.column) };
}

/** What is asked for the ends of a column, on the page and where the server decides what a reader may ask. */
export function endsOf(column: string): Pick<QueryObject, 'columns' | 'metrics'> {
  const end = (aggregate: 'MIN' | 'MAX'): QueryMetric => ({
    expressionType: 'SIMPLE',
    aggregate,
    column: { column_name: column },
    label: aggregate.toLowerCase(),
    hasCustomLabel: true,
  });
  return { columns: [], metrics: [end('MIN'), end('MAX')] };
}

/** The query for the time columns of a dataset, or for the grains of its database. */
export function namesQuery(filter: NativeFilter): QueryObject {
  return {
    columns: [],
    metrics: [],
    result_type: filter.filterType === 'filter_timecolumn' ? 'columns' : 'timegrains',
  };
}

function baseQuery(filter: NativeFilter, limits: ExtraFormData = {}): QueryObject {
  const { filters, extras, time_range, granularity } = buildQueryObject({
    adhoc_filters: filter.adhocFilters,
    ...(filter.timeRange === null ? {} : { time_range: filter.timeRange }),
    ...(filter.timeColumn === null ? {} : { granularity_sqla: filter.timeColumn }),
    extra_form_data: limits,
  });
  return {
    filters,
    extras,
    ...(time_range && { time_range }),
    ...(granularity && { granularity }),
  };
}
