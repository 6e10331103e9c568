import type { EventEmitter } from 'node:events';
import type { FieldPacket, QueryError } from 'mysql2';
import { AppError } from '@tessera/core/errors/app-error';
import { rowsOf } from '@tessera/core/table';
import type { Bound, CompiledQuery } from '@tessera/query/structured-query';
import { bindAll } from '../../../bind-all.ts';
import { batchesOf, type ColumnReader } from '../../values/batches.ts';
import { assertReads, assertTells, assertWrites } from '../../verify/closed-text.ts';
import { collect } from '../../values/collect.ts';
import { faultOf, WireFault } from '../../../guarded-stream.ts';
import { testWithin } from '../connect-deadline.ts';
import { failedTest, hasAnswered, unwatched } from '../connection-test.ts';
import { textOf, type Connection, type EngineContext } from '../driver.ts';
import { ConnectionProblem } from '../../errors/connection-problem.ts';
import type { Batch, ColumnInfo, Engine, Namespace, RunOptions, TestWatch, WriteResult } from '../../engine.ts';
import { ESTIMATE, mysqlEstimate } from '../../values/estimate.ts';
import { behind } from '../../errors/error-positions.ts';
import { failedByFault, failedByNumber, type Sent } from '../../errors/failure.ts';
import { INTROSPECTION, ownQuery, type Row } from '../own-query.ts';
import { sqlDateTime } from '@tessera/query/dialect';
import { createConnectionPool, type ConnectionPool } from '../pool.ts';
import { maxBytes } from '../../admission/result-bound.ts';
import { withoutEnd } from '../../verify/statement-text.ts';
import { stoppable } from '../../admission/stoppable.ts';
import { mysqlCatalog } from './catalog.ts';
import { mysqlClosed } from '../../verify/closed/mysql.ts';
import { command, connect, moveTo, type MysqlClient } from './connect.ts';
import { COMMAND, DESCRIPTION } from './frames.ts';
import { readersOf } from './types.ts';
import { runWriting } from './write.ts';

/** Rows that are read ahead of the reader; beyond them the server waits. */
const READ_AHEAD = 2_000;
const BYTES_AHEAD = 8_000_000;
/** How long the end of an answer may take of which nothing more is wanted. */
const END_MS = 100;
/** A server that does not answer a KILL is left. */
const KILL_MS = 20_000;
/** What stands before a statement that is estimated. */
const EXPLAINED = 'EXPLAIN FORMAT=JSON ';

type Server = {
  readonly connection: Connection;
  readonly context: EngineContext;
  readonly database: string;
  readonly pool: ConnectionPool<MysqlClient>;
  /** Of statements that write: the sessions of the others read only. */
  readonly writers: ConnectionPool<MysqlClient>;
};
/** Connections that write are few, and lie idle for no longer. */
const WRITERS = 2;
const WRITER_IDLE_MS = 60_000;

/** One MySQL or MariaDB over small pools. Queries run as prepared statements in read-only transactions. */
export function openMysql(connection: Connection, context: EngineContext): Engine {
  const database = textOf(connection, 'database');
  const server: Server = {
    connection,
    context,
    database,
    pool: poolOf(connection, context),
    writers: poolOf(connection, { ...context, idleMs: Math.min(WRITER_IDLE_MS, context.idleMs) }, true),
  };
  return {
    ...bindAll(server, { run, stream, write, describe, estimate, answers, test }),
    dialect: 'mysql',
    defaultSchema: database,
    ...mysqlCatalog((sql, parameters, signal) => rows(server, sql, parameters, signal), database),
    close: async () => void (await Promise.all([server.pool.close(), server.writers.close()])),
  };
}

function poolOf(connection: Connection, context: EngineContext, writes = false): ConnectionPool<MysqlClient> {
  return createConnectionPool<MysqlClient>({
    idleMs: context.idleMs,
    ...context.reuse,
    ...(writes && { size: WRITERS }),
    connect: () => connect(connection, context, unwatched, { writes }),
    isOpen: ({ socket }) => !socket.destroyed && socket.writable,
    reset: async (client) => {
      client.frames.allow(COMMAND);
      await command(client.connection, 'ROLLBACK');
    },
    end: ({ socket }) => void socket.destroy(),
  });
}

/** Ends what runs on a connection, by a second one: the first does not listen while it works. */
async function kill(server: Server, pool: ConnectionPool<MysqlClient>, client: MysqlClient) {
  const { threadId } = client.connection;
  pool.give(client, false);
  const second = await connect(server.connection, server.context);
  const leave = setTimeout(() => second.socket.destroy(), KILL_MS).unref();
  try {
    await command(second.connection, `KILL QUERY ${threadId}`);
    await command(second.connection, `KILL CONNECTION ${threadId}`);
  } finally {
    clearTimeout(leave);
    second.socket.destroy();
  }
}

function explain(server: Server, sql: string, timeoutMs: number) {
  return (error: unknown) => explained(error, { sql, database: server.connection.name, timeoutMs });
}

