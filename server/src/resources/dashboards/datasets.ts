import { columnKinds } from '@tessera/core/table';
import { hrefOf } from '@tessera/core/pages';
import { dialectOf, grainChoices } from '@tessera/query/dialects/registry';
import { groupedSums } from '@tessera/query/grouped-sums';
import { sql, type Kysely, type Selectable } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import type { EditorKind } from '../../chart-data/dataset-kind.ts';
import type { Principal } from '../../principal.ts';
import { driverOf } from '../../engines/drivers/drivers.ts';
import { maySeeSql } from '../../chart-data/edge/redact.ts';
import type { DatasetColumnsTable, DatasetMetricsTable, DatasetsTable, Tables } from '../../metadata/tables.ts';
import { readableDataset } from '../access/visible.ts';
import { abilitiesOf } from '../databases/abilities.ts';
import { selectStar } from '../select-star.ts';
import { currencyOf, marksOf, orderByChoices } from '../dataset-parts.ts';
import { nameOf } from '../list-searches.ts';
import { ownersOf, type User } from '../owners/store.ts';
import { namedDatasets } from './named-datasets.ts';

type DatasetColumn = {
  readonly id: number;
  readonly column_name: string;
  readonly verbose_name: string | null;
  readonly type: string | null;
  readonly type_generic: number | null;
  readonly is_dttm: boolean;
  readonly groupby: boolean;
  readonly filterable: boolean;
  readonly expression: string | null;
  readonly description: string | null;
  readonly python_date_format: string | null;
  readonly advanced_data_type: null;
} & PartMarks;

type DatasetMetric = {
  readonly id: number;
  readonly metric_name: string;
  readonly verbose_name: string | null;
  readonly expression: string;
  readonly description: string | null;
  readonly d3format: string | null;
  readonly currency: unknown;
} & PartMarks;

/** A dataset as dashboards need it ([3.11-01]): no connection, and SQL only for those who may see it. */
export type DashboardDataset = {
  readonly id: number;
  readonly uuid: string;
  /** `{id}__table` */
  readonly uid: string;
  readonly type: 'table';
  readonly name: string;
  readonly datasource_name: string;
  readonly table_name: string;
  readonly schema: string | null;
  readonly catalog: string | null;
  readonly description: string | null;
  readonly main_dttm_col: string | null;
  readonly cache_timeout: number | null;
  readonly is_virtual: boolean;
  readonly is_sqllab_view: boolean;
  readonly default_endpoint: string | null;
  readonly offset: number;
  readonly params: null;
  /** Name of the right to read it, as roles of older servers are written. */
  readonly perm: string;
  readonly edit_url: string;
  readonly filter_select: boolean;
  readonly filter_select_enabled: boolean;
  readonly normalize_columns: boolean;
  readonly always_filter_main_dttm: boolean;
  readonly sql: string | null;
  /** A query for its first rows. */
  readonly select_star: string | null;
  readonly fetch_values_predicate: string | null;
  readonly template_params: string | null;
  readonly health_check_message: null;
  readonly extra: string | null;
  readonly is_certified: boolean;
  readonly certified_by: string | null;
  readonly certification_details: string | null;
  readonly warning_markdown: string | null;
  readonly database: { readonly id: number; readonly name: string; readonly database_name: string } & ReturnType<
    typeof abilitiesOf
  >;
  readonly columns: readonly DatasetColumn[];
  readonly metrics: readonly DatasetMetric[];
  readonly column_names: readonly string[];
  /** `type_generic` of the columns, each once. */
  readonly column_types: readonly number[];
  /** Each column in both directions: JSON of name and direction, and what users read. */
  readonly order_by_choices: readonly (readonly [string, string])[];
  readonly granularity_sqla: readonly (readonly [string, string])[];
  /** Time grains of its database: ISO 8601 duration and name. */
  readonly time_grain_sqla: readonly (readonly [string, string])[];
  readonly verbose_map: Readonly<Record<string, string>>;
  readonly column_formats: Readonly<Record<string, string>>;
  readonly owners: readonly (User & { readonly full_name: string })[];
};

type PartMarks = ReturnType<typeof marksOf>;

/** The same for the explore page, which chooses the first metric of a chart. */
export type ExploreDataset = Omit<DashboardDataset, 'type'> & {
  /** A query of the SQL editor is explored as a dataset is. */
  readonly type: DashboardDataset['type'] | EditorKind;
  /** Columns of a query that groups its rows, by SUM or COUNT alone: their sum is that of the whole. */
  readonly additive_columns: readonly string[];
};

