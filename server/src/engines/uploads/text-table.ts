import { message, type Words } from '@tessera/core/messages';
import { join } from 'node:path';
import { columnNames } from './column-names.ts';
import { guessDelimiter, guessHeader, guessSkipped, recordsOf } from './csv-dialect.ts';
import type { LoadDatabase } from './database.ts';
import { UnreadableFile, type Fault, type LoadTask } from './protocol.ts';
import { linesOfRecords } from './record-lines.ts';
import { literal } from './sql.ts';
import { asUtf8, guessEncoding, headOf, longLine } from './text-encoding.ts';

/** The table of texts that a file was read into: columns c0, c1 …, a row for each of its records. */
export type TextTable = {
  readonly names: readonly string[];
  readonly originals: readonly (string | null)[];
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly header: boolean;
  /** Rows that cannot be cut into cells. */
  readonly faultCount: number;
  readonly faults: readonly Fault[];
  /** The lines of rows by their number in the table. */
  readonly linesOf: (rows: readonly number[]) => Promise<ReadonlyMap<number, number>>;
};

export const MAX_COLUMNS = 2000;
/** Faults that are listed. */
export const MAX_FAULTS = 50;
/** Bytes of a row; the engine refuses longer ones. */
export const MAX_LINE = 2_000_000;
/** Bytes of a line that the engine still refuses; far longer ones it leaves out without a word. */
const MAX_REFUSED_LINE = 8 * 1024 * 1024;
const HEAD = 1 << 18;
/** Refused lines that are counted. */
const MAX_REJECTS = 100_000;

/** Paths that reading a text file may open. */
export function textPaths(task: LoadTask): readonly string[] {
  return [task.source, join(task.folder, 'text.csv')];
}

/** Read a file of separated values into the table `raw`. @throws UnreadableFile */
export async function readText(database: LoadDatabase, task: LoadTask): Promise<TextTable> {
  const { options } = task;
  const encoding = options.encoding ?? (await guessEncoding(task.source));
  const file = await asUtf8(task.source, encoding, join(task.folder, 'text.csv'), options.encoding === undefined);
  const long = await longLine(file, MAX_REFUSED_LINE);
  if (long !== null)
    throw new UnreadableFile(
      message('This line is longer than %(megabytes)s MB. Is it a text file with a row per line?', {
        megabytes: MAX_REFUSED_LINE / 1_048_576,
      }),
      long,
    );
  const head = await headOf(file, HEAD);
  const isWhole = head.length < HEAD;
  const text = new TextDecoder().decode(head);
  const delimiter = options.delimiter ?? guessDelimiter(text, isWhole);
  if (delimiter.length !== 1 || /["\r\n]/.test(delimiter))
    throw new UnreadableFile(message('A delimiter is one character, and neither a quote nor the end of a line.'));
  const all = recordsOf(text, delimiter, isWhole, 1000);
  const skipped = options.skipRows ?? guessSkipped(all);
  const records = all.filter(({ line }) => line > skipped);
  const [first] = records;
  if (!first) throw new UnreadableFile(emptyWords(all.length === 0, isWhole));
  const header = options.header ?? guessHeader(records.slice(0, 100).map(({ cells }) => cells));
  const width = header ? first.cells.length : Math.max(...records.slice(0, 100).map(({ cells }) => cells.length));
  if (width > MAX_COLUMNS) throw new UnreadableFile(tooWide(width), first.line);
  const given = header ? first.cells : Array.from({ length: width }, () => null);
  await readCsv(database, { file, delimiter, header, skipped, width });
  const rejects = await readRejects(database);
  const lines = (records: readonly number[], refused: readonly number[]) =>
    linesOfRecords(file, delimiter, { records, refused, countsBlank: width === 1 });
  const before = all.length - records.length + (header ? 1 : 0);
  const names = columnNames(given);
  return {
    names,
    originals: given.map((name, index) => (name === names[index] ? null : name)),
    encoding,
    delimiter,
    header,
    faultCount: rejects.length,
    faults: await placed(rejects.slice(0, MAX_FAULTS), async (refused) => (await lines([], refused)).ofRefused),
    linesOf: async (rows) => {
      const { ofRecords } = await lines(
        rows.map((row) => row + before),
        rejects.map(({ at }) => at),
      );
      return new Map([...ofRecords].map(([record, line]) => [record - before, line]));
    },
  };
}

function emptyWords(hasNoRecord: boolean, isWhole: boolean): Words {
  if (!hasNoRecord) return message('The file has no rows.');
  return isWhole ? message('The file is empty.') : message('The first row is too long to hold names of columns.');
}

/** What is said of a file with more columns than can be loaded. */
export function tooWide(count: number): Words {
  return message('Columns in the file: %(columns)s. At most %(limit)s can be loaded.', {
    columns: count,
    limit: MAX_COLUMNS,
  });
}

type Csv = {
  readonly file: string;
  readonly delimiter: string;
  readonly header: boolean;
  readonly skipped: number;
  readonly width: number;
};

/** Read rows of texts into `raw`; those that cannot be cut are noted and left out. */
export async function readCsv({ run }: LoadDatabase, { file, delimiter, header, skipped, width }: Csv): Promise<void> {
  const columns = Array.from({ length: width }, (_, index) => `'c${index}': 'VARCHAR'`).join(', ');
  await run(
    `CREATE TEMP TABLE raw AS SELECT * FROM read_csv(${literal(file)}, auto_detect = false, columns = {${columns}},
      delim = ${literal(delimiter)}, quote = '"', escape = '"', header = ${header}, skip = ${skipped},
      max_line_size = ${MAX_LINE}, store_rejects = true, rejects_limit = ${MAX_REJECTS})`,
  );
}

const reasons: ReadonlyMap<string, Fault['reason']> = new Map([
  ['MISSING COLUMNS', 'too_few_cells'],
  ['TOO MANY COLUMNS', 'too_many_cells'],
  ['UNQUOTED VALUE', 'quotes'],
  ['INVALID ENCODING', 'encoding'],
  ['INVALID UNICODE', 'encoding'],
  ['LINE SIZE OVER MAXIMUM', 'too_long'],
]);

type Reject = { readonly at: number; readonly reason: Fault['reason']; readonly text: string };

/** Records that the engine refused, by their place in the file. */
async function readRejects({ rows }: LoadDatabase): Promise<readonly Reject[]> {
  const found = await rows(
    `SELECT line_byte_position, max(CAST(error_type AS VARCHAR)), left(max(csv_line), 200) FROM reject_errors
     GROUP BY line_byte_position ORDER BY line_byte_position`,
  );
  return found.map(([at, type, text]) => ({
    // Counted from one.
    at: Number(at) - 1,
    reason: reasons.get(type ?? '') ?? 'quotes',
    text: (text ?? '').trim(),
  }));
}

async function placed(
  rejects: readonly Reject[],
  linesOf: (refused: readonly number[]) => Promise<readonly number[]>,
): Promise<readonly Fault[]> {
  if (rejects.length === 0) return [];
  const lines = await linesOf(rejects.map(({ at }) => at));
  return rejects.map(({ reason, text }, index) => ({
    line: lines[index] ?? null,
    column: null,
    text,
    reason,
    type: null,
  }));
}
