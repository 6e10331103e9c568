import { tableOf, type Table } from '@tessera/core/table';
import { pivotTable, readPivotForm, type PivotForm } from './pivot-table.ts';

/** How a chart shows its rows, as far as that is made on the server: pivoted, or as they are under their names on screen. */
export type Presentation = { readonly pivot: PivotForm | null };

/** The presentation that form data ask for. */
export function presentationOf(form: Readonly<Record<string, unknown>>): Presentation {
  return { pivot: form['viz_type'] === 'pivot_table_v2' ? readPivotForm(form) : null };
}

/** @returns the rows as shown, the names of rows (`null`: they count from 0), and what the names of rows are called. @throws AppError post_processing */
export function present(table: Table, { pivot }: Presentation, verbose: Readonly<Record<string, string>>): { readonly table: Table; readonly indexNames: readonly string[] | null; readonly corner: string } {
  const shown = (name: string) => verbose[name] ?? name;
  if (pivot !== null) return { ...pivotTable(table, pivot, verbose), corner: pivot.rows.map(shown).join(' ') };
  const names = new Set<string>();
  const columns = [...table.columns.values()].map((column) => {
    // Two columns of one name on screen keep apart under the names that they have in the dataset.
    const name = names.has(shown(column.name)) ? column.name : shown(column.name);
    names.add(name);
    return { ...column, name };
  });
  return { table: columns.length === 0 ? table : tableOf(columns), indexNames: null, corner: '' };
}
