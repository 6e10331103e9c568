import { AppError } from '@tessera/core/errors/app-error';
import { readNumber } from '@tessera/core/numeric-cell';
import type { Cell, Column, Table } from '@tessera/core/table';
import { message, messageN } from '@tessera/core/messages';
import { pivotAggregate, pivotFraction, sumsUp } from './aggregates.ts';
import type { PivotForm } from './form.ts';
import { ALL, cellName, columnOf, type Key, type Keys, keyName, keysOf, TOTAL } from './keys.ts';

/** One row or column of the grid: a combination, and the metric where metrics lie along this side. */
export type Line = { readonly key: Key; readonly metric: Column | null };

/** A result as a grid: what a chart draws and what a download lists. */
export type Pivot = {
  readonly rows: readonly Line[];
  readonly columns: readonly Line[];
  readonly metrics: readonly Column[];
  readonly rowKeys: Keys;
  readonly columnKeys: Keys;
  /** The value where a row and a column meet; null where there is none, or none that would be true. */
  readonly value: (row: Line, column: Line) => Cell;
  /** Whether a total stays empty because its metric does not add up and nobody asked for it. */
  readonly isLeftOut: (row: Line, column: Line) => boolean;
};

/** What is known about totals beyond the cells; without it everything is additive. */
export type Totals = {
  readonly addsUp: (metric: string) => boolean;
  /** The cells are a part of the rows only, and every total was asked: none is made of the cells. */
  readonly areOfAll: boolean;
  /** The total as the database tells it, undefined where it was not asked. */
  readonly asked: (metric: string, row: Key, column: Key) => Cell | undefined;
};
const SUM_ALL: Totals = { addsUp: () => true, areOfAll: false, asked: () => undefined };

/** More cells than anybody reads, and than fit into memory. */
const MAX_CELLS = 5_000_000;
/** A result has no more columns. */
const MAX_NAMES = 500;

export function isTotal({ key }: Line): boolean {
  return key.includes(ALL);
}

/**
 * Pivot a result: one row per combination of the row dimensions, one column per metric and combination of the column
 * dimensions, both in order, subtotals beside what they sum up, totals last.
 *
 * @throws AppError post_processing when the form names columns that the result lacks, or the pivot would be too big
 */
export function pivotOf(table: Table, form: PivotForm, totals: Totals = SUM_ALL): Pivot {
  if (form.rows.length + form.columns.length + form.metrics.length > MAX_NAMES)
    throw new AppError('post_processing', {
      reason: messageN(
        'The pivot table names more than one column.',
        'The pivot table names more than %(count)s columns.',
        MAX_NAMES,
      ),
    });
  const rowKeys = keysOf(table, form.rows, form.rowSubtotals);
  const columnKeys = keysOf(table, form.columns, form.columnSubtotals);
  const metrics = form.metrics.map((name) => columnOf(table, name));
  const members = membersOf(table.rowCount, rowKeys, columnKeys);
  const cells = createCells(form.aggregate, members, totals);
  const [first] = metrics;
  const worth = (row: Key, column: Key): Cell => (first ? cells.worth(first, row, column) : null);
  const ownRows = rowKeys.ordered(form.rowOrder, (row) => worth(row, TOTAL));
  const ownColumns = columnKeys.ordered(form.columnOrder, (column) => worth(TOTAL, column));
  const rows = form.totalRow && form.rows.length > 0 ? [...ownRows, TOTAL] : ownRows;
  const columns = form.totalColumn && form.columns.length > 0 ? [...ownColumns, TOTAL] : ownColumns;
  if (rows.length * columns.length * Math.max(1, metrics.length) > MAX_CELLS)
    throw new AppError('post_processing', {
      reason: message('The pivot would have %(rows)s and %(columns)s. Group by fewer values.', {
        rows: messageN('1 row', '%(count)s rows', rows.length),
        columns: messageN('1 column', '%(count)s columns', columns.length * metrics.length),
      }),
    });
  const metricOf = (row: Line, column: Line) => row.metric ?? column.metric;
  return {
    rows: linesOf(rows, form.metricsOnRows ? metrics : null, form.metricLast),
    columns: linesOf(columns, form.metricsOnRows ? null : metrics, form.metricLast),
    metrics,
    rowKeys,
    columnKeys,
    value: (row, column) => {
      const metric = metricOf(row, column);
      return metric ? cells.value(metric, row.key, column.key) : null;
    },
    isLeftOut: (row, column) => {
      const metric = metricOf(row, column);
      return metric !== null && cells.isLeftOut(metric, row.key, column.key);
    },
  };
}

