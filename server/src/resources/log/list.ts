import { sql } from 'kysely';
import type { ListSpec } from '../../http/list-spec.ts';
import { userChoices } from '../owners/choices.ts';
import { LogRow } from './schema.ts';
import type { LogStore } from './store.ts';

/** What users did, for admins. */
export function logList(logs: LogStore): ListSpec {
  return {
    path: 'log',
    noun: 'log entry',
    plural: 'log entries',
    title: 'List Log',
    table: 'logs',
    view: 'Log',
    read: 'can_read Log',
    columns: {
      id: { sql: sql.ref('logs.id'), filter: 'integer' },
      action: { sql: sql.ref('logs.action'), filter: 'text' },
      user: { sql: sql.ref('logs.user_id'), filter: 'relation_one', order: false },
      'user.username': { shown: true },
      user_id: { sql: sql.ref('logs.user_id'), filter: 'integer' },
      dashboard_id: { sql: sql.ref('logs.dashboard_id'), filter: 'integer' },
      slice_id: { sql: sql.ref('logs.slice_id'), filter: 'integer' },
      dataset_id: { sql: sql.ref('logs.dataset_id'), filter: 'integer' },
      json: {},
      duration_ms: { sql: sql.ref('logs.duration_ms') },
      dttm: { sql: sql.ref('logs.dttm'), filter: 'time' },
    },
    defaultOrder: { column: 'dttm', direction: 'desc' },
    related: { user: userChoices('Log') },
    distinct: { action: sql.ref('logs.action') },
    visible: () => null,
    row: LogRow,
    rows: async (ids) =>
      (await logs.byIds(ids)).map(({ username, ...row }) => ({
        ...row,
        user: username === null ? null : { username },
      })),
  };
}