/** What `type_generic` says of numbers. */
const NUMERIC = columnKinds.indexOf('numeric');

export type DatasetStore = ReturnType<typeof createDatasetStore>;

/** Datasets as charts ask for them: what the user may read, and the names of others that charts use. */
export function createDatasetStore(db: Kysely<Tables>) {
  return bindAll(db, { forDashboard, named: namedDatasets, one, readable });
}

/** `sums` reads the SQL of a virtual dataset, which takes its time. */
async function load(
  db: Kysely<Tables>,
  principal: Principal,
  ids: readonly number[],
): Promise<readonly { readonly dataset: DashboardDataset; readonly sums: () => readonly string[] }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .selectAll('datasets')
    .select(['databases.database_name', 'databases.engine', 'databases.extra as database_extra'])
    .where('datasets.id', 'in', ids)
    .where('datasets.deleted_on', 'is', null)
    .where(readableDataset(principal, 'datasets.id'))
    .orderBy('datasets.id')
    .execute();
  const found = rows.map((row) => row.id);
  if (found.length === 0) return [];
  const columns = await db
    .selectFrom('dataset_columns')
    .selectAll()
    .where('dataset_id', 'in', found)
    .where('is_active', '=', 1)
    .orderBy('position')
    .execute();
  const metrics = await db
    .selectFrom('dataset_metrics')
    .selectAll()
    .where('dataset_id', 'in', found)
    .orderBy('position')
    .execute();
  const owners = await ownersOf(db, 'dataset', found);
  const seesSql = maySeeSql(principal);
  return rows.map((row) => {
    const parts = {
      columns: columns.filter((column) => column.dataset_id === row.id),
      metrics: metrics.filter((metric) => metric.dataset_id === row.id),
      owners: owners.get(row.id) ?? [],
    };
    const { grammar } = dialectOfRow(row);
    return {
      dataset: presentDataset(row, parts, seesSql),
      sums: () => (row.sql === null ? [] : additive(groupedSums(row.sql, grammar), parts.columns)),
    };
  });
}

type ColumnRow = Selectable<DatasetColumnsTable>;
type MetricRow = Selectable<DatasetMetricsTable>;
type DatasetRow = Selectable<DatasetsTable> & {
  readonly database_name: string;
  readonly engine: string;
  readonly database_extra: string;
};
type Parts = {
  readonly columns: readonly ColumnRow[];
  readonly metrics: readonly MetricRow[];
  readonly owners: readonly User[];
};

function presentDataset(row: DatasetRow, parts: Parts, seesSql: boolean): DashboardDataset {
  return {
    ...identityOf(row),
    ...settingsOf(row, parts.columns, seesSql),
    ...datasetMarks(row),
    ...choicesOf(row, parts),
    database: {
      name: row.database_name,
      database_name: row.database_name,
      ...abilitiesOf({ id: row.database_id, engine: row.engine, extra: row.database_extra }),
      id: row.database_id,
    },
    columns: parts.columns.map(columnOf),
    metrics: parts.metrics.map(metricOf),
    owners: parts.owners.map((owner) => ({ ...owner, full_name: nameOf(owner) })),
  };
}
/** What a dataset is called, and where it stands. */
function identityOf(row: DatasetRow) {
  return {
    id: row.id,
    uuid: row.uuid,
    uid: `${row.id}__table`,
    type: 'table' as const,
    name: row.schema === null ? row.table_name : `${row.schema}.${row.table_name}`,
    datasource_name: row.table_name,
    table_name: row.table_name,
    schema: row.schema,
    catalog: row.catalog,
    description: row.description,
    perm: `[${row.database_name}].[${row.table_name}](id:${row.id})`,
    edit_url: hrefOf('dataset', { id: row.id }),
  };
}

/** What was set on a dataset. SQL is for those who may see it. */
function settingsOf(row: DatasetRow, columns: readonly ColumnRow[], seesSql: boolean) {
  return {
    main_dttm_col: row.main_dttm_col,
    cache_timeout: row.cache_timeout,
    is_virtual: row.sql !== null,
    is_sqllab_view: row.sql !== null,
    default_endpoint: row.default_endpoint,
    offset: row.offset,
    params: null,
    filter_select: row.filter_select_enabled === 1,
    filter_select_enabled: row.filter_select_enabled === 1,
    normalize_columns: row.normalize_columns === 1,
    always_filter_main_dttm: row.always_filter_main_dttm === 1,
    sql: seesSql ? row.sql : null,
    select_star: firstRows(row, columns, seesSql),
    fetch_values_predicate: seesSql ? row.fetch_values_predicate : null,
    template_params: seesSql ? row.template_params : null,
    health_check_message: null,
    extra: row.extra,
  };
}

