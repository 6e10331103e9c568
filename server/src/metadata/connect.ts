import type { Metadata } from './metadata.ts';
import type { PoolLimits } from './postgresql-pool.ts';

/**
 * Open the metadata database. Drivers load on first use, so a server on SQLite never loads the other one.
 *
 * @param url `postgres://…` or the path of a SQLite file (made when absent)
 * @param limits  of connections to PostgreSQL; what is left out is as for commands, which may take long
 * @throws AppError metadata_unreachable, metadata_damaged
 */
export async function openMetadata(url: string, limits: Partial<PoolLimits> = {}): Promise<Metadata> {
  if (isPostgresUrl(url)) return (await import('./postgresql.ts')).openPostgres(url, limits);
  return (await import('./sqlite.ts')).openSqlite(url);
}

export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:\/\//i.test(url);
}
