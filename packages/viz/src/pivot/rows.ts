import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { readNumber } from '@tessera/core/numeric-cell';
import type { QueryColumn, QueryMetric } from '@tessera/core/query-object';
import { tableOf, type Cell, type Column, type ColumnKind, type Table } from '@tessera/core/table';
import { AppError } from '@tessera/core/errors/app-error';
import { ownValue } from '@tessera/core/own-value';
import { pivotAggregate, pivotFraction } from './aggregates.ts';
import { ALL, cellName, columnOf, keysOf, TOTAL, type Key, type Order, type Subtotals } from './keys.ts';

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

/** The rows of a pivot table with their names, for whoever shows no table of their own. */
export type PivotTable = { readonly table: Table; readonly indexNames: readonly string[] };

/** More cells than anybody reads, and than fit into memory. */
const MAX_CELLS = 5_000_000;
/** A result has no more columns. */
const MAX_NAMES = 500;

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

/**
 * Pivot a result as the chart does: one row per combination of the row dimensions, one column per metric and
 * combination of the column dimensions, both in order, subtotals beside what they sum up, totals last. Names of
 * several parts are joined by spaces.
 *
 * @throws AppError post_processing when the form names columns that the result lacks, or the pivot would be too big
 */
export function pivotTable(table: Table, form: PivotForm, verbose: Readonly<Record<string, string>>): PivotTable {
  if (form.rows.length + form.columns.length + form.metrics.length > MAX_NAMES)
    throw new AppError('post_processing', { reason: `The pivot table names more than ${MAX_NAMES} columns.` });
  const rowKeys = keysOf(table, form.rows, form.rowSubtotals);
  const columnKeys = keysOf(table, form.columns, form.columnSubtotals);
  const metrics = form.metrics.map((name) => columnOf(table, name));
  const cells = new Map<string, number[]>();
  const add = (row: Key, column: Key, at: number) => {
    const name = cellName(row, column);
    const list = cells.get(name);
    if (list) list.push(at);
    else cells.set(name, [at]);
  };
  for (let at = 0; at < table.rowCount; at += 1) {
    const columnsOfRow = [columnKeys.of(at), ...columnKeys.above(at), TOTAL];
    for (const row of [rowKeys.of(at), ...rowKeys.above(at), TOTAL])
      for (const column of columnsOfRow) add(row, column, at);
  }
  const aggregated = (metric: Column | undefined, row: Key, column: Key): Cell => {
    const members = cells.get(cellName(row, column));
    return members && metric
      ? pivotAggregate(pivotFraction(form.aggregate)?.aggregate ?? form.aggregate, metric, members)
      : null;
  };
  const ownRows = rowKeys.ordered(form.rowOrder, (row) => aggregated(metrics[0], row, TOTAL));
  const ownColumns = columnKeys.ordered(form.columnOrder, (column) => aggregated(metrics[0], TOTAL, column));
  const rows = form.totalRow && form.rows.length > 0 ? [...ownRows, TOTAL] : ownRows;
  const columns = form.totalColumn && form.columns.length > 0 ? [...ownColumns, TOTAL] : ownColumns;
  if (rows.length * columns.length * Math.max(1, metrics.length) > MAX_CELLS)
    throw new AppError('post_processing', {
      reason:
        `The pivot would have ${rows.length} rows and ${columns.length * metrics.length} columns. Group by fewer ` +
        'values.',
    });
  const value = (metric: Column, row: Key, column: Key): Cell => {
    const fraction = pivotFraction(form.aggregate);
    const part = aggregated(metric, row, column);
    if (fraction === null || part === null) return part;
    const all = aggregated(metric, fraction.of === 'rows' ? row : TOTAL, fraction.of === 'columns' ? column : TOTAL);
    const share = readNumber(part) / readNumber(all);
    return Number.isFinite(share) ? share : null;
  };
  const totalName = `Total (${form.aggregate})`;
  const parts = (key: Key) => key.map((part, at) => (part !== ALL ? part : at === 0 ? totalName : 'Subtotal'));
  const named = (metric: Column | null, key: Key) => {
    const shown = metric === null ? [] : [ownValue(verbose, metric.name) ?? metric.name];
    return (form.metricLast ? [...parts(key), ...shown] : [...shown, ...parts(key)]).join(' ');
  };
  const kindOf = (metric: Column): ColumnKind => (form.aggregate === 'List Unique Values' ? 'string' : metric.kind);

  if (form.metricsOnRows) {
    const lines = form.metricLast
      ? rows.flatMap((row) => metrics.map((metric) => ({ row, metric })))
      : metrics.flatMap((metric) => rows.map((row) => ({ row, metric })));
    const made = columns.map((column): Column => ({
      name: named(null, column) || totalName,
      kind: metrics[0] ? kindOf(metrics[0]) : 'numeric',
      values: lines.map(({ row, metric }) => value(metric, row, column)),
    }));
    return {
      table: tableOf(distinct(made)),
      indexNames: distinctNames(lines.map(({ row, metric }) => named(metric, row))),
    };
  }
  const pairs = form.metricLast
    ? columns.flatMap((column) => metrics.map((metric) => ({ column, metric })))
    : metrics.flatMap((metric) => columns.map((column) => ({ column, metric })));
  const made = pairs.map(({ column, metric }): Column => ({
    name: named(metric, column),
    kind: kindOf(metric),
    values: rows.map((row) => value(metric, row, column)),
  }));
  return {
    table: tableOf(distinct(made)),
    indexNames: distinctNames(rows.map((row) => (row.length === 0 ? totalName : parts(row).join(' ')))),
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
