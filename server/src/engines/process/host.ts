import type { CompiledQuery, WrittenSql } from '@tessera/query/structured-query';
import type { ColumnInfo } from '../engine.ts';
import type { SqlRead } from '../verify/reading.ts';
import type { HostSettings } from './engine-process.ts';
import { createExchange } from './exchange.ts';
import { createFailures } from './failures.ts';
import { createProcessPool } from './process-pool.ts';
import { createQueryStream, type ProcessBatch, type StreamOptions } from './query-stream.ts';

export type ProcessHost = {
  readonly stream: (query: CompiledQuery, options: StreamOptions) => AsyncGenerator<ProcessBatch, void>;
  readonly describe: (sql: string, signal: AbortSignal, schema?: string | null) => Promise<readonly ColumnInfo[]>;
  /** How the engine's own parser reads a text. */
  readonly read: (written: WrittenSql, signal: AbortSignal) => Promise<SqlRead>;
  /** Start a process if none runs. @throws AppError database_error with the reason that the file cannot be opened */
  readonly start: () => Promise<void>;
  /** Queries from now on get a process that opens the database anew; those that run are not disturbed. */
  readonly retire: () => void;
  /** End the processes that nobody is in; resolves when the file is no longer open in them. */
  readonly vacate: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Runs queries in child processes that may die without taking the server along; the next query starts another. */
export function createHost<Settings>(settings: HostSettings<Settings>): ProcessHost {
  const pool = createProcessPool(settings);
  const failures = createFailures(settings.dialect, pool);
  let lastId = 0;
  const nextId = (): number => (lastId += 1);
  const exchange = createExchange(pool, failures, nextId);
  return {
    stream: createQueryStream(pool, failures, nextId),
    describe: async (sql, signal, schema = null) => {
      const reply = await exchange(signal, (id) => ({ type: 'describe', id, sql, schema }));
      if (reply.type !== 'described') throw pool.unavailable();
      return reply.columns;
    },
    read: async (written, signal) => {
      const reply = await exchange(signal, (id) => ({ type: 'read', id, written }));
      if (reply.type !== 'read') throw pool.unavailable();
      return reply.read;
    },
    start: pool.start,
    retire: pool.retire,
    vacate: pool.vacate,
    close: pool.close,
  };
}
