import Cursor from 'pg-cursor';
import { AppError } from '@tessera/core/errors/app-error';
import { rowsOf } from '@tessera/core/table';
import { postgresql } from '@tessera/query/dialects/postgresql';
import type { Bound, CompiledQuery } from '@tessera/query/structured-query';
import { bindAll } from '../../../bind-all.ts';
import { collect } from '../../values/collect.ts';
import { faultOf, WireFault } from '../../../guarded-stream.ts';
import { testWithin } from '../connect-deadline.ts';
import { failedTest, hasAnswered, unwatched } from '../connection-test.ts';
import { textOf, type Connection, type EngineContext } from '../driver.ts';
import { ConnectionProblem } from '../../errors/connection-problem.ts';
import type { Batch, ColumnInfo, Engine, RunOptions, TestWatch } from '../../engine.ts';
import { ESTIMATE, postgresqlEstimate } from '../../values/estimate.ts';
import { behind, placeByCharacters } from '../../errors/error-positions.ts';
import { failedByFault, failedBySqlState, type Sent } from '../../errors/failure.ts';
import { INTROSPECTION, ownQuery, type Row } from '../own-query.ts';
import { instantText } from '../parameters.ts';
import { timedOut } from '../../admission/deadline.ts';
import { columnBuilder, resultNames, unpack } from '../../values/columns.ts';
import { maxBytes } from '../../admission/result-bound.ts';
import { Refusal } from '../../process/serve.ts';
import { refusedStatement } from '../../verify/refused.ts';
import { withoutEnd } from '../../verify/statement-text.ts';
import { COLLATED, postgresqlCatalog } from './catalog.ts';
import { assertOpenText } from '../../verify/closed/postgresql.ts';
import { connect, end, type PostgresqlClient } from './connect.ts';
import { COMMAND } from './frames.ts';
import { createPool, type Pool } from './pool.ts';
import { rawTypes, typeOf } from './types.ts';

/**
 * Rows that the cursor asks for at a time, where all are wanted at once and where they stream; a batch that grows too
 * large in text is closed earlier.
 */
const FETCH_ROWS = 5_000;
/** Fewer live rows cost less to tell from garbage; still fewer would wait too often for a database that is far away. */
const STREAM_ROWS = 2_500;
/** How much a streamed chunk may weigh, and how many rows the first one has, of which nobody knows what they weigh. */
const CHUNK_BYTES = 8_000_000;
const FIRST_ROWS = 4;
/** What stands before a statement that is described or estimated. */
const DESCRIBED = 'SELECT * FROM (\n';
const EXPLAINED = 'EXPLAIN (FORMAT JSON) ';
/** How many tables and views of users there are, and how many of them the role may read. */
const READABLE = `SELECT count(*) AS all_tables, count(*) FILTER (WHERE has_schema_privilege(n.oid, 'USAGE') AND
  (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))) AS readable
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'`;

type Asked = RunOptions & {
  readonly internal: boolean;
  /** Every row is wanted at once: they are asked for in large chunks from the start. */ readonly isWhole?: true;
};

type Server = {
  readonly connection: Connection;
  readonly context: EngineContext;
  readonly pool: ReturnType<typeof createPool>;
  readonly schema: string;
};

/** One PostgreSQL database over a small pool. Queries run in read-only transactions that are always rolled back. */
export function openPostgresql(connection: Connection, context: EngineContext): Engine {
  const server: Server = {
    connection,
    context,
    pool: createPool(connection, context),
    schema: textOf(connection, 'schema') || 'public',
  };
  return {
    ...bindAll(server, { run, stream, describe, estimate, answers, test }),
    dialect: 'postgresql',
    defaultSchema: server.schema,
    ...postgresqlCatalog((sql, parameters, signal) => rows(server, sql, parameters, signal), server.schema),
    close: server.pool.close,
  };
}

async function* batches(server: Server, query: CompiledQuery, options: Asked): AsyncGenerator<Batch, void> {
  if (!options.internal) refuse(query.text);
  const parameters = query.parameters.map(bindable);
  for await (const batch of inTransaction(
    server.pool,
    { name: server.connection.name, schema: options.namespace?.schema || server.schema, sql: query.text },
    options,
    (client) => read(client, query.text, parameters, options),
  ))
    yield batch;
}

async function rows(
  server: Server,
  sql: string,
  parameters: readonly (string | null)[],
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const { table } = await collect(
    batches(server, ownQuery(sql, parameters), { ...INTROSPECTION, signal, internal: true }),
  );
  return rowsOf(table);
}

async function describe(server: Server, sql: string, signal: AbortSignal): Promise<readonly ColumnInfo[]> {
  refuse(sql);
  const found: ColumnInfo[] = [];
  const options = { ...INTROSPECTION, signal, internal: false };
  const bare = withoutEnd(sql);
  const wrapped = `${DESCRIBED}${bare}\n) AS described LIMIT 0`;
  await behind(DESCRIBED, bare, async () => {
    for await (const columns of inTransaction(
      server.pool,
      { name: server.connection.name, schema: server.schema, sql: wrapped },
      options,
      (client) => describeStatement(client, wrapped),
    ))
      found.push(...columns);
  });
  return found;
}

