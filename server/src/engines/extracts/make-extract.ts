import { mkdirSync, rmSync } from 'node:fs';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { literal, quoted } from '../uploads/sql.ts';
import type { ExtractTask, MadeExtract, Mark } from './protocol.ts';
import { createRowWriter, type RowWriter } from './row-writer.ts';

const SOURCE = 'source_file';

/** What is to be copied is no table of its file. */
export class NoTable extends Error {}

export type ExtractMaker = {
  /** From where on rows are to be sent. */
  readonly from: Mark | null;
  /** Null where the engine copies by itself. */
  readonly writer: RowWriter | null;
  readonly copy: () => Promise<void>;
  /** How far a copy is. */
  readonly share: () => number | null;
  readonly finish: () => Promise<MadeExtract>;
};

/**
 * A database file with one table, made aside. It may read the file that is copied and nothing else: paths are closed
 * before the first row of it is looked at.
 */
export async function createExtractMaker(task: ExtractTask): Promise<ExtractMaker> {
  mkdirSync(task.spill, { recursive: true, mode: 0o700 });
  if (!task.isGrown) for (const path of [task.target, `${task.target}.wal`]) rmSync(path, { force: true });
  const instance = await DuckDBInstance.create(task.target, {
    threads: '2',
    memory_limit: `${task.memoryMb}MB`,
    temp_directory: task.spill,
    max_temp_directory_size: `${task.temporaryMb}MB`,
    preserve_insertion_order: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
  });
  const connection = await instance.connect();
  if (task.copy) await connection.run(`ATTACH ${literal(task.copy.file)} AS ${SOURCE} (READ_ONLY)`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
  await connection.run('PRAGMA enable_progress_bar; PRAGMA disable_print_progress_bar');
  const reopened = task.isGrown && task.watermark !== null ? await reopen(connection, task, task.watermark) : null;
  const sent = task.columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ');
  if (!task.isGrown && task.copy === null) await connection.run(`CREATE TABLE ${quoted(task.table)} (${sent})`);
  return {
    from: reopened?.mark ?? null,
    writer: task.copy === null ? await createRowWriter(connection, task.table, task.columns) : null,
    copy: () => copyTable(connection, task, reopened),
    share: () => {
      const { percentage } = connection.progress;
      return percentage >= 0 ? Math.min(1, percentage / 100) : null;
    },
    finish: async () => {
      const made = await describe(connection, task);
      await connection.run('CHECKPOINT');
      connection.closeSync();
      instance.closeSync();
      return made;
    },
  };
}

type Reopened = { readonly mark: Mark; /** The rows that are read again, as a condition. */ readonly isNew: string };

/** Rows of the last moment may not all have been there: they go, and are read again; so are those without a value. */
async function reopen(
  connection: DuckDBConnection,
  { table }: ExtractTask,
  watermark: string,
): Promise<Reopened | null> {
  const [name, column] = [quoted(table), quoted(watermark)];
  const type = await typeOf(connection, table, watermark);
  const isTime = /^(DATE|TIMESTAMP)/.test(type);
  const greatest = await cell(
    connection,
    isTime
      ? `SELECT floor(epoch_us(max(${column})) / 1000)::BIGINT FROM ${name}`
      : `SELECT max(${column}) FROM ${name}`,
  );
  if (greatest === null) {
    await connection.run(`DELETE FROM ${name}`);
    return null;
  }
  const isNew = isTime
    ? `(${column} IS NULL OR epoch_us(${column}) >= ${greatest}::BIGINT * 1000)`
    : `(${column} IS NULL OR ${column} >= ${literal(greatest)}::${type})`;
  await connection.run(`DELETE FROM ${name} WHERE ${isNew}`);
  return {
    isNew,
    mark: isTime ? { kind: 'time', epochMs: Number(greatest) } : { kind: 'number', value: greatest },
  };
}

async function copyTable(
  connection: DuckDBConnection,
  { table, copy, isGrown }: ExtractTask,
  reopened: Reopened | null,
): Promise<void> {
  if (!copy) return;
  const found = await cell(
    connection,
    `SELECT count(*) FROM duckdb_tables() WHERE database_name = '${SOURCE}' AND schema_name = ${literal(copy.schema)}
     AND table_name = ${literal(copy.table)}`,
  );
  if (found === '0') throw new NoTable('This is a view, which is read and not copied.');
  const source = `${SOURCE}.${quoted(copy.schema)}.${quoted(copy.table)}`;
  const where = reopened === null ? '' : ` WHERE ${reopened.isNew}`;
  await connection.run(
    isGrown
      ? `INSERT INTO ${quoted(table)} BY NAME SELECT * FROM ${source}${where}`
      : `CREATE TABLE ${quoted(table)} AS SELECT * FROM ${source}`,
  );
}

async function typeOf(connection: DuckDBConnection, table: string, column: string): Promise<string> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT ${quoted(column)} FROM ${quoted(table)}`);
  return String(described.getRows()[0]?.[1]);
}

async function describe(connection: DuckDBConnection, { table, watermark }: ExtractTask): Promise<MadeExtract> {
  const name = quoted(table);
  const rows = Number(await cell(connection, `SELECT count(*) FROM ${name}`));
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${name}`);
  return {
    rows,
    columns: described.getRows().map(([column, type]) => ({ name: String(column), type: String(type) })),
    reached: watermark === null ? null : await cell(connection, `SELECT max(${quoted(watermark)}) FROM ${name}`),
  };
}

async function cell(connection: DuckDBConnection, sql: string): Promise<string | null> {
  const value = (await connection.runAndReadAll(sql)).getRows()[0]?.[0];
  return value === null || value === undefined ? null : String(value);
}
