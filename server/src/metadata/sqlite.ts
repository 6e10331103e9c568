import { statSync } from 'node:fs';
import { Kysely } from 'kysely';
import Database from 'libsql';
import { AppError } from '@tessera/core/errors/app-error';
import { metadataFailure } from './failure.ts';
import type { Metadata } from './metadata.ts';
import { libsqlDialect } from './libsql-dialect.ts';
import { migrate, migrations } from './migrate.ts';
import type { Migration } from './migration.ts';
import type { Tables } from './tables.ts';

/** How long a statement waits for another process that writes, such as a running backup. */
const BUSY_MS = 10_000;
/** Above this size the start checks the structure only; the indexes of a small file are checked as well. */
const FULL_CHECK_BYTES = 64 * 1024 * 1024;

/** Open a SQLite file, creating it. @throws AppError metadata_damaged, metadata_unreachable, storage_full */
export function openSqlite(file: string, steps: readonly Migration[] = migrations): Metadata {
  const database = open(file);
  const db = new Kysely<Tables>({ dialect: libsqlDialect(database) });
  return {
    db,
    dialect: 'sqlite',
    file,
    migrate: () => migrate(db, 'sqlite', { steps, beforeChange: async (next) => copyAside(database, file, next) }),
    snapshot: async (copy) => void database.prepare('VACUUM INTO ?').run([copy]),
    gauges: [],
    close: async () => {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)'); // the file alone is whole while no server runs
      await db.destroy();
    },
  };
}

function open(file: string): Database.Database {
  let database: Database.Database;
  try {
    database = new Database(file, { timeout: BUSY_MS });
  } catch (error) {
    throw new AppError('metadata_unreachable', { reason: reasonOf(error) }, { cause: error });
  }
  try {
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL'); // an answered write survives a power cut
    database.exec('PRAGMA foreign_keys = ON');
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    const check = statSync(file).size > FULL_CHECK_BYTES ? 'quick_check' : 'integrity_check';
    const [row] = database.prepare(`SELECT * FROM pragma_${check} LIMIT 1`).all([]) as readonly Record<
      string,
      unknown
    >[];
    const verdict = Object.values(row ?? {})[0];
    if (verdict !== 'ok') throw new Error(typeof verdict === 'string' ? verdict : 'the check gave no answer');
    return database;
  } catch (error) {
    database.close();
    const failure = metadataFailure(error);
    if (failure === 'full') throw new AppError('storage_full', {}, { cause: error });
    if (failure === 'unreachable')
      throw new AppError('metadata_unreachable', { reason: reasonOf(error) }, { cause: error });
    throw new AppError('metadata_damaged', { file, reason: reasonOf(error) }, { cause: error });
  }
}

/** One copy per migration; an upgrade that was interrupted keeps the first, which is the good one. */
function copyAside(database: Database.Database, file: string, migration: string): void {
  const copy = `${file}.before-${migration}`;
  if (statSync(copy, { throwIfNoEntry: false }) === undefined) database.prepare('VACUUM INTO ?').run([copy]);
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
}
