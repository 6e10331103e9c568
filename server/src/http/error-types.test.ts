import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AppError } from '@tessera/core/errors/app-error';
import type { ErrorEntry } from '@tessera/core/errors/define';
import { errorList } from './error-body.ts';
import { issueCodes } from './issue-codes.ts';

const root = new URL('../../../', import.meta.url).pathname;
const catalogueFolder = join(root, 'packages/core/src/errors');

/** Types of [8.6-01] that this server gives to an error of its catalogue. */
const sent = [
  'GENERIC_DB_ENGINE_ERROR',
  'COLUMN_DOES_NOT_EXIST_ERROR',
  'TABLE_DOES_NOT_EXIST_ERROR',
  'SCHEMA_DOES_NOT_EXIST_ERROR',
  'OBJECT_DOES_NOT_EXIST_ERROR',
  'CONNECTION_INVALID_USERNAME_ERROR',
  'CONNECTION_INVALID_PASSWORD_ERROR',
  'CONNECTION_INVALID_HOSTNAME_ERROR',
  'CONNECTION_PORT_CLOSED_ERROR',
  'CONNECTION_INVALID_PORT_ERROR',
  'CONNECTION_HOST_DOWN_ERROR',
  'CONNECTION_ACCESS_DENIED_ERROR',
  'CONNECTION_UNKNOWN_DATABASE_ERROR',
  'CONNECTION_DATABASE_PERMISSIONS_ERROR',
  'CONNECTION_MISSING_PARAMETERS_ERROR',
  'CONNECTION_DATABASE_TIMEOUT',
  'SYNTAX_ERROR',
  'VIZ_GET_DF_ERROR',
  'UNKNOWN_DATASOURCE_TYPE_ERROR',
  'FAILED_FETCHING_DATASOURCE_INFO_ERROR',
  'DASHBOARD_SECURITY_ACCESS_ERROR',
  'DATASOURCE_SECURITY_ACCESS_ERROR',
  'MISSING_OWNERSHIP_ERROR',
  'BACKEND_TIMEOUT_ERROR',
  'MISSING_TEMPLATE_PARAMS_ERROR',
  'INVALID_TEMPLATE_PARAMS_ERROR',
  'DML_NOT_ALLOWED_ERROR',
  'ASYNC_WORKERS_ERROR',
  'ADHOC_SUBQUERY_NOT_ALLOWED_ERROR',
  'INVALID_SQL_ERROR',
  'RESULT_TOO_LARGE_ERROR',
  'TABLE_SECURITY_ACCESS_ERROR',
  'RESULTS_BACKEND_ERROR',
  'INVALID_CTAS_QUERY_ERROR',
  'INVALID_CVAS_QUERY_ERROR',
  'SQLLAB_TIMEOUT_ERROR',
  'GENERIC_COMMAND_ERROR',
  'GENERIC_BACKEND_ERROR',
  'INVALID_PAYLOAD_FORMAT_ERROR',
  'INVALID_PAYLOAD_SCHEMA_ERROR',
];
/** The others, by why nothing here sends them. */
const notSent = {
  'the browser says it of itself': ['FRONTEND_CSRF_ERROR', 'FRONTEND_NETWORK_ERROR', 'FRONTEND_TIMEOUT_ERROR'],
  'what somebody may not see answers like what is not there': [
    'DATABASE_SECURITY_ACCESS_ERROR',
    'CHART_SECURITY_ACCESS_ERROR',
    'USER_ACTIVITY_SECURITY_ACCESS_ERROR',
  ],
  'a query or a database that somebody may not use answers like one that is not there': [
    'QUERY_SECURITY_ACCESS_ERROR',
    'DATABASE_NOT_FOUND_ERROR',
  ],
  'results of the editor always have a place': ['RESULTS_BACKEND_NOT_CONFIGURED_ERROR'],
  'of reports': ['REPORT_NOTIFICATION_ERROR'],
  'no connection signs people in one by one': ['OAUTH2_REDIRECT', 'OAUTH2_REDIRECT_ERROR'],
  'bodies are told INVALID_PAYLOAD_SCHEMA_ERROR': ['MARSHMALLOW_ERROR'],
};

async function catalogue(): Promise<ReadonlyMap<string, ErrorEntry>> {
  const files = readdirSync(catalogueFolder).filter(
    (file) => !/\.test\.ts$|^(define|app-error|status-text)\.ts$/.test(file),
  );
  const modules = await Promise.all(
    files.map(
      (file) =>
        import(join(catalogueFolder, file)) as Promise<Readonly<Record<string, Readonly<Record<string, ErrorEntry>>>>>,
    ),
  );
  return new Map(
    modules
      .flatMap((module) => Object.entries(module).filter(([name]) => name.endsWith('Errors')))
      .flatMap(([, entries]) => Object.entries(entries)),
  );
}

/** Programs of the server and of what it is made of, in one text. */
function programs(): string {
  const files = ['server/src', 'packages/core/src', 'packages/query/src', 'packages/viz/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }),
  );
  return files
    .filter(
      (file) =>
        file.isFile() &&
        file.name.endsWith('.ts') &&
        !file.name.endsWith('.test.ts') &&
        !file.parentPath.startsWith(catalogueFolder),
    )
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
    .join('\n');
}

test('[8.6-01] every type of error that clients know is sent by something, or has a reason why not', async () => {
  const text = programs();
  const entries = await catalogue();
  expect([...entries.keys()].filter((code) => !text.includes(`'${code}'`))).toEqual([]);
  const types = new Set(
    [...entries].map(
      ([code, { status, type, level }]) =>
        errorList({
          code,
          status,
          type,
          level: level ?? 'error',
          message: code,
          words: code,
          params: {},
        } as unknown as AppError)[0]?.error_type,
    ),
  );
  expect(types).toEqual(new Set(sent));
  const others = Object.values(notSent).flat();
  expect(others.filter((type) => types.has(type))).toEqual([]);
});

test('[8.6-01] types have the numbered explanations that clients link to', () => {
  const numbered = [
    'DML_NOT_ALLOWED_ERROR',
    'ASYNC_WORKERS_ERROR',
    'BACKEND_TIMEOUT_ERROR',
    'ADHOC_SUBQUERY_NOT_ALLOWED_ERROR',
    'RESULT_TOO_LARGE_ERROR',
  ] as const;
  expect(numbered.map((type) => issueCodes(type).map(({ code }) => code))).toEqual([
    [1022],
    [1035],
    [1000, 1001],
    [1037],
    [1041],
  ]);
});
