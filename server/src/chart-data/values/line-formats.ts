import type { Table } from '@tessera/core/table';
import { csvHeader, csvRows } from './csv.ts';
import { xlsxHeader, xlsxRows } from './xlsx-rows.ts';

/** Formats of downloads: one line per row, so that rows can be written as they come. */
export const lineFormats = {
  csv: { header: csvHeader, rows: csvRows },
  xlsx: { header: xlsxHeader, rows: xlsxRows },
} as const satisfies Readonly<
  Record<string, { readonly header: (names: readonly string[]) => string; readonly rows: (table: Table) => string }>
>;

export type LineFormat = keyof typeof lineFormats;
