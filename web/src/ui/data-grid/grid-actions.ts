import { tn, t } from '@tessera/core/messages';
import { saveFile } from '../common/save-file.ts';
import { copyText } from '../feedback/copy.ts';
import { blockChunks } from './copy-formats.ts';
import { wholeBlock, type WholeCells } from './cut-cells.ts';
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

/** Put a block of cells on the clipboard, whole where that is to be had. */
export async function copyBlock(
  block: CellBlock,
  format: CopyFormat,
  { copyStyle, wholeCells }: { readonly copyStyle: CopyStyle; readonly wholeCells: WholeCells | undefined },
): Promise<void> {
  const whole = await wholeBlock(block, wholeCells, new AbortController().signal);
  const chunks = await blockChunks(whole.block, format, yieldToPage, copyStyle);
  await copyText(chunks.join(''), doneText(block, whole.cut.length));
}

/** What was copied. @param cut  so many cells of it in part */
export function doneText({ rows, columns, isHeadless = false }: CellBlock, cut: number): string {
  const count = isHeadless ? rows.length * columns.length : rows.length;
  const copied = isHeadless
    ? tn('Cell copied', '%(count)s cells copied', count)
    : tn('1 row copied', '%(count)s rows copied', count);
  if (cut === 0) return copied;
  return tn(
    '%(copied)s, but 1 cell only in part: it is longer than what this page holds. Download a file for the whole.',
    '%(copied)s, but %(count)s cells only in part: they are longer than what this page holds. ' +
      'Download a file for the whole.',
    cut,
    { copied },
  );
}

/** Save a block of cells as a CSV file. */
export async function downloadBlock(block: CellBlock, name: string): Promise<void> {
  const chunks = await blockChunks(block, 'csv', yieldToPage);
  // The mark makes spreadsheets read UTF-8.
  saveFile(new Blob(['\ufeff', ...chunks], { type: 'text/csv;charset=utf-8' }), name, 'csv');
}
