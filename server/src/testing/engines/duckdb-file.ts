import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** Make a data file of the embedded engine by these statements, and its folder. */
export async function writeDuckdb(file: string, ...statements: readonly string[]): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}
