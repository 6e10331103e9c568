import type {
  PostStep,
  QueryColumn,
  QueryFilter,
  QueryMetric,
  QueryObject,
  ResultType,
} from '@tessera/core/query-object';
import { dialectOf } from '@tessera/query/dialects/registry';
import { conditionsIn } from '@tessera/query/sql-safety/conditions';
import type { ResolvedDataset } from '../dataset.ts';
import { limits } from '../limits.ts';
import { TIMESTAMP_LABEL } from './expressions.ts';

/** A query object without aliases and without gaps. */
export type ModernQuery = {
  readonly columns: readonly QueryColumn[];
  /** `null`: raw rows. */
  readonly metrics: readonly QueryMetric[] | null;
  readonly filters: readonly QueryFilter[];
  readonly orderby: readonly (readonly [QueryColumn | QueryMetric, boolean])[];
  readonly granularity: string | null;
  readonly timeGrain: string | null;
  readonly timeRange: string | null;
  readonly timeShift: string | null;
  readonly relativeStart: 'today' | 'now';
  readonly relativeEnd: 'today' | 'now';
  readonly isTimeseries: boolean;
  readonly isRowCount: boolean;
  /** SQL predicates that must all hold. */
  readonly where: readonly string[];
  readonly having: readonly string[];
  readonly rowLimit: number | null;
  readonly rowOffset: number;
  readonly seriesColumns: readonly QueryColumn[];
  readonly seriesLimit: number;
  readonly seriesLimitMetric: QueryMetric | null;
  readonly groupOthers: boolean;
  readonly orderDesc: boolean;
  readonly steps: readonly PostStep[];
  readonly columnOrder: readonly string[];
  readonly appliedTimeExtras: Readonly<Record<string, unknown>>;
  readonly applyFetchPredicate: boolean;
};

/** Deprecated names give way to their successors, missing fields take their defaults, samples select everything. */
export function modernised(query: QueryObject, dataset: ResolvedDataset, type: ResultType): ModernQuery {
  const columns = query.columns && query.columns.length > 0 ? query.columns : (query.groupby ?? query.columns ?? []);
  const seriesLimit = query.series_limit || query.timeseries_limit || 0;
  const isTimeseries = query.is_timeseries ?? columns.includes(TIMESTAMP_LABEL);
  const modern: ModernQuery = {
    columns,
    metrics: query.metrics ?? null,
    filters: query.filters ?? [],
    orderby: query.orderby ?? [],
    granularity: query.granularity ?? query.granularity_sqla ?? null,
    timeGrain: query.extras?.time_grain_sqla ?? null,
    timeRange: query.time_range ?? null,
    timeShift: query.time_shift ?? null,
    relativeStart: query.extras?.relative_start ?? 'today',
    relativeEnd: query.extras?.relative_end ?? 'today',
    isTimeseries,
    isRowCount: query.is_rowcount ?? false,
    where: clauses(dataset, query.extras?.where, query.where),
    having: clauses(dataset, query.extras?.having, query.having),
    rowLimit: query.row_limit ?? null,
    rowOffset: query.row_offset ?? 0,
    seriesColumns:
      query.series_columns ??
      (isTimeseries && seriesLimit > 0 ? columns.filter((column) => column !== TIMESTAMP_LABEL) : []),
    seriesLimit,
    seriesLimitMetric: query.series_limit_metric ?? query.timeseries_limit_metric ?? null,
    groupOthers: query.group_others_when_limit_reached ?? false,
    orderDesc: query.order_desc ?? true,
    steps: (query.post_processing ?? []).filter((step) => step !== null),
    columnOrder: query.extras?.column_order ?? [],
    appliedTimeExtras: query.applied_time_extras ?? {},
    applyFetchPredicate: query.apply_fetch_values_predicate ?? false,
  };
  if (type !== 'samples' && type !== 'drill_detail') return modern;
  const [first] = dataset.columns;
  return {
    ...modern,
    columns: dataset.columns.map((column) => column.name),
    metrics: null,
    orderby: type === 'drill_detail' && first ? [[first.name, true]] : [],
    isTimeseries: false,
    isRowCount: false,
    timeRange: type === 'samples' ? null : modern.timeRange,
    rowLimit: Math.min(
      modern.rowLimit || limits.sampleRows,
      type === 'samples' ? limits.sampleRows : Number.MAX_SAFE_INTEGER,
    ),
    seriesColumns: [],
    seriesLimit: 0,
    having: [],
    steps: [],
  };
}

/** The conditions of the present clause, which charts put together, and the deprecated one; without empty clauses. */
function clauses(
  { dialect }: ResolvedDataset,
  present: string | null | undefined,
  deprecated: string | null | undefined,
): readonly string[] {
  const isThere = (clause: string | null | undefined): clause is string => (clause ?? '').trim() !== '';
  // A longer text than may be asked is refused as a whole.
  const parts = !isThere(present)
    ? []
    : present.length > limits.sqlLength
      ? [present]
      : conditionsIn(present, dialectOf(dialect).grammar);
  return [...parts, ...[deprecated].filter(isThere)];
}