/** What controls offer of a dataset: names, labels, formats and time grains. */
function choicesOf(row: DatasetRow, { columns, metrics }: Parts) {
  const named = [
    ...columns.map((column) => [column.column_name, column.verbose_name] as const),
    ...metrics.map((metric) => [metric.metric_name, metric.verbose_name] as const),
  ];
  return {
    column_names: columns.map((column) => column.column_name),
    column_types: [...new Set(columns.flatMap((column) => column.type_generic ?? []))],
    order_by_choices: orderByChoices(columns),
    granularity_sqla: columns
      .filter((column) => column.is_dttm === 1)
      .map((column) => [column.column_name, column.verbose_name ?? column.column_name] as const),
    time_grain_sqla: grainChoices(dialectOfRow(row)).map((grain) => [grain.duration, grain.name] as const),
    verbose_map: Object.fromEntries(named.map(([name, verbose]) => [name, verbose ?? name])),
    column_formats: Object.fromEntries(
      metrics.flatMap((metric) => (metric.d3format ? [[metric.metric_name, metric.d3format]] : [])),
    ),
  };
}

function dialectOfRow({ engine }: DatasetRow) {
  return dialectOf(driverOf(engine)?.dialect ?? engine);
}

async function forDashboard(
  db: Kysely<Tables>,
  principal: Principal,
  ids: readonly number[],
): Promise<readonly DashboardDataset[]> {
  return (await load(db, principal, ids)).map(({ dataset }) => dataset);
}

async function one(db: Kysely<Tables>, principal: Principal, id: number): Promise<ExploreDataset | null> {
  const [found] = await load(db, principal, [id]);
  return found ? { ...found.dataset, additive_columns: found.sums() } : null;
}

/** Is there such a dataset, and may the user read it. */
async function readable(db: Kysely<Tables>, principal: Principal, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('datasets')
    .select(sql<number>`1`.as('found'))
    .where('datasets.id', '=', id)
    .where('datasets.deleted_on', 'is', null)
    .where(readableDataset(principal, 'datasets.id'))
    .executeTakeFirst();
  return row !== undefined;
}

function columnOf(column: ColumnRow): DatasetColumn {
  const { id, column_name, verbose_name, type, type_generic, expression, description, python_date_format } = column;
  const flags = { is_dttm: column.is_dttm === 1, groupby: column.groupby === 1, filterable: column.filterable === 1 };
  return {
    id,
    column_name,
    verbose_name,
    type,
    type_generic,
    expression,
    description,
    python_date_format,
    advanced_data_type: null,
    ...flags,
    ...marksOf(column),
  };
}

function metricOf(metric: MetricRow): DatasetMetric {
  const { id, metric_name, verbose_name, expression, description, d3format, currency } = metric;
  return {
    id,
    metric_name,
    verbose_name,
    expression,
    description,
    d3format,
    currency: currencyOf(currency),
    ...marksOf(metric),
  };
}

/** A dataset has no warning of its own but the one that older clients wrote into `extra`. */
function datasetMarks(row: Pick<Selectable<DatasetsTable>, 'certified_by' | 'certification_details' | 'extra'>) {
  const { warning_text: _, ...marks } = marksOf({ ...row, warning_text: null });
  return marks;
}

/** The query of a virtual dataset is for those who may see SQL; that of a table says what its columns say. */
function firstRows(
  row: Selectable<DatasetsTable> & { readonly engine: string },
  columns: readonly ColumnRow[],
  seesSql: boolean,
): string | null {
  if (row.sql !== null) return seesSql ? row.sql : null;
  const physical = columns.filter((column) => !column.expression).map((column) => column.column_name);
  return selectStar(row.engine, { catalog: row.catalog, schema: row.schema, table: row.table_name }, physical);
}

/** Names as the query writes them, as its columns are called; a database may know no capitals. */
function additive(
  names: readonly string[],
  columns: readonly {
    readonly column_name: string;
    readonly type_generic: number | null;
    readonly expression: string | null;
  }[],
): readonly string[] {
  const numbers = columns.filter((column) => column.type_generic === NUMERIC && !column.expression);
  return names.flatMap((name) => {
    const found =
      numbers.find((column) => column.column_name === name) ??
      numbers.find((column) => column.column_name.toLowerCase() === name.toLowerCase());
    return found ? [found.column_name] : [];
  });
}
