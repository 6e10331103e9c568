import { relativeTime } from '@tessera/core/relative-time';
import { hrefOf, newChartHref } from '@tessera/core/pages';
import { dialectOf, grainChoices } from '@tessera/query/dialects/registry';
import { driverOf } from '../../engines/drivers/drivers.ts';
import { selectStar } from '../select-star.ts';
import { currencyOf, marksOf, orderByChoices } from '../dataset-parts.ts';
import { additivityOfMetric } from './resolved.ts';
import type { DatasetItem } from './schema.ts';
import type { ColumnRow, FullDataset, MetricRow } from './store.ts';

/**
 * A dataset as items show it.
 * @param seesSql else what its author wrote in SQL around the rows stays out; `kind` still
 * tells what it is
 */
export function presentDataset(
  { row, database, columns, metrics, owners, people }: FullDataset,
  now: number,
  seesSql: boolean,
): DatasetItem {
  const user = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
  const dialect = driverOf(database.engine)?.dialect ?? database.engine;
  const grains = grainChoices(dialectOf(dialect));
  return {
    id: row.id,
    uuid: row.uuid,
    uid: `${row.id}__table`,
    name: row.schema ? `${row.schema}.${row.table_name}` : row.table_name,
    table_name: row.table_name,
    datasource_name: row.table_name,
    datasource_type: 'table',
    kind: row.sql === null ? 'physical' : 'virtual',
    catalog: row.catalog,
    schema: row.schema,
    sql: seesSql ? row.sql : null,
    is_sqllab_view: row.sql !== null,
    description: row.description,
    main_dttm_col: row.main_dttm_col,
    time_zone: row.time_zone,
    offset: row.offset,
    default_endpoint: row.default_endpoint,
    cache_timeout: row.cache_timeout,
    filter_select_enabled: row.filter_select_enabled === 1,
    fetch_values_predicate: seesSql ? row.fetch_values_predicate : null,
    normalize_columns: row.normalize_columns === 1,
    always_filter_main_dttm: row.always_filter_main_dttm === 1,
    template_params: seesSql ? row.template_params : null,
    extra: row.extra,
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    is_managed_externally: row.is_managed_externally === 1,
    external_url: row.external_url,
    url: hrefOf('dataset', { id: row.id }),
    explore_url: newChartHref(row.id),
    select_star: row.sql === null ? selectStarOf(row, database.engine, columns) : seesSql ? row.sql : null,
    database: { id: database.id, uuid: database.uuid, database_name: database.database_name, backend: database.engine },
    columns: columns.map((column) => presentColumn(column, row)),
    metrics: metrics.map((metric) => presentMetric(metric, row, dialect)),
    ...namesAndFormats(columns, metrics),
    granularity_sqla: timeChoices(columns),
    time_grain_sqla: grains.map((grain): [string, string] => [grain.duration, grain.name]),
    order_by_choices: orderByChoices(columns),
    owners: [...owners],
    created_by: user(row.created_by),
    changed_by: user(row.changed_by),
    created_on: row.created_on,
    changed_on: row.changed_on,
    created_on_humanized: relativeTime(row.created_on, now),
    changed_on_humanized: relativeTime(row.changed_on, now),
    version: row.version,
  };
}

function timeChoices(columns: readonly ColumnRow[]): DatasetItem['granularity_sqla'] {
  return columns
    .filter((column) => column.is_dttm === 1)
    .map(({ column_name: name, verbose_name: verbose }): [string, string] => [name, verbose || name]);
}

function selectStarOf(row: FullDataset['row'], engine: string, columns: readonly ColumnRow[]): string {
  const physical = columns.filter((column) => !column.expression).map((column) => column.column_name);
  return selectStar(engine, { catalog: row.catalog, schema: row.schema, table: row.table_name }, physical);
}

/** How columns and metrics are called and written, by their names. */
function namesAndFormats(columns: readonly ColumnRow[], metrics: readonly MetricRow[]) {
  return {
    column_formats: Object.fromEntries(
      metrics.flatMap((metric) => (metric.d3format ? [[metric.metric_name, metric.d3format]] : [])),
    ),
    verbose_map: {
      __timestamp: 'Time',
      ...Object.fromEntries([
        ...metrics.map((metric) => [metric.metric_name, metric.verbose_name || metric.metric_name]),
        ...columns.map((column) => [column.column_name, column.verbose_name || column.column_name]),
      ]),
    },
  };
}

function presentColumn(column: ColumnRow, dataset: FullDataset['row']) {
  const {
    id,
    uuid,
    column_name,
    verbose_name,
    type,
    type_generic,
    expression,
    description,
    python_date_format,
    extra,
  } = column;
  return {
    id,
    uuid,
    column_name,
    verbose_name,
    type,
    type_generic,
    expression,
    description,
    python_date_format,
    extra,
    ...marksOf(column),
    ...datesOf(column, dataset),
    is_dttm: column.is_dttm === 1,
    is_active: column.is_active === 1,
    groupby: column.groupby === 1,
    filterable: column.filterable === 1,
    advanced_data_type: null,
  };
}

function presentMetric(metric: MetricRow, dataset: FullDataset['row'], dialect: string) {
  const { id, uuid, metric_name, verbose_name, metric_type, expression, description, d3format, extra } = metric;
  return {
    id,
    uuid,
    metric_name,
    verbose_name,
    metric_type,
    expression,
    description,
    d3format,
    currency: currencyOf(metric.currency),
    extra,
    additivity: additivityOfMetric(metric, dialect),
    ...marksOf(metric),
    ...datesOf(metric, dataset),
  };
}

/** A restored backup may be older than these columns of the table. */
function datesOf({ created_on, changed_on }: ColumnRow | MetricRow, dataset: FullDataset['row']) {
  return { created_on: created_on ?? dataset.created_on, changed_on: changed_on ?? dataset.changed_on };
}
