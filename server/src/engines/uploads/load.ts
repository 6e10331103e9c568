import { message } from '@tessera/core/messages';
import { createLoadDatabase, OLD, type LoadDatabase } from './database.ts';
import { profileTable } from './profile.ts';
import { UnreadableFile, type FileFormat, type LoadStep, type LoadTask, type Preview } from './protocol.ts';
import { readSheet } from './sheet-table.ts';
import { quoted } from './sql.ts';
import { headOf } from './text-encoding.ts';
import { MAX_FAULTS, readText, textPaths } from './text-table.ts';
import { readTyped } from './typed-table.ts';
import { typeColumns } from './type-columns.ts';

export type Tell = (step: LoadStep, share: number | null) => void;

/**
 * Make a database file with one table out of a file that somebody sent, and tell what is in it.
 * @throws UnreadableFile
 */
export async function loadFile(task: LoadTask, tell: Tell): Promise<Preview> {
  const format = task.options.format ?? (await guessFormat(task.source));
  const database = await createLoadDatabase(task, textPaths(task));
  try {
    tell('reading', null);
    const preview = await read(database, task, format, tell);
    if (preview.rows === 0 && preview.columns.length === 0)
      throw new UnreadableFile(message('The file has no columns.'));
    if (task.appendTo !== undefined) await append(database, task);
    await database.run('CHECKPOINT');
    return preview;
  } finally {
    database.close();
  }
}

async function read(database: LoadDatabase, task: LoadTask, format: FileFormat, tell: Tell): Promise<Preview> {
  const profile = (known: Parameters<typeof profileTable>[2]) =>
    profileTable(database, task.table, known, (share) => tell('profiling', share));
  if (format === 'json' || format === 'parquet') {
    const originals = await readTyped(database, task, format);
    tell('profiling', 0);
    const { rows, columns, sample } = await profile([]);
    return {
      ...undeclared,
      format,
      rows,
      sample,
      columns: columns.map((column, index) => ({
        ...column,
        original: originals[index] === column.name ? null : (originals[index] ?? null),
      })),
    };
  }
  const table = format === 'xlsx' ? await readSheet(database, task) : await readText(database, task);
  tell('typing', null);
  const typed = await typeColumns(database, task, table);
  tell('profiling', 0);
  const originals = table.originals.filter(
    (_, index) => task.options.columns?.includes(table.names[index] ?? '') !== false,
  );
  const profiled = await profile(
    typed.readings.map((reading, index) => ({
      original: originals[index] ?? null,
      isAmbiguous: 'isAmbiguous' in reading && reading.isAmbiguous,
    })),
  );
  const faultCount = table.faultCount + typed.faultCount;
  const rule = task.options.faults ?? 'refuse';
  return {
    ...profiled,
    format,
    encoding: table.encoding,
    delimiter: table.delimiter,
    header: table.header,
    decimal: typed.decimal,
    sheets: 'sheets' in table ? (table.sheets as readonly string[]) : [],
    sheet: 'sheet' in table ? String(table.sheet) : null,
    faultCount,
    faults: [...table.faults, ...typed.faults].sort((a, b) => (a.line ?? 0) - (b.line ?? 0)).slice(0, MAX_FAULTS),
    leftOut: rule === 'leave_out' ? faultCount : rule === 'empty' ? table.faultCount : 0,
    isReady: faultCount === 0 || rule !== 'refuse',
  };
}

/** What files that declare their types say nothing of. */
const undeclared = {
  encoding: null,
  delimiter: null,
  header: null,
  decimal: null,
  sheets: [],
  sheet: null,
  faultCount: 0,
  faults: [],
  leftOut: 0,
  isReady: true,
} as const;

/** The rows that a table has already, and behind them those of the file. */
async function append(database: LoadDatabase, { table }: LoadTask): Promise<void> {
  const [name, whole] = [quoted(table), quoted('whole table')];
  try {
    await database.run(`CREATE TABLE ${whole} AS SELECT * FROM ${OLD}.main.${name}`);
    await database.run(`INSERT INTO ${whole} BY NAME SELECT * FROM ${name}`);
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new UnreadableFile(
      message('The rows do not fit the table %(table)s: %(reason)s', { table, reason: reason.slice(0, 300) }),
    );
  }
  await database.run(`DROP TABLE ${name}`);
  await database.run(`ALTER TABLE ${whole} RENAME TO ${name}`);
}

/** The kind of a file by its first bytes. @throws UnreadableFile */
async function guessFormat(file: string): Promise<FileFormat> {
  const head = await headOf(file, 4096);
  if (head.length === 0) throw new UnreadableFile(message('The file is empty.'));
  const magic = head.subarray(0, 4).toString('latin1');
  if (magic === 'PAR1') return 'parquet';
  if (magic === 'PK\x03\x04') return 'xlsx';
  if (magic === '\xd0\xcf\x11\xe0')
    throw new UnreadableFile(message('This is an old or a protected workbook. Save it as .xlsx, without a password.'));
  if (magic.startsWith('\x1f\x8b')) throw new UnreadableFile(message('The file is packed. Unpack it first.'));
  if (magic === '%PDF') throw new UnreadableFile(message('A PDF holds no table that can be read.'));
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  return /^(\{\s*["}]|\[\s*[{\]])/.test(text) ? 'json' : 'csv';
}