function batches(
  server: Server,
  query: CompiledQuery,
  options: RunOptions,
  internal: boolean,
): AsyncGenerator<Batch, void> {
  if (!internal) (options.admits === 'about' ? assertTells : assertReads)(query.text, mysqlClosed);
  const parameters = query.parameters.map(bindable);
  return stoppable(
    options,
    (signal) =>
      onConnection(
        server.pool,
        (client) => kill(server, server.pool, client),
        signal,
        (client) => read(client, query.text, parameters, options, server.database),
      ),
    explain(server, query.text, options.timeoutMs),
  );
}

async function rows(
  server: Server,
  sql: string,
  parameters: readonly (string | null)[],
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const { table } = await collect(batches(server, ownQuery(sql, parameters), { ...INTROSPECTION, signal }, true));
  return rowsOf(table);
}

async function describe(
  server: Server,
  sql: string,
  signal: AbortSignal,
  namespace?: Namespace,
): Promise<readonly ColumnInfo[]> {
  assertReads(sql, mysqlClosed);
  const found: ColumnInfo[] = [];
  for await (const columns of stoppable(
    { ...INTROSPECTION, signal },
    (stop) =>
      onConnection(
        server.pool,
        (client) => kill(server, server.pool, client),
        stop,
        (client) => prepared(client, sql, namespace?.schema || server.database),
      ),
    explain(server, sql, INTROSPECTION.timeoutMs),
  ))
    found.push(...columns);
  return found;
}

async function connectOnce(server: Server, watch: TestWatch) {
  return void (await connect(server.connection, server.context, watch)).socket.destroy();
}

