import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { literal, quoted } from './sql.ts';
import type { LoadTask, RenameTask } from './protocol.ts';

export type Cell = string | null;
export type LoadDatabase = {
  readonly connection: DuckDBConnection;
  readonly run: (sql: string) => Promise<void>;
  /** Rows of texts, whatever the values are. */
  readonly rows: (sql: string) => Promise<readonly (readonly Cell[])[]>;
  /** Values of a result of one row. */
  readonly row: (sql: string) => Promise<readonly Cell[]>;
  readonly close: () => void;
};

/** Name under which a present table is open, whose rows come first. */
export const OLD = 'present_table';

/**
 * A database that is made aside. It may read the file that was sent and nothing else: paths are closed before the
 * first byte of it is looked at.
 */
export async function createLoadDatabase(task: LoadTask, readable: readonly string[]): Promise<LoadDatabase> {
  const temporary = join(task.folder, 'spill');
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
  for (const path of [task.target, `${task.target}.wal`]) if (existsSync(path)) rmSync(path);
  const instance = await DuckDBInstance.create(task.target, {
    threads: '2',
    memory_limit: `${task.memoryMb}MB`,
    temp_directory: temporary,
    max_temp_directory_size: `${task.temporaryMb}MB`,
    preserve_insertion_order: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
  });
  const connection = await instance.connect();
  const run = async (sql: string): Promise<void> => {
    await connection.run(sql);
  };
  const rows = async (sql: string) => {
    const answer = await connection.runAndReadAll(sql);
    return answer.getRows().map((row) => row.map((value) => (value === null ? null : String(value))));
  };
  if (task.appendTo !== undefined) await run(`ATTACH ${literal(task.appendTo)} AS ${OLD} (READ_ONLY)`);
  await run(`SET allowed_paths = [${readable.map(literal).join(', ')}]`);
  await run('SET enable_external_access = false');
  await run('SET lock_configuration = true');
  await run('PRAGMA enable_progress_bar; PRAGMA disable_print_progress_bar');
  return {
    connection,
    run,
    rows,
    row: async (sql) => (await rows(sql))[0] ?? [],
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Give the table of a database file another name. */
export async function renameTable({ file, from, to }: RenameTask): Promise<void> {
  const instance = await DuckDBInstance.create(file, { threads: '1', enable_external_access: 'false' });
  const connection = await instance.connect();
  try {
    await connection.run(`ALTER TABLE ${quoted(from)} RENAME TO ${quoted(to)}`);
    await connection.run('CHECKPOINT');
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
