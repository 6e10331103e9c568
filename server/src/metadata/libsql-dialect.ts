import { SqliteDialect, type SqliteDatabase } from 'kysely';
import type Database from 'libsql';

/** Kysely on libsql, with the driver's sharp edges taken off. */
export function libsqlDialect(database: Database.Database): SqliteDialect {
  return new SqliteDialect({ database: guarded(database) });
}

/**
 * Transactions take the write lock when they begin: a read lock that is raised later fails at once
 * instead of waiting when another process writes.
 */
function guarded(database: Database.Database): SqliteDatabase {
  return {
    close: () => void database.close(),
    prepare: (text) => {
      const statement = database.prepare(text === 'begin' ? 'begin immediate' : text);
      return {
        reader: statement.reader,
        all: (parameters) => statement.all(parameters.map(toDriver)),
        run: (parameters) => {
          // Out of space, SQLite has taken the transaction back by itself; a complaint about that would hide the
          // reason.
          if (text === 'rollback' && !database.inTransaction) return { changes: 0, lastInsertRowid: 0 };
          const { changes, lastInsertRowid } = statement.run(parameters.map(toDriver));
          return { changes, lastInsertRowid };
        },
        iterate: (parameters) => statement.iterate(parameters.map(toDriver)),
      };
    },
  };
}

/** The driver aborts the process on a type that it cannot bind, so nothing else reaches it. */
function toDriver(value: unknown): string | number | bigint | Uint8Array | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    value instanceof Uint8Array
  )
    return value;
  throw new TypeError(`A ${typeof value} cannot be stored in the metadata database.`);
}
