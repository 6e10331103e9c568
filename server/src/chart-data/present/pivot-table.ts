import { columnLabel, metricLabel } from '@tessera/core/form-data';
import type { QueryColumn, QueryMetric } from '@tessera/core/query-object';
import { cellAt, tableOf, type Cell, type Column, type ColumnKind, type Table } from '@tessera/core/table';
import { AppError } from '@tessera/core/errors/app-error';
import { partOf } from '@tessera/query/post/frame';
import { compareCells } from '@tessera/query/post/groups';
import { pivotAggregate, pivotFraction } from './pivot-aggregates.ts';

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
};

/** The rows of a pivot table with their names, for whoever shows no table of their own. */
export type PivotTable = { readonly table: Table; readonly indexNames: readonly string[] };

/** More cells than anybody reads, and than fit into memory. */
const MAX_CELLS = 5_000_000;
const TOTAL = Symbol('total');
type Key = readonly (string | typeof TOTAL)[];

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
  };
}

/**
 * Pivot a result as the chart does: one row per combination of the row dimensions, one column per metric and
 * combination of the column dimensions, both in order, totals last. Names of several parts are joined by spaces.
 *
 * @throws AppError post_processing when the form names columns that the result lacks, or the pivot would be too big
 */
export function pivotTable(table: Table, form: PivotForm, verbose: Readonly<Record<string, string>>): PivotTable {
  const rowKeys = keysOf(table, form.rows);
  const columnKeys = keysOf(table, form.columns);
  const metrics = form.metrics.map((name) => columnOf(table, name));
  const cells = new Map<string, number[]>();
  const add = (row: Key, column: Key, at: number) => {
    const name = cellName(row, column);
    const list = cells.get(name);
    if (list) list.push(at);
    else cells.set(name, [at]);
  };
  const totalRow: Key = [TOTAL];
  const totalColumn: Key = [TOTAL];
  for (let at = 0; at < table.rowCount; at += 1) {
    const row = rowKeys.of(at);
    const column = columnKeys.of(at);
    add(row, column, at);
    add(row, totalColumn, at);
    add(totalRow, column, at);
    add(totalRow, totalColumn, at);
  }
  const rows = form.totalRow && form.rows.length > 0 ? [...rowKeys.all, totalRow] : rowKeys.all;
  const columns = form.totalColumn && form.columns.length > 0 ? [...columnKeys.all, totalColumn] : columnKeys.all;
  if (rows.length * columns.length * Math.max(1, metrics.length) > MAX_CELLS) throw new AppError('post_processing', { reason: `The pivot would have ${rows.length} rows and ${columns.length * metrics.length} columns. Group by fewer values.` });

  const value = (metric: Column, row: Key, column: Key): Cell => {
    const members = cells.get(cellName(row, column));
    if (!members) return null;
    const fraction = pivotFraction(form.aggregate);
    if (fraction === null) return pivotAggregate(form.aggregate, metric, members);
    const whole = cells.get(cellName(fraction.of === 'columns' ? totalRow : fraction.of === 'rows' ? row : totalRow, fraction.of === 'columns' ? column : totalColumn)) ?? [];
    const [part, all] = [pivotAggregate(fraction.aggregate, metric, members), pivotAggregate(fraction.aggregate, metric, whole)];
    return typeof part === 'number' && typeof all === 'number' && all !== 0 ? part / all : null;
  };
  const totalName = `Total (${form.aggregate})`;
  const parts = (key: Key) => key.map((part) => (part === TOTAL ? totalName : part));
  const named = (metric: Column | null, key: Key) => {
    const own = metric === null ? [] : [verbose[metric.name] ?? metric.name];
    return (form.metricLast ? [...parts(key), ...own] : [...own, ...parts(key)]).join(' ');
  };
  const kindOf = (metric: Column): ColumnKind => (form.aggregate === 'List Unique Values' ? 'string' : metric.kind);

  if (form.metricsOnRows) {
    const lines = form.metricLast ? rows.flatMap((row) => metrics.map((metric) => ({ row, metric }))) : metrics.flatMap((metric) => rows.map((row) => ({ row, metric })));
    const made = columns.map((column): Column => ({ name: named(null, column) || totalName, kind: metrics[0] ? kindOf(metrics[0]) : 'numeric', values: lines.map(({ row, metric }) => value(metric, row, column)) }));
    return { table: tableOf(distinct(made)), indexNames: lines.map(({ row, metric }) => named(metric, row)) };
  }
  const pairs = form.metricLast ? columns.flatMap((column) => metrics.map((metric) => ({ column, metric }))) : metrics.flatMap((metric) => columns.map((column) => ({ column, metric })));
  const made = pairs.map(({ column, metric }): Column => ({ name: named(metric, column), kind: kindOf(metric), values: rows.map((row) => value(metric, row, column)) }));
  return { table: tableOf(distinct(made)), indexNames: rows.map((row) => (row.length === 0 ? totalName : parts(row).join(' '))) };
}

function labels(given: unknown, label: (one: string & QueryColumn & QueryMetric) => string): readonly string[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  return list.flatMap((one) => (typeof one === 'string' || (typeof one === 'object' && one !== null) ? [label(one as string & QueryColumn & QueryMetric)] : []));
}

function columnOf(table: Table, name: string): Column {
  const column = table.columns.get(name);
  if (!column) throw new AppError('post_processing', { reason: `The pivot table needs "${name}", which is not in the result.` });
  return column;
}

/** The combinations of some dimensions: of each row, and all of them in order. */
function keysOf(table: Table, names: readonly string[]): { readonly of: (row: number) => Key; readonly all: readonly Key[] } {
  const columns = names.map((name) => columnOf(table, name));
  const known = new Map<string, { readonly key: Key; readonly cells: readonly Cell[] }>();
  const ids: string[] = [];
  for (let row = 0; row < table.rowCount; row += 1) {
    const cells = columns.map((column) => cellAt(column, row));
    const key = columns.map((column, index) => (cells[index] === null ? '<NULL>' : partOf(cells[index] ?? null, column.kind)));
    const id = JSON.stringify(key);
    ids.push(id);
    if (!known.has(id)) known.set(id, { key, cells });
  }
  const ordered = [...known.values()].toSorted((a, b) => {
    const at = a.cells.findIndex((cell, index) => compareCells(cell, b.cells[index] ?? null) !== 0);
    return at < 0 ? 0 : compareCells(a.cells[at] ?? null, b.cells[at] ?? null);
  });
  return { of: (row) => known.get(ids[row] ?? '')?.key ?? [], all: ordered.map(({ key }) => key) };
}

function cellName(row: Key, column: Key): string {
  const text = (key: Key) => key.map((part) => (part === TOTAL ? 'total' : `${part.length}:${part}`)).join(',');
  return `${text(row)}|${text(column)}`;
}

/** Two combinations may read alike once their parts are joined. */
function distinct(columns: readonly Column[]): readonly Column[] {
  const seen = new Map<string, number>();
  return columns.map((column) => {
    const times = seen.get(column.name) ?? 0;
    seen.set(column.name, times + 1);
    return times === 0 ? column : { ...column, name: `${column.name} (${times + 1})` };
  });
}
