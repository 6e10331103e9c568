import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { bindAll } from '../bind-all.ts';
import { metadataFailure, metadataUnavailable } from './failure.ts';

/** How long each step may take, in milliseconds, and how many connections there are. */
export type PoolLimits = {
  readonly connections: number;
  /** The server ends a statement that takes longer, and a transaction that lies idle for so long. */
  readonly statementMs: number;
  /** An answer that is so much later than that does not come: the connection is destroyed. */
  readonly graceMs: number;
  /** Time to make a connection, or to wait for a free one. */
  readonly connectMs: number;
  /** A connection that nobody used for so long is asked for a sign of life before it is given out. */
  readonly trustMs: number;
  /** Time for that sign. */
  readonly signMs: number;
  /** What lies idle for longer is closed. */
  readonly idleMs: number;
  /** No connection lives longer, so that all of them move to where the name points now. */
  readonly lifeMs: number;
};
/** For commands, which may take long. A server has less timeout. */
export const defaultLimits: PoolLimits = {
  connections: 10,
  statementMs: 600_000,
  graceMs: 2000,
  connectMs: 5000,
  trustMs: 2000,
  signMs: 3000,
  idleMs: 30_000,
  lifeMs: 1_800_000,
};

export type MetadataPool = PostgresPool & {
  readonly counts: () => {
    readonly open: number;
    readonly waiting: number;
    /** Connections that broke or stopped responding, ever. */ readonly lost: number;
  };
};

/** The kernel looks after a connection that is quiet for so long. */
const KEEP_ALIVE_MS = 10_000;
/** A goodbye that is not answered within that time is not waited for. */
const GOODBYE_MS = 2000;
/** Count(*) and sums of integers come as 64-bit text; metadata never holds numbers beyond 2^53. */
const INT8 = 20;

type SharedConnections = {
  readonly limits: PoolLimits;
  readonly pool: pg.Pool;
  readonly usedAt: WeakMap<pg.PoolClient, number>;
  readonly lost: WeakSet<pg.PoolClient>;
  readonly idle: Set<pg.PoolClient>;
  lostAt: number;
  losses: number;
};

/**
 * Connections to the metadata in PostgreSQL. One that breaks or stops responding (failover, a firewall that forgot it)
 * is given up: what ran on it fails with `unavailable`, and what would come next gets another one.
 */
export function createMetadataPool(url: string, limits: PoolLimits): MetadataPool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: limits.idleMs,
    maxLifetimeSeconds: limits.lifeMs / 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'tessera',
    types,
  });
  const idle = new Set<pg.PoolClient>();
  // The pool replaces what breaks while idle; without a listener it would end the process. What is in use has none of
  // the pool's.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => lose(shared, client));
    client.on('end', () => void idle.delete(client));
    const { stream } = client.connection;
    stream.once('finish', () => void setTimeout(() => stream.destroy(), GOODBYE_MS).unref());
  });
  pool.on('acquire', (client) => void idle.delete(client));
  pool.on('release', (_, client) => void idle.add(client));
  pool.on('remove', (client) => void idle.delete(client));
  const shared: SharedConnections = {
    limits,
    pool,
    usedAt: new WeakMap<pg.PoolClient, number>(),
    lost: new WeakSet<pg.PoolClient>(),
    idle,
    lostAt: -Infinity,
    losses: 0,
  };
  return bindAll(shared, { connect, end, counts });
}

function lose(shared: SharedConnections, client: pg.PoolClient): void {
  if (shared.lost.has(client)) return;
  shared.lost.add(client);
  shared.losses += 1;
  shared.lostAt = performance.now();
}

/**
 * Ask, and destroy the connection when no answer comes: cancelling alone would leave the next statement waiting
 * behind this one.
 */
async function ask(
  shared: SharedConnections,
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[],
  withinMs: number,
): Promise<pg.QueryResult> {
  const timer = setTimeout(() => {
    lose(shared, client);
    client.connection.stream.destroy(new Error(`The metadata database gave no answer within ${withinMs} ms.`));
  }, withinMs);
  try {
    return await client.query(text, [...values]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A new connection tells the server what to end by itself, or a statement that waits for a lock would go on for
 * nobody and a lost transaction would keep its locks for hours. One that lay idle, or comes from before others were
 * lost, gives a sign of life.
 */
async function isUsable(shared: SharedConnections, client: pg.PoolClient): Promise<boolean> {
  const last = shared.usedAt.get(client);
  if (last !== undefined && last > shared.lostAt && performance.now() - last < shared.limits.trustMs) return true;
  try {
    if (last === undefined) await ask(shared, client, SESSION, sessionValues(shared.limits), shared.limits.connectMs);
    else await ask(shared, client, 'SELECT 1', [], shared.limits.signMs);
  } catch {
    // A pooler in between may know no settings; the connection is good all the same.
  }
  return !shared.lost.has(client);
}

async function connect(shared: SharedConnections): Promise<PostgresPoolClient> {
  for (;;) {
    const client = await shared.pool.connect().catch((error: unknown) => {
      throw metadataUnavailable(error);
    });
    if (await isUsable(shared, client)) return lend(shared, client);
    const isNew = !shared.usedAt.has(client);
    client.release(true);
    if (isNew) throw metadataUnavailable(new Error('A new connection gave no answer.'));
    // It has company: whatever lies idle went the same way.
    for (const other of shared.idle) other.connection.stream.destroy(new Error('Another connection fell silent.'));
  }
}

function lend(shared: SharedConnections, client: pg.PoolClient): PostgresPoolClient {
  const query = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    try {
      return await ask(shared, client, text, values, shared.limits.statementMs + shared.limits.graceMs);
    } catch (error) {
      throw shared.lost.has(client) || metadataFailure(error) === 'unreachable' ? metadataUnavailable(error) : error;
    }
  };
  return {
    // the other way to call it takes cursors, which nothing uses
    query: query as unknown as PostgresPoolClient['query'],
    release: () => {
      shared.usedAt.set(client, performance.now());
      client.release(shared.lost.has(client));
    },
  };
}

function end(shared: SharedConnections) {
  return shared.pool.end();
}

function counts(shared: SharedConnections) {
  return { open: shared.pool.totalCount, waiting: shared.pool.waitingCount, lost: shared.losses };
}

/** Those that the server knows. */
const SESSION = `SELECT set_config(known.name, given.value, false) FROM pg_settings AS known
  JOIN (VALUES ('statement_timeout', $1), ('idle_in_transaction_session_timeout', $1), ('tcp_user_timeout', $2),
  ('client_connection_check_interval', $2)) AS given(name, value) USING (name)`;

function sessionValues({ statementMs, signMs }: PoolLimits): readonly string[] {
  return [`${statementMs}ms`, `${Math.max(signMs, 1000) * 10}ms`];
}
