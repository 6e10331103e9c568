import { columnLabel, metricLabel } from '@tessera/core/form-data';
import type { QueryColumn, QueryMetric } from '@tessera/core/query-object';
import type { Order, Subtotals } from './keys.ts';

/** What a pivot table's form data says about its shape. */
export type PivotForm = {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly metrics: readonly string[];
  readonly aggregate: string;
  readonly metricsOnRows: boolean;
  /** The metric comes behind the dimension values instead of before them. */
  readonly metricLast: boolean;
  readonly totalColumn: boolean;
  readonly totalRow: boolean;
  readonly rowSubtotals: Subtotals;
  readonly columnSubtotals: Subtotals;
  readonly rowOrder: Order;
  readonly columnOrder: Order;
};

/** Read the form data of `pivot_table_v2`; what is missing has its default. */
export function readPivotForm(form: Readonly<Record<string, unknown>>): PivotForm {
  const rows = labels(form['groupbyRows'], columnLabel);
  const columns = labels(form['groupbyColumns'], columnLabel);
  const isTurned = form['transposePivot'] === true;
  return {
    rows: isTurned ? columns : rows,
    columns: isTurned ? rows : columns,
    metrics: labels(form['metrics'], metricLabel),
    aggregate: typeof form['aggregateFunction'] === 'string' ? form['aggregateFunction'] : 'Sum',
    metricsOnRows: form['metricsLayout'] === 'ROWS',
    metricLast: form['combineMetric'] === true,
    totalColumn: form['rowTotals'] === true,
    totalRow: form['colTotals'] === true,
    rowSubtotals: subtotalsOf(form['rowSubTotals'], form['rowSubtotalPosition']),
    columnSubtotals: subtotalsOf(form['colSubTotals'], form['colSubtotalPosition']),
    rowOrder: orderOf(form['rowOrder']),
    columnOrder: orderOf(form['colOrder']),
  };
}

function labels(given: unknown, label: (one: string & QueryColumn & QueryMetric) => string): readonly string[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  return list.flatMap((one) =>
    typeof one === 'string' || (typeof one === 'object' && one !== null)
      ? [label(one as string & QueryColumn & QueryMetric)]
      : [],
  );
}

function subtotalsOf(shown: unknown, isFirst: unknown): Subtotals {
  if (shown !== true) return 'none';
  return isFirst === true || isFirst === 'true' ? 'first' : 'last';
}

function orderOf(order: unknown): Order {
  return order === 'key_z_to_a' || order === 'value_a_to_z' || order === 'value_z_to_a' ? order : 'key_a_to_z';
}
