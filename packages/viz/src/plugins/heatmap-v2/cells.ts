import { addsUp } from '@tessera/core/additivity';
import { compareCells } from '@tessera/core/cell-order';
import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { QueryColumn } from '@tessera/core/query-object';
import { type Cell, numberAt, cellsOf } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { additivityOf } from '../../layer/additivity.ts';
import { type ChartRow, readRows } from '../../shared/rows.ts';
import type { HeatmapForm } from './controls.ts';

/** A column or a row of the picture. */
export type Category = { readonly text: string; readonly cell: Cell; readonly sum: number };
export type HeatCell = {
  readonly x: number;
  readonly y: number;
  readonly value: number;
  /** 0 to 1 among the cells that it is compared with; null where the answer has none. */
  readonly rank: number | null;
  /** Of what it is normalized across; null where the metric does not add up. */
  readonly share: number | null;
  readonly row: ChartRow;
};
export type Cells = {
  readonly xs: readonly Category[];
  readonly ys: readonly Category[];
  readonly cells: readonly HeatCell[];
  readonly range: readonly [number, number] | null;
};

export const RANK = 'rank';

export function axesOf({ x_axis: x, groupby: y }: HeatmapForm): readonly QueryColumn[] {
  return [x, y].filter((column): column is QueryColumn => column !== null);
}

/** Rows as cells of columns and rows; a row without a value has no cell. */
export function readCells(result: QueryResult | undefined, form: HeatmapForm, context: ChartContext): Cells {
  const axes = axesOf(form);
  if (form.metric === null || axes.length < 2) return { xs: [], ys: [], cells: [], range: null };
  const asked = { columns: axes, metrics: [form.metric], timeFormat: form.x_axis_time_format };
  const rows = readRows(result, asked, withGrain(form, context)).flatMap((row) => {
    const value = row.values[0] ?? null;
    return value === null ? [] : [{ row, value }];
  });
  const xs = categoriesOf(rows, 0, form.sort_x_axis);
  const ys = categoriesOf(rows, 1, form.sort_y_axis);
  const places = [xs, ys].map((all) => new Map(all.map(({ cell }, at) => [cellKey(cell), at])));
  const ranks = result?.table.columns.get(RANK);
  const isWhole = addsUp(additivityOf(form.metric, context));
  const whole = rows.reduce((sum, { value }) => sum + value, 0);
  const cells = rows.map(({ row, value }): HeatCell => {
    const [x, y] = places.map((of, at) => of.get(cellKey(row.cells[at] ?? null)) ?? 0);
    const of = { heatmap: whole, x: xs[x ?? 0]?.sum ?? 0, y: ys[y ?? 0]?.sum ?? 0 }[form.normalize_across];
    return {
      x: x ?? 0,
      y: y ?? 0,
      value,
      rank: ranks ? numberAt(ranks, row.index) : null,
      share: isWhole && of !== 0 ? value / of : null,
      row,
    };
  });
  const values = cells.map(({ value }) => value);
  return { xs, ys, cells, range: values.length === 0 ? null : [Math.min(...values), Math.max(...values)] };
}

/** Times on the axis read as their grain allows. */
function withGrain({ time_grain_sqla: grain }: HeatmapForm, context: ChartContext): ChartContext {
  return { ...context, formatTime: (format, epochMs) => context.formatTime(format, epochMs, grain) };
}

function categoriesOf(
  rows: readonly { readonly row: ChartRow; readonly value: number }[],
  at: 0 | 1,
  sort: HeatmapForm['sort_x_axis'],
): readonly Category[] {
  const found = new Map<string, { text: string; cell: Cell; sum: number }>();
  for (const { row, value } of rows) {
    const cell = row.cells[at] ?? null;
    const known = found.get(cellKey(cell));
    if (known) known.sum += value;
    else found.set(cellKey(cell), { text: row.texts[at] ?? '', cell, sum: value });
  }
  const all = [...found.values()];
  switch (sort) {
    case null:
      return all;
    case 'alpha_asc':
      return all.toSorted((a, b) => byCell(a, b));
    case 'alpha_desc':
      return all.toSorted((a, b) => byCell(b, a));
    case 'value_asc':
      return all.toSorted((a, b) => a.sum - b.sum);
    case 'value_desc':
      return all.toSorted((a, b) => b.sum - a.sum);
  }
}

/** Two values stay two, also where a format writes them alike. */
function cellKey(cell: Cell): string {
  return typeof cell === 'string' ? `'${cell}` : typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

function byCell(a: Category, b: Category): number {
  return compareCells(a.cell, b.cell, typeof (a.cell ?? b.cell) === 'string' ? 'string' : 'numeric');
}

export function emptyHeatmap([result]: readonly QueryResult[], form: HeatmapForm): string | null {
  if (!result || result.table.rowCount === 0 || form.metric === null) return null;
  const column = result.table.columns.get(metricLabel(form.metric));
  if (!column) return null;
  const isNull = cellsOf(column).every((value) => value === null);
  return isNull ? t('%s has no value in any row.', metricLabel(form.metric)) : null;
}

export function axisNames(form: HeatmapForm, context: ChartContext): readonly string[] {
  return axesOf(form).map((column) => context.verboseName(columnLabel(column)));
}
