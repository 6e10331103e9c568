import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';

/** Make a SQLite file by these statements, and its folder. */
export function writeSqlite(file: string, ...statements: readonly string[]): void {
  mkdirSync(dirname(file), { recursive: true });
  const database = new Database(file);
  for (const statement of statements) database.exec(statement);
  database.close();
}
