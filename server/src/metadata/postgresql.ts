import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { AppError } from '@tessera/core/errors/app-error';
import type { Metadata } from './metadata.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './tables.ts';

const CONNECTIONS = 10;
const CONNECT_MS = 10_000;
/** count(*) and sums of integers come as 64-bit text; metadata never holds numbers beyond 2^53. */
const INT8 = 20;

/** Open a PostgreSQL database and prove that it answers. @throws AppError metadata_unreachable */
export async function openPostgres(url: string): Promise<Metadata> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    application_name: 'tessera',
    types,
  });
  // Idle connections that the database drops are replaced by the pool; without a listener they would end the process.
  pool.on('error', () => undefined);
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new AppError('metadata_unreachable', { reason: error instanceof Error && error.message !== '' ? error.message : 'no answer' }, { cause: error });
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    dialect: 'postgresql',
    file: null,
    migrate: () => migrate(db, 'postgresql'),
    snapshot: () => Promise.reject(new TypeError('PostgreSQL is copied inside a transaction.')),
    close: () => db.destroy(),
  };
}
