import { columnLabel, metricLabel, type RawForm } from '@tessera/core/form-data';
import { readColumns } from '@tessera/viz/control-kinds/columns';
import { readMetrics } from '@tessera/viz/control-kinds/metrics';

export type ResultColumn = { readonly name: string; readonly isNumeric: boolean };

/**
 * The columns that a chart's result will have, from its form alone: dimensions, metrics, and percentages (`%label`).
 * In raw mode the chosen columns; `isNumericColumn` says which of those hold numbers.
 */
export function resultColumns(form: RawForm, isNumericColumn: (name: string) => boolean): readonly ResultColumn[] {
  if (form['query_mode'] === 'raw')
    return readColumns(form['all_columns']).map((column) => ({
      name: columnLabel(column),
      isNumeric: isNumericColumn(columnLabel(column)),
    }));
  const dimensions = ['x_axis', 'groupby', 'columns']
    .flatMap((key) => readColumns(form[key]))
    .map((column) => ({ name: columnLabel(column), isNumeric: isNumericColumn(columnLabel(column)) }));
  const metrics = ['metrics', 'metric']
    .flatMap((key) => readMetrics(form[key]))
    .map((metric) => ({ name: metricLabel(metric), isNumeric: true }));
  const shares = readMetrics(form['percent_metrics']).map((metric) => ({
    name: `%${metricLabel(metric)}`,
    isNumeric: true,
  }));
  return [...new Map([...dimensions, ...metrics, ...shares].map((column) => [column.name, column])).values()];
}
