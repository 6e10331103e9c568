import { randomUUID } from 'node:crypto';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { rowsOf } from '@tessera/core/table';
import type { CompiledQuery, WrittenSql } from '@tessera/query/structured-query';
import { bindAll } from '../../../bind-all.ts';
import { batchesOf, type ColumnReader } from '../../values/batches.ts';
import { assertReads, assertTells, assertWrites } from '../../verify/closed-text.ts';
import { collect } from '../../values/collect.ts';
import { testWithin } from '../connect-deadline.ts';
import { failedTest, hasAnswered, unwatched } from '../connection-test.ts';
import { textOf, type Connection, type EngineContext } from '../driver.ts';
import { ConnectionProblem } from '../../errors/connection-problem.ts';
import type { Batch, ColumnInfo, Engine, Namespace, RunOptions, TableRef, WriteResult } from '../../engine.ts';
import { clickhouseEstimate, ESTIMATE } from '../../values/estimate.ts';
import { behind } from '../../errors/error-positions.ts';
import { failedByCode, type Sent } from '../../errors/failure.ts';
import { beginningOf, createHttpClient, idleTimeoutOf, type HttpClient } from '../http/client.ts';
import { assertReadable } from '../http/exact-json.ts';
import { INTROSPECTION, ownQuery, type Row } from '../own-query.ts';
import { statementOf, type SqlRead } from '../../verify/reading.ts';
import { maxBytes } from '../../admission/result-bound.ts';
import { withoutEnd } from '../../verify/statement-text.ts';
import { stoppable } from '../../admission/stoppable.ts';
import { clickhouseCatalog } from './catalog.ts';
import { clickhouseClosed } from '../../verify/closed/clickhouse.ts';
import { newestPartition } from './partitions.ts';
import { readClickhouse } from './reading.ts';
import {
  ask,
  ClickhouseError,
  linesOf,
  NO_CODE,
  noRows,
  notWell,
  readSettings,
  writeSettings,
  writtenRows,
} from './request.ts';
import { readerOf } from './types.ts';

/** What stands before a statement that is described, estimated or read. */
const DESCRIBED = 'DESCRIBE TABLE (\n';
const EXPLAINED = 'EXPLAIN ESTIMATE ';
const READ = 'EXPLAIN AST ';

