import type { Kysely } from 'kysely';
import type { Gauge } from '../gauge.ts';
import type { Tables } from './tables.ts';

export type MetadataDialect = 'sqlite' | 'postgresql';

/** The open metadata database. Inside `db.transaction()` use only the transaction given: SQLite has one connection. */
export type Metadata = {
  readonly db: Kysely<Tables>;
  readonly dialect: MetadataDialect;
  /** Path of the SQLite file; null on PostgreSQL. */
  readonly file: string | null;
  /** Bring the tables to this version. @throws AppError metadata_newer */
  readonly migrate: () => Promise<void>;
  /**
   * Copy the database as it is at this moment to a new file.
   * @throws TypeError on PostgreSQL, which reads one moment in
   * a transaction
   */
  readonly snapshot: (file: string) => Promise<void>;
  /** What `/metrics` tells about its connections. */
  readonly gauges: readonly Gauge[];
  readonly close: () => Promise<void>;
};
