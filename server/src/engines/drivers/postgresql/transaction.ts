import { AppError } from '@tessera/core/errors/app-error';
import { postgresql } from '@tessera/query/dialects/postgresql';
import { faultOf, WireFault } from '../../../guarded-stream.ts';
import { timedOut } from '../../admission/deadline.ts';
import type { RunOptions } from '../../engine.ts';
import { ConnectionProblem } from '../../errors/connection-problem.ts';
import { placeByCharacters } from '../../errors/error-positions.ts';
import { failedByFault, failedBySqlState, type Sent } from '../../errors/failure.ts';
import type { PostgresqlClient } from './connect.ts';
import { COMMAND } from './frames.ts';
import type { Pool } from './pool.ts';

/** What runs in a transaction: `sql` as it is sent, with its bare names in `schema`, at the database `name`. */
type Work = {
  readonly name: string;
  readonly schema: string;
  readonly sql: string;
  readonly writes?: boolean;
};

/**
 * Run `work` on a connection of the pool, in a transaction of its own; abort and timeout cancel it in the server by a
 * second connection. One that only reads is rolled back in the end, one that writes is committed when `work` is done.
 */
export async function* inTransaction<Item>(
  pool: Pool,
  { name, schema, sql, writes = false }: Work,
  options: Pick<RunOptions, 'signal' | 'timeoutMs'>,
  work: (client: PostgresqlClient) => AsyncGenerator<Item, void>,
): AsyncGenerator<Item, void> {
  if (options.signal.aborted) throw new AppError('query_cancelled', {});
  let stopped: 'cancelled' | 'timeout' | null = null;
  let client: PostgresqlClient | null = null;
  let wake: (() => void) | null = null;
  let lost = false;
  let isCommitting = false;
  // A cursor gets no event when its connection breaks; without this the reader would wait for ever.
  const onLost = () => {
    lost = true;
    wake?.();
  };
  const stop = (why: 'cancelled' | 'timeout') => {
    // Who leaves while it is committed would not learn how it ended.
    if (stopped || (isCommitting && why === 'cancelled')) return;
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
        `BEGIN READ ${writes ? 'WRITE' : 'ONLY'}; SET LOCAL statement_timeout = ` +
          `${Math.max(1, Math.ceil(options.timeoutMs))}; ` +
          `SET LOCAL search_path = ${postgresql.quote(schema)}, pg_catalog`,
      ),
    );
    const items = work(client);
    try {
      for (;;) {
        const next = await orStopped(items.next());
        if (next.done) break;
        yield next.value;
      }
      if (writes) {
        isCommitting = true;
        client.frames.allow(COMMAND);
        await orStopped(client.query('COMMIT'));
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