type Server = {
  readonly connection: Connection;
  readonly context: EngineContext;
  readonly client: ReturnType<typeof createHttpClient>;
  readonly database: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** One ClickHouse by HTTP. Every query is sent with `readonly = 1`, what writes by requests of its own. */
export function openClickhouse(connection: Connection, context: EngineContext): Engine {
  const database = textOf(connection, 'database') || 'default';
  const headers: Readonly<Record<string, string>> = {
    'x-clickhouse-user': encodeURIComponent(textOf(connection, 'username')),
    'x-clickhouse-key': connection.secrets['password'] ?? '',
    'x-clickhouse-database': database,
    'user-agent': 'tessera',
  };
  const server: Server = {
    connection,
    context,
    client: createHttpClient(connection, context, 8443),
    database,
    headers,
  };
  return {
    ...bindAll(server, {
      run,
      stream,
      write,
      describe,
      estimate,
      newestPartition: newestPartitionOf,
      answers,
      test,
      close,
    }),
    dialect: 'clickhouse',
    defaultSchema: database,
    reader: { closed: clickhouseClosed, read: (written, { signal }) => readTree(server, written, signal) },
    ...clickhouseCatalog((sql, parameters, signal) => rows(server, sql, parameters, signal), database),
  };
}

function explain(server: Server, sql: string, timeoutMs: number, internal: boolean) {
  return (error: unknown) => {
    // Statements of our own have no format of their own.
    const isForeign = internal && error instanceof ClickhouseError && error.code === NO_CODE;
    return explained(isForeign ? notWell('what it sends are no rows') : error, {
      sql,
      database: server.connection.name,
      timeoutMs,
    });
  };
}

function batches(
  server: Server,
  query: CompiledQuery,
  options: RunOptions,
  internal: boolean,
): AsyncGenerator<Batch, void> {
  if (!internal) (options.admits === 'about' ? assertTells : assertReads)(query.text, clickhouseClosed);
  return stoppable(
    options,
    (signal) => read(server.client, headersAt(server, options), query, options, signal),
    explain(server, query.text, options.timeoutMs, internal),
  );
}

async function rows(
  server: Server,
  sql: string,
  parameters: readonly (string | null)[],
  signal: AbortSignal,
  namespace?: Namespace,
): Promise<readonly Row[]> {
  const options = { ...INTROSPECTION, signal, ...(namespace && { namespace }) };
  const { table } = await collect(batches(server, ownQuery(sql, parameters), options, true));
  return rowsOf(table);
}

async function describe(
  server: Server,
  sql: string,
  signal: AbortSignal,
  namespace?: Namespace,
): Promise<readonly ColumnInfo[]> {
  assertReads(sql, clickhouseClosed);
  const bare = withoutEnd(sql);
  const found = await behind(DESCRIBED, bare, () => rows(server, `${DESCRIBED}${bare}\n)`, [], signal, namespace));
  return found.map((row) => ({
    name: String(row['name']),
    type: String(row['type']),
    nullable: /^(LowCardinality\()?Nullable\(/.test(String(row['type'])),
    comment: null,
  }));
}

/** Asked of the database itself: every version of it has its own parser. */
async function readTree(server: Server, written: WrittenSql, signal: AbortSignal): Promise<SqlRead> {
  const sql = statementOf(written);
  try {
    // What is sent stays one statement.
    if (written.kind === 'statement') assertWrites(sql, clickhouseClosed);
    else assertReads(sql, clickhouseClosed);
    const tree = await behind(READ, sql, () => rows(server, `${READ}${sql}`, [], signal));
    return readClickhouse(
      tree.map((row) => String(Object.values(row)[0])),
      sql,
    );
  } catch (error) {
    if (
      isAppError(error, 'source_syntax') ||
      isAppError(error, 'statement_refused') ||
      isAppError(error, 'statement_writes')
    )
      return {
        ok: false,
        why: 'syntax',
        reason: error.params.reason,
        ...(isAppError(error, 'source_syntax') && error.params.position && { place: error.params.position }),
      };
    throw error;
  }
}

function test(server: Server, watched = unwatched) {
  return testWithin(server.context, watched, async ({ passed, signal }) => {
    try {
      await server.client.reach({ passed, signal });
      await rows(server, 'SELECT 1', [], signal);
      passed('login');
      passed('rights');
      return { ok: true };
    } catch (error) {
      return failedTest(error);
    }
  });
}

async function run(server: Server, query: CompiledQuery, options: RunOptions) {
  return collect(batches(server, query, options, false), options);
}

async function* stream(server: Server, query: CompiledQuery, options: RunOptions) {
  yield* batches(server, query, options, false);
}

/** The headers of requests whose bare names are looked for at another place. */
function headersAt({ headers }: Server, { namespace }: Pick<RunOptions, 'namespace'>): Server['headers'] {
  return namespace?.schema == null
    ? headers
    : { ...headers, 'x-clickhouse-database': encodeURIComponent(namespace.schema) };
}

async function write(server: Server, query: CompiledQuery, options: RunOptions): Promise<WriteResult> {
  assertWrites(query.text, clickhouseClosed);
  const counted: { affected: number | null } = { affected: null };
  for await (const affected of stoppable(
    options,
    (signal) => runWriting(server.client, headersAt(server, options), query, options, signal),
    explain(server, query.text, options.timeoutMs, false),
  ))
    counted.affected = affected;
  return { table: { rowCount: 0, columns: new Map() }, types: {}, truncated: false, ...counted };
}

async function estimate(server: Server, query: CompiledQuery, signal: AbortSignal, namespace?: Namespace) {
  assertReads(query.text, clickhouseClosed);
  return clickhouseEstimate(
    (
      await behind(EXPLAINED, query.text, () =>
        collect(
          batches(
            server,
            { ...query, text: `${EXPLAINED}${query.text}` },
            { ...ESTIMATE, signal, ...(namespace && { namespace }) },
            true,
          ),
        ),
      )
    ).table,
  );
}

function newestPartitionOf(
  server: Server,
  table: TableRef,
  fixed: Readonly<Record<string, string>>,
  signal: AbortSignal,
) {
  return newestPartition(
    (sql, parameters, signal) => rows(server, sql, parameters, signal),
    { ...table, schema: table.schema ?? server.database },
    fixed,
    signal,
  );
}

function answers(server: Server, signal: AbortSignal) {
  return hasAnswered(signal, async () =>
    beginningOf(await server.client.send({ method: 'GET', path: '/ping', signal })),
  );
}

async function close(server: Server) {
  return server.client.close();
}

async function* read(
  client: HttpClient,
  headers: Readonly<Record<string, string>>,
  query: CompiledQuery,
  options: RunOptions,
  signal: AbortSignal,
): AsyncGenerator<Batch, void> {
  const id = `tessera-${randomUUID()}`;
  let ended = false;
  const kill = () => {
    if (ended) return;
    ended = true;
    killQuery(client, headers, id);
  };
  signal.addEventListener('abort', kill, { once: true });
  try {
    const answer = await ask(client, headers, query.text, readSettings(query, { id, ...options }), {
      signal,
      idleTimeoutMs: idleTimeoutOf(options.timeoutMs),
    });
    const lines = linesOf(answer, maxBytes(options));
    let head: unknown[] = [];
    let readers: readonly ColumnReader[] | null = null;
    const rows = async function* rows(): AsyncGenerator<readonly (readonly unknown[])[], void> {
      for await (const chunk of lines) {
        const parsed = chunk.map((line) => rowOf(line, maxBytes(options)));
        if (readers === null) {
          head = [...head, ...parsed];
          if (head.length < 2) continue;
          const [names, types, ...rest] = head as readonly string[][];
          readers = (names ?? []).map((name, index) => readerOf(name, types?.[index] ?? 'String'));
          if (rest.length > 0) yield rest;
        } else yield parsed;
      }
    };
    yield* batchesOf(rows(), () => readers ?? [], options.maxRows);
    ended = answer.complete;
  } catch (error) {
    if (error instanceof ClickhouseError) ended = true;
    throw error;
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
  }
}

/** A closed connection ends the query when the server next looks at it; this ends it now. */
function killQuery(client: HttpClient, headers: Readonly<Record<string, string>>, id: string): void {
  ask(client, headers, `KILL QUERY WHERE query_id = '${id}' ASYNC`, new URLSearchParams())
    .then(beginningOf)
    .catch(() => undefined);
}

/** A statement that writes, to its end. @returns by its only item the rows that it wrote */
async function* runWriting(
  client: HttpClient,
  headers: Readonly<Record<string, string>>,
  query: CompiledQuery,
  options: RunOptions,
  signal: AbortSignal,
): AsyncGenerator<number | null, void> {
  const id = `tessera-${randomUUID()}`;
  const kill = (): void => killQuery(client, headers, id);
  signal.addEventListener('abort', kill, { once: true });
  try {
    const answer = await ask(client, headers, query.text, writeSettings(query, { id, ...options }), {
      signal,
      idleTimeoutMs: idleTimeoutOf(options.timeoutMs),
    });
    await beginningOf(answer);
    // What deletes and changes rows writes parts of the table anew: that is no count of rows.
    yield /^\s*(INSERT|CREATE)\b/i.test(query.text) ? writtenRows(answer) : null;
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

/** @throws ConnectionProblem, AppError result_too_large */
function rowOf(line: string, most: number): unknown[] {
  assertReadable(line, most);
  try {
    return JSON.parse(line) as unknown[];
  } catch {
    throw noRows();
  }
}

function explained(error: unknown, run: Sent): Error {
  if (error instanceof AppError) return error;
  if (error instanceof ClickhouseError) return failedByCode(error, run);
  if (error instanceof ConnectionProblem && error.step !== 'port')
    return new AppError(error.failure, { step: error.step, reason: error.message }, { cause: error });
  return new AppError('engine_unavailable', { database: run.database }, { cause: error });
}
