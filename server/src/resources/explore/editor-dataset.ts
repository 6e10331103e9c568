import { pastQueryHref, savedQueryHref } from '@tessera/core/pages';
import { columnKinds } from '@tessera/core/table';
import { dialectOf, grainChoices } from '@tessera/query/dialects/registry';
import type { DatasetColumn } from '../../chart-data/dataset.ts';
import type { ExploreDataset } from '../dashboards/datasets.ts';
import { marksOf, orderByChoices } from '../dataset-parts.ts';
import { abilitiesOf } from '../databases/abilities.ts';
import type { EditorSource } from '../editor-sources/service.ts';

/** A query of the SQL editor as the Explore page needs it, in the words of a dataset ([3.11-01]). */
export function editorDataset(source: EditorSource): ExploreDataset {
  const { dataset } = source;
  const columns = dataset.columns.map(columnOf);
  return {
    ...identityOf(source),
    ...plain,
    ...choicesOf(source),
    main_dttm_col: dataset.mainTimeColumn,
    sql: source.sql,
    select_star: source.sql,
    template_params: source.templateParams,
    database: databaseOf(source),
    columns,
    metrics: dataset.metrics.map(metricOf),
    order_by_choices: orderByChoices(columns),
  };
}

function identityOf({ kind, id, name, catalog, schema, database }: EditorSource) {
  const uid = `${id}__${kind}`;
  return {
    id,
    uuid: uid,
    uid,
    type: kind,
    name,
    datasource_name: name,
    table_name: name,
    schema,
    catalog,
    description: null,
    perm: `[${database.database_name}].[${name}](id:${id})`,
    edit_url: kind === 'query' ? pastQueryHref(id) : savedQueryHref(id),
  };
}

const { warning_text: _, ...noMarks } = marksOf({
  certified_by: null,
  certification_details: null,
  warning_text: null,
  extra: null,
});

/** What nobody has set on a query. */
const plain = {
  ...noMarks,
  cache_timeout: null,
  is_virtual: true,
  is_sqllab_view: true,
  default_endpoint: null,
  offset: 0,
  params: null,
  filter_select: true,
  filter_select_enabled: true,
  normalize_columns: false,
  always_filter_main_dttm: false,
  fetch_values_predicate: null,
  health_check_message: null,
  extra: null,
  owners: [],
  additive_columns: [],
  column_formats: {},
} as const;

/** Rows that were read already are asked in the words of the embedded engine. */
function databaseOf({ database, dataset }: EditorSource): ExploreDataset['database'] {
  const { id, database_name: name, engine, extra } = database;
  return {
    name,
    database_name: name,
    ...abilitiesOf({ id, engine, extra }),
    ...(dataset.result && { backend: dataset.dialect, driver: dataset.dialect }),
    id,
  };
}

function choicesOf({ dataset: { columns, metrics, dialect } }: EditorSource) {
  const named = [...columns, ...metrics].map(({ name, verboseName }) => [name, verboseName ?? name] as const);
  return {
    column_names: columns.map(({ name }) => name),
    column_types: [...new Set(columns.map(({ kind }) => columnKinds.indexOf(kind)))],
    granularity_sqla: columns.filter(({ isTemporal }) => isTemporal).map(({ name }) => [name, name] as const),
    time_grain_sqla: grainChoices(dialectOf(dialect)).map((grain) => [grain.duration, grain.name] as const),
    verbose_map: Object.fromEntries(named),
  };
}

function columnOf({ name, type, kind, isTemporal }: DatasetColumn, at: number): ExploreDataset['columns'][number] {
  return {
    ...noMarks,
    warning_text: null,
    id: at + 1,
    column_name: name,
    verbose_name: null,
    type,
    type_generic: columnKinds.indexOf(kind),
    is_dttm: isTemporal,
    groupby: true,
    filterable: true,
    expression: null,
    description: null,
    python_date_format: null,
    advanced_data_type: null,
  };
}

function metricOf(
  { name, verboseName, expression }: EditorSource['dataset']['metrics'][number],
  at: number,
): ExploreDataset['metrics'][number] {
  return {
    ...noMarks,
    warning_text: null,
    id: at + 1,
    metric_name: name,
    verbose_name: verboseName,
    expression,
    description: null,
    d3format: null,
    currency: null,
  };
}
