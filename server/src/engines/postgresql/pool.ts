import type pg from 'pg';
import type { Connection, EngineContext } from '../driver.ts';
import { createConnectionPool, type ConnectionPool } from '../pool.ts';
import { connect } from './connect.ts';

export type Pool = ConnectionPool<pg.Client> & {
  /** Stop what runs on a connection, by a second one: the first does not listen while it works. */
  readonly cancel: (client: pg.Client) => Promise<void>;
};

const CHECK_MS = 4000;
const CANCEL_AGAIN_MS = [0, 50, 200, 1000, 3000] as const;

/** Connections to one PostgreSQL database. */
export function createPool(connection: Connection, context: EngineContext): Pool {
  /** Those that the server left, or spoke an error on that belongs to no statement. */
  const broken = new WeakSet<pg.Client>();

  async function connectWatched(): Promise<pg.Client> {
    const client = await connect(connection, context);
    // The database looks whether anybody is there still: what this process ran ends with it, also after a kill. Some systems cannot.
    await client.query(`SELECT set_config('client_connection_check_interval', '${CHECK_MS}', false)`).catch(() => undefined);
    client.on('error', () => void broken.add(client));
    client.on('end', () => void broken.add(client));
    return client;
  }

  const pool = createConnectionPool<pg.Client>({
    idleMs: context.idleMs,
    connect: connectWatched,
    isOpen: (client) => !broken.has(client),
    // Takes away what the statement may have set.
    reset: async (client) => void (await client.query('ROLLBACK')),
    end: (client) => client.end().catch(() => undefined),
  });

  async function cancel(client: pg.Client): Promise<void> {
    const pid = 'processID' in client && typeof client.processID === 'number' ? client.processID : null;
    if (pid === null) return;
    try {
      const second = await connect(connection, context);
      try {
        // Between two messages of one statement the server listens and lets a cancel pass; so it is looked at again.
        for (const pauseMs of CANCEL_AGAIN_MS) {
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
          const { rowCount } = await second.query("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND usename = current_user AND state = 'active'", [pid]);
          if (rowCount === 0) return;
        }
      } finally {
        await second.end();
      }
    } catch {
      // The server cannot be reached: its own statement_timeout ends the query.
    }
  }

  return { ...pool, cancel };
}
