import type { Kysely } from 'kysely';
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
  /** Copy the database as it is at this moment to a new file. @throws TypeError on PostgreSQL, which reads one moment in a transaction */
  readonly snapshot: (file: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Open the metadata database. Drivers load on first use, so a server on SQLite never loads the other one.
 *
 * @param url `postgres://…` or the path of a SQLite file (made when absent)
 * @throws AppError metadata_unreachable, metadata_damaged
 */
export async function openMetadata(url: string): Promise<Metadata> {
  if (isPostgresUrl(url)) return (await import('./postgresql.ts')).openPostgres(url);
  return (await import('./sqlite.ts')).openSqlite(url);
}

export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:\/\//i.test(url);
}
