import { columnLabel } from '../form-data.ts';
import { readOperator } from '../filters/operators.ts';
import type { QueryExtras, QueryFilter, QueryObject } from '../query-object.ts';
import { stableJson } from '../stable-json.ts';
import type { Allowance } from './allowance.ts';
import { columnKey, filterKey, labelsOf, metricKey, orderKey, stepKey, subjectKey, termKey } from './canonical.ts';

/** `reason`: the first part of the query that is not allowed, by its name in the query object. */
export type Within = { readonly ok: true } | { readonly ok: false; readonly reason: keyof QueryObject };

type Part = keyof QueryObject;
type Check = (saved: QueryObject, asked: QueryObject, allowed: Allowance) => boolean;

/**
 * Whether every query asked is one of those saved, but for what is allowed.
 *
 * Queries are compared by what they ask, not by how they are written: aliases and editors' marks do not count, the
 * order of filters does not, and what is missing equals its default. A part of the query object that nobody named in
 * `checks` does not compile, so that a new one cannot slip through.
 */
export function isWithin(saved: readonly QueryObject[], asked: readonly QueryObject[], allowed: Allowance): Within {
  for (const query of asked) {
    const reasons = saved.map((one) => firstDifference(one, query, allowed));
    if (reasons.some((reason) => reason === null)) continue;
    // Of several saved queries the one that agrees longest says most.
    const order = Object.keys(checks);
    const [reason = 'columns'] = reasons
      .filter((one) => one !== null)
      .toSorted((a, b) => order.indexOf(b) - order.indexOf(a));
    return { ok: false, reason };
  }
  return { ok: true };
}

function firstDifference(saved: QueryObject, asked: QueryObject, allowed: Allowance): Part | null {
  const isDetail = asked.result_type === 'drill_detail';
  if (isDetail && !allowed.detail) return 'result_type';
  for (const part of Object.keys(checks) as Part[])
    if (!(isDetail ? (detailChecks[part] ?? checks[part]) : checks[part])(saved, asked, allowed)) return part;
  return null;
}

/** Tells of what was asked, to badges and templates' readers; the server answers the same without it. */
const unread: Check = () => true;

const checks: Readonly<Record<Part, Check>> = {
  result_type: (_, asked, { resultTypes }) => resultTypes.includes(asked.result_type ?? 'full'),
  columns: sameList((query) => (query.columns ?? []).map(columnKey)),
  groupby: sameList((query) => (query.groupby ?? []).map(columnKey)),
  // No metrics at all are raw rows; an empty list groups them.
  metrics: same((query) => query.metrics?.map(metricKey) ?? null),
  filters: (saved, asked, allowed) => filtersWithin(saved, asked, allowed),
  extras: (saved, asked, allowed) => extrasWithin(saved.extras ?? {}, asked.extras ?? {}, allowed),
  where: same((query) => query.where || null),
  having: same((query) => query.having || null),
  time_range: (saved, asked, { timeRange }) =>
    text(saved.time_range) === text(asked.time_range) || (timeRange && text(asked.time_range) !== null),
  time_shift: same((query) => query.time_shift || null),
  granularity: (saved, asked, allowed) => timeColumnWithin('granularity', saved, asked, allowed),
  granularity_sqla: (saved, asked, allowed) => timeColumnWithin('granularity_sqla', saved, asked, allowed),
  orderby: (saved, asked, { pages }) => orderWithin(saved, asked, pages),
  row_limit: (saved, asked) => isNarrower(saved.row_limit, asked.row_limit),
  row_offset: (saved, asked, { pages }) => windowWithin(saved, asked, pages),
  series_columns: same((query) => query.series_columns?.map(columnKey) ?? null),
  series_limit: (saved, asked) => isNarrower(seriesLimitOf(saved), seriesLimitOf(asked)),
  timeseries_limit: (saved, asked) => isNarrower(seriesLimitOf(saved), seriesLimitOf(asked)),
  series_limit_metric: same((query) => metricOrNone(query.series_limit_metric)),
  timeseries_limit_metric: same((query) => metricOrNone(query.timeseries_limit_metric)),
  // What a narrower limit cuts off may be shown as one more series: the saved query shows it in parts.
  group_others_when_limit_reached: (saved, asked) =>
    (saved.group_others_when_limit_reached ?? false) === (asked.group_others_when_limit_reached ?? false) ||
    ((asked.group_others_when_limit_reached ?? false) && (saved.series_limit || 0) !== (asked.series_limit || 0)),
  order_desc: same((query) => query.order_desc ?? true),
  is_timeseries: same((query) => query.is_timeseries ?? (query.columns ?? []).includes('__timestamp')),
  is_rowcount: same((query) => query.is_rowcount ?? false),
  time_offsets: sameList((query) => query.time_offsets ?? []),
  post_processing: (saved, asked, allowed) => stepsWithin(saved, asked, allowed),
  annotation_layers: (saved, asked) => isSubset(asked.annotation_layers, saved.annotation_layers),
  apply_fetch_values_predicate: same((query) => query.apply_fetch_values_predicate ?? false),
  url_params: same((query) => stableJson(query.url_params ?? {})),
  datasource: same((query) => stableJson(query.datasource ?? null)),
  applied_time_extras: unread,
  custom_params: unread,
  custom_form_data: unread,
};

