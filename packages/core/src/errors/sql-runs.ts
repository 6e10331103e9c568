import { message } from '../messages.ts';
import type { SourcePosition } from '../text-position.ts';
import { defineErrors, type None } from './define.ts';

/** What is asked before a run. */
export type RunQuestion =
  | {
      readonly why: 'cost';
      /** Rows that are read, or what the planner of the database counts in. */
      readonly unit: 'rows' | 'cost';
      readonly cost: number;
      readonly threshold: number;
    }
  | {
      readonly why: 'write';
      readonly database: string;
      /** So many statements change something. */
      readonly statements: number;
      /** So many rows, as the database counts them now; null where it does not tell. */
      readonly affected: number | null;
    };

/** What can go wrong with SQL that users run in the editor. */
export const sqlRunErrors = defineErrors({
  /** `position`: in the script. */
  sql_unreadable: {
    status: 422,
    type: 'INVALID_SQL_ERROR',
    text: (p: { reason: string; position?: SourcePosition }) =>
      message('The SQL cannot be read: %(reason)s', { reason: p.reason }),
  },
  sql_long: {
    status: 422,
    type: 'INVALID_SQL_ERROR',
    text: (_: None) => message('The statement is too long to be formatted. It stays as it was.'),
  },
  editor_closed: {
    status: 403,
    type: 'GENERIC_COMMAND_ERROR',
    text: (p: { database: string }) =>
      message('The database %(database)s is not open to the SQL editor.', { database: p.database }),
  },
  async_closed: {
    status: 403,
    type: 'GENERIC_COMMAND_ERROR',
    text: (p: { database: string }) =>
      message('The database %(database)s does not run queries asynchronously.', { database: p.database }),
  },
  /** Tables that somebody may not read, as the query names them. */
  table_denied: {
    status: 403,
    type: 'TABLE_SECURITY_ACCESS_ERROR',
    text: (p: { tables: readonly string[] }) =>
      message('You need access to %(tables)s to run this.', { tables: p.tables.join(', ') }),
  },
  ctas_invalid: {
    status: 422,
    type: 'INVALID_CTAS_QUERY_ERROR',
    text: (_: None) => message('A table is made of the last statement, which has to be a SELECT.'),
  },
  cvas_invalid: {
    status: 422,
    type: 'INVALID_CVAS_QUERY_ERROR',
    text: (_: None) => message('A view is made of one SELECT, and nothing beside it.'),
  },
  estimate_unsupported: {
    status: 422,
    type: 'GENERIC_COMMAND_ERROR',
    text: (p: { database: string }) =>
      message('The database %(database)s does not estimate what a query costs.', { database: p.database }),
  },
  /** Nothing has run: the same request with `confirm: true` runs it. */
  confirm_needed: {
    status: 422,
    type: 'GENERIC_COMMAND_ERROR',
    level: 'warning',
    text: (p: RunQuestion) =>
      p.why === 'cost' && p.unit === 'rows'
        ? message(
            'The database expects to read more rows than %(threshold)s: %(cost)s. Confirm that the query shall run.',
            { cost: p.cost, threshold: p.threshold },
          )
        : p.why === 'cost'
          ? message('The query is expected to cost %(cost)s, more than %(threshold)s. Confirm that it shall run.', {
              cost: p.cost,
              threshold: p.threshold,
            })
          : message('The query changes data of %(database)s. Confirm that it shall run.', { database: p.database }),
  },
  sql_timeout: {
    status: 408,
    type: 'SQLLAB_TIMEOUT_ERROR',
    text: (p: { seconds: number }) =>
      message('The query ran longer than %(seconds)s s and was stopped.', { seconds: p.seconds }),
  },
  results_gone: {
    status: 410,
    type: 'RESULTS_BACKEND_ERROR',
    text: (_: None) => message('The results of this query are no longer there. Run it again.'),
  },
  /** The server ended in the middle of a run that it may not repeat. */
  run_interrupted: {
    status: 500,
    type: 'ASYNC_WORKERS_ERROR',
    text: (p: { changesData: boolean }) =>
      p.changesData
        ? message(
            'The server was restarted while this query ran. It may have changed data and was not run again; look at ' +
              'what it did before you do.',
          )
        : message('The server was restarted while this query ran. Run it again.'),
  },
  run_name_taken: {
    status: 422,
    type: 'GENERIC_COMMAND_ERROR',
    text: (p: { name: string }) => message('There is a query with the client_id %(name)s already.', { name: p.name }),
  },
});
