import { AppError } from './errors/app-error.ts';
import { chartFiltersOf, joinConditions, splitAdhocFilters } from './filters/adhoc.ts';
import { type ExtraFormData, readExtraFormData } from './filters/data-mask.ts';
import { readExtraFilters } from './filters/extra-filters.ts';
import { readOperator } from './filters/operators.ts';
import { columnLabel, metricLabel, type AdhocFilter, type Metric, type RawForm } from './form-data.ts';
import type { AdhocColumn, QueryColumn, QueryExtras, QueryFilter, QueryObject } from './query-object.ts';
import { sinceUntil } from './time-range/since-until.ts';

/** A query object whose lists are there, for charts to build on. */
export type BuiltQuery = QueryObject & {
  columns: QueryColumn[];
  filters: QueryFilter[];
  extras: QueryExtras;
};

/** An entry of `orderby`: what to order by, and whether ascending. */
export type OrderBy = NonNullable<QueryObject['orderby']>[number];

const METRIC_KEYS = ['metrics', 'metric', 'metric_2', 'secondary_metric', 'x', 'y', 'size'] as const;
const COLUMN_KEYS = ['columns', 'groupby', 'all_columns', 'series'] as const;
const AGGREGATE_DROPS: ReadonlySet<string> = new Set(['columns', 'all_columns']);
const RAW_DROPS: ReadonlySet<string> = new Set(['groupby', 'series']);

/**
 * The query object that every chart begins with: aliases of columns and metrics gathered, filters translated, limits
 * read, the filters of a dashboard applied, whose time range takes the place of the chart's. Charts then set columns,
 * orderby, post_processing … by spreading over it.
 *
 * The x axis is not among the columns; `withBaseAxis` puts it in.
 * @throws AppError invalid_orderby
 */
export function buildQueryObject(form: RawForm): BuiltQuery {
  const extraFilters = readExtraFilters(form['extra_filters']);
  const lent = readExtraFormData(form['extra_form_data']);
  const own: RawForm = { ...form, ...extraFilters.overrides };
  const range = lentRange(extraFilters.overrides, lent);
  const ownFilters = chartFiltersOf(form).map((filter) => (range ? withRange(filter, range) : filter));
  const clauses = splitAdhocFilters([...ownFilters, ...(lent.adhoc_filters ?? [])]);
  const where = [...textOf(own['where']), ...(clauses.where ? [clauses.where] : [])];
  const having = [...textOf(own['having']), ...(clauses.having ? [clauses.having] : [])];
  const orderby = orderByCols(form['order_by_cols']);

  return {
    ...timeOf(own, lent),
    filters: [...extraFilters.filters, ...(lent.filters ?? []), ...clauses.filters],
    extras: { ...grainAndAnchors(own, lent), having: single(having), where: single(where) },
    applied_time_extras: { ...extraFilters.appliedTimeExtras },
    columns: columnsOf(form),
    ...(form['query_mode'] === 'raw' ? {} : { metrics: metricsOf(form) }),
    ...(orderby.length > 0 ? { orderby } : {}),
    annotation_layers: listOf(form['annotation_layers']).filter(isRecord),
    ...numberEntry('row_limit', form['row_limit']),
    ...numberEntry('row_offset', form['row_offset']),
    ...seriesOf(form),
    order_desc: typeof form['order_desc'] === 'boolean' ? form['order_desc'] : true,
    url_params: { ...recordOf(form['url_params']) },
    custom_params: { ...recordOf(form['custom_params']) },
    custom_form_data: { ...lent.custom_form_data },
  };
}

/** Columns of all aliases in a fixed order, each label once; `query_mode` drops those of the other mode. */
export function columnsOf(form: RawForm): QueryColumn[] {
  const dropped =
    form['query_mode'] === 'aggregate' ? AGGREGATE_DROPS : form['query_mode'] === 'raw' ? RAW_DROPS : new Set<string>();
  return uniqueBy(
    COLUMN_KEYS.filter((key) => !dropped.has(key)).flatMap((key) => asColumns(form[key])),
    columnLabel,
  );
}

/** Metrics of all aliases in a fixed order, each label once. */
export function metricsOf(form: RawForm): Metric[] {
  return uniqueBy(
    METRIC_KEYS.flatMap((key) => asMetrics(form[key])),
    metricLabel,
  );
}

/** A form-data value as columns: one or a list; empty names and what is no column are left out. */
export function asColumns(value: unknown): QueryColumn[] {
  return listOf(value).filter((item): item is QueryColumn =>
    typeof item === 'string' ? item !== '' : isRecord(item) && typeof item['sqlExpression'] === 'string',
  );
}

/** A form-data value as metrics: one or a list; what is no metric is left out. */
export function asMetrics(value: unknown): Metric[] {
  return listOf(value).filter((item): item is Metric => {
    if (typeof item === 'string') return item !== '';
    return (
      isRecord(item) &&
      (item['expressionType'] === 'SIMPLE' || item['expressionType'] === 'SQL' || typeof item['label'] === 'string')
    );
  });
}

/** Each label once, the first one retained. */
export function uniqueBy<T>(items: readonly T[], label: (item: T) => string): T[] {
  const unique = new Map<string, T>();
  for (const item of items) if (!unique.has(label(item))) unique.set(label(item), item);
  return [...unique.values()];
}

/** The x axis of a chart, `null` for old charts that have a main time column instead. */
export function xAxisOf(form: RawForm): QueryColumn | null {
  return asColumns(form['x_axis'])[0] ?? null;
}

