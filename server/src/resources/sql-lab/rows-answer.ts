import { parseExactJson } from '@tessera/core/exact-json';
import { columnKinds, type Cell, type ColumnKind } from '@tessera/core/table';
import type { ResultFiles } from '../../sql-runs/result-files.ts';
import type { CutCell, ResultColumn, ResultLine } from '../../sql-runs/result-lines.ts';
import { encodeRows } from '../../chart-data/values/encode.ts';

/** Rows of one statement, as JSON text of an array of objects. */
type LastResult = {
  readonly columns: readonly ResultColumn[];
  readonly data: readonly Buffer[];
  /** Cells that are here in part, by their rows in the array. */
  readonly cut: readonly CutCell[];
};

const COMMA = Buffer.from(',');

/** Lines of a result, parsed; integers are exact. */
export async function* linesOf(read: AsyncIterable<Buffer | null>): AsyncGenerator<ResultLine, void> {
  for await (const bytes of read) {
    if (bytes === null) continue;
    for (const text of bytes.toString().split('\n')) if (text !== '') yield parseExactJson(text) as ResultLine;
  }
}

/** The rows of the last statement with any, at most so many. */
export async function lastResult(read: ReturnType<ResultFiles['read']>, maxRows: number): Promise<LastResult> {
  let columns: readonly ResultColumn[] = [];
  let data: Buffer[] = [];
  let cut: CutCell[] = [];
  let rows = 0;
  for await (const line of linesOf(read)) {
    if ('head' in line) {
      ({ columns } = line.head);
      data = [];
      cut = [];
      rows = 0;
    } else if ('rows' in line && rows < maxRows) {
      const part = Math.min(line.rows, maxRows - rows);
      for (const cell of line.cut ?? []) if (cell.row < part) cut.push({ ...cell, row: cell.row + rows });
      rows += part;
      data.push(...(data.length > 0 ? [COMMA] : []), ...rowObjects(columns, line.columns, part));
    }
  }
  return { columns, data, cut };
}

function rowObjects(
  columns: readonly ResultColumn[],
  cells: readonly (readonly unknown[])[],
  rowCount: number,
): readonly Buffer[] {
  const table = {
    rowCount,
    columns: new Map(
      columns.map(({ name, type_generic: kind }, index) => [
        name,
        { name, kind: kindAt(kind), values: (cells[index] ?? []) as readonly Cell[] },
      ]),
    ),
  };
  const whole = Buffer.concat(encodeRows(table));
  return [whole.subarray(1, -1)];
}

function kindAt(index: number): ColumnKind {
  return columnKinds[index] ?? 'string';
}
