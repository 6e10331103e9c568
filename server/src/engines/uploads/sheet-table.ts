import { message } from '@tessera/core/messages';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { columnNames } from './column-names.ts';
import { guessHeader } from './csv-dialect.ts';
import type { LoadDatabase } from './database.ts';
import { UnreadableFile, type Fault, type LoadTask } from './protocol.ts';
import { MAX_COLUMNS, MAX_FAULTS, MAX_LINE, readCsv, tooWide, type TextTable } from './text-table.ts';
import { openWorkbook, type Sheet, type SheetRow } from './xlsx-reader.ts';

type SheetTable = TextTable & { readonly sheets: readonly string[]; readonly sheet: string };

/** Rows by which the width of a table is known. */
const LOOKED_AT = 1000;

/** Read a sheet of a workbook into the table `raw`. @throws UnreadableFile */
export async function readSheet(database: LoadDatabase, task: LoadTask): Promise<SheetTable> {
  const workbook = await openWorkbook(task.source, task.unpackedMb);
  try {
    const visible = workbook.sheets.filter(({ isHidden }) => !isHidden);
    const sheets = (visible.length > 0 ? visible : workbook.sheets).map(({ name }) => name);
    const { sheet: wanted } = task.options;
    const sheet = workbook.sheets.find(({ name }) => name === (wanted ?? sheets[0]));
    if (!sheet)
      throw new UnreadableFile(
        message('The workbook has no sheet %(name)s. Its sheets: %(sheets)s', {
          name: wanted ?? '',
          sheets: sheets.join(', '),
        }),
      );
    const file = join(task.folder, 'text.csv');
    const written = await writeSheet(workbook.rows, sheet, file, task);
    const { width, head, header, faults, faultCount } = written;
    await readCsv(database, { file, delimiter: ',', header: false, skipped: 0, width: width + 1 });
    // The first column of the copy is the number of the row in the sheet.
    await database.run('ALTER TABLE raw RENAME COLUMN c0 TO sheet_row');
    for (let index = 0; index < width; index += 1)
      await database.run(`ALTER TABLE raw RENAME COLUMN c${index + 1} TO c${index}`);
    const given = header
      ? [...head, ...Array.from({ length: width - head.length }, () => null)]
      : Array.from({ length: width }, () => null);
    const names = columnNames(given);
    return {
      sheets,
      sheet: sheet.name,
      names,
      originals: given.map((name, index) => (name === names[index] ? null : name)),
      encoding: null,
      delimiter: null,
      header,
      faultCount,
      faults,
      linesOf: async (rows) => {
        const found = await database.rows(
          `SELECT rowid, sheet_row FROM raw WHERE rowid IN (${rows.length === 0 ? 'NULL' : rows.join(', ')})`,
        );
        return new Map(found.map(([row, number]) => [Number(row), Number(number)]));
      },
    };
  } finally {
    workbook.close();
  }
}

type Written = {
  readonly width: number;
  readonly head: readonly (string | null)[];
  readonly header: boolean;
  readonly faults: readonly Fault[];
  readonly faultCount: number;
};

async function writeSheet(
  rowsOf: (sheet: Sheet, take: (rows: readonly SheetRow[]) => Promise<boolean>) => Promise<void>,
  sheet: Sheet,
  file: string,
  { options }: LoadTask,
): Promise<Written> {
  const out = createWriteStream(file, { mode: 0o600 });
  const waiting: SheetRow[] = [];
  let shape: { readonly width: number; readonly head: readonly (string | null)[]; readonly header: boolean } | null =
    null;
  const faults: Fault[] = [];
  let faultCount = 0;
  const write = (row: SheetRow, width: number): string => {
    const filled = filledWidth(row.cells);
    const line = filled <= width && lettersOf(row) < MAX_LINE ? csvLine(row, width) : null;
    if (line !== null && Buffer.byteLength(line) < MAX_LINE) return line;
    faultCount += 1;
    const text = (row.cells[filled - 1] ?? '').slice(0, 200);
    const reason = filled <= width ? 'too_long' : 'too_many_cells';
    if (faults.length < MAX_FAULTS) faults.push({ line: row.number, column: null, text, reason, type: null });
    return '';
  };
  const begin = (): void => {
    const table = waiting.filter(({ number }) => number > (options.skipRows ?? titleRows(waiting)));
    const [first] = table;
    if (!first) throw new UnreadableFile(message('The sheet %(name)s is empty.', { name: sheet.name }));
    const header = options.header ?? guessHeader(table.slice(0, 100).map(({ cells }) => cells));
    const width = Math.max(...table.map(({ cells }) => filledWidth(cells)));
    if (width > MAX_COLUMNS) throw new UnreadableFile(tooWide(width));
    shape = { width, head: first.cells.slice(0, width), header };
    out.write(
      table
        .slice(header ? 1 : 0)
        .map((row) => write(row, width))
        .join(''),
    );
  };
  await rowsOf(sheet, async (rows) => {
    if (shape === null) {
      waiting.push(...rows);
      if (waiting.length >= LOOKED_AT) begin();
      return true;
    }
    const { width } = shape;
    if (!out.write(rows.map((row) => write(row, width)).join(''))) await once(out, 'drain');
    return true;
  });
  if (shape === null) begin();
  out.end();
  await once(out, 'close');
  return { ...(shape ?? { width: 0, head: [], header: false }), faults, faultCount };
}

/** Rows above the table, such as a title: those before the first that fills more than half as many cells as any. */
function titleRows(rows: readonly SheetRow[]): number {
  const counts = rows.map(({ cells }) => cells.filter((cell) => cell !== null && cell.trim() !== '').length);
  const widest = Math.max(0, ...counts);
  const at = counts.findIndex((count) => count > widest / 2);
  return at <= 0 ? 0 : (rows[at]?.number ?? 1) - 1;
}

function filledWidth(cells: readonly (string | null)[]): number {
  for (let width = cells.length; width > 0; width -= 1) if ((cells[width - 1] ?? '').trim() !== '') return width;
  return 0;
}

function lettersOf({ cells }: SheetRow): number {
  return cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
}

function csvLine({ number, cells }: SheetRow, width: number): string {
  const texts = Array.from({ length: width }, (_, index) => {
    const cell = cells[index] ?? null;
    return cell === null ? '' : `"${cell.replaceAll('"', '""')}"`;
  });
  return `${number},${texts.join(',')}\n`;
}
