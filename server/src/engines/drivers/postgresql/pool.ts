import type { Connection, EngineContext } from '../driver.ts';
import { createConnectionPool, type ConnectionPool } from '../pool.ts';
import { connect, end, type PostgresqlClient } from './connect.ts';
import { COMMAND } from './frames.ts';

export type Pool = ConnectionPool<PostgresqlClient> & {
  /** Stop what runs on a connection, by a second one: the first does not listen while it works. */
  readonly cancel: (client: PostgresqlClient) => Promise<void>;
};

/** A server that does not answer a cancel is left. */
const CANCEL_MS = 20_000;
const CANCEL_AGAIN_MS = [0, 50, 200, 1000, 3000] as const;

/** Connections that write lie idle for no longer: few statements do. */
const WRITER_IDLE_MS = 60_000;
const WRITERS = 2;

/** Connections to one PostgreSQL database. `writes`: of statements that change something. */
export function createPool(
  connection: Connection,
  context: EngineContext,
  { writes = false }: { readonly writes?: boolean } = {},
): Pool {
  /** Those that the server left, or spoke an error on that belongs to no statement. */
  const broken = new WeakSet<PostgresqlClient>();

  async function connectWatched(): Promise<PostgresqlClient> {
    const client = await connect(connection, context);
    client.on('error', () => void broken.add(client));
    client.on('end', () => void broken.add(client));
    return client;
  }

  const pool = createConnectionPool<PostgresqlClient>({
    idleMs: writes ? Math.min(WRITER_IDLE_MS, context.idleMs) : context.idleMs,
    ...context.reuse,
    ...(writes && { size: WRITERS }),
    connect: connectWatched,
    isOpen: (client) => !broken.has(client),
    // Takes away what the statement may have set.
    reset: async (client) => {
      client.frames.allow(COMMAND);
      await client.query('ROLLBACK');
      // Temporary tables and settings of functions outlive a transaction that is committed.
      if (writes) await client.query('DISCARD ALL');
    },
    end,
  });

  async function cancel(client: PostgresqlClient): Promise<void> {
    const pid = 'processID' in client && typeof client.processID === 'number' ? client.processID : null;
    if (pid === null) return;
    try {
      const second = await connect(connection, context);
      const leave = setTimeout(() => second.connection.stream.destroy(), CANCEL_MS).unref();
      try {
        // Between two messages of one statement the server listens and lets a cancel pass; so it is looked at again.
        for (const pauseMs of CANCEL_AGAIN_MS) {
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
          const { rowCount } = await second.query(
            'SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND usename = current_user AND ' +
              "state = 'active'",
            [pid],
          );
          if (rowCount === 0) return;
        }
      } finally {
        clearTimeout(leave);
        await end(second);
      }
    } catch {
      // The server cannot be reached: its own statement_timeout ends the query.
    }
  }

  return { ...pool, cancel };
}