function test(server: Server, watched = unwatched) {
  return testWithin(server.context, watched, async (watch) => {
    try {
      await connectOnce(server, watch);
      await rows(server, 'SELECT 1', [], watch.signal);
      watch.passed('rights');
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
  assertWrites(query.text, mysqlClosed);
  const counted: { affected: number | null } = { affected: null };
  const parameters = query.parameters.map(bindable);
  const database = options.namespace?.schema ?? server.database;
  const returned = await collect(
    stoppable(
      options,
      (signal) =>
        onConnection(
          server.writers,
          (client) => kill(server, server.writers, client),
          signal,
          async function* inPlace(client) {
            await moveTo(client, database);
            return yield* runWriting(client, query.text, parameters, options, counted);
          },
        ),
      explain(server, query.text, options.timeoutMs),
    ),
    options,
  );
  return { ...returned, ...counted };
}

async function estimate(server: Server, query: CompiledQuery, signal: AbortSignal, namespace?: Namespace) {
  assertReads(query.text, mysqlClosed);
  return mysqlEstimate(
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

function answers(server: Server, signal: AbortSignal) {
  return hasAnswered(signal, (watch) => connectOnce(server, watch));
}

/**
 * Run `work` on a connection of the pool; when the signal aborts before it has ended, `kill` tells the server.
 *
 * @param work  Gives back in the end whether nothing of an answer is left on the connection.
 */
async function* onConnection<Item>(
  pool: ConnectionPool<MysqlClient>,
  kill: (client: MysqlClient) => Promise<void>,
  signal: AbortSignal,
  work: (client: MysqlClient) => AsyncGenerator<Item, boolean>,
): AsyncGenerator<Item, void> {
  const client = await pool.take();
  let given = false;
  const onAbort = () => {
    if (given) return;
    given = true;
    // A server that cannot be reached ends the query by its own limit.
    kill(client).catch(() => undefined);
  };
  if (signal.aborted) return pool.give(client, true);
  signal.addEventListener('abort', onAbort, { once: true });
  let clean = false;
  try {
    client.frames.allow(DESCRIPTION);
    clean = yield* work(client);
  } catch (error) {
    const fault = faultOf(client.socket);
    clean = fault === null && isAnswer(error);
    throw fault ?? error;
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (!given && clean) pool.give(client, true);
    else onAbort();
    given = true;
  }
}

async function* read(
  client: MysqlClient,
  text: string,
  parameters: readonly (string | number | boolean | null)[],
  options: RunOptions,
  database: string,
): AsyncGenerator<Batch, boolean> {
  if (!client.hasZones && text.includes('CONVERT_TZ('))
    throw new AppError('database_error', {
      reason:
        'The time zone tables of this server are empty, so no time can be converted. Load them with ' +
        'mysql_tzinfo_to_sql.',
    });
  const seconds = Math.max(1, Math.ceil(options.timeoutMs / 1000));
  const limit = client.isMariadb ? `max_statement_time = ${seconds}` : `max_execution_time = ${seconds * 1000}`;
  await moveTo(client, options.namespace?.schema ?? database);
  // One row more than wanted tells whether there are more.
  await command(client.connection, `SET SESSION ${limit}, sql_select_limit = ${options.maxRows + 1}`);
  await command(client.connection, 'START TRANSACTION READ ONLY');
  let readers: readonly ColumnReader[] = [];
  const running = client.connection.execute({ sql: text, rowsAsArray: true }, [...parameters]);
  const allowMore = () => client.frames.allow({ bytes: maxBytes(options), isResult: true });
  running.on('fields', (fields: FieldPacket[] | undefined) => {
    readers = readersOf(fields ?? []);
    allowMore();
  });
  const answer = answerOf(client, running, allowMore);
  yield* batchesOf(answer.chunks(), () => readers, options.maxRows);
  // The end mostly comes with the row beyond the last wanted one; a statement with a LIMIT of its own may go on for
  // long.
  return answer.ends(END_MS);
}

type Chunks = AsyncGenerator<readonly (readonly unknown[])[], void>;

type Answer = {
  readonly chunks: () => Chunks;
  /** Whether it is over, or is within so many milliseconds, read or not. */ readonly ends: (
    withinMs: number,
  ) => Promise<boolean>;
};

/**
 * Rows as they come. The server is made to wait while more than a few are not taken yet, or while they weigh too much.
 */
function answerOf(client: MysqlClient, running: EventEmitter, allowMore: () => void): Answer {
  let queue: (readonly unknown[])[] = [];
  let bytes = 0;
  let isLeft = false;
  const state: { end: { readonly error: unknown } | null } = { end: null };
  let wake: (() => void) | null = null;
  const over = (error: unknown): void => {
    state.end ??= { error };
    wake?.();
  };
  // The reader gets no event when its connection breaks; without this it would wait for ever.
  const onLost = () => over(new Error('The connection was lost.'));
  running.on('result', (row: readonly unknown[]) => {
    if (isLeft) return;
    allowMore();
    queue.push(row);
    for (const value of row) bytes += typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8;
    if (bytes > BYTES_AHEAD || queue.length > READ_AHEAD) client.connection.pause();
    wake?.();
  });
  running.on('error', over).on('end', () => over(null));
  client.socket.once('close', onLost);

  async function* chunks(): Chunks {
    try {
      for (;;) {
        if (queue.length > 0) {
          const chunk = queue;
          queue = [];
          bytes = 0;
          yield chunk;
          client.connection.resume();
        } else if (state.end) {
          if (state.end.error !== null) throw state.end.error;
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          wake = null;
        }
      }
    } finally {
      // The connection may have been paused at the very row behind which nobody reads on. What still comes is let go
      // by.
      isLeft = true;
      queue = [];
      client.socket.removeListener('close', onLost);
      client.connection.resume();
    }
  }

  const ends = async (withinMs: number): Promise<boolean> =>
    state.end !== null ||
    new Promise((resolve) => {
      // Where this process was delayed itself, the end may have come and only wait to be read.
      const timer = setTimeout(() => setImmediate(() => resolve(state.end !== null)), withinMs);
      running.once('end', () => {
        clearTimeout(timer);
        resolve(true);
      });
    });

  return { chunks, ends };
}

/** Columns of a statement that is prepared and not run. */
async function* prepared(
  client: MysqlClient,
  sql: string,
  database: string,
): AsyncGenerator<readonly ColumnInfo[], boolean> {
  await moveTo(client, database);
  const readers = await new Promise<readonly ColumnReader[]>((resolve, reject) => {
    client.connection.prepare(withoutEnd(sql), (error, statement) => {
      if (error) return reject(error);
      // The declaration of the driver leaves the fields out.
      const { columns } = statement as unknown as { readonly columns: readonly FieldPacket[] };
      const found = readersOf(columns);
      statement.close();
      resolve(found);
    });
  });
  yield readers.map(({ name, type }) => ({ name, type, nullable: true, comment: null }));
  return true;
}

function bindable(bound: Bound): string | number | boolean | null {
  if (bound.kind === 'instant') return sqlDateTime(bound.epochMs);
  return typeof bound.value === 'bigint' ? String(bound.value) : bound.value;
}

/** An error that the server sent as the answer to a statement, after which the connection is as before. */
function isAnswer(error: unknown): boolean {
  if (error instanceof AppError) return true;
  return (
    error instanceof Error &&
    'errno' in error &&
    typeof error.errno === 'number' &&
    error.errno >= 1000 &&
    !(error as QueryError).fatal
  );
}

/** The server's complaint, or the connection's, as an error of the catalogue. */
function explained(error: unknown, run: Sent): Error {
  const { database } = run;
  if (error instanceof AppError) return error;
  if (error instanceof WireFault) return failedByFault(error, 'MySQL or MariaDB');
  if (error instanceof ConnectionProblem) {
    if (error.step === 'port' || error.failure === 'connection_timeout')
      return new AppError('engine_unavailable', { database }, { cause: error });
    return new AppError(error.failure, { step: error.step, reason: error.message });
  }
  if (!isAnswer(error)) return new AppError('engine_unavailable', { database }, { cause: error });
  const { errno, message } = error as QueryError & { readonly errno: number };
  return failedByNumber(errno, message, run);
}
