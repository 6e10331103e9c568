import { printExactJson } from '@tessera/core/exact-json';
import { harmlessCell } from '@tessera/core/formats/harmless-cell';
import { cellAt, type Cell, type Column } from '@tessera/core/table';
import { cellText } from './cell-text.ts';
import { inList, insertWriter } from './copy-sql.ts';
import { usualStyle, type CellBlock, type CopyFormat, type CopyStyle, type Writer } from './copy-types.ts';
import { rowsPerBatch, type Pause } from './yield-to-page.ts';

function writerOf(format: Exclude<CopyFormat, 'sql-in'>, block: CellBlock, style: CopyStyle): Writer {
  const cell = style.isHarmless ? harmlessCell : asItIs;
  switch (format) {
    case 'tsv':
      // One value is copied to be typed somewhere; several go to a spreadsheet.
      return lineWriter('\t', '\n', isOneCell(block) ? tsvCell : (text) => tsvCell(cell(text)));
    case 'csv':
      return lineWriter(',', '\r\n', (text) => csvCell(cell(text)));
    case 'markdown':
      return markdown;
    case 'json':
      return json;
    case 'insert':
      return insertWriter(block.columns, style);
  }
}

const markdown: Writer = {
  head: (columns) =>
    [
      `| ${columns.map(({ name }) => markdownCell(name)).join(' | ')} |`,
      `| ${columns.map(({ kind }) => (kind === 'numeric' ? '---:' : '---')).join(' | ')} |`,
      '',
    ].join('\n'),
  row: (columns, row) => `| ${columns.map((column) => markdownCell(cellText(column, row))).join(' | ')} |`,
  between: () => '\n',
  end: '',
  needsHead: false,
};

const json: Writer = {
  head: () => '[\n',
  row: (columns, row) => `  {${columns.map((column) => jsonField(column, row)).join(', ')}}`,
  between: () => ',\n',
  end: '\n]',
  needsHead: true,
};

function jsonField(column: Column, row: number): string {
  return `${JSON.stringify(column.name)}: ${printExactJson(jsonCell(column, row))}`;
}

/** A block as text in chunks, made in turns: the file of 100 000 rows does not hold up the page. */
export async function blockChunks(
  block: CellBlock,
  format: CopyFormat,
  pause: Pause,
  style: CopyStyle = usualStyle,
): Promise<readonly string[]> {
  if (format === 'sql-in') return [await inList(block, style.sql, pause)];
  const { rows, columns, isHeadless = false } = block;
  const writer = writerOf(format, block, style);
  const step = rowsPerBatch(columns.length);
  const chunks: string[] = [];
  for (let from = 0; from === 0 || from < rows.length; from += step) {
    if (from > 0) await pause();
    const lines: string[] = from > 0 || (isHeadless && !writer.needsHead) ? [] : [writer.head(columns)];
    for (let at = from; at < Math.min(rows.length, from + step); at += 1) {
      if (at > 0) lines.push(writer.between(at));
      lines.push(writer.row(columns, rows[at] ?? 0));
    }
    const text = lines.join('');
    chunks.push(rows.length === 0 && !writer.needsHead ? text.trimEnd() : text);
  }
  return writer.end === '' ? chunks : [...chunks, writer.end];
}

function lineWriter(separator: string, between: string, write: (text: string) => string): Writer {
  return {
    head: (columns) => columns.map(({ name }) => write(name)).join(separator) + between,
    row: (columns, row) => columns.map((column) => write(cellText(column, row))).join(separator),
    between: () => between,
    end: '',
    needsHead: false,
  };
}

function asItIs(text: string): string {
  return text;
}

function isOneCell({ rows, columns }: CellBlock): boolean {
  return rows.length === 1 && columns.length === 1;
}

/** Tabs and line breaks inside a cell would move every cell after it. */
function tsvCell(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}

/** Quoted where needed. */
function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Bars, code, elements and links of a cell stay letters, and its lines one line. */
function markdownCell(text: string): string {
  return text
    .replace(/[\\|`<]/g, '\\$&')
    .replaceAll('](', ']\\(')
    .replace(/\s*[\r\n]+\s*/g, ' ');
}

/** Times as users read them; everything else as what it is. */
function jsonCell(column: Column, row: number): Cell {
  const cell = cellAt(column, row);
  return cell !== null && column.kind === 'temporal' ? cellText(column, row) : cell;
}