/** The rows behind a mark: the filters are those of the chart and of the mark, everything else is left away. */
const detailChecks: Partial<Record<Part, Check>> = {
  columns: isAbsent('columns'),
  metrics: isAbsent('metrics'),
  orderby: isAbsent('orderby'),
  post_processing: isAbsent('post_processing'),
  series_columns: isAbsent('series_columns'),
  series_limit_metric: isAbsent('series_limit_metric'),
  timeseries_limit_metric: isAbsent('timeseries_limit_metric'),
  // Rows as they are have no series.
  series_limit: unread,
  timeseries_limit: unread,
  group_others_when_limit_reached: unread,
  time_offsets: isAbsent('time_offsets'),
  annotation_layers: isAbsent('annotation_layers'),
  extras: (saved, asked, allowed) => extrasWithin(rowExtras(saved.extras), rowExtras(asked.extras), allowed),
  is_timeseries: isAbsent('is_timeseries'),
  is_rowcount: isAbsent('is_rowcount'),
  order_desc: unread,
  // The server has a limit of its own for rows as they are, and they come in pages.
  row_limit: unread,
  row_offset: unread,
};

/** What of the extras counts for rows as they are. */
function rowExtras(extras: QueryExtras | null | undefined): QueryExtras {
  const { where, relative_start, relative_end } = extras ?? {};
  return {
    ...(where !== undefined && { where }),
    ...(relative_start !== undefined && { relative_start }),
    ...(relative_end !== undefined && { relative_end }),
  };
}

function same(read: (query: QueryObject) => unknown): Check {
  return (saved, asked) => stableJson(read(saved)) === stableJson(read(asked));
}

function sameList(read: (query: QueryObject) => readonly string[]): Check {
  return same(read);
}

function isAbsent(part: Part): Check {
  return (_, asked) => {
    const value = asked[part];
    return value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0);
  };
}

/** Operators that filters of dashboards and selections on charts make. */
const NARROWING = new Set([
  'IN',
  'NOT IN',
  '==',
  '!=',
  '>',
  '<',
  '>=',
  '<=',
  'IS NULL',
  'IS NOT NULL',
  'ILIKE',
  'LIKE',
  'TEMPORAL_RANGE',
]);

/**
 * The same steps. Bins of a column that may be filtered may lie elsewhere: a filter of an interval counts as finely.
 */
function stepsWithin(saved: QueryObject, asked: QueryObject, allowed: Allowance): boolean {
  const open = new Set(allowed.filterColumns.map(subjectKey));
  const columns = (saved.columns ?? []).filter((column) => open.has(subjectKey(column))).map(columnLabel);
  const stepsOf = (query: QueryObject) => (query.post_processing ?? []).flatMap((step) => step ?? []);
  const own = stepsOf(saved).map(stepKey);
  const given = stepsOf(asked);
  return (
    given.length === own.length &&
    given.every((step, at) => {
      const { edges: _, ...options } = step.options ?? {};
      const isOpen = step.operation === 'histogram' && columns.includes(String(options['column']));
      return own[at] === stepKey(step) || (isOpen && own[at] === stepKey({ ...step, options }));
    })
  );
}

