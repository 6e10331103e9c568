import Cursor from 'pg-cursor';
import { rowsOf } from '@tessera/core/table';
import type { Bound, CompiledQuery } from '@tessera/query/structured-query';
import { bindAll } from '../../../bind-all.ts';
import { collect, RETURNED_ROWS } from '../../values/collect.ts';
import { testWithin } from '../connect-deadline.ts';
import { failedTest, hasAnswered, unwatched } from '../connection-test.ts';
import { textOf, type Connection, type EngineContext } from '../driver.ts';
import { ConnectionProblem } from '../../errors/connection-problem.ts';
import type {
  Batch,
  ColumnInfo,
  Engine,
  Namespace,
  RunOptions,
  TestWatch,
  WriteOptions,
  WriteResult,
} from '../../engine.ts';
import { ESTIMATE, postgresqlEstimate } from '../../values/estimate.ts';
import { behind } from '../../errors/error-positions.ts';
import { INTROSPECTION, ownQuery, type Row } from '../own-query.ts';
import { sqlDateTime } from '@tessera/query/dialect';
import { columnBuilder, resultNames, unpack } from '../../values/columns.ts';
import { maxBytes } from '../../admission/result-bound.ts';
import { Refusal } from '../../process/serve.ts';
import { refusedStatement, refusedWriting } from '../../verify/refused.ts';
import { withoutEnd } from '../../verify/statement-text.ts';
import { COLLATED, postgresqlCatalog } from './catalog.ts';
import { assertNamesOpen, assertOpenText, assertWritingText } from '../../verify/closed/postgresql.ts';
import { connect, end, type PostgresqlClient } from './connect.ts';
import { fillTable } from './fill-table.ts';
import { createPool } from './pool.ts';
import { inTransaction } from './transaction.ts';
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
  /** Of statements that write: no query ever runs on a connection that something was written on. */
  readonly writers: ReturnType<typeof createPool>;
  readonly schema: string;
};

/** One PostgreSQL database over small pools. Queries run in read-only transactions that are always rolled back. */
export function openPostgresql(connection: Connection, context: EngineContext): Engine {
  const server: Server = {
    connection,
    context,
    pool: createPool(connection, context),
    writers: createPool(connection, context, { writes: true }),
    schema: textOf(connection, 'schema') || 'public',
  };
  return {
    ...bindAll(server, { run, stream, write, describe, estimate, answers, test }),
    dialect: 'postgresql',
    defaultSchema: server.schema,
    ...postgresqlCatalog((sql, parameters, signal) => rows(server, sql, parameters, signal), server.schema),
    close: async () => void (await Promise.all([server.pool.close(), server.writers.close()])),
  };
}

async function* batches(server: Server, query: CompiledQuery, options: Asked): AsyncGenerator<Batch, void> {
  if (!options.internal) refuse(query.text, options.admits === 'about' ? assertNamesOpen : assertOpenText);
  const parameters = query.parameters.map(bindable);
  for await (const batch of inTransaction(
    server.pool,
    { name: server.connection.name, schema: options.namespace?.schema ?? server.schema, sql: query.text },
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

async function describe(
  server: Server,
  sql: string,
  signal: AbortSignal,
  namespace?: Namespace,
): Promise<readonly ColumnInfo[]> {
  refuse(sql, assertOpenText);
  const found: ColumnInfo[] = [];
  const options = { ...INTROSPECTION, signal, internal: false };
  const bare = withoutEnd(sql);
  const wrapped = `${DESCRIBED}${bare}\n) AS described LIMIT 0`;
  await behind(DESCRIBED, bare, async () => {
    for await (const columns of inTransaction(
      server.pool,
      { name: server.connection.name, schema: namespace?.schema || server.schema, sql: wrapped },
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

async function write(server: Server, query: CompiledQuery, options: WriteOptions): Promise<WriteResult> {
  try {
    refuse(query.text, assertWritingText);
  } catch (error) {
    throw refusedWriting(error);
  }
  const place = { name: server.connection.name, schema: options.namespace?.schema ?? server.schema, sql: query.text };
  const counted: { affected: number | null } = { affected: null };
  const { text } = query;
  const { filling } = options;
  const returned = await collect(
    inTransaction(server.writers, { ...place, writes: true }, options, (client) => {
      const whole = (sql: string) => runWhole(client, sql, query.parameters.map(bindable), options, counted);
      return filling === undefined ? whole(text) : fillTable(client, { text, filling }, whole);
    }),
    options,
  );
  return { ...returned, ...counted };
}

async function estimate(server: Server, query: CompiledQuery, signal: AbortSignal, namespace?: Namespace) {
  refuse(query.text, assertOpenText);
  return postgresqlEstimate(
    (
      await behind(EXPLAINED, query.text, () =>
        collect(
          batches(
            server,
            { ...query, text: `${EXPLAINED}${query.text}` },
            { ...ESTIMATE, signal, internal: true, ...(namespace && { namespace }) },
          ),
        ),
      )
    ).table,
  );
}

function answers(server: Server, signal: AbortSignal) {
  return hasAnswered(signal, (watch) => connectOnce(server, watch));
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

/** A statement that writes, to its end; the rows that it returns beyond the wanted ones are read and let go. */
async function* runWhole(
  client: PostgresqlClient,
  text: string,
  parameters: readonly unknown[],
  options: RunOptions,
  counted: { affected: number | null },
): AsyncGenerator<Batch, void> {
  const most = Math.min(options.maxRows, RETURNED_ROWS);
  const cursor = client.query(new Cursor<unknown[]>(text, [...parameters], { rowMode: 'array', types: rawTypes }));
  const kept: unknown[][] = [];
  for (;;) {
    client.frames.allow({ bytes: maxBytes(options), rows: FETCH_ROWS, isResult: true });
    const { rows, fields, affected, isWhole } = await fetchRows(cursor, FETCH_ROWS);
    const room = most - kept.length;
    kept.push(...rows.slice(0, room));
    if (!isWhole) continue;
    counted.affected = affected;
    yield {
      ...batchOf(kept, fields),
      truncated: affected !== null && affected > kept.length && fields.length > 0,
      isLast: true,
    };
    return;
  }
}

type FieldDef = { readonly name: string; readonly dataTypeID: number };

type Fetched = {
  readonly rows: readonly unknown[][];
  readonly fields: readonly FieldDef[];
  /** What the server counts when the statement has ended. */
  readonly affected: number | null;
  readonly isWhole: boolean;
};

/** The next rows. */
function fetchRows(cursor: Cursor<unknown[]>, count: number): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    cursor.read(count, (error, rows, result) =>
      error
        ? reject(error)
        : resolve({
            rows,
            // Of a statement without rows the driver makes none.
            fields: result.fields ?? [],
            affected: result.rowCount ?? null,
            isWhole: rows.length < count,
          }),
    );
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
  if (bound.kind === 'instant') return sqlDateTime(bound.epochMs);
  return typeof bound.value === 'bigint' ? String(bound.value) : bound.value;
}

function refuse(sql: string, assertOpen: (sql: string) => void): void {
  try {
    assertOpen(sql);
  } catch (error) {
    throw error instanceof Refusal ? refusedStatement(sql, error.message) : error;
  }
}
