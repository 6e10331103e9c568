import { asMetrics } from '@tessera/core/build-query';
import type { RawForm } from '@tessera/core/form-data';
import { ownValue } from '@tessera/core/own-value';
import type { QueryObject } from '@tessera/core/query-object';
import type { Table } from '@tessera/core/table';
import { additivityByLabel } from '../layer/additivity.ts';
import type { Beside, Presented } from '../present.ts';
import { readPivotForm } from './form.ts';
import { pivotTable } from './rows.ts';
import { readTotals, totalQueries, totalQueriesOfCut } from './totals.ts';

/** Rows as a pivot table shows them, with the totals that the database tells. @throws AppError post_processing */
export function presentPivot(
  table: Table,
  form: RawForm,
  verbose: Readonly<Record<string, string>>,
  beside?: Beside,
): Presented {
  const pivot = readPivotForm(form);
  const shown = (name: string) => ownValue(verbose, name) ?? name;
  const totals =
    beside &&
    readTotals(
      // Where the database was asked for every total, each is that of all rows, however many of them are shown.
      [
        { table, sqlRowCount: table.rowCount, rowLimit: table.rowCount },
        ...beside.tables.map((one) => ({ table: one })),
      ],
      pivot,
      asMetrics(form['metrics']),
      { additivity: (label) => additivityByLabel(beside.additivities, label) },
    );
  return { ...pivotTable(table, pivot, verbose, totals), corner: pivot.rows.map(shown).join(' ') };
}

/** The queries whose rows `presentPivot` takes beside those of the cells. */
export function queriesBesidePivot(cells: QueryObject, form: RawForm, isCut: boolean): readonly QueryObject[] {
  const pivot = readPivotForm(form);
  return isCut ? totalQueriesOfCut(cells, pivot) : totalQueries(cells, pivot, asMetrics(form['metrics']));
}
