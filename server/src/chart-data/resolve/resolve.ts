import type { Additivities } from '@tessera/core/additivity';
import { AppError } from '@tessera/core/errors/app-error';
import { isAdhocColumn } from '@tessera/core/form-data';
import type { PostStep, QueryColumn, QueryMetric, QueryObject, ResultType } from '@tessera/core/query-object';
import { writtenLength } from '@tessera/query/compile/written';
import type { Expression, Ordering, Predicate, SeriesLimit, StructuredQuery } from '@tessera/query/structured-query';
import { message, messageN } from '@tessera/core/messages';
import { repeatedNames } from '@tessera/core/unique-names';
import { readAdditivities } from './additivity.ts';
import { boundsFor, zoneOf, type ResolvedDataset } from '../dataset.ts';
import { limits } from '../limits.ts';
import {
  columnExpression,
  findColumn,
  namedSource,
  readColumn,
  readMetric,
  TIMESTAMP_LABEL,
  type Named,
} from './expressions.ts';
import { readFilters } from './filters.ts';
import { labelMap, type LabelMap } from './labels.ts';
import { modernised, type ModernQuery } from './modernised.ts';
import { momentsOf, type Moments } from './moments.ts';
import type { Range } from './time.ts';

/**
 * What time means for a request: the grammar of ranges and the clock come in as one function, which gives UTC instants.
 */
export type TimeReader = (
  text: string,
  options: {
    readonly relativeStart: 'today' | 'now';
    readonly relativeEnd: 'today' | 'now';
    readonly shift: string | null;
    readonly zone: string | null;
  },
) => Range;

export type RowLimits = { readonly most: number };

/** A query object with every name looked up and every default filled in. */
export type ResolvedQuery = {
  readonly structured: StructuredQuery;
  readonly steps: readonly PostStep[];
  /** Result columns that come first; the steps find them so. */
  readonly columnOrder: readonly string[];
  /** Result columns that hold instants, whatever the driver makes of them. */
  readonly temporal: ReadonlySet<string>;
  readonly range: Range;
  /** The zone whose clock names the buckets of time; null for UTC. */
  readonly timeZone: string | null;
  /** What comes in UTC all the same. */
  readonly moments: Moments;
  readonly labels: LabelMap;
  /** Whether the values of its metrics add up, by label. */
  readonly additivities: Additivities;
  readonly applied: readonly { readonly column: string }[];
  readonly rejected: readonly { readonly column: string; readonly reason: string }[];
};

const always: Predicate = { kind: 'true' };

/**
 * Look up columns and metrics, read filters and time ranges, fill defaults.
 *
 * @throws AppError empty_query, columns_missing, metric_missing, duplicate_labels, empty_filter_values,
 * incorrect_request,
 *   invalid_time_range
 */