/** Every saved filter is there, and those that were added narrow allowed columns. */
function filtersWithin(saved: QueryObject, asked: QueryObject, allowed: Allowance): boolean {
  const given = asked.filters ?? [];
  const left = new Set(given.map(filterKey));
  const hasRange = (of: QueryFilter): boolean =>
    given.some((filter) => isRange(filter) && subjectKey(filter.col) === subjectKey(of.col));
  const own = new Set<string>();
  for (const filter of saved.filters ?? []) {
    const key = filterKey(filter);
    own.add(key);
    if (left.has(key)) continue;
    // Where a range of time may be chosen it takes the place of the saved one; without one all times would come.
    if (!(allowed.timeRange && isRange(filter) && (hasRange(filter) || text(asked.time_range) !== null))) return false;
  }
  const ranged = allowed.timeRange ? (saved.filters ?? []).filter(isRange).map(({ col }) => subjectKey(col)) : [];
  // The rows behind a mark are those of its values.
  const searched = asked.result_type === 'drill_detail' ? (saved.columns ?? []).map(subjectKey) : [];
  const open = new Set([...allowed.filterColumns.map(subjectKey), ...searched]);
  return given.every((filter) => {
    if (own.has(filterKey(filter))) return true;
    if (!NARROWING.has(readOperator(filter.op) ?? '')) return false;
    const subject = subjectKey(filter.col);
    return open.has(subject) || (isRange(filter) && ranged.includes(subject));
  });
}

function isRange({ op }: QueryFilter): boolean {
  return readOperator(op) === 'TEMPORAL_RANGE';
}

function extrasWithin(saved: QueryExtras, asked: QueryExtras, allowed: Allowance): boolean {
  return (
    stableJson(readExtras(saved)) === stableJson(readExtras(asked)) &&
    (allowed.timeRange || anchorsOf(saved) === anchorsOf(asked))
  );
}

function readExtras({ where, having, time_grain_sqla, instant_time_comparison_range, column_order }: QueryExtras) {
  return [
    where || null,
    having || null,
    time_grain_sqla || null,
    instant_time_comparison_range || null,
    column_order ?? [],
  ];
}

function anchorsOf({ relative_start, relative_end }: QueryExtras): string {
  return `${relative_start ?? 'today'} ${relative_end ?? 'today'}`;
}

function timeColumnWithin(
  part: 'granularity' | 'granularity_sqla',
  saved: QueryObject,
  asked: QueryObject,
  { timeColumns }: Allowance,
): boolean {
  const chosen = text(asked[part]);
  return chosen === text(saved[part]) || (chosen !== null && timeColumns.includes(chosen));
}

function orderWithin(saved: QueryObject, asked: QueryObject, pages: boolean): boolean {
  const chosen = asked.orderby ?? [];
  const own = saved.orderby ?? [];
  if (stableJson(chosen.map(orderKey)) === stableJson(own.map(orderKey))) return true;
  if (!pages) return false;
  const terms = new Set([
    ...own.map(([by]) => termKey(by)),
    ...(saved.columns ?? []).map(termKey),
    ...(saved.metrics ?? []).map(termKey),
    ...[...labelsOf(saved)].map((label) => `name ${label}`),
  ]);
  return chosen.every(([by]) => terms.has(termKey(by)));
}

/** No more than saved; none, and zero, is all. */
function isNarrower(saved: number | null | undefined, asked: number | null | undefined): boolean {
  const most = saved || Infinity;
  return (asked || Infinity) <= most;
}

/** By either name, as the server reads it. */
function seriesLimitOf({ series_limit, timeseries_limit }: QueryObject): number | null | undefined {
  return series_limit || timeseries_limit;
}

/** A page lies inside the rows that the chart shows. */
function windowWithin(saved: QueryObject, asked: QueryObject, pages: boolean): boolean {
  const [from, own] = [asked.row_offset ?? 0, saved.row_offset ?? 0];
  if (!pages) return from === own;
  return from >= own && from - own + (asked.row_limit || Infinity) <= (saved.row_limit || Infinity);
}

function isSubset(asked: QueryObject['annotation_layers'], saved: QueryObject['annotation_layers']): boolean {
  const known = new Set((saved ?? []).map((layer) => stableJson(layer)));
  return (asked ?? []).every((layer) => known.has(stableJson(layer)));
}

function metricOrNone(metric: QueryObject['series_limit_metric']): string | null {
  return metric === null || metric === undefined ? null : metricKey(metric);
}

function text(value: string | null | undefined): string | null {
  return value === undefined || value === null || value === '' || value === 'No filter' ? null : value;
}

/** The columns by whose values a selection on a chart narrows others: its dimensions. */
export function dimensionsOf(queries: readonly QueryObject[]): NonNullable<QueryObject['columns']> {
  const found = new Map(
    queries.flatMap((query) =>
      [...(query.columns ?? []), ...(query.groupby ?? [])].map((one) => [columnKey(one), one]),
    ),
  );
  return [...found.values()].filter((column) => columnLabel(column) !== '');
}
