import { sql, type SqlBool } from 'kysely';
import { integerOf, textOf } from '../../http/list-filters.ts';
import type { ListSpec } from '../../http/list-spec.ts';
import { LIST_ROOM } from '../list-room.ts';
import { anyText, createdBy } from '../list-searches.ts';
import { seesEveryQuery } from './policy.ts';
import { presentRow } from './present.ts';
import { QueryRow } from './schema.ts';
import type { QueryStore } from './store.ts';

const column = (name: string) => sql.ref(`sql_queries.${name}`);
const databaseName = sql<string | null>`(select databases.database_name from databases where databases.id =
  ${column('database_id')})`;

/** The history of the editor: own queries, and those of everybody for whoever reads the log. */
export function queryList(queries: QueryStore, now: () => Date): ListSpec {
  return {
    path: 'query',
    noun: 'query',
    plural: 'queries',
    title: 'List Query',
    table: 'sql_queries',
    view: 'Query',
    read: 'can_read Query',
    columns: {
      id: { sql: column('id'), filter: 'integer' },
      client_id: { sql: column('client_id'), filter: 'text' },
      changed_on: { sql: column('changed_on'), filter: 'time' },
      start_time: { sql: column('start_ms'), filter: 'epoch_ms' },
      start_running_time: { sql: column('start_running_ms'), filter: 'epoch_ms' },
      end_time: { sql: column('end_ms'), filter: 'epoch_ms' },
      duration_ms: { sql: sql`${column('end_ms')} - ${column('start_ms')}`, filter: 'integer' },
      user: { sql: column('user_id'), filter: 'relation_one', order: false, shown: false },
      'user.id': {},
      'user.first_name': {},
      'user.last_name': {},
      user_id: { sql: column('user_id'), filter: 'integer' },
      database: { sql: column('database_id'), filter: 'relation_one', order: false, shown: false },
      'database.id': {},
      'database.database_name': { sql: databaseName },
      database_id: { sql: column('database_id'), filter: 'integer' },
      catalog: { sql: column('catalog'), filter: 'text' },
      schema: { sql: column('schema'), filter: 'text' },
      sql: { sql: column('sql'), filter: 'text', order: false },
      is_cut: {},
      executed_sql: { sql: column('executed_sql'), filter: 'text', order: false },
      sql_editor_id: { sql: column('sql_editor_id'), filter: 'text' },
      tab_name: { sql: column('tab_name'), filter: 'text' },
      status: { sql: column('status'), filter: 'text' },
      progress: { sql: column('progress'), filter: 'integer' },
      rows: { sql: column('rows'), filter: 'integer' },
      limit: { sql: column('row_limit'), filter: 'integer' },
      limiting_factor: { sql: column('limiting_factor'), filter: 'text' },
      results_key: { sql: column('results_key'), filter: 'text', order: false },
      error_message: { sql: column('error_message'), filter: 'text', order: false },
      select_as_cta: { sql: column('select_as_cta'), filter: 'flag' },
      ctas_method: {},
      tmp_table_name: { sql: column('tmp_table_name'), filter: 'text' },
      tmp_schema_name: {},
      tracking_url: {},
      template_params: {},
      run_async: { sql: column('run_async'), filter: 'flag' },
      is_data_preview: { sql: column('is_data_preview'), filter: 'flag' },
      sql_tables: {},
    },
    longTexts: ['sql', 'executed_sql', 'error_message'],
    defaultOrder: { column: 'start_time', direction: 'desc' },
    searches: {
      start_time: {
        newer_than: (value) =>
          sql<SqlBool>`${column('start_ms')} > ${now().getTime() - integerOf(value, 'start_time') * 1000}`,
      },
      sql: { all_text: (value) => anyText([column('sql'), column('tab_name'), databaseName], textOf(value)) },
    },
    related: {
      user: {
        from: (principal) =>
          sql`from users where exists (select 1 from sql_queries where sql_queries.user_id = users.id and
            ${seenBy(principal)})`,
        value: sql.ref('users.id'),
        text: sql<string>`coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.username)`,
      },
      database: {
        from: (principal) =>
          sql`from databases where exists (select 1 from sql_queries where sql_queries.database_id = databases.id and
            ${seenBy(principal)})`,
        value: sql.ref('databases.id'),
        text: sql.ref('databases.database_name'),
      },
    },
    distinct: {
      status: sql.ref<string | null>('sql_queries.status'),
      schema: sql.ref<string | null>('sql_queries.schema'),
      catalog: sql.ref<string | null>('sql_queries.catalog'),
      tab_name: sql.ref<string | null>('sql_queries.tab_name'),
    },
    visible: (principal) => (seesEveryQuery(principal) ? null : seenBy(principal)),
    row: QueryRow,
    rows: async (ids) => (await queries.listed(ids, LIST_ROOM)).map(presentRow),
  };
}

function seenBy(principal: Parameters<ListSpec['visible']>[0]) {
  return seesEveryQuery(principal) ? sql<SqlBool>`1 = 1` : createdBy(principal, 'sql_queries.user_id');
}
