import { setTimeout } from 'node:timers/promises';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { rowsOf } from '@tessera/core/table';
import { trino } from '@tessera/query/dialects/trino';
import { isSymbol, ofStatements, tokenize } from '@tessera/query/sql-safety/tokens';
import type { Bound, CompiledQuery } from '@tessera/query/structured-query';
import { bindAll } from '../../../bind-all.ts';
import { batchesOf, type ColumnReader } from '../../values/batches.ts';
import { assertReads, assertTells, assertWrites } from '../../verify/closed-text.ts';
import { collect } from '../../values/collect.ts';
import { testWithin } from '../connect-deadline.ts';
import { failedTest, hasAnswered, unwatched } from '../connection-test.ts';
import { textOf, type Connection, type EngineContext } from '../driver.ts';
import { ConnectionProblem } from '../../errors/connection-problem.ts';
import type { Batch, ColumnInfo, Engine, Namespace, RunOptions, TableRef, WriteResult } from '../../engine.ts';
import { ESTIMATE, trinoEstimate } from '../../values/estimate.ts';
import { behind, trinoPlace } from '../../errors/error-positions.ts';
import { failedByName } from '../../errors/failure.ts';
import { beginningOf, createHttpClient, idleTimeoutOf, type HttpClient } from '../http/client.ts';
import { INTROSPECTION as OWN, ownQuery } from '../own-query.ts';
import { sqlDateTime } from '@tessera/query/dialect';
import { maxBytes } from '../../admission/result-bound.ts';
import { withoutEnd } from '../../verify/statement-text.ts';
import { stoppable } from '../../admission/stoppable.ts';
import { trinoCatalog } from './catalog.ts';
import { trinoClosed } from '../../verify/closed/trino.ts';
import { newestPartition } from './partitions.ts';
import { effect, notWell, statement, TrinoError } from './statement.ts';
import { readerOf } from './types.ts';

/** What stands before a statement that is described or estimated, and before the text of one with values. */
const DESCRIBED = 'SELECT * FROM (\n';
const EXPLAINED = 'EXPLAIN (TYPE IO, FORMAT JSON) ';
const EXECUTED = 'EXECUTE IMMEDIATE ';
const INTROSPECTION = { ...OWN, timeoutMs: 60_000 } as const;

type Server = {
  readonly connection: Connection;
  readonly context: EngineContext;
  readonly client: ReturnType<typeof createHttpClient>;
  readonly catalog: string;
  readonly schema: string;
  readonly headers: ReturnType<typeof headersOf>;
};

/** One Trino by HTTP. Every query runs in a read-only transaction of its own; what writes commits by itself. */
export function openTrino(connection: Connection, context: EngineContext): Engine {
  const catalog = textOf(connection, 'database');
  const schema = textOf(connection, 'schema') || 'default';
  const headers = headersOf(connection, catalog, schema);
  const server: Server = {
    connection,
    context,
    client: createHttpClient(connection, context, 8443),
    catalog,
    schema,
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
    dialect: 'trino',
    defaultSchema: schema,
    defaultCatalog: catalog,
    ...trinoCatalog(
      (sql, signal) => rows(server, sql, signal),
      (sql, signal) => columnNames(server, sql, signal),
      catalog,
      schema,
    ),
  };
}

function explain(server: Server, query: CompiledQuery, timeoutMs: number) {
  return (error: unknown) => explained(error, { query, database: server.connection.name, timeoutMs });
}

function batches(
  server: Server,
  query: CompiledQuery,
  options: RunOptions,
  internal: boolean,
): AsyncGenerator<Batch, void> {
  if (!internal) (options.admits === 'about' ? assertTells : assertReads)(query.text, trinoClosed);
  assertSealed(server);
  return stoppable(
    options,
    (signal) => read(server.client, headersFor(server, options), bound(query), options, signal),
    explain(server, query, options.timeoutMs),
  );
}

/** What begins the name of a table, a view or a schema that a statement changes or makes. */
const TARGET = new Set(['INTO', 'UPDATE', 'TABLE', 'VIEW', 'SCHEMA', 'COLUMN', 'EXISTS', 'DELETE']);

/** Nothing is written to another catalogue than that of the connection. @throws AppError statement_refused */
function assertOwnCatalog(sql: string, { catalog }: Server, chosen: string | null): void {
  const read = tokenize(sql, ofStatements(trinoClosed.grammar));
  const tokens = read.ok ? read.tokens : [];
  const isOther = (name: string): boolean => name.toLowerCase() !== catalog.toLowerCase();
  const named = tokens.flatMap((token, at) => {
    const before = tokens[at - 1];
    const begins = before?.kind === 'word' && (TARGET.has(before.text) || (before.text === 'FROM' && at === 2));
    const parts = ['SCHEMA', 'EXISTS'].includes(before?.text ?? '') ? 2 : 3;
    const path = [at, at + 2, at + 4].filter((one, step) => step === 0 || isSymbol(tokens[one - 1], '.'));
    return begins && path.length >= parts ? [token.text] : [];
  });
  const other = (chosen !== null && isOther(chosen) ? chosen : null) ?? named.find(isOther);
  if (other !== undefined)
    throw new AppError('statement_refused', {
      reason: message('"%(catalog)s" is another catalog: nothing is written to it from here', { catalog: other }),
    });
}

