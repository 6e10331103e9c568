import { setImmediate } from 'node:timers/promises';
import { encodeRows } from '../../chart-data/values/encode.ts';
import { slices } from '../../chart-data/post-process/slices.ts';
import { lineFormats } from '../../chart-data/values/line-formats.ts';
import type { RowsPart } from '../../sql-runs/export-rows.ts';
import { xlsx } from '../../chart-data/format/xlsx.ts';
import type { ExportFormat } from './schema.ts';

type Rows = AsyncIterable<RowsPart>;
type Writer = { readonly type: string; readonly write: (rows: Rows) => AsyncGenerator<Buffer, void> };

/** Making the text of so many cells holds the loop for a few milliseconds. */
const CELLS_AT_A_TIME = 30_000;

/** How rows become a file, each as they come. */
export const writers: Readonly<Record<Exclude<ExportFormat, 'parquet'>, Writer>> = {
  csv: { type: 'text/csv; charset=utf-8', write: (rows) => lines(rows, 'csv') },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: (rows) => xlsx(lines(rows, 'xlsx')),
  },
  json: { type: 'application/json; charset=utf-8', write: json },
};

async function* lines(rows: Rows, format: 'csv' | 'xlsx'): AsyncGenerator<Buffer, void> {
  const { header, rows: textOf } = lineFormats[format];
  let isFirst = true;
  for await (const { columns, table } of rows) {
    if (isFirst) yield Buffer.from(header(columns.map(({ name }) => name)));
    isFirst = false;
    for (const part of slices(table, CELLS_AT_A_TIME)) {
      yield Buffer.from(textOf(part));
      // A database that is faster than the client would keep the event loop to itself.
      await setImmediate();
    }
  }
}

async function* json(rows: Rows): AsyncGenerator<Buffer, void> {
  yield Buffer.from('[');
  let isFirst = true;
  for await (const { table } of rows) {
    for (const part of slices(table, CELLS_AT_A_TIME)) {
      const text = Buffer.concat(encodeRows(part));
      if (part.rowCount === 0) continue;
      yield isFirst ? text.subarray(1, -1) : Buffer.concat([Buffer.from(',\n'), text.subarray(1, -1)]);
      isFirst = false;
      await setImmediate();
    }
  }
  yield Buffer.from(']');
}
