import { sql, type SqlBool } from 'kysely';
import { relativeTime } from '@tessera/core/relative-time';
import { newChartHref } from '@tessera/core/pages';
import { maySeeSql } from '../../chart-data/edge/redact.ts';
import { flagOf, textOf } from '../../http/list-filters.ts';
import type { ListSpec } from '../../http/list-spec.ts';
import { readableDataset, usableDatabase } from '../access/visible.ts';
import { anyText, nameOf, when } from '../list-searches.ts';
import { userChoices } from '../owners/choices.ts';
import { factsOf, seesSqlOf } from './policy.ts';
import { DatasetPost, DatasetPut, DatasetRow } from './schema.ts';
import type { DatasetService } from './service.ts';
import type { DatasetStore, FullDataset } from './store.ts';

type Needs = { readonly store: DatasetStore; readonly service: DatasetService; readonly now: () => Date };

const databaseName = sql<string>`(select b.database_name from databases as b where b.id = datasets.database_id)`;

const isAccelerated = sql<SqlBool>`exists (select 1 from dataset_extracts as e where e.dataset_id = datasets.id)`;

/** The list of datasets: its columns, filters and searches. */
export function datasetList({ store, service, now }: Needs): ListSpec {
  return {
    path: 'dataset',
    noun: 'dataset',
    title: 'List Sqla Table',
    table: 'datasets',
    view: 'Dataset',
    read: 'can_read Dataset',
    columns: {
      id: { sql: sql.ref('datasets.id'), filter: 'integer' },
      uuid: { sql: sql.ref('datasets.uuid'), filter: 'text', order: false },
      table_name: { label: 'Dataset', sql: sql.ref('datasets.table_name'), filter: 'text' },
      datasource_type: {},
      kind: { sql: sql`(case when datasets.sql is null then 'physical' else 'virtual' end)` },
      catalog: { sql: sql.ref('datasets.catalog'), filter: 'text' },
      schema: { sql: sql.ref('datasets.schema'), filter: 'text' },
      sql: { sql: sql.ref('datasets.sql'), filter: 'text', order: false, readable: maySeeSql },
      description: { sql: sql.ref('datasets.description'), filter: 'text', order: false },
      main_dttm_col: {},
      default_endpoint: {},
      explore_url: {},
      extra: {},
      certified_by: { sql: sql.ref('datasets.certified_by'), filter: 'text', order: false },
      certification_details: {},
      database: { sql: sql.ref('datasets.database_id'), filter: 'relation_one', order: false },
      'database.id': {},
      'database.uuid': {},
      'database.database_name': { label: 'Database', sql: databaseName },
      'database.backend': { shown: false },
      owners: {
        filter: 'relation_many',
        relatedTo: (id) =>
          sql<SqlBool>`exists (select 1 from owners as w where w.object_type = 'dataset' and w.object_id = datasets.id
            and w.user_id = ${id})`,
      },
      'owners.id': {},
      'owners.first_name': {},
      'owners.last_name': {},
      created_by: { sql: sql.ref('datasets.created_by'), filter: 'relation_one', order: false },
      'created_by.id': {},
      'created_by.first_name': {},
      'created_by.last_name': {},
      changed_by: { sql: sql.ref('datasets.changed_by'), filter: 'relation_one', order: false },
      'changed_by.id': {},
      'changed_by.first_name': {},
      'changed_by.last_name': {},
      changed_by_name: {},
      created_on: { sql: sql.ref('datasets.created_on'), filter: 'time', shown: false },
      changed_on: { sql: sql.ref('datasets.changed_on'), filter: 'time', shown: false },
      changed_on_utc: {},
      changed_on_delta_humanized: { sql: sql.ref('datasets.changed_on') },
      version: { shown: false },
      extract_read_on: { shown: false },
      is_accelerated: { sql: isAccelerated, order: false, shown: false },
    },
    defaultOrder: { column: 'changed_on_delta_humanized', direction: 'desc' },
    searches: {
      sql: { dataset_is_null_or_empty: (value) => when(flagOf(value), sql<SqlBool>`coalesce(datasets.sql, '') = ''`) },
      id: {
        dataset_is_accelerated: (value) => when(flagOf(value), isAccelerated),
        dataset_is_certified: (value) => when(flagOf(value), sql<SqlBool>`coalesce(datasets.certified_by, '') <> ''`),
      },
      table_name: {
        dataset_all_text: (value) =>
          anyText(
            [sql.ref('datasets.table_name'), sql.ref('datasets.description'), sql.ref('datasets.schema'), databaseName],
            textOf(value),
          ),
      },
    },
    related: {
      owners: userChoices('Dataset'),
      created_by: userChoices('Dataset'),
      changed_by: userChoices('Dataset'),
      database: {
        from: (principal) =>
          sql`from databases where databases.deleted_on is null and
            ${usableDatabase(principal, 'databases.id')}`,
        value: sql.ref('databases.id'),
        text: sql.ref('databases.database_name'),
      },
    },
    distinct: { schema: sql.ref('datasets.schema'), catalog: sql.ref('datasets.catalog') },
    visible: (principal) => readableDataset(principal, 'datasets.id'),
    rows: async (ids, principal) => {
      const extracts = await store.extractsOf(ids);
      return (await store.complete(await store.byIds(ids))).map((full) => ({
        ...listRow(full, now().getTime(), seesSqlOf(principal, factsOf(full))),
        extract_read_on: extracts.get(full.row.id) ?? null,
        is_accelerated: extracts.has(full.row.id),
      }));
    },
    row: DatasetRow,
    addSchema: DatasetPost,
    editSchema: DatasetPut,
    remove: { permission: 'can_write Dataset', run: service.remove },
  };
}

/** Lists leave out columns and metrics: a page of wide datasets would be megabytes. */
function listRow(
  { row, database, owners, people }: FullDataset,
  now: number,
  seesSql: boolean,
): Omit<DatasetRow, 'extract_read_on' | 'is_accelerated'> {
  const user = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
  return {
    id: row.id,
    uuid: row.uuid,
    table_name: row.table_name,
    datasource_type: 'table',
    kind: row.sql === null ? 'physical' : 'virtual',
    catalog: row.catalog,
    schema: row.schema,
    sql: seesSql ? row.sql : null,
    description: row.description,
    main_dttm_col: row.main_dttm_col,
    default_endpoint: row.default_endpoint,
    explore_url: newChartHref(row.id),
    extra: row.extra,
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    database: { id: database.id, uuid: database.uuid, database_name: database.database_name, backend: database.engine },
    owners: [...owners],
    created_by: user(row.created_by),
    changed_by: user(row.changed_by),
    changed_by_name: nameOf(user(row.changed_by)),
    created_on: row.created_on,
    changed_on: row.changed_on,
    changed_on_utc: row.changed_on,
    changed_on_delta_humanized: relativeTime(row.changed_on, now),
    version: row.version,
  };
}
