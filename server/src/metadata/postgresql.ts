import { Kysely, PostgresDialect } from 'kysely';
import { AppError } from '@tessera/core/errors/app-error';
import type { Metadata } from './metadata.ts';
import { migrate } from './migrate.ts';
import { createMetadataPool, defaultLimits, type PoolLimits } from './postgresql-pool.ts';
import type { Tables } from './tables.ts';

/** A step of an upgrade may take long, and another server may wait for it. */
const MIGRATION_MS = 6 * 3_600_000;

/** Open a PostgreSQL database and prove that it answers. @throws AppError metadata_unreachable */
export async function openPostgres(url: string, given: Partial<PoolLimits> = {}): Promise<Metadata> {
  const limits = { ...defaultLimits, ...given };
  const pool = createMetadataPool(url, limits);
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new AppError('metadata_unreachable', { reason: reasonOf(error) }, { cause: error });
  }
  const db = openOn(pool);
  return {
    db,
    dialect: 'postgresql',
    file: null,
    migrate: async () => {
      const patient = openOn(createMetadataPool(url, { ...limits, connections: 2, statementMs: MIGRATION_MS }));
      try {
        await migrate(patient, 'postgresql');
      } finally {
        await patient.destroy();
      }
    },
    snapshot: () => Promise.reject(new TypeError('PostgreSQL is copied inside a transaction.')),
    gauges: [
      {
        name: 'tessera_metadata_connections',
        help: 'Connections to the metadata database that are open.',
        read: () => pool.counts().open,
      },
      {
        name: 'tessera_metadata_waiting',
        help: 'Requests that wait for a connection to the metadata database.',
        read: () => pool.counts().waiting,
      },
      {
        name: 'tessera_metadata_lost',
        help: 'Connections to the metadata database that broke or fell silent since the start.',
        type: 'counter',
        read: () => pool.counts().lost,
      },
    ],
    close: () => db.destroy(),
  };
}

function openOn(pool: ReturnType<typeof createMetadataPool>): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** In the words of the network or the server. */
function reasonOf(error: unknown): string {
  const cause: unknown = error instanceof AppError ? error.cause : error;
  if (!(cause instanceof Error)) return 'no answer';
  // Several addresses that were tried have no message together.
  return cause.message !== '' ? cause.message : 'code' in cause ? String(cause.code) : 'no answer';
}
