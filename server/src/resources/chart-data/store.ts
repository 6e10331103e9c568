import { LRUCache } from 'lru-cache';
import type { Kysely, Selectable } from 'kysely';
import { columnKinds } from '@tessera/core/table';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { DatasetColumn, ResolvedDataset } from '../../chart-data/dataset.ts';
import { driverOf } from '../../engines/drivers.ts';
import type { DatasetColumnsTable, DatasetsTable, Tables } from '../../metadata/tables.ts';

/** Datasets kept ready for queries. */
const KEPT = 500;

/** Datasets with their columns, metrics and database; read again only when one of their versions has changed. */
export function createResolvedDatasets(db: Kysely<Tables>): (id: number) => Promise<ResolvedDataset | null> {
  const kept = new LRUCache<number, ResolvedDataset>({ max: KEPT });
  return async (id) => {
    const versions = await db
      .selectFrom('datasets as d').innerJoin('databases as b', 'b.id', 'd.database_id')
      .select(['d.version as dataset', 'b.version as database', 'b.id as databaseId'])
      .where('d.id', '=', id).where('d.deleted_on', 'is', null).where('b.deleted_on', 'is', null)
      .executeTakeFirst();
    if (!versions) return null;
    const versionKey = `${id}.${versions.dataset}.${versions.databaseId}.${versions.database}`;
    const present = kept.get(id);
    if (present?.versionKey === versionKey) return present;
    const fresh = await load(db, id, versionKey);
    if (fresh) kept.set(id, fresh);
    return fresh;
  };
}

async function load(db: Kysely<Tables>, id: number, versionKey: string): Promise<ResolvedDataset | null> {
  const [row, columns, metrics, owners] = await Promise.all([
    db.selectFrom('datasets as d').innerJoin('databases as b', 'b.id', 'd.database_id').selectAll('d')
      .select(['b.engine as engine', 'b.database_name as databaseName', 'b.cache_timeout as databaseCacheTimeout']).where('d.id', '=', id).executeTakeFirst(),
    db.selectFrom('dataset_columns').selectAll().where('dataset_id', '=', id).orderBy('position').orderBy('id').execute(),
    db.selectFrom('dataset_metrics').selectAll().where('dataset_id', '=', id).orderBy('position').orderBy('id').execute(),
    db.selectFrom('owners').select('user_id').where('object_type', '=', 'dataset').where('object_id', '=', id).execute(),
  ]);
  if (!row) return null;
  const dialect = driverOf(row.engine)?.dialect ?? row.engine;
  return {
    id,
    name: row.table_name,
    versionKey,
    databaseId: row.database_id,
    databaseName: row.databaseName,
    dialect,
    source: sourceOf(row),
    columns: columns.filter((column) => column.is_active === 1).map((column) => columnOf(column, dialect)),
    metrics: metrics.map((metric) => ({ name: metric.metric_name, verboseName: metric.verbose_name, expression: metric.expression })),
    mainTimeColumn: row.main_dttm_col,
    alwaysFilterMainTime: row.always_filter_main_dttm === 1,
    timeZone: row.time_zone,
    cacheTimeout: row.cache_timeout,
    databaseCacheTimeout: row.databaseCacheTimeout,
    fetchValuesPredicate: row.fetch_values_predicate,
    ownerIds: owners.map((owner) => owner.user_id),
  };
}

function sourceOf(row: Selectable<DatasetsTable>): ResolvedDataset['source'] {
  if (row.sql !== null && row.sql.trim() !== '') return { kind: 'sql', sql: row.sql };
  return { kind: 'table', catalog: row.catalog, schema: row.schema, table: row.table_name };
}

function columnOf(column: Selectable<DatasetColumnsTable>, dialect: string): DatasetColumn {
  const isTemporal = column.is_dttm === 1;
  const saved = column.type_generic === null ? undefined : columnKinds[column.type_generic];
  const format = column.python_date_format;
  return {
    name: column.column_name,
    verboseName: column.verbose_name === '' ? null : column.verbose_name,
    type: column.type === '' ? null : column.type,
    kind: isTemporal ? 'temporal' : (saved ?? dialectOf(dialect).kindOf(column.type)),
    isTemporal,
    expression: column.expression === '' ? null : column.expression,
    timeFormat: isTemporal && (format === 'epoch_s' || format === 'epoch_ms') ? format : null,
  };
}
