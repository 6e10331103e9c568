import { sql } from 'kysely';
import { Type } from 'typebox';
import { AppError } from '@tessera/core/errors/app-error';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { textOf } from '../../http/list-filters.ts';
import { listRoutes } from '../../http/list-resource.ts';
import type { ListContext, ListSpec } from '../../http/list-spec.ts';
import { IdParams } from '../item-shapes.ts';
import { anyText } from '../list-searches.ts';
import { peopleChoices } from '../owners/choices.ts';
import type { QueryLogRow, QueryLogStore } from './store.ts';

/** `/query/…`: every query that was asked, for admins. */
export function queryLogRoutes(queries: QueryLogStore, context: ListContext): (app: App) => Promise<void> {
  return async (app) => {
    listRoutes(app, context, queryList(queries));

    app.get('/query/:id', {
      config: { permission: 'can_read Log' },
      schema: { summary: 'A query that was asked', tags: ['Query log'], params: IdParams, response: { 200: Type.Object({ id: Type.Integer(), result: Type.Record(Type.String(), Type.Unknown()) }), ...errorResponses } },
      handler: async (request) => {
        const row = await queries.find(request.params.id);
        if (!row) throw new AppError('not_found', {});
        return { id: row.id, result: shown(row) };
      },
    });
  };
}

function shown(row: QueryLogRow) {
  return { ...row, is_cached: row.is_cached === 1 };
}

function queryList(queries: QueryLogStore): ListSpec {
  const column = (name: string) => sql.ref(`query_log.${name}`);
  return {
    path: 'query',
    noun: 'query',
    plural: 'queries',
    title: 'List Query',
    table: 'query_log',
    view: 'Log',
    read: 'can_read Log',
    columns: {
      id: { sql: column('id'), filter: 'integer' },
      start_time: { sql: column('start_time'), filter: 'time' },
      duration_ms: { sql: column('duration_ms'), filter: 'integer' },
      user: { sql: column('user_id'), filter: 'relation_one', order: false, shown: false },
      user_id: { sql: column('user_id'), filter: 'integer' },
      username: { sql: column('username'), filter: 'text' },
      source: { sql: column('source'), filter: 'text' },
      kind: { sql: column('kind'), filter: 'text' },
      database_id: { sql: column('database_id'), filter: 'integer' },
      database_name: { sql: column('database_name'), filter: 'text' },
      dataset_id: { sql: column('dataset_id'), filter: 'integer' },
      dataset_name: { sql: column('dataset_name'), filter: 'text' },
      chart_id: { sql: column('chart_id'), filter: 'integer' },
      dashboard_id: { sql: column('dashboard_id'), filter: 'integer' },
      status: { sql: column('status'), filter: 'text' },
      error_code: { sql: column('error_code'), filter: 'text' },
      rows: { sql: column('rows'), filter: 'integer' },
      is_cached: { sql: column('is_cached'), filter: 'flag' },
      sql: { sql: column('sql'), filter: 'text', order: false },
    },
    defaultOrder: { column: 'start_time', direction: 'desc' },
    searches: { sql: { all_text: (value) => anyText([column('sql'), column('dataset_name'), column('username')], textOf(value)) } },
    related: { user: peopleChoices },
    distinct: { status: sql.ref<string | null>('query_log.status'), database_name: sql.ref<string | null>('query_log.database_name') },
    visible: () => null,
    rows: async (ids) => (await queries.byIds(ids)).map(shown),
  };
}
