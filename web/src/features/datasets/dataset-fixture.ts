import type { Dataset, DatasetColumn, DatasetMetric } from '../../api/datasets.ts';

/** Builders for tests. */
export function buildColumn(id: number, name: string, more: Partial<DatasetColumn> = {}): DatasetColumn {
  return {
    id,
    column_name: name,
    verbose_name: null,
    type: 'VARCHAR',
    type_generic: 1,
    is_dttm: false,
    is_active: true,
    groupby: true,
    filterable: true,
    expression: null,
    description: null,
    python_date_format: null,
    certified_by: null,
    certification_details: null,
    warning_text: null,
    ...more,
  };
}

export function buildMetric(id: number, name: string, more: Partial<DatasetMetric> = {}): DatasetMetric {
  return {
    id,
    metric_name: name,
    verbose_name: null,
    expression: 'COUNT(*)',
    description: null,
    d3format: null,
    currency: null,
    extra: null,
    additivity: 'additive',
    certified_by: null,
    certification_details: null,
    warning_text: null,
    ...more,
  };
}

export function buildDataset(more: Partial<Dataset> = {}): Dataset {
  return {
    id: 1,
    table_name: 'flights',
    kind: 'physical',
    schema: 'main',
    sql: null,
    template_params: null,
    description: null,
    main_dttm_col: 'time',
    time_zone: null,
    default_endpoint: null,
    cache_timeout: null,
    filter_select_enabled: true,
    fetch_values_predicate: null,
    always_filter_main_dttm: false,
    certified_by: null,
    certification_details: null,
    database: { id: 1, database_name: 'samples', backend: 'duckdb' },
    columns: [buildColumn(1, 'time', { is_dttm: true, type: 'TIMESTAMP', type_generic: 2 }), buildColumn(2, 'origin')],
    metrics: [buildMetric(1, 'count')],
    owners: [{ id: 1, first_name: 'Ada', last_name: 'Admin' }],
    changed_on_humanized: 'now',
    changed_by: null,
    version: 3,
    ...more,
  };
}
