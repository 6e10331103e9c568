import { AppError } from '@tessera/core/errors/app-error';
import { shortReason, sourceError, type SourceCode } from '@tessera/core/errors/source-error';
import type { TextPosition } from '@tessera/core/text-position';
import { clickhousePlace, duckdbPlace, mysqlPlace, placeByCharacters, sqlitePlace } from './error-positions.ts';
import type { WireFault } from '../../guarded-stream.ts';
import { timedOut } from '../admission/deadline.ts';
import type { FailureKind } from '../process/protocol.ts';
import { refusedStatement } from '../verify/refused.ts';
import { resultTooLarge } from '../admission/result-bound.ts';

type Rule = readonly [RegExp, SourceCode];
/** Where a database that is a file says a statement is wrong. */
const places: Readonly<Record<string, (sql: string, reason: string) => TextPosition | null>> = {
  duckdb: duckdbPlace,
  sqlite: sqlitePlace,
};
/** How each database words the failures that clients tell apart. Tried in order. */
const wordings: Readonly<Record<string, readonly Rule[]>> = {
  duckdb: [
    [/^Parser Error/, 'source_syntax'],
    [/^Catalog Error: .*[Ss]chema .* does not exist/, 'source_schema_missing'],
    [/^Catalog Error: Table .* does not exist/, 'source_table_missing'],
    [/^Binder Error: .*(column|Column|not found in FROM clause)/, 'source_column_missing'],
    [/^Permission Error/, 'source_permission'],
  ],
  sqlite: [
    [/no such table/, 'source_table_missing'],
    [/no such column/, 'source_column_missing'],
    [/unknown database/, 'source_schema_missing'],
    [/syntax error|incomplete input|unrecognized token/, 'source_syntax'],
  ],
};
/** SQLSTATE of PostgreSQL. */
const sqlStates: Readonly<Record<string, SourceCode>> = {
  '42601': 'source_syntax',
  '42703': 'source_column_missing',
  '42P01': 'source_table_missing',
  '3F000': 'source_schema_missing',
  '42501': 'source_permission',
};

/**
 * What a process says of a query that it could not finish. `at`: the characters before the place where its text is
 * wrong.
 */
type ProcessFailure = { readonly kind: FailureKind; readonly reason: string; readonly at?: number };

/** The error of a query that an engine process could not finish. */
export function failedQuery(dialect: string, { kind, at, ...told }: ProcessFailure, sql = ''): AppError {
  const reason = shortReason(told.reason);
  if (kind === 'cancelled') return new AppError('query_cancelled', {});
  if (kind === 'memory') return new AppError('engine_memory', {}, { cause: new Error(reason) });
  // Behind its first line is where in the program it happened.
  if (kind === 'broken')
    return /memory|alloc/i.test(reason)
      ? new AppError('engine_memory', {}, { cause: new Error(reason) })
      : sourceError('database_error', reason.split('\n', 1)[0] ?? '', null);
  if (kind === 'closed') return refusedStatement(sql, reason);
  const code = wordings[dialect]?.find(([wording]) => wording.test(reason))?.[1] ?? 'database_error';
  return sourceError(
    code,
    reason,
    at === undefined ? (places[dialect]?.(sql, reason) ?? null) : placeByCharacters(sql, at),
  );
}

/** A query under way: its text as it was sent, its time, and the name of its database. */
export type Sent = { readonly sql: string; readonly database: string; readonly timeoutMs: number };

/** The error of a query to a server that sent more than was allowed, or what is not its protocol. */
export function failedByFault(fault: WireFault, protocol: string): AppError {
  if (fault.kind === 'large') return resultTooLarge(fault.bytes);
  return new AppError(
    'connection_host_down',
    { step: 'login', reason: `What answers there is no ${protocol}, or it is not well: ${fault.message}.` },
    { cause: fault },
  );
}

