import { renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { duckdb } from '@tessera/query/dialects/duckdb';
import type { ColumnInfo } from '../engines/engine.ts';
import { sampleTables } from './tables.ts';

/** What the process is asked for, as its only argument (JSON). */
export type SamplesTask = { readonly file: string; readonly memoryMb: number };
export type SamplesReply =
  | { readonly type: 'progress'; readonly table: string; readonly done: number; readonly of: number }
  | { readonly type: 'done'; readonly columns: Readonly<Record<string, readonly ColumnInfo[]>> }
  | { readonly type: 'failed'; readonly reason: string };

const task = JSON.parse(process.argv[2] ?? '{}') as SamplesTask;
// A plain exit would wait for the statement that runs; the file that is being made counts only once it is whole.
const endWithParent = (): boolean => process.kill(process.pid, 'SIGKILL');
process.on('disconnect', endWithParent);
try {
  await make(task);
} catch (error) {
  send({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
}
// Nothing runs any more.
process.off('disconnect', endWithParent).on('disconnect', () => process.exit(0));
process.disconnect?.();

/** Make the file aside and rename it into place: a file under its final name is whole. */
async function make({ file, memoryMb }: SamplesTask): Promise<void> {
  const aside = `${file}.${process.pid}.part`;
  const folder = join(dirname(createRequire(import.meta.url).resolve('vega-datasets')), '../data');
  const instance = await DuckDBInstance.create(aside, {
    threads: '2',
    memory_limit: `${memoryMb}MB`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    preserve_insertion_order: 'true',
  });
  const connection = await instance.connect();
  const columns: Record<string, readonly ColumnInfo[]> = {};
  try {
    for (const [index, { table, file: name, select }] of sampleTables.entries()) {
      await connection.run(`CREATE TABLE "${table}" AS ${select(reader(join(folder, name)))}`);
      const described = await connection.runAndReadAll(
        'SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = $1 ORDER BY column_index',
        [table],
      );
      columns[table] = described
        .getRows()
        .map(([column, type]) => ({ name: String(column), type: String(type), nullable: true, comment: null }));
      send({ type: 'progress', table, done: index + 1, of: sampleTables.length });
    }
    await connection.run('CHECKPOINT');
  } catch (error) {
    connection.closeSync();
    instance.closeSync();
    for (const path of [aside, `${aside}.wal`]) rmSync(path, { force: true });
    throw error;
  }
  connection.closeSync();
  instance.closeSync();
  renameSync(aside, file);
  send({ type: 'done', columns });
}

function reader(path: string): string {
  const literal = duckdb.literal(path);
  if (path.endsWith('.parquet')) return `read_parquet(${literal})`;
  // Times of the files have no zone, and nothing is guessed from a sample of the rows alone.
  return path.endsWith('.json')
    ? `read_json_auto(${literal}, maximum_object_size = 50000000, sample_size = -1)`
    : `read_csv_auto(${literal}, sample_size = -1)`;
}

function send(reply: SamplesReply): void {
  process.send?.(reply);
}
