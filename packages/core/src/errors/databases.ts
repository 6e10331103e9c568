import { message, type Words } from '../messages.ts';
import { defineErrors } from './define.ts';
import type { SourcePosition } from '../text-position.ts';

type Reason = { readonly reason: string };
/** `position`: where the text is wrong, where the database tells. */
type Placed = Reason & { readonly position?: SourcePosition };
const connection = (p: { readonly step: string; readonly reason: string }) => p.reason;

/**
 * What a database answers to a query, and where a connection fails ([8.6-01]). `reason` is the database's own message.
 */
export const databaseErrors = defineErrors({
  source_column_missing: {
    status: 400,
    type: 'COLUMN_DOES_NOT_EXIST_ERROR',
    text: (p: Placed) => message('Error: %(reason)s', { reason: p.reason }),
  },
  source_table_missing: {
    status: 400,
    type: 'TABLE_DOES_NOT_EXIST_ERROR',
    text: (p: Placed) => message('Error: %(reason)s', { reason: p.reason }),
  },
  source_schema_missing: {
    status: 400,
    type: 'SCHEMA_DOES_NOT_EXIST_ERROR',
    text: (p: Placed) => message('Error: %(reason)s', { reason: p.reason }),
  },
  source_syntax: {
    status: 400,
    type: 'SYNTAX_ERROR',
    text: (p: Placed) => message('Error: %(reason)s', { reason: p.reason }),
  },
  source_permission: {
    status: 400,
    type: 'CONNECTION_DATABASE_PERMISSIONS_ERROR',
    text: (p: Placed) => message('Error: %(reason)s', { reason: p.reason }),
  },
  /** It accepts and never answers; queries fail until a probe succeeds. */
  database_silent: {
    status: 503,
    type: 'CONNECTION_DATABASE_TIMEOUT',
    text: (p: { readonly database: string; readonly seconds: number }) =>
      message('The database %(database)s does not answer. Try again in %(seconds)s s.', {
        database: p.database,
        seconds: p.seconds,
      }),
  },
  /** A statement or function that is closed to users, whatever the database itself would allow. */
  statement_refused: { status: 403, type: 'INVALID_SQL_ERROR', text: (p: { readonly reason: Words }) => p.reason },
  /** The same of a statement that would change data, tables or rights. */
  statement_writes: { status: 403, type: 'DML_NOT_ALLOWED_ERROR', text: (p: { readonly reason: Words }) => p.reason },

  // `step` is the part of the connection test that failed: name, port, tls, login, rights.
  connection_hostname: { status: 422, type: 'CONNECTION_INVALID_HOSTNAME_ERROR', text: connection },
  connection_port_closed: { status: 422, type: 'CONNECTION_PORT_CLOSED_ERROR', text: connection },
  connection_host_down: { status: 422, type: 'CONNECTION_HOST_DOWN_ERROR', text: connection },
  connection_username: { status: 422, type: 'CONNECTION_INVALID_USERNAME_ERROR', text: connection },
  connection_password: { status: 422, type: 'CONNECTION_INVALID_PASSWORD_ERROR', text: connection },
  connection_access_denied: { status: 422, type: 'CONNECTION_ACCESS_DENIED_ERROR', text: connection },
  connection_unknown_database: { status: 422, type: 'CONNECTION_UNKNOWN_DATABASE_ERROR', text: connection },
  connection_permissions: { status: 422, type: 'CONNECTION_DATABASE_PERMISSIONS_ERROR', text: connection },
  connection_timeout: { status: 422, type: 'CONNECTION_DATABASE_TIMEOUT', text: connection },
  connection_tls: { status: 422, type: 'CONNECTION_ACCESS_DENIED_ERROR', text: connection },

  connection_missing_parameters: {
    status: 422,
    type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
    text: (p: { fields: readonly string[] }) =>
      message('One or more parameters are missing: %(fields)s', { fields: p.fields.join(', ') }),
  },
  connection_invalid_port: {
    status: 422,
    type: 'CONNECTION_INVALID_PORT_ERROR',
    text: (p: { port: string }) =>
      message('The port must be a whole number between 1 and 65535, not %(port)s.', { port: p.port }),
  },
  /** A connection string, by its field. */
  connection_unreadable: {
    status: 400,
    type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
    text: (p: { fields: { readonly sqlalchemy_uri: readonly Words[] } }) => p.fields.sqlalchemy_uri,
  },
  /** A field, option, address or file that no connection may have. */
  connection_refused_field: {
    status: 400,
    type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
    text: (p: { readonly reason: Words }) => p.reason,
  },
});
export type DatabaseErrorCode = keyof typeof databaseErrors;
