import { AppError } from '@tessera/core/errors/app-error';
import { instantIso } from '@tessera/core/micros';
import type { Cell, Column, Table } from '@tessera/core/table';
import { harmlessCell } from '@tessera/core/formats/harmless-cell';
import { encodeCell } from './encode.ts';

/** Columns of a sheet, and characters of a cell: more the format does not hold. */
const MAX_COLUMNS = 16_384;
const MAX_CHARACTERS = 32_767;
/** The format knows dates from 1 March 1900 on without doubt; 25 569 days lie between its first day and 1970. */
const FIRST_DATE_MS = Date.UTC(1900, 2, 1);
const LAST_DATE_MS = Date.UTC(10_000, 0, 1);
/** Style of dates in the workbook. */
const DATE_STYLE = 1;

/** The header as one line of sheet XML. @throws AppError workbook_too_wide */
export function xlsxHeader(names: readonly string[]): string {
  if (names.length > MAX_COLUMNS) throw new AppError('workbook_too_wide', { columns: names.length, most: MAX_COLUMNS });
  return `<row>${names.map(textCell).join('')}</row>\n`;
}

/**
 * The rows of a table as sheet XML, one row per line. Cells follow each other without addresses, so that rows can go to
 * any place of any sheet. Text that would run as a formula once it is saved as CSV gets an apostrophe, as there.
 */
export function xlsxRows(table: Table): string {
  const columns = [...table.columns.values()];
  let text = '';
  for (let row = 0; row < table.rowCount; row += 1) {
    text += '<row>';
    for (const column of columns) text += cellXml(column, row);
    text += '</row>\n';
  }
  return text;
}

function cellXml(column: Column, row: number): string {
  const cell: Cell = column.values[row] ?? null;
  if (cell === null) return '<c/>';
  if (typeof cell === 'number') {
    if (!Number.isFinite(cell)) return '<c/>';
    return column.kind === 'temporal' ? dateCell(cell) : `<c><v>${cell}</v></c>`;
  }
  // Digits behind the point that a spreadsheet drops are no reason for a text, which no sum would count.
  if (typeof cell === 'string')
    return column.kind === 'numeric' && /^-?\d{1,15}\.\d+$/.test(cell) ? `<c><v>${cell}</v></c>` : textCell(cell);
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  // Spreadsheets keep 15 digits; a longer integer stays whole as text.
  if (typeof cell === 'bigint')
    return cell > -1_000_000_000_000_000n && cell < 1_000_000_000_000_000n
      ? `<c><v>${cell}</v></c>`
      : textCell(String(cell));
  return textCell(encodeCell(cell));
}

function dateCell(epochMs: number): string {
  if (epochMs >= FIRST_DATE_MS && epochMs < LAST_DATE_MS)
    return `<c s="${DATE_STYLE}"><v>${epochMs / 86_400_000 + 25_569}</v></c>`;
  return textCell(Math.abs(epochMs) > 8.64e15 ? String(epochMs) : instantIso(epochMs).replace('T', ' '));
}

function textCell(text: string): string {
  const safe = harmlessCell(text);
  const fitting = safe.length > MAX_CHARACTERS ? `${safe.slice(0, MAX_CHARACTERS - 1)}…` : safe;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(fitting)}</t></is></c>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\n': '&#10;' };

/**
 * XML text; characters that XML lacks are written as the format writes them, and what looks like such writing is
 * distinguished from it.
 */
function escaped(text: string): string {
  const marked = text.includes('_x') ? text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') : text;
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  return marked.replaceAll(
    /[&<>\u0000-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
    (char) =>
      entities[char] ?? (char === '\t' ? char : `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`),
  );
}
