import { ownValue } from '@tessera/core/own-value';
import { tableOf, type Table } from '@tessera/core/table';
import { readShownColumns, showColumn, type ShownColumn } from './table-columns.ts';
import { pivotTable, readPivotForm, type PivotForm } from './pivot-table.ts';

/**
 * How a chart shows its rows, as far as that is made on the server: pivoted, or as they are under their names on screen
 * and in the formats of their columns.
 */
export type Presentation = {
  readonly pivot: PivotForm | null;
  readonly columns: Readonly<Record<string, ShownColumn>>;
};

/** The presentation that form data ask for. */
export function presentationOf(form: Readonly<Record<string, unknown>>): Presentation {
  return {
    pivot: form['viz_type'] === 'pivot_table_v2' ? readPivotForm(form) : null,
    columns: form['viz_type'] === 'table' ? readShownColumns(form['column_config']) : {},
  };
}

/**
 * @returns the rows as shown, the names of rows (`null`: they count from 0), and what the names of rows are
 * called.
 * @throws AppError post_processing
 */
export function present(
  table: Table,
  { pivot, columns: configured }: Presentation,
  verbose: Readonly<Record<string, string>>,
): { readonly table: Table; readonly indexNames: readonly string[] | null; readonly corner: string } {
  const shown = (name: string) => ownValue(verbose, name) ?? name;
  if (pivot !== null) return { ...pivotTable(table, pivot, verbose), corner: pivot.rows.map(shown).join(' ') };
  const configOf = (name: string) => (Object.hasOwn(configured, name) ? configured[name] : undefined);
  const names = new Set<string>();
  const columns = [...table.columns.values()]
    .filter(({ name }) => configOf(name)?.isVisible !== false)
    .map((column) => {
      const config = configOf(column.name);
      const wanted = config?.name ?? shown(column.name);
      // Two columns of one name on screen keep apart under the names that they have in the dataset.
      const name = names.has(wanted) ? column.name : wanted;
      names.add(name);
      return { ...(config ? showColumn(column, config) : column), name };
    });
  return {
    table: columns.length === 0 ? { ...table, columns: new Map() } : tableOf(columns),
    indexNames: null,
    corner: '',
  };
}