export function resolve(
  given: QueryObject,
  dataset: ResolvedDataset,
  type: ResultType,
  readTime: TimeReader,
  rows: RowLimits,
): ResolvedQuery {
  const query = modernised(given, dataset, type);
  if (query.orderby.length > limits.orders)
    throw new AppError('incorrect_request', {
      reason: message('there are too many columns to order by; at most %(orders)s are allowed', {
        orders: limits.orders,
      }),
    });
  if (query.steps.length > limits.postSteps)
    throw new AppError('incorrect_request', {
      reason: message('post_processing: there are too many steps; at most %(postSteps)s are allowed', {
        postSteps: limits.postSteps,
      }),
    });
  const missing: string[] = [];
  const selectedColumns = query.columns
    .filter((column) => column !== TIMESTAMP_LABEL)
    .map((column) => readColumn(column, dataset, missing));
  const time = query.isTimeseries ? [timestampColumn(query, dataset)] : [];
  const dimensions = [...time, ...selectedColumns];
  const measures = query.metrics?.map((metric) => readMetric(metric, dataset, missing)) ?? null;
  const orderBy = query.orderby.map(([by, ascending]) =>
    readOrdering(by, ascending, [...dimensions, ...(measures ?? [])], dataset, missing),
  );
  if (missing.length > 0) throw new AppError('columns_missing', { columns: [...new Set(missing)] });
  if (dimensions.length === 0 && (measures ?? []).length === 0) throw new AppError('empty_query', {});
  checkLabels([...dimensions, ...(measures ?? [])]);

  const readRange = (text: string): Range =>
    readTime(text, {
      relativeStart: query.relativeStart,
      relativeEnd: query.relativeEnd,
      shift: query.timeShift,
      zone: dataset.timeZone,
    });
  const filters = readFilters(query.filters, dataset, readRange);
  const granular = granularRange(query, dataset, readRange, filters.ranges);
  const range = granular?.range ??
    filters.ranges.get(dimensions.find((dimension) => filters.ranges.has(dimension.source))?.source ?? '') ??
    [...filters.ranges.values()][0] ?? { since: null, until: null };
  const extras = timeExtras(query, dataset);
  const structured: StructuredQuery = {
    source: namedSource(dataset, query.applyFetchPredicate),
    dimensions: dimensions.map(({ label, expression }) => ({ label, expression })),
    measures: measures?.map(({ label, expression }) => ({ label, expression })) ?? null,
    where: {
      kind: 'and',
      of: [
        ...(granular?.predicates ?? []),
        filters.predicate,
        ...query.where.map(sqlPredicate),
        ...fetchPredicate(query, dataset),
      ],
    },
    having: { kind: 'and', of: query.having.map(sqlPredicate) },
    security: always,
    orderBy,
    seriesLimit: readSeriesLimit(query, dimensions, measures, dataset),
    limit: rowLimit(query.rowLimit, rows.most),
    offset: query.rowOffset,
    rowCountOnly: query.isRowCount,
  };
  if (writtenLength(structured) > limits.sqlLength)
    throw new AppError('incorrect_request', {
      reason: messageN(
        'the expressions of a query are longer than one character together',
        'the expressions of a query are longer than %(count)s characters together',
        limits.sqlLength,
      ),
    });
  return {
    structured,
    steps: query.steps,
    columnOrder: query.columnOrder,
    temporal: new Set([...dimensions, ...(measures ?? [])].filter((one) => one.isTemporal).map((one) => one.label)),
    range,
    timeZone: dataset.timeZone,
    moments: momentsOf([...dimensions, ...(measures ?? [])], dataset),
    labels: labelMap(dimensions, measures ?? [], dataset),
    additivities: readAdditivities(query.metrics ?? [], query.steps, dataset),
    applied: [...filters.applied, ...extras.applied],
    rejected: [...filters.rejected, ...extras.rejected],
  };
}

function timestampColumn(query: ModernQuery, dataset: ResolvedDataset): Named {
  const column = findColumn(dataset, query.granularity ?? dataset.mainTimeColumn ?? '');
  if (!column) throw new AppError('incorrect_request', { reason: message('a time series needs a time column') });
  const base = columnExpression(column);
  const expression: Expression = query.timeGrain
    ? { kind: 'grain', grain: query.timeGrain, of: base, zone: zoneOf(column, dataset) }
    : base;
  return { label: TIMESTAMP_LABEL, expression, source: column.name, isTemporal: true };
}

/**
 * The older way to name time: one column and one range beside the filters. A dataset may have its main time narrowed
 * with that column; then the range may be that of a filter on it, where charts have it since.
 */
function granularRange(
  { granularity, timeRange }: ModernQuery,
  dataset: ResolvedDataset,
  readRange: (text: string) => Range,
  filtered: ReadonlyMap<string, Range>,
): { readonly range: Range; readonly predicates: readonly Predicate[] } | null {
  if (granularity === null) return null;
  const { alwaysFilterMainTime, mainTimeColumn: main } = dataset;
  const also = alwaysFilterMainTime && main !== null && main !== granularity ? [main] : [];
  const names = timeRange === null ? also : [granularity, ...also];
  const range = timeRange === null ? filtered.get(granularity) : readRange(timeRange);
  if (range === undefined || names.length === 0) return null;
  const predicates = names.map((name): Predicate => {
    const column = findColumn(dataset, name);
    if (!column) throw new AppError('columns_missing', { columns: [name] });
    const left = columnExpression(column);
    return {
      kind: 'time_range',
      left,
      ...boundsFor(range, column, dataset),
      columnType: column.timeFormat ?? column.type,
    };
  });
  return { range, predicates };
}

