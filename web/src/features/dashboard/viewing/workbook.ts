import { harmlessCell } from '@tessera/core/formats/harmless-cell';
import { cellAt, type Cell, type Column, type Table } from '@tessera/core/table';
import writeExcelFile from 'write-excel-file/universal';

/** Rows of one chart; of one that has several queries with the name of theirs. */
export type WorkbookPart = { readonly title: string; readonly query?: string | null; readonly rows: Table };

/** Rows and columns of a sheet by the format, and letters of its name, of a query in it, and of a cell. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
const MAX_NAME = 31;
const MAX_QUERY = 15;
const MAX_LETTERS = 32_767;
const FIRST_DATE_MS = Date.UTC(1900, 2, 1);
const LAST_DATE_MS = Date.UTC(10_000, 0, 1);

/** A workbook with a sheet for each chart, or each query of one, in their order. */
export async function workbook(parts: readonly WorkbookPart[]): Promise<Blob> {
  const names = sheetNames(parts);
  const sheets = parts.map(({ rows }, at) => ({
    data: sheetRows(rows),
    sheet: names[at] ?? `Sheet${at + 1}`,
    stickyRowsCount: 1,
  }));
  return writeExcelFile(sheets).toBlob();
}

/**
 * Names that the format takes: without the marks of addresses, at most 31 letters, none twice in any case, and not the
 * one that is reserved.
 */
export function sheetNames(parts: readonly Pick<WorkbookPart, 'title' | 'query'>[]): readonly string[] {
  const taken = new Set<string>(['history']);
  return parts.map(({ title, query = null }) => {
    const base = plainName(title) || 'Chart';
    // However long the title: the name tells its queries apart.
    const of = query === null ? '' : ` (${cut(plainName(query), MAX_QUERY)})`;
    for (let number = 1; ; number += 1) {
      const end = number === 1 ? of : `${of} (${number})`;
      const name = cut(base, MAX_NAME - end.length) + end;
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  });
}

function plainName(text: string): string {
  const plain = text.replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ').replaceAll(/\s+/g, ' ');
  return plain.replaceAll(/^[' ]+|[' ]+$/g, '');
}

type SheetCell =
  | null
  | { readonly value: string; readonly type: StringConstructor; readonly fontWeight?: 'bold' }
  | { readonly value: number; readonly type: NumberConstructor }
  | { readonly value: boolean; readonly type: BooleanConstructor }
  | { readonly value: Date; readonly type: DateConstructor; readonly format: string };

/** The header and the rows, as far as the format holds them. */
export function sheetRows(table: Table): SheetCell[][] {
  const columns = [...table.columns.values()].slice(0, MAX_COLUMNS);
  const rows = Math.min(table.rowCount, MAX_ROWS - 1);
  return [
    columns.map(({ name }) => ({ value: textOf(name), type: String, fontWeight: 'bold' as const })),
    ...Array.from({ length: rows }, (_, row) => columns.map((column) => sheetCell(column, cellAt(column, row)))),
  ];
}

function sheetCell({ kind }: Column, cell: Cell): SheetCell {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'boolean') return { value: cell, type: Boolean };
  if (typeof cell === 'number' && Number.isFinite(cell))
    return kind === 'temporal' ? dateCell(cell) : { value: cell, type: Number };
  // Spreadsheets keep 15 digits; a longer integer stays whole as text.
  if (typeof cell === 'bigint')
    return cell > -1_000_000_000_000_000n && cell < 1_000_000_000_000_000n
      ? { value: Number(cell), type: Number }
      : { value: String(cell), type: String };
  if (typeof cell === 'string')
    return kind === 'numeric' && /^-?\d{1,15}\.\d+$/.test(cell)
      ? { value: Number(cell), type: Number }
      : { value: textOf(cell), type: String };
  return { value: textOf(typeof cell === 'number' ? String(cell) : JSON.stringify(cell)), type: String };
}

function dateCell(ms: number): SheetCell {
  return ms >= FIRST_DATE_MS && ms < LAST_DATE_MS
    ? { value: new Date(ms), type: Date, format: 'yyyy-mm-dd hh:mm:ss' }
    : { value: Math.abs(ms) > 8.64e15 ? String(ms) : new Date(ms).toISOString(), type: String };
}

/** Without what XML does not hold; what begins like a formula gets an apostrophe. */
function textOf(text: string): string {
  return cut(
    harmlessCell(text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')),
    MAX_LETTERS,
  );
}

/** Half a letter is none. */
function cut(text: string, letters: number): string {
  return text.slice(0, letters).replace(/[\uD800-\uDBFF]$/, '');
}