async function connectOnce(server: Server, watch: TestWatch) {
  return end(await connect(server.connection, server.context, watch));
}

function test(server: Server, watched = unwatched) {
  return testWithin(server.context, watched, async (watch) => {
    try {
      await connectOnce(server, watch);
      const [found] = await rows(server, READABLE, [], watch.signal);
      const [all, readable] = [Number(found?.['all_tables']), Number(found?.['readable'])];
      if (all > 0 && readable === 0)
        throw new ConnectionProblem(
          'rights',
          'connection_permissions',
          `The role may sign in, but it may read none of the ${all} tables.`,
        );
      watch.passed('rights', all === readable ? undefined : `${readable} of ${all} tables`);
      return { ok: true };
    } catch (error) {
      return failedTest(error);
    }
  });
}

function run(server: Server, query: CompiledQuery, options: RunOptions) {
  return collect(batches(server, query, { ...options, internal: false, isWhole: true }), options);
}

function stream(server: Server, query: CompiledQuery, options: RunOptions) {
  return batches(server, query, { ...options, internal: false });
}

async function estimate(server: Server, query: CompiledQuery, signal: AbortSignal) {
  refuse(query.text);
  return postgresqlEstimate(
    (
      await behind(EXPLAINED, query.text, () =>
        collect(
          batches(server, { ...query, text: `${EXPLAINED}${query.text}` }, { ...ESTIMATE, signal, internal: true }),
        ),
      )
    ).table,
  );
}

function answers(server: Server, signal: AbortSignal) {
  return hasAnswered(signal, (watch) => connectOnce(server, watch));
}

/** Run `work` on a connection of the pool; abort and timeout cancel it in the server by a second connection. */
async function* inTransaction<Item>(
  pool: Pool,
  { name, schema, sql }: { readonly name: string; readonly schema: string; readonly sql: string },
  options: Asked,
  work: (client: PostgresqlClient) => AsyncGenerator<Item, void>,
): AsyncGenerator<Item, void> {
  if (options.signal.aborted) throw new AppError('query_cancelled', {});
  let stopped: 'cancelled' | 'timeout' | null = null;
  let client: PostgresqlClient | null = null;
  let wake: (() => void) | null = null;
  let lost = false;
  // A cursor gets no event when its connection breaks; without this the reader would wait for ever.
  const onLost = () => {
    lost = true;
    wake?.();
  };
  const stop = (why: 'cancelled' | 'timeout') => {
    if (stopped) return;
    stopped = why;
    if (client) void pool.cancel(client);
    wake?.();
  };
  const onAbort = () => stop('cancelled');
  const timer = setTimeout(() => stop('timeout'), options.timeoutMs);
  options.signal.addEventListener('abort', onAbort, { once: true });
  /** A server that accepts and never answers must not hold the reader beyond the time. */
  const orStopped = <T>(promise: Promise<T>): Promise<T> => {
    promise.catch(() => undefined);
    return Promise.race([
      promise,
      new Promise<never>((_, reject) => {
        const tell = () => reject(new Error(lost ? 'The connection was lost.' : 'stopped'));
        wake = tell;
        if (stopped || lost) tell();
      }),
    ]);
  };
  try {
    const taken = pool.take();
    taken.then(
      (late) => (stopped && !client ? pool.give(late, false) : undefined),
      () => undefined,
    );
    client = await orStopped(taken);
    client.once('end', onLost);
    client.frames.allow(COMMAND);
    await orStopped(
      client.query(
        `BEGIN READ ONLY; SET LOCAL statement_timeout = ${Math.max(1, Math.ceil(options.timeoutMs))}; SET ` +
          `LOCAL search_path = ${postgresql.quote(schema)}, pg_catalog`,
      ),
    );
    const items = work(client);
    try {
      for (;;) {
        const next = await orStopped(items.next());
        if (next.done) break;
        yield next.value;
      }
    } finally {
      // Leaving early: the server would go on with the query until the cursor is closed.
      // One that answers nothing even to that is left when the time is over.
      if (!stopped && !lost) await orStopped(items.return()).catch(() => undefined);
    }
  } catch (error) {
    if (stopped === 'timeout') throw timedOut(options.timeoutMs, { cause: error });
    if (stopped === 'cancelled') throw new AppError('query_cancelled', {}, { cause: error });
    throw explain((client && faultOf(client.connection.stream)) ?? error, {
      sql,
      database: name,
      timeoutMs: options.timeoutMs,
    });
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener('abort', onAbort);
    client?.removeListener('end', onLost);
    // A cancel that is on its way must not meet the next query.
    if (client) pool.give(client, !lost && !stopped);
  }
}

