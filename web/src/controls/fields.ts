import { additivities, type Additivity } from '@tessera/core/additivity';
import { columnKinds, type ColumnKind } from '@tessera/core/table';
import type { Choice, PanelContext } from '@tessera/viz/define';
import type { StoredMetric } from '@tessera/viz/read-metric-formats';

/** A dataset as the panels of explore need it: what can be put into controls. */
export type DatasetFields = {
  readonly id: number;
  readonly type: DatasourceType;
  readonly name: string;
  readonly schema: string | null;
  /** Null for an answer that does not name it. */
  readonly databaseId: number | null;
  readonly databaseName: string | null;
  /** Key of the engine of its database, where the answer tells it. */
  readonly engine?: string | null;
  readonly description: string | null;
  readonly isVirtual: boolean;
  readonly columns: readonly FieldColumn[];
  readonly metrics: readonly FieldMetric[];
  /** Time grains of its database, ISO 8601 durations. */
  readonly grains: readonly Choice[];
  readonly mainTimeColumn: string | null;
  /** Columns of a query that groups its rows, whose sum is that of the whole. */
  readonly additiveColumns: readonly string[];
};

export const datasourceTypes = ['table', 'query', 'dataset', 'saved_query', 'view'] as const;
export type DatasourceType = (typeof datasourceTypes)[number];

export type FieldColumn = {
  readonly name: string;
  /** What users read: the verbose name, or the name. */
  readonly label: string;
  readonly kind: ColumnKind;
  /** Type as its database calls it. */
  readonly type: string | null;
  readonly groupable: boolean;
  readonly filterable: boolean;
  readonly expression: string | null;
  readonly description: string | null;
  readonly certifiedBy: string | null;
};

export type FieldMetric = {
  readonly name: string;
  readonly label: string;
  readonly expression: string;
  readonly description: string | null;
  readonly certifiedBy: string | null;
  readonly warning: string | null;
  /** Whether its values add up; an answer that does not say so leaves it unknown. */
  readonly additivity?: Additivity;
  /** How its values are written; null for no format of its own. */
  readonly format?: string | null;
  /** As it is stored; whoever writes numbers reads it. */
  readonly currency?: unknown;
};

/** Read the JSON of a dataset endpoint; missing parts take the quiet reading, so that older answers work. */
export function readDatasetFields(json: unknown): DatasetFields {
  const dataset = asRecord(json);
  const database = asRecord(dataset['database']);
  const type = datasourceTypes.find(
    (known) => known === (asText(dataset['type']) ?? asText(dataset['datasource_type']))?.toLowerCase(),
  );
  return {
    id: Number(dataset['id'] ?? 0),
    type: type ?? 'table',
    name: asText(dataset['table_name']) ?? asText(dataset['datasource_name']) ?? asText(dataset['name']) ?? '',
    schema: asText(dataset['schema']),
    databaseId: typeof database['id'] === 'number' ? database['id'] : null,
    databaseName: asText(database['database_name']) ?? asText(database['name']),
    engine: asText(database['backend']),
    description: asText(dataset['description']),
    isVirtual: dataset['is_virtual'] === true || dataset['kind'] === 'virtual' || Boolean(asText(dataset['sql'])),
    columns: asList(dataset['columns'])
      .filter((column) => asRecord(column)['is_active'] !== false)
      .map(readColumn),
    metrics: asList(dataset['metrics']).map(readMetric),
    grains: readGrains(dataset['time_grain_sqla']),
    mainTimeColumn: asText(dataset['main_dttm_col']),
    additiveColumns: asList(dataset['additive_columns']).flatMap((name) => asText(name) ?? []),
  };
}

function readColumn(json: unknown): FieldColumn {
  const column = asRecord(json);
  const name = asText(column['column_name']) ?? '';
  const isTime = column['is_dttm'] === true;
  const kind = columnKinds[Number(column['type_generic'] ?? Number.NaN)] ?? 'string';
  return {
    name,
    label: asText(column['verbose_name']) ?? name,
    kind: isTime ? 'temporal' : kind,
    type: asText(column['type']),
    groupable: column['groupby'] !== false,
    filterable: column['filterable'] !== false,
    expression: asText(column['expression']),
    description: asText(column['description']),
    certifiedBy: readCertifiedBy(column),
  };
}