/** The result column that holds the x values; `__timestamp` where the main time column is the axis. */
export function xAxisLabel(form: RawForm): string | null {
  const axis = xAxisOf(form);
  if (axis !== null) return columnLabel(axis);
  return form['granularity_sqla'] || form['granularity'] ? '__timestamp' : null;
}

/**
 * Mark the x axis, so that the server truncates it to the time grain: the column with its label is wrapped, or the
 * wrapped one is put first. The grain is the query's, because a dashboard may override the chart's.
 */
export function withBaseAxis(form: RawForm, query: BuiltQuery): BuiltQuery {
  const axis = xAxisOf(form);
  if (axis === null) return query;
  const { is_timeseries: _, ...rest } = query;
  const wrapped = baseAxis(axis, query.extras.time_grain_sqla ?? null);
  const label = columnLabel(axis);
  const at = query.columns.findIndex((column) => columnLabel(column) === label);
  return { ...rest, columns: at < 0 ? [wrapped, ...query.columns] : query.columns.with(at, wrapped) };
}

function baseAxis(axis: QueryColumn, grain: string | null): AdhocColumn {
  const column =
    typeof axis === 'string' ? { sqlExpression: axis, label: axis } : { ...axis, label: columnLabel(axis) };
  return { ...(grain ? { timeGrain: grain } : {}), ...column, columnType: 'BASE_AXIS', expressionType: 'SQL' };
}

/** Order entries as the table control saves them: JSON texts or pairs. @throws AppError invalid_orderby ([5.0-06]) */
export function orderByCols(value: unknown): OrderBy[] {
  return listOf(value).map((entry) => {
    const pair = typeof entry === 'string' ? parseJson(entry) : entry;
    if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[1] !== 'boolean')
      throw new AppError('invalid_orderby', {});
    const by = asColumns([pair[0]])[0] ?? asMetrics([pair[0]])[0];
    if (by === undefined) throw new AppError('invalid_orderby', {});
    return [by, pair[1]];
  });
}

/** The dimensions that a dashboard's "group by" adds to a table. */
export function interactiveGroupBy(form: RawForm): QueryColumn[] {
  return asColumns(readExtraFormData(form['extra_form_data']).interactive_groupby);
}

/** The range that a dashboard or an address lends without a column of its own: it is for the columns of the chart. */
function lentRange(overrides: RawForm, lent: ExtraFormData): string | null {
  const columns = [lent.time_column, lent.granularity, lent.granularity_sqla];
  if ([...columns, overrides['granularity'], overrides['granularity_sqla']].some(Boolean)) return null;
  return (lent.time_range === undefined ? textOf(overrides['time_range'])[0] : lent.time_range) || null;
}

/** A chart's own range of a column gives way; what a selection adds narrows further and stays. */
function withRange(filter: AdhocFilter, range: string): AdhocFilter {
  const isRange =
    filter.expressionType === 'SIMPLE' &&
    readOperator(filter.operator ?? filter.operatorId ?? '') === 'TEMPORAL_RANGE' &&
    !filter.isExtra;
  return isRange ? { ...filter, comparator: range } : filter;
}

function timeOf(own: RawForm, lent: ExtraFormData): Pick<QueryObject, 'time_range' | 'granularity'> {
  const granularity = firstGiven(
    lent.time_column,
    lent.granularity,
    lent.granularity_sqla,
    textOf(own['granularity'])[0],
    textOf(own['granularity_sqla'])[0],
  );
  const range = firstGiven(
    lent.time_range,
    textOf(own['time_range'])[0],
    sinceUntil(textOf(own['since'])[0] ?? '', textOf(own['until'])[0] ?? '') || undefined,
  );
  return {
    ...(range === undefined ? {} : { time_range: range }),
    ...(granularity === undefined ? {} : { granularity }),
  };
}

function grainAndAnchors(own: RawForm, lent: ExtraFormData): QueryExtras {
  const grain = firstGiven(lent.time_grain_sqla, lent.time_grain, textOf(own['time_grain_sqla'])[0]);
  return {
    ...(grain === undefined ? {} : { time_grain_sqla: grain }),
    ...(lent.relative_start ? { relative_start: lent.relative_start } : {}),
    ...(lent.relative_end ? { relative_end: lent.relative_end } : {}),
  };
}

/** The first that is not missing; `null` counts, as it takes away what comes after it. */
function firstGiven(...values: readonly (string | null | undefined)[]): string | null | undefined {
  return values.find((value) => value !== undefined);
}

function seriesOf(form: RawForm): Pick<QueryObject, 'series_columns' | 'series_limit' | 'series_limit_metric'> {
  const columns = asColumns(form['series_columns']);
  const metric = asMetrics(form['series_limit_metric'])[0] ?? asMetrics(form['timeseries_limit_metric'])[0];
  return {
    ...(columns.length > 0 ? { series_columns: columns } : {}),
    series_limit: numberOf(form['series_limit']) ?? numberOf(form['limit']) ?? 0,
    ...(metric === undefined ? {} : { series_limit_metric: metric }),
  };
}

/** One condition stays as it is, several are joined. */
function single(conditions: readonly string[]): string {
  return conditions.length > 1 ? joinConditions(conditions) : (conditions[0] ?? '');
}

function numberEntry<K extends 'row_limit' | 'row_offset'>(key: K, value: unknown): Pick<QueryObject, K> {
  const number = numberOf(value);
  const entry: QueryObject = number === null ? {} : { [key]: number };
  return entry;
}

/** Numbers and numeric text; `null` for the rest. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function textOf(value: unknown): readonly string[] {
  return typeof value === 'string' && value !== '' ? [value] : [];
}

function listOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function recordOf(value: unknown): RawForm {
  return isRecord(value) ? value : {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