async function* read(
  client: PostgresqlClient,
  text: string,
  parameters: readonly unknown[],
  asked: Asked,
): AsyncGenerator<Batch, void> {
  const { maxRows } = asked;
  const most = maxBytes(asked);
  const cursor = client.query(new Cursor<unknown[]>(text, [...parameters], { rowMode: 'array', types: rawTypes }));
  let held: Batch | null = null;
  let total = 0;
  let wanted = asked.isWhole ? FETCH_ROWS : FIRST_ROWS;
  try {
    for (;;) {
      const count = Math.min(wanted, maxRows - total + 1);
      // The cursor gives them all at once.
      client.frames.allow({ bytes: most, rows: count, isResult: true });
      const { rows, fields } = await fetchRows(cursor, count);
      const bytes = client.frames.taken();
      const kept = rows.slice(0, maxRows - total);
      const last = rows.length < count || kept.length < rows.length;
      total += kept.length;
      if (!asked.isWhole)
        wanted = Math.max(
          1,
          Math.min(STREAM_ROWS, count * 16, Math.floor((CHUNK_BYTES * rows.length) / Math.max(1, bytes))),
        );
      if (held && (kept.length > 0 || !last)) yield held;
      if (kept.length > 0 || !held) held = batchOf(kept, fields);
      if (last) {
        yield { ...held, truncated: kept.length < rows.length, isLast: true };
        return;
      }
    }
  } finally {
    if (!client.connection.stream.destroyed) await cursor.close().catch(() => undefined);
  }
}

type FieldDef = { readonly name: string; readonly dataTypeID: number };

/** The next rows. */
function fetchRows(
  cursor: Cursor<unknown[]>,
  count: number,
): Promise<{ rows: readonly unknown[][]; fields: readonly FieldDef[] }> {
  return new Promise((resolve, reject) => {
    cursor.read(count, (error, rows, result) => (error ? reject(error) : resolve({ rows, fields: result.fields })));
  });
}

function batchOf(rows: readonly unknown[][], fields: readonly FieldDef[]): Batch {
  const names = resultNames(fields.map((each) => each.name));
  const columns = fields.map((each, index) => {
    const type = typeOf(each.dataTypeID);
    const builder = columnBuilder(names[index] ?? each.name, type.kind, type.name);
    for (const row of rows) {
      const value = row[index];
      builder.push(typeof value === 'string' ? type.parse(value) : null);
    }
    return builder.take();
  });
  return {
    table: { rowCount: rows.length, columns: new Map(columns.map((column) => [column.name, unpack(column)])) },
    types: Object.fromEntries(columns.map((column) => [column.name, column.type])),
    truncated: false,
    isLast: false,
  };
}

/** Columns of a statement: a cursor that is opened and read for no row. */
async function* describeStatement(
  client: PostgresqlClient,
  wrapped: string,
): AsyncGenerator<readonly ColumnInfo[], void> {
  const { fields } = await client.query({ text: wrapped, values: [], rowMode: 'array' });
  const { rows } = await client.query<{ readonly at: string; readonly suffix: string }>(COLLATED, [
    fields.map((each) => each.tableID),
    fields.map((each) => each.columnID),
  ]);
  const suffixes = new Map(rows.map(({ at, suffix }) => [Number(at) - 1, suffix.toUpperCase()]));
  yield fields.map((each, index) => ({
    name: each.name,
    type: `${typeOf(each.dataTypeID).name}${suffixes.get(index) ?? ''}`,
    nullable: true,
    comment: null,
  }));
}

function bindable(bound: Bound): unknown {
  if (bound.kind === 'instant') return instantText(bound.epochMs);
  return typeof bound.value === 'bigint' ? String(bound.value) : bound.value;
}

function refuse(sql: string): void {
  try {
    assertOpenText(sql);
  } catch (error) {
    throw error instanceof Refusal ? refusedStatement(sql, error.message) : error;
  }
}

/** The server's complaint, or the connection's, as an error of the catalogue. */
function explain(error: unknown, { sql, database, timeoutMs }: Sent): Error {
  if (error instanceof AppError) return error;
  if (error instanceof WireFault) return failedByFault(error, 'PostgreSQL');
  if (error instanceof ConnectionProblem) {
    if (error.step === 'port' || error.failure === 'connection_timeout')
      return new AppError('engine_unavailable', { database }, { cause: error });
    return new AppError(error.failure, { step: error.step, reason: error.message });
  }
  const state = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const reason = error instanceof Error ? error.message : String(error);
  if (state === '57014')
    return /statement timeout/.test(reason) ? timedOut(timeoutMs) : new AppError('query_cancelled', {});
  // Without an SQLSTATE it is the connection that broke; 57P0x is a server that goes down or comes up.
  if (!/^[0-9A-Z]{5}$/.test(state) || state.startsWith('57P') || state.startsWith('08'))
    return new AppError('engine_unavailable', { database }, { cause: error });
  // Counted from 1; a place in a function's own query has another name.
  const position =
    typeof error === 'object' && error !== null && 'position' in error && typeof error.position === 'string'
      ? placeByCharacters(sql, Number(error.position) - 1)
      : null;
  return failedBySqlState(state, reason, position);
}