function readOrdering(
  by: QueryColumn | QueryMetric,
  ascending: boolean,
  selected: readonly Named[],
  dataset: ResolvedDataset,
  missing: string[],
): Ordering {
  if (typeof by === 'string') {
    if (selected.some((one) => one.label === by)) return { by: { label: by }, ascending };
    const saved = dataset.metrics.find((metric) => metric.name === by);
    if (saved) return { by: { expression: { kind: 'sql', sql: saved.expression, type: null } }, ascending };
    return { by: { expression: readColumn(by, dataset, missing).expression }, ascending };
  }
  // A column and a metric in SQL look alike: what is selected under the label decides.
  const same = selected.find(
    (one) => 'sqlExpression' in by && one.label === by.label && one.source === by.sqlExpression,
  );
  if (same) return { by: { label: same.label }, ascending };
  if (isAdhocColumn(by)) return { by: { expression: readColumn(by, dataset, missing).expression }, ascending };
  return { by: { expression: readMetric(by, dataset, missing).expression }, ascending };
}

function readSeriesLimit(
  query: ModernQuery,
  dimensions: readonly Named[],
  measures: readonly Named[] | null,
  dataset: ResolvedDataset,
): SeriesLimit | null {
  const labels = query.seriesColumns.map((column) =>
    typeof column === 'string' ? column : (column.label ?? column.sqlExpression),
  );
  const foreign = labels.filter((label) => !dimensions.some((dimension) => dimension.label === label));
  if (foreign.length > 0)
    throw new AppError('incorrect_request', {
      reason: message('series_columns: %(value)s must be among the columns', {
        value: foreign.map((label) => `"${label}"`).join(', '),
      }),
    });
  if (query.seriesLimit === 0 || labels.length === 0 || measures === null) return null;
  const missing: string[] = [];
  const by =
    query.seriesLimitMetric === null
      ? measures[0]?.expression
      : readMetric(query.seriesLimitMetric, dataset, missing).expression;
  if (missing.length > 0) throw new AppError('columns_missing', { columns: missing });
  return {
    dimensions: labels,
    limit: query.seriesLimit,
    by: by ?? { kind: 'count_rows' },
    descending: query.orderDesc,
    groupOthers: query.groupOthers,
  };
}

function rowLimit(asked: number | null, most: number): number {
  if (asked === null || asked === 0) return Math.min(limits.defaultRows, most);
  // [5.0-01]: refused and not cut, so that nobody takes a part for the whole.
  if (asked > most)
    throw new AppError('incorrect_request', { reason: message('row_limit: Value cannot exceed %(most)s', { most }) });
  return asked;
}

function sqlPredicate(sql: string): Predicate {
  return { kind: 'sql', sql };
}

function fetchPredicate(query: ModernQuery, dataset: ResolvedDataset): readonly Predicate[] {
  const sql = query.applyFetchPredicate ? dataset.fetchValuesPredicate : null;
  return sql === null || sql.trim() === '' ? [] : [{ kind: 'sql', sql }];
}

function checkLabels(selected: readonly Named[]): void {
  if (selected.length > limits.selected)
    throw new AppError('incorrect_request', {
      reason: message('there are too many columns and metrics; at most %(selected)s are allowed', {
        selected: limits.selected,
      }),
    });
  const twice = repeatedNames(selected.map(({ label }) => label));
  if (twice.length > 0) throw new AppError('duplicate_labels', { labels: twice });
}

/** Time settings that a dashboard filter brought, echoed so that the chart can say which of them reached it. */
function timeExtras(query: ModernQuery, dataset: ResolvedDataset): Pick<ResolvedQuery, 'applied' | 'rejected'> {
  const applied: { readonly column: string }[] = [];
  const rejected: { readonly column: string; readonly reason: string }[] = [];
  const hasTime = dataset.columns.some((column) => column.isTemporal);
  for (const [name, value] of Object.entries(query.appliedTimeExtras)) {
    if (
      !['__time_range', '__time_col', '__time_grain', '__granularity'].includes(name) ||
      value === null ||
      value === undefined
    )
      continue;
    if (!hasTime) rejected.push({ column: name, reason: 'no_temporal_column' });
    else if (name === '__time_col' && !(typeof value === 'string' && findColumn(dataset, value)?.isTemporal))
      rejected.push({ column: name, reason: 'not_in_datasource' });
    else applied.push({ column: name });
  }
  return { applied, rejected };
}
