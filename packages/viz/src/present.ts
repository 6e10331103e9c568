import { ownValue } from '@tessera/core/own-value';
import { tableOf, type Column, type Table } from '@tessera/core/table';
import type { Additivities } from '@tessera/core/additivity';
import type { RawForm } from '@tessera/core/form-data';

/** Rows as a chart shows them. */
export type Presented = {
  readonly table: Table;
  /** The names of the rows; null when they count from 0. */
  readonly indexNames: readonly string[] | null;
  /** What the names of the rows are called. */
  readonly corner: string;
};

/** The rows of further queries that a chart shows among its own, and which of its metrics add up. */
export type Beside = { readonly tables: readonly Table[]; readonly additivities: Additivities };

/** The rows as they are, under their names on screen. */
export function presentRows(table: Table, _: RawForm, verbose: Readonly<Record<string, string>>): Presented {
  return presentColumns(table, (column) => ({ ...column, name: ownValue(verbose, column.name) ?? column.name }));
}

/** The rows with each column as `show` has it; null leaves a column out. */
export function presentColumns(table: Table, show: (column: Column) => Column | null): Presented {
  const names = new Set<string>();
  const columns = [...table.columns.values()].flatMap((column): Column[] => {
    const shown = show(column);
    if (shown === null) return [];
    // Two columns of one name on screen keep apart under the names that they have in the dataset.
    const name = names.has(shown.name) ? column.name : shown.name;
    names.add(name);
    return [{ ...shown, name }];
  });
  return {
    table: columns.length === 0 ? { ...table, columns: new Map() } : tableOf(columns),
    indexNames: null,
    corner: '',
  };
}