/** @throws AppError connection_tls */
function assertSealed({ connection }: Server): void {
  if (textOf(connection, 'sslmode') === 'disable' && connection.secrets['password'])
    throw new AppError('connection_tls', {
      step: 'tls',
      reason: 'A password is sent only over an encrypted connection.',
    });
}

/** The headers of one statement: its time, and where its bare names are looked for. */
function headersFor({ headers }: Server, { timeoutMs, namespace }: RunOptions): Server['headers'] {
  return {
    ...headers,
    ...(namespace?.catalog != null && { 'x-trino-catalog': encodeURIComponent(namespace.catalog) }),
    ...(namespace?.schema != null && { 'x-trino-schema': encodeURIComponent(namespace.schema) }),
    'x-trino-session': `query_max_run_time=${Math.ceil(timeoutMs / 1000)}s`,
  };
}

async function rows(server: Server, sql: string, signal: AbortSignal) {
  const { table } = await collect(batches(server, ownQuery(sql), { ...INTROSPECTION, signal }, true));
  return rowsOf(table);
}

async function describe(server: Server, sql: string, signal: AbortSignal, namespace?: Namespace) {
  assertReads(sql, trinoClosed);
  return columnsOf(server, sql, signal, namespace);
}

async function columnsOf(
  server: Server,
  sql: string,
  signal: AbortSignal,
  namespace?: Namespace,
): Promise<readonly ColumnInfo[]> {
  const bare = withoutEnd(sql);
  const { types } = await behind(DESCRIBED, bare, () =>
    collect(
      batches(
        server,
        ownQuery(`${DESCRIBED}${bare}\n) AS described LIMIT 0`),
        { ...INTROSPECTION, signal, ...(namespace && { namespace }) },
        true,
      ),
    ),
  );
  return Object.entries(types).map(([name, type]) => ({ name, type, nullable: true, comment: null }));
}

async function columnNames(server: Server, sql: string, signal: AbortSignal) {
  return (await columnsOf(server, sql, signal)).map((column) => column.name);
}

