import { cellAt, numberAt, packedColumn, type Column, type Table } from '@tessera/core/table';

/** One query of a shared statement: its labels, and behind the two leading columns the places of its own. */
export type Part = { readonly labels: readonly string[]; readonly columns: readonly number[] };

const LEADING = 2;

/**
 * The tables of the queries from the rows of all of them, in linear time but for the order. Leading columns: query,
 * position.
 */
export function splitTable(table: Table, parts: readonly Part[]): readonly Table[] {
  const columns = [...table.columns.values()];
  const [query, position] = columns;
  const rows = parts.map((): number[] => []);
  for (let row = 0; row < table.rowCount; row += 1) rows[numberAt(query, row) ?? 0]?.push(row);
  return parts.map(({ labels, columns: places }, index) => {
    const own = (rows[index] ?? []).sort(
      (left, right) => (numberAt(position, left) ?? 0) - (numberAt(position, right) ?? 0),
    );
    const taken = labels.flatMap((label, at): readonly Column[] => {
      const column = columns[LEADING + (places[at] ?? 0)];
      return column
        ? [
            packedColumn(
              label,
              column.kind,
              own.map((row) => cellAt(column, row)),
            ),
          ]
        : [];
    });
    return { rowCount: own.length, columns: new Map(taken.map((column) => [column.name, column])) };
  });
}