/** Error numbers of MySQL and MariaDB. */
const numbers: Readonly<Record<number, SourceCode>> = {
  1064: 'source_syntax',
  1149: 'source_syntax',
  1054: 'source_column_missing',
  1146: 'source_table_missing',
  1051: 'source_table_missing',
  1049: 'source_schema_missing',
  1044: 'source_permission',
  1142: 'source_permission',
  1143: 'source_permission',
  1227: 'source_permission',
  1370: 'source_permission',
  1792: 'source_permission',
  1290: 'source_permission',
};

/** The error of a query that MySQL or MariaDB refused or gave up. */
export function failedByNumber(number: number, reason: string, { sql, database, timeoutMs }: Sent): AppError {
  if (number === 1317) return new AppError('query_cancelled', {});
  if (number === 1969 || number === 3024) return timedOut(timeoutMs);
  // The server goes down, or somebody ended the connection.
  if ([1053, 1077, 1927, 1152, 3169, 4031].includes(number)) return new AppError('engine_unavailable', { database });
  return sourceError(numbers[number] ?? 'database_error', reason, mysqlPlace(sql, reason));
}

/** Error names of Trino. */
const names: Readonly<Record<string, SourceCode>> = {
  SYNTAX_ERROR: 'source_syntax',
  COLUMN_NOT_FOUND: 'source_column_missing',
  TABLE_NOT_FOUND: 'source_table_missing',
  SCHEMA_NOT_FOUND: 'source_schema_missing',
  CATALOG_NOT_FOUND: 'source_schema_missing',
  PERMISSION_DENIED: 'source_permission',
  READ_ONLY_VIOLATION: 'source_permission',
};

/** The error of a query that Trino refused or gave up. */
export function failedByName(
  {
    errorName,
    message,
    position,
  }: { readonly errorName: string; readonly message: string; readonly position: TextPosition | null },
  { database, timeoutMs }: Pick<Sent, 'database' | 'timeoutMs'>,
): AppError {
  if (errorName === 'EXCEEDED_TIME_LIMIT') return timedOut(timeoutMs);
  if (errorName === 'USER_CANCELED') return new AppError('query_cancelled', {});
  if (['SERVER_STARTING_UP', 'SERVER_SHUTTING_DOWN', 'NO_NODES_AVAILABLE', 'ABANDONED_QUERY'].includes(errorName))
    return new AppError('engine_unavailable', { database });
  return sourceError(names[errorName] ?? 'database_error', message, position);
}

/** Error codes of ClickHouse. */
const codes: Readonly<Record<number, SourceCode>> = {
  62: 'source_syntax',
  47: 'source_column_missing',
  10: 'source_column_missing',
  16: 'source_column_missing',
  60: 'source_table_missing',
  81: 'source_schema_missing',
  164: 'source_permission',
  497: 'source_permission',
  291: 'source_permission',
};

/** The error of a query that ClickHouse refused or gave up. */
export function failedByCode(
  { code, message }: { readonly code: number; readonly message: string },
  { sql, database, timeoutMs }: Sent,
): AppError {
  if (code === 159 || code === 160) return timedOut(timeoutMs);
  if (code === 394) return new AppError('query_cancelled', {});
  if (code === 192) return new AppError('connection_username', { step: 'login', reason: message });
  if (code === 193 || code === 194) return new AppError('connection_password', { step: 'login', reason: message });
  if (code === 516)
    return new AppError('connection_access_denied', {
      step: 'login',
      reason: `The user name or the password is not right: ${message}`,
    });
  // The server goes down, or lost a part of itself in mid-answer.
  if ([209, 210, 236, 279, 745].includes(code)) return new AppError('engine_unavailable', { database });
  return sourceError(codes[code] ?? 'database_error', message, clickhousePlace(sql, message));
}

/** The error of a query that PostgreSQL refused. */
export function failedBySqlState(state: string, reason: string, position: TextPosition | null): AppError {
  return sourceError(sqlStates[state] ?? 'database_error', reason, position);
}
