import { LRUCache } from 'lru-cache';
import { declaredAdditivity, type Additivity } from '@tessera/core/additivity';
import { columnKinds } from '@tessera/core/table';
import { dialectOf } from '@tessera/query/dialects/registry';
import { additivityOf } from '@tessera/query/sql-safety/additivity';
import type { DatasetColumn, ResolvedDataset } from '../../chart-data/dataset.ts';
import { driverOf } from '../../engines/drivers/drivers.ts';
import { currencyOf } from '../dataset-parts.ts';
import { parseJsonText } from '../json-text.ts';
import { savedSettings, templateParamsOf } from '../databases/settings.ts';
import type { DatabaseRow } from '../databases/store.ts';
import type { DatasetPut } from './schema.ts';
import type { ColumnRow, DatasetRow, DatasetStore, FullDataset, MetricRow } from './store.ts';

const CACHE_ENTRIES = 500;

/**
 * Datasets as queries need them. The versions are read each time, the rest is cached by them: a dataset, a column
 * or a connection that changes is seen by the next query.
 */
export function createResolver(
  datasets: DatasetStore,
  withExtract: (dataset: ResolvedDataset) => Promise<ResolvedDataset>,
): (id: number) => Promise<ResolvedDataset | null> {
  const cached = new LRUCache<string, Promise<ResolvedDataset | null>>({ max: CACHE_ENTRIES });

  async function load(id: number, versionKey: string): Promise<ResolvedDataset | null> {
    const row = await datasets.find(id);
    const [full] = row ? await datasets.complete([row]) : [];
    return full ? withExtract(resolve(full, versionKey)) : null;
  }

  return async (id) => {
    const versionKey = await datasets.versions(id);
    if (versionKey === null) return null;
    const known = cached.get(versionKey);
    if (known) return known;
    const loading = load(id, versionKey);
    cached.set(versionKey, loading);
    loading.catch(() => cached.delete(versionKey));
    return loading;
  };
}

/** A saved dataset as queries need it. */
export function resolve({ row, database, columns, metrics, owners }: FullDataset, versionKey: string): ResolvedDataset {
  const dialect = driverOf(database.engine)?.dialect ?? database.engine;
  return {
    id: row.id,
    name: row.table_name,
    versionKey,
    databaseId: database.id,
    databaseName: database.database_name,
    databaseVersion: database.version,
    dialect,
    source:
      row.sql === null
        ? { kind: 'table', catalog: row.catalog, schema: row.schema, table: row.table_name }
        : { kind: 'sql', sql: row.sql },
    ...(row.sql !== null &&
      (row.catalog !== null || row.schema !== null) && { namespace: { catalog: row.catalog, schema: row.schema } }),
    columns: columns.filter((column) => column.is_active === 1).map((column) => columnOf(column, dialect)),
    metrics: metrics.map((metric) => ({
      name: metric.metric_name,
      verboseName: metric.verbose_name,
      expression: metric.expression,
      additivity: additivityOfMetric(metric, dialect),
      d3format: metric.d3format,
      currency: currencyOf(metric.currency),
    })),
    mainTimeColumn: row.main_dttm_col,
    alwaysFilterMainTime: row.always_filter_main_dttm === 1,
    timeZone: row.time_zone,
    cacheTimeout: row.cache_timeout,
    databaseCacheTimeout: database.cache_timeout,
    fetchValuesPredicate: row.fetch_values_predicate,
    templateParams: paramsOf(row, database),
    ownerIds: owners.map((owner) => owner.id),
    extract: null,
  };
}

/** A dataset as a change that is not saved yet leaves it. */
export function draftOf(full: FullDataset, { template_params }: DatasetPut): ResolvedDataset {
  return resolve(template_params === undefined ? full : { ...full, row: { ...full.row, template_params } }, '');
}

/** A query that is no dataset yet: nothing is known but where it runs and what its templates may use. */
export function unsavedDataset(
  database: Pick<DatabaseRow, 'id' | 'database_name' | 'engine' | 'version' | 'extra'>,
  { table_name, sql, template_params }: Pick<DatasetRow, 'table_name' | 'sql' | 'template_params'>,
): ResolvedDataset {
  return {
    id: 0,
    name: table_name,
    versionKey: '',
    databaseId: database.id,
    databaseName: database.database_name,
    databaseVersion: database.version,
    dialect: driverOf(database.engine)?.dialect ?? database.engine,
    source: { kind: 'sql', sql: sql ?? '' },
    columns: [],
    metrics: [],
    mainTimeColumn: null,
    alwaysFilterMainTime: false,
    timeZone: null,
    cacheTimeout: null,
    databaseCacheTimeout: null,
    fetchValuesPredicate: null,
    templateParams: paramsOf({ template_params }, database),
    ownerIds: [],
    extract: null,
  };
}

/** As the author of a metric says, else as its SQL tells. */
export function additivityOfMetric(
  { extra, expression }: Pick<MetricRow, 'extra' | 'expression'>,
  dialect: string,
): Additivity {
  return declaredAdditivity(extra) ?? additivityOf(expression, dialectOf(dialect).grammar);
}

function columnOf(column: ColumnRow, dialect: string): DatasetColumn {
  const kind = columnKinds[column.type_generic ?? -1] ?? dialectOf(dialect).kindOf(column.type);
  const format = column.python_date_format;
  return {
    name: column.column_name,
    verboseName: column.verbose_name,
    // SQLite names none with an empty text.
    type: column.type?.trim() ? column.type : null,
    kind,
    isTemporal: column.is_dttm === 1,
    expression: column.expression,
    timeFormat: kind === 'numeric' && (format === 'epoch_s' || format === 'epoch_ms') ? format : null,
  };
}

/** What templates may use: the parameters of the database, and those of the dataset over them. */
function paramsOf(
  { template_params }: Pick<DatasetRow, 'template_params'>,
  database: Pick<DatabaseRow, 'extra'>,
): Readonly<Record<string, unknown>> {
  return { ...templateParamsOf(savedSettings(database.extra)), ...readParams(template_params) };
}

/** The JSON object of template parameters; null for a text that is none. */
export function readParams(text: string | null): Readonly<Record<string, unknown>> | null {
  try {
    const params: unknown = parseJsonText(text || '{}');
    return typeof params === 'object' && params !== null && !Array.isArray(params) ? { ...params } : null;
  } catch {
    return null;
  }
}