function test(server: Server, watched = unwatched) {
  return testWithin(server.context, watched, async ({ passed, signal }) => {
    try {
      await server.client.reach({ passed, signal });
      await rows(server, 'SELECT 1', signal);
      passed('login');
      const found = await rows(
        server,
        `SELECT 1 FROM system.metadata.catalogs WHERE catalog_name = ${trino.literal(server.catalog)}`,
        signal,
      );
      if (found.length === 0)
        return {
          ok: false,
          step: 'rights',
          failure: 'connection_unknown_database',
          reason: `There is no catalog "${server.catalog}".`,
        };
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

async function write(server: Server, query: CompiledQuery, options: RunOptions): Promise<WriteResult> {
  assertWrites(query.text, trinoClosed);
  assertOwnCatalog(query.text, server, options.namespace?.catalog ?? null);
  assertSealed(server);
  const counted: { affected: number | null } = { affected: null };
  // Most connectors write outside of transactions alone.
  for await (const { affected } of stoppable(
    options,
    (signal) =>
      statement(server.client, headersFor(server, options), bound(query), signal, {
        maxBytes: maxBytes(options),
        idleTimeoutMs: idleTimeoutOf(options.timeoutMs),
      }),
    explain(server, query, options.timeoutMs),
  ))
    counted.affected = affected ?? counted.affected;
  return { table: { rowCount: 0, columns: new Map() }, types: {}, truncated: false, ...counted };
}

async function estimate(server: Server, query: CompiledQuery, signal: AbortSignal, namespace?: Namespace) {
  assertReads(query.text, trinoClosed);
  // Inside of the text that EXECUTE IMMEDIATE takes, EXPLAIN would see no values.
  // A place in that text is reported in another way than one in a text without values; what is wrong there is reported
  // when it runs.
  const asked = query.parameters.length === 0 ? query.text : '';
  return trinoEstimate(
    (
      await behind(EXPLAINED, asked, () =>
        collect(
          batches(
            server,
            ownQuery(`${EXPLAINED}${bound(query)}`),
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
    { columns: (sql) => columnNames(server, sql, signal), rows: (sql) => rows(server, sql, signal) },
    { ...table, catalog: table.catalog ?? server.catalog, schema: table.schema ?? server.schema },
    fixed,
  );
}

function answers(server: Server, signal: AbortSignal) {
  return hasAnswered(signal, async () =>
    beginningOf(await server.client.send({ method: 'GET', path: '/v1/info', signal })),
  );
}

async function close(server: Server) {
  return server.client.close();
}

function headersOf(connection: Connection, catalog: string, schema: string): Readonly<Record<string, string>> {
  const user = textOf(connection, 'username');
  const password = connection.secrets['password'];
  return {
    'x-trino-user': user,
    'x-trino-source': 'tessera',
    'x-trino-catalog': encodeURIComponent(catalog),
    'x-trino-schema': encodeURIComponent(schema),
    'x-trino-time-zone': 'UTC',
    // Without it times are rounded to milliseconds, up as well.
    'x-trino-client-capabilities': 'PARAMETRIC_DATETIME',
    ...(password ? { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` } : {}),
  };
}

/**
 * A cluster that has no worker ready this moment, as after a restart: it says so, and takes the query a little later.
 */
const notReady = new Set(['SERVER_STARTING_UP', 'NO_NODES_AVAILABLE']);
const ROLLBACK_MS = 10_000;
const TRIES = 5;
const WAIT_MS = 500;

type Bounds = Pick<RunOptions, 'maxRows' | 'maxBytes' | 'timeoutMs' | 'onProgress'>;

/** The query, begun again while the cluster is not ready and nothing of the answer has been given away. */
async function* read(
  client: HttpClient,
  headers: Readonly<Record<string, string>>,
  sql: string,
  bounds: Bounds,
  signal: AbortSignal,
): AsyncGenerator<Batch, void> {
  for (let attempt = 1; ; attempt++) {
    let hasBegun = false;
    try {
      for await (const batch of readOnce(client, headers, sql, bounds, signal)) {
        hasBegun = true;
        yield batch;
      }
      return;
    } catch (error) {
      if (hasBegun || attempt === TRIES || !(error instanceof TrinoError) || !notReady.has(error.failure.errorName))
        throw error;
      await setTimeout(WAIT_MS * attempt, undefined, { signal });
    }
  }
}

async function* readOnce(
  client: HttpClient,
  headers: Readonly<Record<string, string>>,
  sql: string,
  bounds: Bounds,
  signal: AbortSignal,
): AsyncGenerator<Batch, void> {
  const transaction = await effect(
    client,
    { ...headers, 'x-trino-transaction-id': 'NONE' },
    'START TRANSACTION READ ONLY',
    signal,
    idleTimeoutOf(bounds.timeoutMs),
  );
  if (transaction === null) throw notWell('it begins no transaction');
  const inside = { ...headers, 'x-trino-transaction-id': transaction };
  let readers: readonly ColumnReader[] = [];
  async function* rows(): AsyncGenerator<readonly (readonly unknown[])[], void> {
    for await (const page of statement(client, inside, sql, signal, {
      maxBytes: maxBytes(bounds),
      idleTimeoutMs: idleTimeoutOf(bounds.timeoutMs),
    })) {
      if (page.progress) bounds.onProgress?.(page.progress);
      if (page.columns) readers = page.columns.map((column) => readerOf(column.name, column.type));
      if (page.rows.length > 0) yield page.rows;
    }
  }
  try {
    yield* batchesOf(rows(), () => readers, bounds.maxRows);
  } finally {
    // Nobody waits for it; the server ends transactions that are left alone.
    effect(client, inside, 'ROLLBACK', AbortSignal.timeout(ROLLBACK_MS), ROLLBACK_MS).catch(() => undefined);
  }
}

/** The statement with its values: `EXECUTE IMMEDIATE` takes them as literals of its own, outside of the text. */
function bound({ text, parameters }: CompiledQuery): string {
  if (parameters.length === 0) return text;
  return `${EXECUTED}${trino.literal(text)} USING ${parameters.map(valueOf).join(', ')}`;
}

function valueOf(bound: Bound): string {
  if (bound.kind === 'instant') return trino.literal(sqlDateTime(bound.epochMs));
  const { value } = bound;
  if (value === null) return 'NULL';
  if (typeof value === 'string') return trino.literal(value);
  if (typeof value === 'boolean') return String(value).toUpperCase();
  if (typeof value === 'bigint')
    return value >= -(2n ** 63n) && value < 2n ** 63n ? `BIGINT '${value}'` : `DECIMAL '${value}'`;
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan()' : `${value < 0 ? '-' : ''}infinity()`;
  return Number.isSafeInteger(value) ? String(value) : `DOUBLE '${value}'`;
}

function explained(
  error: unknown,
  run: { readonly query: CompiledQuery; readonly database: string; readonly timeoutMs: number },
): Error {
  if (error instanceof AppError) return error;
  if (error instanceof TrinoError) {
    const { errorLocation: location, errorName, message } = error.failure;
    // Behind the quote that the text begins with.
    const column = run.query.parameters.length === 0 ? 0 : EXECUTED.length + 1;
    return failedByName(
      {
        errorName,
        message,
        position: location
          ? trinoPlace(run.query.text, location, { isUnread: errorName === 'SYNTAX_ERROR', column })
          : null,
      },
      run,
    );
  }
  if (error instanceof ConnectionProblem && error.step !== 'port')
    return new AppError(error.failure, { step: error.step, reason: error.message }, { cause: error });
  return new AppError('engine_unavailable', { database: run.database }, { cause: error });
}
