import { sql } from 'kysely';
import type { ListSpec } from '../../http/list-spec.ts';
import { reachableDatabase } from '../access/visible.ts';
import { nameOf } from '../list-searches.ts';
import { userChoices } from '../owners/choices.ts';
import { presentDatabase } from './present.ts';
import { DatabasePost, DatabasePut, DatabaseRow } from './schema.ts';
import type { DatabaseService } from './service.ts';
import type { DatabaseStore } from './store.ts';

type Needs = { readonly store: DatabaseStore; readonly service: DatabaseService; readonly now: () => Date };

/** The list of databases: its columns and filters. */
export function databaseList({ store, service, now }: Needs): ListSpec {
  return {
    path: 'database',
    noun: 'database',
    title: 'List Database',
    table: 'databases',
    view: 'Database',
    read: 'can_read Database',
    columns: {
      id: { sql: sql.ref('databases.id'), filter: 'integer' },
      uuid: { sql: sql.ref('databases.uuid'), filter: 'text', order: false },
      database_name: { label: 'Database', sql: sql.ref('databases.database_name'), filter: 'text' },
      backend: { sql: sql.ref('databases.engine'), filter: 'text' },
      engine: { sql: sql.ref('databases.engine'), filter: 'text', shown: false },
      engine_information: {},
      expose_in_sqllab: { label: 'Expose in SQL Lab', sql: sql.ref('databases.expose_in_sqllab'), filter: 'flag' },
      allow_run_async: { sql: sql.ref('databases.allow_run_async'), filter: 'flag' },
      allow_dml: { sql: sql.ref('databases.allow_dml'), filter: 'flag' },
      allow_ctas: { sql: sql.ref('databases.allow_ctas'), filter: 'flag' },
      allow_cvas: { sql: sql.ref('databases.allow_cvas'), filter: 'flag' },
      driver: {},
      configuration_method: {},
      extra: {},
      allows_subquery: {},
      allows_cost_estimate: {},
      allows_virtual_table_explore: {},
      allow_multi_catalog: {},
      disable_data_preview: {},
      disable_drill_to_detail: {},
      explore_database_id: {},
      cost_threshold: {},
      instant_preview: {},
      force_ctas_schema: {},
      allow_file_upload: { sql: sql.ref('databases.allow_file_upload'), filter: 'flag' },
      cache_timeout: {},
      is_sample: { sql: sql.ref('databases.is_sample'), filter: 'flag' },
      created_by: { sql: sql.ref('databases.created_by'), filter: 'relation_one', order: false },
      'created_by.id': {},
      'created_by.first_name': {},
      'created_by.last_name': {},
      changed_by: { sql: sql.ref('databases.changed_by'), filter: 'relation_one', order: false },
      'changed_by.id': {},
      'changed_by.first_name': {},
      'changed_by.last_name': {},
      changed_by_name: {},
      created_on: { sql: sql.ref('databases.created_on'), filter: 'time' },
      changed_on: { sql: sql.ref('databases.changed_on'), filter: 'time' },
      changed_on_delta_humanized: { sql: sql.ref('databases.changed_on') },
      version: { shown: false },
    },
    defaultOrder: { column: 'database_name', direction: 'asc' },
    related: { created_by: userChoices('Database'), changed_by: userChoices('Database') },
    visible: reachableDatabase,
    rows: async (ids) => {
      const rows = await store.byIds(ids);
      const people = await store.people([
        ...new Set(rows.flatMap((row) => [row.created_by, row.changed_by].filter((id) => id !== null))),
      ]);
      return rows.map((row): DatabaseRow => {
        const item = presentDatabase(row, people, now().getTime());
        return { ...item, changed_by_name: nameOf(item.changed_by) };
      });
    },
    row: DatabaseRow,
    addSchema: DatabasePost,
    editSchema: DatabasePut,
    remove: { permission: 'can_write Database', run: service.remove },
  };
}
