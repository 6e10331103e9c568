import { sql } from 'kysely';
import { integerOf, textOf } from '../../http/list-filters.ts';
import type { ListSpec } from '../../http/list-spec.ts';
import { anyText, newerThan } from '../list-searches.ts';
import { LoggedQuery } from './schema.ts';
import type { QueryLogStore } from './store.ts';

/**
 * Every query that was asked. It tells of objects whatever the reader may see of them: who may read the log may read
 * all of it.
 */
export function queryLogList(queries: QueryLogStore, now: () => Date): ListSpec {
  const column = (name: string) => sql.ref(`query_log.${name}`);
  return {
    path: 'querylog',
    noun: 'query',
    plural: 'queries',
    title: 'List Query',
    table: 'query_log',
    view: 'Log',
    read: 'can_read Log',
    columns: {
      id: { sql: column('id'), filter: 'integer' },
      start_time: { sql: column('start_time'), filter: 'time' },
      end_time: {},
      changed_on: {},
      duration_ms: { sql: column('duration_ms'), filter: 'integer' },
      user: { sql: column('user_id'), filter: 'relation_one', order: false, shown: false },
      'user.id': {},
      'user.first_name': {},
      'user.last_name': {},
      user_id: { sql: column('user_id'), filter: 'integer' },
      username: { sql: column('username'), filter: 'text' },
      source: { sql: column('source'), filter: 'text' },
      kind: { sql: column('kind'), filter: 'text' },
      database: { sql: column('database_id'), filter: 'relation_one', order: false, shown: false },
      'database.id': {},
      'database.database_name': {},
      database_id: { sql: column('database_id'), filter: 'integer' },
      database_name: { sql: column('database_name'), filter: 'text' },
      dataset: { sql: column('dataset_id'), filter: 'relation_one', order: false, shown: false },
      'dataset.table_name': {},
      'dataset.is_deleted': {},
      dataset_id: { sql: column('dataset_id'), filter: 'integer' },
      dataset_name: { sql: column('dataset_name'), filter: 'text' },
      path: { sql: column('path'), filter: 'text' },
      chart_id: { sql: column('chart_id'), filter: 'integer' },
      'chart.slice_name': {},
      'chart.is_deleted': {},
      dashboard_id: { sql: column('dashboard_id'), filter: 'integer' },
      'dashboard.dashboard_title': {},
      'dashboard.is_deleted': {},
      status: { sql: column('status'), filter: 'text' },
      error_code: { sql: column('error_code'), filter: 'text' },
      error: { sql: column('error'), filter: 'text', order: false },
      rows: { sql: column('rows'), filter: 'integer' },
      is_cached: { sql: column('is_cached'), filter: 'flag' },
      sql: { sql: column('sql'), filter: 'text', order: false },
      executed_sql: {},
      sql_tables: {},
      catalog: {},
      schema: {},
      tab_name: {},
      tmp_table_name: {},
      tracking_url: {},
      results_key: {},
    },
    longTexts: ['sql', 'error'],
    defaultOrder: { column: 'start_time', direction: 'desc' },
    searches: {
      start_time: { newer_than: (value) => newerThan(column('start_time'), integerOf(value), now()) },
      sql: { all_text: (value) => anyText([column('sql'), column('dataset_name'), column('username')], textOf(value)) },
    },
    // Only what the log tells of, also what was deleted since.
    related: {
      user: {
        from: () => sql`from users where exists (select 1 from query_log where query_log.user_id = users.id)`,
        value: sql.ref('users.id'),
        text: sql<string>`coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.username)`,
      },
      database: {
        from: () =>
          sql`from databases where exists (select 1 from query_log where query_log.database_id = databases.id)`,
        value: sql.ref('databases.id'),
        text: sql.ref('databases.database_name'),
      },
      dataset: {
        from: () => sql`from datasets where exists (select 1 from query_log where query_log.dataset_id = datasets.id)`,
        value: sql.ref('datasets.id'),
        // Two databases may have tables of one name.
        text: sql<string>`datasets.table_name || ' · ' || (select d.database_name from databases as d where d.id =
          datasets.database_id)`,
      },
    },
    distinct: {
      status: sql.ref<string | null>('query_log.status'),
      database_name: sql.ref<string | null>('query_log.database_name'),
    },
    visible: () => null,
    row: LoggedQuery,
    rows: queries.byIds,
  };
}
