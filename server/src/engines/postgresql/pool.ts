import type pg from 'pg';
import type { Connection, EngineContext } from '../driver.ts';
import type { TestWatch } from '../engine.ts';
import { connect } from './connect.ts';

/** Connections of one database: a few, made when needed, closed when idle. */
export type Pool = {
  readonly take: () => Promise<pg.Client>;
  /** `reusable: false`: something may still run on it, so it is closed. */
  readonly give: (client: pg.Client, reusable: boolean) => void;
  /** Stop what runs on a connection, by a second one: the first does not listen while it works. */
  readonly cancel: (client: pg.Client) => Promise<void>;
  /** Make a fresh connection and close it. @throws ConnectionProblem */
  readonly probe: (watch: TestWatch) => Promise<void>;
  readonly close: () => Promise<void>;
};

const SIZE = 6;
const CHECK_MS = 4000;
const CANCEL_AGAIN_MS = [0, 50, 200, 1000, 3000] as const;

/** @see Pool */
export function createPool(connection: Connection, context: EngineContext): Pool {
  const idle: { readonly client: pg.Client; readonly timer: NodeJS.Timeout }[] = [];
  const all = new Set<pg.Client>();
  const waiting: (() => void)[] = [];
  let making = 0;
  let closed = false;

  async function take(): Promise<pg.Client> {
    for (;;) {
      if (closed) throw new Error('The pool is closed.');
      const free = idle.pop();
      if (free) {
        clearTimeout(free.timer);
        if (all.has(free.client)) return free.client;
        continue;
      }
      if (all.size + making < SIZE) return make();
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  async function make(): Promise<pg.Client> {
    making += 1;
    try {
      const client = await connect(connection, context);
      // The database looks whether anybody is there still: what this process ran ends with it, also after a kill. Some systems cannot.
      await client.query(`SELECT set_config('client_connection_check_interval', '${CHECK_MS}', false)`).catch(() => undefined);
      all.add(client);
      const forget = () => {
        all.delete(client);
        waiting.shift()?.();
      };
      client.on('error', forget);
      client.on('end', forget);
      return client;
    } catch (error) {
      waiting.shift()?.();
      throw error;
    } finally {
      making -= 1;
    }
  }

  function discard(client: pg.Client): void {
    all.delete(client);
    void client.end().catch(() => undefined);
    waiting.shift()?.();
  }

  function give(client: pg.Client, reusable: boolean): void {
    if (!reusable || closed || !all.has(client)) return discard(client);
    // Rolling back takes away what the statement may have set; a connection that cannot is not used again.
    void rollBack(client);
  }

  async function rollBack(client: pg.Client): Promise<void> {
    try {
      await client.query('ROLLBACK');
    } catch {
      return discard(client);
    }
    if (closed) return discard(client);
    idle.push({ client, timer: setTimeout(() => discard(client), context.idleMs).unref() });
    waiting.shift()?.();
  }

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

  async function probe(watch: TestWatch): Promise<void> {
    await (await connect(connection, context, watch)).end();
  }

  async function close(): Promise<void> {
    closed = true;
    for (const { timer } of idle) clearTimeout(timer);
    await Promise.all([...all].map((client) => client.end().catch(() => undefined)));
    for (const resolve of waiting.splice(0)) resolve();
  }

  return { take, give, cancel, probe, close };
}
