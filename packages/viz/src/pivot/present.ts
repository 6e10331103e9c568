import type { RawForm } from '@tessera/core/form-data';
import { ownValue } from '@tessera/core/own-value';
import type { Table } from '@tessera/core/table';
import type { Presented } from '../present.ts';
import { readPivotForm } from './form.ts';
import { pivotTable } from './rows.ts';

/** Rows as a pivot table shows them. @throws AppError post_processing */
export function presentPivot(table: Table, form: RawForm, verbose: Readonly<Record<string, string>>): Presented {
  const pivot = readPivotForm(form);
  const shown = (name: string) => ownValue(verbose, name) ?? name;
  return { ...pivotTable(table, pivot, verbose), corner: pivot.rows.map(shown).join(' ') };
}
