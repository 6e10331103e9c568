import type { PostStep } from '@tessera/core/query-object';
import { cellAt, type Table } from '@tessera/core/table';

/**
 * Columns of the rows of a pivot that have rows without a value, where the pivot leaves those out: they are
 * reported to whoever reads the answer, who does not see them.
 */
export function unplacedColumns(steps: readonly PostStep[], table: Table): readonly string[] {
  const pivot = steps.find(({ operation }) => operation === 'pivot');
  const { index, drop_missing_columns: drops = true } = pivot?.options ?? {};
  if (drops === false || !Array.isArray(index)) return [];
  return index.filter((name): name is string => typeof name === 'string' && hasNull(table, name));
}

function hasNull(table: Table, name: string): boolean {
  const column = table.columns.get(name);
  if (!column) return false;
  for (let row = 0; row < table.rowCount; row += 1) if (cellAt(column, row) === null) return true;
  return false;
}
