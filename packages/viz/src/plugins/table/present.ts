import type { RawForm } from '@tessera/core/form-data';
import { ownValue } from '@tessera/core/own-value';
import type { Table } from '@tessera/core/table';
import { type Presented, presentColumns } from '../../present.ts';
import { readShownColumns, showColumn } from './shown-columns.ts';

/**
 * Rows as the table shows them: without hidden columns, under their names on screen, in the formats of their columns.
 * @throws AppError for a format that is none
 */
export function presentTable(table: Table, form: RawForm, verbose: Readonly<Record<string, string>>): Presented {
  const configured = readShownColumns(form['column_config']);
  return presentColumns(table, (column) => {
    const config = ownValue(configured, column.name);
    if (config?.isVisible === false) return null;
    const name = config?.name ?? ownValue(verbose, column.name) ?? column.name;
    return { ...(config ? showColumn(column, config) : column), name };
  });
}
