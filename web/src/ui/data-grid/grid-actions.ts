import { tn, t } from '@tessera/core/messages';
import { saveFile } from '../common/save-file.ts';
import { copyText } from '../feedback/copy.ts';
import { blockChunks } from './copy-formats.ts';
import type { CellBlock, CopyFormat, CopyStyle } from './copy-types.ts';
import { yieldToPage } from './yield-to-page.ts';

/** Copies of the rows, by format. */
export function copyLabels(): Readonly<Record<CopyFormat, string>> {
  return {
    tsv: t('Copy for a spreadsheet (TSV)'),
    csv: t('Copy as CSV'),
    markdown: t('Copy as Markdown'),
    json: t('Copy as JSON'),
    insert: t('Copy as INSERT'),
    'sql-in': t('Copy as a list for SQL IN'),
  };
}

/** Put a block of cells on the clipboard. */
export async function copyBlock(block: CellBlock, format: CopyFormat, style: CopyStyle): Promise<void> {
  const chunks = await blockChunks(block, format, yieldToPage, style);
  await copyText(chunks.join(''), doneText(block));
}

function doneText({ rows, columns, isHeadless = false }: CellBlock): string {
  const count = isHeadless ? rows.length * columns.length : rows.length;
  return isHeadless
    ? tn('Cell copied', '%(count)s cells copied', count)
    : tn('1 row copied', '%(count)s rows copied', count);
}

/** Save a block of cells as a CSV file. */
export async function downloadBlock(block: CellBlock, name: string): Promise<void> {
  const chunks = await blockChunks(block, 'csv', yieldToPage);
  // The mark makes spreadsheets read UTF-8.
  saveFile(new Blob(['\ufeff', ...chunks], { type: 'text/csv;charset=utf-8' }), name, 'csv');
}