type Members = ReadonlyMap<string, readonly number[]>;

/** The result rows that fall into each cell, subtotal and total. */
function membersOf(rowCount: number, rowKeys: Keys, columnKeys: Keys): Members {
  const members = new Map<string, number[]>();
  for (let at = 0; at < rowCount; at += 1) {
    const columns = [columnKeys.of(at), ...columnKeys.above(at), TOTAL];
    for (const row of [rowKeys.of(at), ...rowKeys.above(at), TOTAL])
      for (const column of columns) {
        const name = cellName(row, column);
        const list = members.get(name);
        if (list) list.push(at);
        else members.set(name, [at]);
      }
  }
  return members;
}

function createCells(aggregate: string, members: Members, totals: Totals) {
  const fraction = pivotFraction(aggregate);
  const plain = fraction?.aggregate ?? aggregate;
  const made = new Map<Column, Map<string, Cell>>();
  const aggregated = (metric: Column, row: Key, column: Key, name = plain): Cell => {
    const id = cellName(row, column);
    const own = made.get(metric) ?? new Map<string, Cell>();
    made.set(metric, own);
    const before = own.get(id);
    if (before !== undefined) return before;
    const list = members.get(id);
    const cell = list ? pivotAggregate(name, metric, list) : null;
    own.set(id, cell);
    return cell;
  };
  const isApart = (metric: Column) => sumsUp(aggregate) && !totals.addsUp(metric.name);
  const isAsked = (metric: Column) => sumsUp(aggregate) && (totals.areOfAll || !totals.addsUp(metric.name));
  const isWhole = (row: Key, column: Key) => !row.includes(ALL) && !column.includes(ALL);
  const plainValue = (metric: Column, row: Key, column: Key): Cell => {
    if (!isAsked(metric)) return aggregated(metric, row, column);
    return isWhole(row, column)
      ? aggregated(metric, row, column, 'Sum')
      : (totals.asked(metric.name, row, column) ?? null);
  };
  const value = (metric: Column, row: Key, column: Key): Cell => {
    const part = plainValue(metric, row, column);
    // What does not add up has no shares either: it is shown as it is.
    if (fraction === null || part === null || isApart(metric)) return part;
    const all = plainValue(metric, fraction.of === 'rows' ? row : TOTAL, fraction.of === 'columns' ? column : TOTAL);
    const share = readNumber(part) / readNumber(all);
    return Number.isFinite(share) ? share : null;
  };
  return {
    value,
    isLeftOut: (metric: Column, row: Key, column: Key) =>
      isAsked(metric) &&
      !isWhole(row, column) &&
      members.has(cellName(row, column)) &&
      totals.asked(metric.name, row, column) === undefined,
    /** What an order by value goes by. */
    worth: (metric: Column, row: Key, column: Key): Cell =>
      (isAsked(metric) ? totals.asked(metric.name, row, column) : undefined) ?? aggregated(metric, row, column),
  };
}

function linesOf(keys: readonly Key[], metrics: readonly Column[] | null, isMetricLast: boolean): readonly Line[] {
  if (metrics === null) return keys.map((key) => ({ key, metric: null }));
  return isMetricLast
    ? keys.flatMap((key) => metrics.map((metric) => ({ key, metric })))
    : metrics.flatMap((metric) => keys.map((key) => ({ key, metric })));
}

/** A line's own name, for whoever keeps something about it. */
export function lineName({ key, metric }: Line): string {
  return `${keyName(key)}|${metric?.name ?? ''}`;
}
