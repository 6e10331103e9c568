import { ownValue } from '@tessera/core/own-value';
import { tableOf, type Column, type ColumnKind, type Table } from '@tessera/core/table';
import type { PivotForm } from './form.ts';
import { ALL, type Key } from './keys.ts';
import { type Line, pivotOf, type Totals } from './pivot.ts';

/** The rows of a pivot table with their names, for whoever shows no table of their own. */
export type PivotTable = { readonly table: Table; readonly indexNames: readonly string[] };

/**
 * Pivot a result as the chart does, under names whose parts are joined by spaces.
 *
 * @throws AppError post_processing when the form names columns that the result lacks, or the pivot would be too big
 */
export function pivotTable(
  table: Table,
  form: PivotForm,
  verbose: Readonly<Record<string, string>>,
  totals?: Totals,
): PivotTable {
  const { rows, columns, metrics, value } = pivotOf(table, form, totals);
  const totalName = `Total (${form.aggregate})`;
  const parts = (key: Key) => key.map((part, at) => (part !== ALL ? part : at === 0 ? totalName : 'Subtotal'));
  const named = ({ key, metric }: Line) => {
    const shown = metric === null ? [] : [ownValue(verbose, metric.name) ?? metric.name];
    return (form.metricLast ? [...parts(key), ...shown] : [...shown, ...parts(key)]).join(' ') || totalName;
  };
  const kindOf = (metric: Column | null | undefined): ColumnKind =>
    form.aggregate === 'List Unique Values' ? 'string' : (metric?.kind ?? 'numeric');
  const made = columns.map((column): Column => ({
    name: named(column),
    kind: kindOf(column.metric ?? metrics[0]),
    values: rows.map((row) => value(row, column)),
  }));
  return { table: tableOf(distinct(made)), indexNames: distinctNames(rows.map(named)) };
}

/** Two combinations may read alike once their parts are joined. */
function distinctNames(names: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    return times === 0 ? name : `${name} (${times + 1})`;
  });
}

function distinct(columns: readonly Column[]): readonly Column[] {
  const names = distinctNames(columns.map(({ name }) => name));
  return columns.map((column, at) => ({ ...column, name: names[at] ?? column.name }));
}
