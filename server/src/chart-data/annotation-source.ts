import type { AnnotationLayer, AnnotationOverrides } from '@tessera/core/annotations/layer';
import type { QueryFilter, QueryObject } from '@tessera/core/query-object';
import { limits } from './limits.ts';
import { comparedRange } from './plan/offsets/shifted-query.ts';

/** What a layer's overrides say in the end; a key that is not there leaves the source chart as it is. */
type Settled = { readonly [K in keyof AnnotationOverrides]?: string };

/**
 * The query of a chart that annotates another one: its first query with the overrides of the layer.
 *
 * Annotations of the source are left out, so a chart may be annotated with itself, or in a ring, without an end.
 *
 * @param parent     the query that is annotated: overrides without a value take its time
 * @param mainTime   main time column of the source's dataset, for ranges that the source names no column for
 */
export function annotationSource(
  source: QueryObject,
  { overrides }: Pick<AnnotationLayer, 'overrides'>,
  parent: QueryObject,
  mainTime: string | null,
): QueryObject {
  const settled = settle(overrides, parent);
  const { result_type: _type, ...query } = source;
  const ranged = withRange(
    withGrain(withColumn(query, settled.granularity), settled.time_grain_sqla),
    settled.time_range,
    mainTime,
  );
  return {
    ...ranged,
    ...(settled.time_shift !== undefined && { time_shift: settled.time_shift }),
    annotation_layers: [],
    row_limit: Math.min(query.row_limit || limits.annotationRows, limits.annotationRows),
  };
}

function settle(overrides: AnnotationOverrides, parent: QueryObject): Settled {
  const inherited: AnnotationOverrides = {
    time_range: comparedRange(parent)?.text ?? parent.time_range ?? null,
    time_grain_sqla: parent.extras?.time_grain_sqla ?? null,
    time_shift: parent.time_shift ?? null,
    granularity: parent.granularity ?? parent.granularity_sqla ?? null,
  };
  const keys = Object.keys(overrides) as (keyof AnnotationOverrides)[];
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = overrides[key] ?? inherited[key];
      return value ? [[key, value]] : [];
    }),
  );
}

function withColumn(query: QueryObject, granularity: string | undefined): QueryObject {
  if (granularity === undefined) return query;
  const { granularity_sqla: _older, ...rest } = query;
  return { ...rest, granularity };
}

function withGrain(query: QueryObject, grain: string | undefined): QueryObject {
  if (grain === undefined) return query;
  const columns = query.columns?.map((column) =>
    typeof column === 'object' && column.columnType === 'BASE_AXIS' ? { ...column, timeGrain: grain } : column,
  );
  return { ...query, ...(columns && { columns }), extras: { ...query.extras, time_grain_sqla: grain } };
}

/** The range of the source's time column is replaced, or set where it had none. */
function withRange(query: QueryObject, range: string | undefined, mainTime: string | null): QueryObject {
  if (range === undefined) return query;
  const filters = query.filters ?? [];
  const compared = comparedRange(query);
  if (query.granularity ?? query.granularity_sqla) return { ...query, time_range: range };
  const column = compared?.column ?? axisColumn(query) ?? mainTime;
  if (column === null) return query;
  const others = filters.filter((filter) => !isRangeOf(filter, column));
  return { ...query, filters: [...others, { col: column, op: 'TEMPORAL_RANGE', val: range }] };
}

function axisColumn(query: QueryObject): string | null {
  const axis = query.columns?.find((column) => typeof column === 'object' && column.columnType === 'BASE_AXIS');
  return typeof axis === 'object' && axis.sqlExpression === axis.label ? axis.sqlExpression : null;
}

function isRangeOf({ op, col }: QueryFilter, column: string): boolean {
  return (
    op.toUpperCase() === 'TEMPORAL_RANGE' &&
    (typeof col === 'string' ? col : (col.label ?? col.sqlExpression)) === column
  );
}
