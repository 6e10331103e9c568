import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { tableFiles } from '../../uploads/folder.ts';
import { literal, quoted } from '../../uploads/sql.ts';
import { ROWS_TABLE } from '../../result-tables/protocol.ts';
import type { DuckdbProcessSettings, NamedFile } from './duckdb.ts';

/** What is closed before the first query, and cannot be opened again. */
const closed = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  allow_unsigned_extensions: 'false',
} as const;

/** A database file: for reading only, or alone. */
export function openFile(settings: DuckdbProcessSettings): Promise<DuckDBInstance> {
  return DuckDBInstance.create(settings.file, {
    access_mode: settings.writes === true ? 'READ_WRITE' : 'READ_ONLY',
    threads: String(settings.threads),
    memory_limit: `${settings.memoryMb}MB`,
    // Before external access goes: large sorts and joins may spill there, and nothing else is written.
    temp_directory: settings.temporary,
    max_temp_directory_size: `${settings.temporaryMb}MB`,
    ...closed,
    enable_external_access: 'false',
    lock_configuration: 'true',
  });
}

/** The name under which an extract is open. */
const EXTRACT = 'extract';

/** An extract for reading only, beside a database in memory. */
export async function openExtractFile(settings: DuckdbProcessSettings): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(settings.threads),
    memory_limit: `${settings.memoryMb}MB`,
    temp_directory: settings.temporary,
    max_temp_directory_size: `${settings.temporaryMb}MB`,
    ...closed,
  });
  const connection = await instance.connect();
  await connection.run(`ATTACH ${literal(settings.file)} AS ${EXTRACT} (READ_ONLY)`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
  connection.closeSync();
  return instance;
}

/** Tables of several files, each as a view of a database in memory. */
export async function openTableFiles(
  settings: DuckdbProcessSettings,
  tables: readonly NamedFile[],
): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(settings.threads),
    memory_limit: `${settings.memoryMb}MB`,
    temp_directory: settings.temporary,
    max_temp_directory_size: `${settings.temporaryMb}MB`,
    ...closed,
  });
  const connection = await instance.connect();
  for (const [index, { name, file }] of tables.entries()) {
    const database = `result_${index + 1}`;
    await connection.run(`ATTACH ${literal(file)} AS ${database} (READ_ONLY)`);
    await connection.run(`CREATE VIEW ${quoted(name)} AS SELECT * FROM ${database}.main.${quoted(ROWS_TABLE)}`);
  }
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
  connection.closeSync();
  return instance;
}

/**
 * The tables of a folder as one database for reading only: a catalog that is made here has a view of each, so that a
 * table can come, go or be replaced without a lock on the others.
 */
export async function openFolder(settings: DuckdbProcessSettings): Promise<DuckDBInstance> {
  const catalog = join(settings.temporary, `tables-${process.pid}.duckdb`);
  rmSync(catalog, { force: true });
  const files = await tableFiles(settings.file);
  const made = await DuckDBInstance.create(catalog, { ...closed, threads: '1' });
  const maker = await made.connect();
  const attached = await attachAll(maker, files);
  for (const [database, schema, table] of await tablesOf(maker, attached))
    await maker.run(
      `CREATE VIEW ${quoted(table)} AS SELECT * FROM ${quoted(database)}.${quoted(schema)}.${quoted(table)}`,
    );
  maker.closeSync();
  made.closeSync();
  const instance = await DuckDBInstance.create(catalog, {
    access_mode: 'READ_ONLY',
    threads: String(settings.threads),
    memory_limit: `${settings.memoryMb}MB`,
    temp_directory: settings.temporary,
    max_temp_directory_size: `${settings.temporaryMb}MB`,
    ...closed,
  });
  const connection = await instance.connect();
  await attachAll(connection, files);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
  connection.closeSync();
  // Open files outlive their names; where they do not, the folder is emptied at the next start.
  rmSync(catalog, { force: true });
  return instance;
}

/** A damaged file is left out, so that the tables of others can be read. @returns the names they are open under */
async function attachAll(connection: DuckDBConnection, files: readonly string[]): Promise<readonly string[]> {
  const names: string[] = [];
  for (const [index, file] of files.entries()) {
    const name = `upload_${index + 1}`;
    const isOpen = await connection.run(`ATTACH ${literal(file)} AS ${name} (READ_ONLY)`).then(
      () => true,
      () => false,
    );
    if (isOpen) names.push(name);
  }
  return names;
}

async function tablesOf(
  connection: DuckDBConnection,
  databases: readonly string[],
): Promise<readonly (readonly [string, string, string])[]> {
  if (databases.length === 0) return [];
  const found = await connection.runAndReadAll(
    `SELECT database_name, schema_name, table_name FROM duckdb_tables()
     WHERE database_name IN (${databases.map(literal).join(', ')}) ORDER BY ALL`,
  );
  return found.getRows().map(([database, schema, table]) => [String(database), String(schema), String(table)]);
}
