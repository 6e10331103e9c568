import { message } from '@tessera/core/messages';
import { columnNames } from './column-names.ts';
import type { LoadDatabase } from './database.ts';
import { UnreadableFile, type FileFormat, type LoadTask } from './protocol.ts';
import { MAX_COLUMNS, tooWide } from './text-table.ts';
import { storedValue, literal, quoted } from './sql.ts';

/** Longest value of a JSON file. */
const MAX_OBJECT = 16_777_216;

/**
 * Read a file that declares the types of its columns into the table.
 * @returns the names that the file has for them
 * @throws UnreadableFile
 */
export async function readTyped(
  database: LoadDatabase,
  task: LoadTask,
  format: Extract<FileFormat, 'json' | 'parquet'>,
): Promise<readonly string[]> {
  const file = literal(task.source);
  const from =
    format === 'parquet'
      ? `read_parquet(${file})`
      : `read_json(${file}, sample_size = -1, maximum_object_size = ${MAX_OBJECT},
          map_inference_threshold = ${MAX_COLUMNS})`;
  try {
    const source = await rowsInside(database, from);
    const described = await database.rows(`DESCRIBE SELECT * FROM ${source}`);
    await assertWidth(database, source, described);
    const originals = described.map(([name]) => name ?? '');
    const names = columnNames(originals);
    const columns = described.map(
      ([name, type], index) => `${storedValue(name ?? '', type ?? '')} AS ${quoted(names[index] ?? '')}`,
    );
    const limit = task.options.maxRows === undefined ? '' : ` LIMIT ${task.options.maxRows}`;
    await database.run(`CREATE TABLE ${quoted(task.table)} AS SELECT ${columns.join(', ')} FROM ${source}${limit}`);
    return originals;
  } catch (error) {
    throw unreadable(error, format);
  }
}

/**
 * An object of more keys than columns can be loaded comes as one map: looking for the type of each takes time that
 * grows with the square of their number.
 */
async function assertWidth(
  { row }: LoadDatabase,
  source: string,
  described: Awaited<ReturnType<LoadDatabase['rows']>>,
): Promise<void> {
  const [first] = described;
  if (described.length > MAX_COLUMNS) throw new UnreadableFile(tooWide(described.length));
  if (described.length !== 1 || first?.[0] !== 'json' || first[1]?.startsWith('MAP(') !== true) return;
  const [widest] = await row(`SELECT max(cardinality(json)) FROM ${source}`);
  throw new UnreadableFile(tooWide(Number(widest)));
}

/** The rows of a JSON file are often in a list inside of one object. */
async function rowsInside({ rows }: LoadDatabase, from: string): Promise<string> {
  const columns = await rows(`DESCRIBE SELECT * FROM ${from}`);
  const lists = columns.filter(([, type]) => /^STRUCT\(.*\)\[\]$/s.test(type ?? ''));
  const [list] = lists;
  if (lists.length !== 1 || !list) return from;
  const [count] = await rows(`SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT 2)`);
  if (count?.[0] !== '1') return from;
  return `(SELECT unnest(item) FROM (SELECT unnest(${quoted(list[0] ?? '')}) AS item FROM ${from}))`;
}

/** The engine's complaint without the paths and options that mean nothing to whoever sent the file. */
function unreadable(error: unknown, format: FileFormat): UnreadableFile {
  if (error instanceof UnreadableFile) return error;
  const text = error instanceof Error ? error.message : String(error);
  if (text.includes('maximum_object_size'))
    return new UnreadableFile(
      message('An object of this JSON file is larger than %(megabytes)s MB, which is too large for a row.', {
        megabytes: MAX_OBJECT / 1_048_576,
      }),
    );
  const line = /\bin line (\d+)/i.exec(text)?.[1];
  const item = /\bin (?:record\/value|array element) (\d+)/i.exec(text)?.[1];
  const what = /^[^\n]*?:\s*(.*)$/m.exec(text)?.[1] ?? text;
  const plain = what
    .replace(/\s*(in|of|from)? file\s+["'][^"']*["']/gi, '')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/ in (line|record\/value|array element) \d+/g, '')
    .replace(/"?\/[^\s"':]+"?/g, '')
    .replace(/\s*\.?\s*Try (increasing|setting|auto).*$/is, '')
    .replace(/\s+/g, ' ')
    .slice(0, 300)
    .trim();
  const name = format === 'parquet' ? 'Parquet' : 'JSON';
  // The engine counts one too many.
  const number = Number(line ?? item) - 1;
  const place = line === undefined && item !== undefined ? ` (value ${number})` : '';
  return new UnreadableFile(
    message('This %(format)s file cannot be read: %(reason)s', { format: name, reason: `${plain}${place}` }),
    line === undefined ? null : number,
  );
}
