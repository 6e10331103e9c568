import { columnLabel, isAdhocColumn, metricLabel } from '@tessera/core/form-data';
import type { QueryColumn, QueryFilter, QueryMetric, QueryObject } from '@tessera/core/query-object';
import { isAppError } from '@tessera/core/errors/app-error';
import { hasMarks } from '@tessera/core/template-marks';
import { conditionsInText } from '@tessera/query/sql-safety/conditions';
import type { ResolvedDataset } from './dataset.ts';

/** Every text of users in a query object. */
export function queryTexts(query: QueryObject): string[] {
  const parts: (QueryColumn | QueryMetric | null | undefined)[] = [
    ...(query.columns ?? []),
    ...(query.groupby ?? []),
    ...(query.metrics ?? []),
    ...(query.orderby ?? []).map(([by]) => by),
    ...(query.series_columns ?? []),
    query.series_limit_metric,
    query.timeseries_limit_metric,
    ...(query.filters ?? []).map((filter) => filter.col),
  ];
  return [
    ...parts.map(sqlOf),
    query.extras?.where ?? '',
    query.extras?.having ?? '',
    query.where ?? '',
    query.having ?? '',
  ];
}

function sqlOf(part: QueryColumn | QueryMetric | null | undefined): string {
  return typeof part === 'object' && part !== null && 'sqlExpression' in part && typeof part.sqlExpression === 'string'
    ? part.sqlExpression
    : '';
}

/** Names of columns and metrics that the query uses: only their expressions are rendered. */
export function namesIn(query: QueryObject): ReadonlySet<string> {
  const columns = [
    ...(query.columns ?? []),
    ...(query.groupby ?? []),
    ...(query.series_columns ?? []),
    ...(query.filters ?? []).map((filter) => filter.col),
  ].map(columnName);
  const metrics = [...(query.metrics ?? []), query.series_limit_metric, query.timeseries_limit_metric].flatMap(
    (metric) => (metric ? [metricLabel(metric), simpleColumn(metric)] : []),
  );
  const orders = (query.orderby ?? []).flatMap(([by]) =>
    typeof by === 'string' ? [by] : [sqlOf(by), 'label' in by ? (by.label ?? '') : '', simpleColumn(by)],
  );
  return new Set([...columns, ...metrics, ...orders, query.granularity ?? query.granularity_sqla ?? '']);
}

function columnName(column: QueryColumn): string {
  return typeof column === 'string' ? column : column.sqlExpression;
}

function simpleColumn(part: QueryColumn | QueryMetric): string {
  if (typeof part !== 'object' || !('column' in part)) return '';
  const { column } = part;
  return typeof column === 'object' && column !== null && 'column_name' in column ? column.column_name : '';
}

type RenderText = (sql: string) => Promise<string>;

export async function renderDataset(
  dataset: ResolvedDataset,
  names: ReadonlySet<string>,
  text: RenderText,
  sourceText: RenderText,
): Promise<ResolvedDataset> {
  const { source } = dataset;
  return {
    ...dataset,
    source: source.kind === 'sql' ? { ...source, sql: await sourceText(source.sql) } : source,
    fetchValuesPredicate: dataset.fetchValuesPredicate === null ? null : await text(dataset.fetchValuesPredicate),
    columns: await Promise.all(
      dataset.columns.map(async (column) =>
        column.expression !== null && names.has(column.name)
          ? { ...column, expression: await text(column.expression) }
          : column,
      ),
    ),
    metrics: await Promise.all(
      dataset.metrics.map(async (metric) =>
        names.has(metric.name) ? { ...metric, expression: await text(metric.expression) } : metric,
      ),
    ),
  };
}

/** Expressions of a dataset that templates made, by what they belong to. */
export function madeExpressions(
  written: ResolvedDataset,
  rendered: ResolvedDataset,
): readonly (readonly [string, string | null])[] {
  const made = (
    before: readonly { readonly name: string; readonly expression: string | null }[],
    after: typeof before,
  ) =>
    after.flatMap(({ name, expression }, at) =>
      expression === before[at]?.expression ? [] : [[name, expression] as const],
    );
  return [...made(written.columns, rendered.columns), ...made(written.metrics, rendered.metrics)];
}

/**
 * The same query with rendered texts; labels stay those of the texts as they were written.
 * @param names  of the columns of the dataset: one may hold marks, and whoever made a table is no author of templates
 */
export async function renderQuery(
  query: QueryObject,
  names: ReadonlySet<string>,
  text: RenderText,
): Promise<QueryObject> {
  const column = async (given: QueryColumn): Promise<QueryColumn> =>
    typeof given === 'string' || !hasMarks(given.sqlExpression) || names.has(given.sqlExpression)
      ? given
      : { ...given, label: columnLabel(given), sqlExpression: await text(given.sqlExpression) };
  const metric = async (given: QueryMetric): Promise<QueryMetric> => {
    const sql = sqlOf(given);
    return typeof given === 'string' || !hasMarks(sql)
      ? given
      : { ...given, label: metricLabel(given), sqlExpression: await text(sql) };
  };
  // One text, as its conditions may share what a template sets; what is wrong with it is reported for the one that it
  // is wrong in.
  const clause = (sql: string): Promise<string> =>
    text(sql).catch(async (error: unknown) => {
      if (isAppError(error, 'template_invalid')) for (const condition of conditionsInText(sql)) await text(condition);
      throw error;
    });
  const each = async <T>(
    list: readonly T[] | null | undefined,
    map: (item: T) => Promise<T>,
  ): Promise<T[] | undefined> => (list ? Promise.all(list.map(map)) : undefined);
  const columns = await each(query.columns, column);
  const groupby = await each(query.groupby, column);
  const series = await each(query.series_columns, column);
  const metrics = await each(query.metrics, metric);
  const orderby = await each(query.orderby, async ([by, ascending]): Promise<[QueryColumn | QueryMetric, boolean]> => [
    typeof by === 'object' && isAdhocColumn(by) ? await column(by) : await metric(by),
    ascending,
  ]);
  const filters = await each(query.filters, async (filter: QueryFilter) => ({
    ...filter,
    col: await column(filter.col),
  }));
  return {
    ...query,
    ...(columns && { columns }),
    ...(groupby && { groupby }),
    ...(series && { series_columns: series }),
    ...(metrics && { metrics }),
    ...(orderby && { orderby }),
    ...(filters && { filters }),
    ...(query.series_limit_metric && { series_limit_metric: await metric(query.series_limit_metric) }),
    ...(query.timeseries_limit_metric && { timeseries_limit_metric: await metric(query.timeseries_limit_metric) }),
    ...(query.extras && {
      extras: {
        ...query.extras,
        ...(query.extras.where && { where: await clause(query.extras.where) }),
        ...(query.extras.having && { having: await clause(query.extras.having) }),
      },
    }),
    ...(query.where && { where: await text(query.where) }),
    ...(query.having && { having: await text(query.having) }),
  };
}