function readMetric(json: unknown): FieldMetric {
  const metric = asRecord(json);
  const name = asText(metric['metric_name']) ?? '';
  return {
    name,
    label: asText(metric['verbose_name']) ?? name,
    expression: asText(metric['expression']) ?? '',
    description: asText(metric['description']),
    certifiedBy: readCertifiedBy(metric),
    warning: asText(metric['warning_text']) ?? asText(metric['warning_markdown']),
    additivity: additivities.find((one) => one === metric['additivity']) ?? 'unknown',
    format: asText(metric['d3format']),
    currency: metric['currency'] ?? null,
  };
}

function readCertifiedBy(field: Readonly<Record<string, unknown>>): string | null {
  return asText(field['certified_by']) ?? asText(field['certification_details']);
}

/** Grains come as pairs `[duration, name]` or as `{duration, name}`. */
function readGrains(json: unknown): Choice[] {
  return asList(json).map((entry): Choice => {
    if (Array.isArray(entry)) return { value: asText(entry[0]), label: asText(entry[1]) ?? asText(entry[0]) ?? '' };
    const grain = asRecord(entry);
    return { value: asText(grain['duration']), label: asText(grain['name']) ?? asText(grain['duration']) ?? '' };
  });
}

export function findColumn(dataset: Pick<DatasetFields, 'columns'>, name: string): FieldColumn | undefined {
  return dataset.columns.find((column) => column.name === name);
}

/**
 * What users read over a column of a chart's result: a column or a saved metric by its label, a share with a `%`
 * before it.
 */
export function resultLabel(dataset: Pick<DatasetFields, 'columns' | 'metrics'>, name: string): string {
  if (name.startsWith('%')) return `% ${resultLabel(dataset, name.slice(1))}`;
  return findColumn(dataset, name)?.label ?? dataset.metrics.find((metric) => metric.name === name)?.label ?? name;
}

/** What visibility rules may ask about the dataset. */
export function panelContext(dataset: DatasetFields | null): PanelContext {
  return {
    columns: (dataset?.columns ?? []).map(({ name, kind }) => ({ name, isTemporal: kind === 'temporal', kind })),
    grains: dataset?.grains ?? [],
    mainTimeColumn: dataset?.mainTimeColumn ?? null,
    metrics: (dataset?.metrics ?? []).map(({ name, additivity = 'unknown' }) => ({ name, additivity })),
    database: { backend: dataset?.engine ?? null, hasTimeGrains: (dataset?.grains ?? []).length > 0 },
  };
}

/** Result column or metric name → what users read. */
export function verboseNames(dataset: DatasetFields | null): Readonly<Record<string, string>> {
  const names: Record<string, string> = Object.create(null);
  for (const field of [...(dataset?.columns ?? []), ...(dataset?.metrics ?? [])]) {
    if (field.label !== field.name) names[field.name] = field.label;
  }
  return names;
}

/** The metrics of a dataset, for how they are written. */
export function storedMetrics(dataset: DatasetFields | null): readonly StoredMetric[] {
  return (dataset?.metrics ?? []).map(({ name, format = null, currency = null }) => ({
    metric_name: name,
    d3format: format,
    currency,
  }));
}

/** Whether it is a query of the SQL editor, which is no dataset yet. */
export function isQuery({ type }: Pick<DatasetFields, 'type'>): boolean {
  return type === 'query' || type === 'saved_query';
}

/** The identifier of form data: `{id}__{type}` ([3.1-02]). */
export function datasourceKey(dataset: Pick<DatasetFields, 'id' | 'type'>): string {
  return `${dataset.id}__${dataset.type}`;
}

/** Read `{id}__{type}` in any case; a type that is not known is a table ([3.1-02]). */
export function parseDatasourceKey(key: unknown): { readonly id: number; readonly type: DatasourceType } | null {
  const match = typeof key === 'string' ? /^(\d+)__(\w+)$/.exec(key) : null;
  if (!match) return null;
  const type = datasourceTypes.find((known) => known === match[2]?.toLowerCase());
  return { id: Number(match[1]), type: type ?? 'table' };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
