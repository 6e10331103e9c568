import { columnLabel, type Metric, metricLabel } from '@tessera/core/form-data';
import type { QueryColumn } from '@tessera/core/query-object';
import { type Cell, cellAt, type ColumnKind, numberAt } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../define.ts';
import { cellLabel, EMPTY_LABELS } from '../layer/labels.ts';
import { type MarkFilter, rowFilters } from '../marks.ts';

/** One row of an answer: values of its dimensions, how they read, and its measures. */
export type ChartRow = {
  /** Place in the answer. */
  readonly index: number;
  readonly cells: readonly Cell[];
  readonly texts: readonly string[];
  /** In the order of the metrics; null where the database has none. */
  readonly values: readonly (number | null)[];
};

export type RowsAsked = {
  readonly columns: readonly QueryColumn[];
  readonly metrics: readonly Metric[];
  /** d3 format of dates among the dimensions. */
  readonly timeFormat?: string;
};

/** The rows of an answer by dimensions and metrics; none where the answer lacks them all. */
export function readRows(
  result: QueryResult | undefined,
  { columns, metrics, timeFormat = 'smart_date' }: RowsAsked,
  context: ChartContext,
): readonly ChartRow[] {
  if (!result) return [];
  const { table } = result;
  const dimensions = columns.map((column) => table.columns.get(columnLabel(column)));
  const measures = metrics.map((metric) => table.columns.get(metricLabel(metric)));
  return Array.from({ length: table.rowCount }, (_, index) => {
    const cells = dimensions.map((column) => (column ? cellAt(column, index) : null));
    return {
      index,
      cells,
      texts: cells.map((cell, at) => {
        const kind: ColumnKind | undefined = dimensions[at]?.kind;
        return kind === undefined ? EMPTY_LABELS.null : cellLabel(cell, kind, context, timeFormat);
      }),
      values: measures.map((column) => numberAt(column, index)),
    };
  });
}

/** What a selection of a row filters. */
export function filtersOfRow(
  columns: readonly QueryColumn[],
  { cells, texts }: Pick<ChartRow, 'cells' | 'texts'>,
): readonly MarkFilter[] {
  return rowFilters(columns.map((column, at) => ({ column, cell: cells[at] ?? null, text: texts[at] ?? '' })));
}

/** The exact values of a row by column and metric. */
export function datumOfRow(
  { columns, metrics }: Pick<RowsAsked, 'columns' | 'metrics'>,
  { cells, values }: Pick<ChartRow, 'cells' | 'values'>,
): Readonly<Record<string, Cell>> {
  return Object.fromEntries([
    ...columns.map((column, at) => [columnLabel(column), cells[at] ?? null] as const),
    ...metrics.map((metric, at) => [metricLabel(metric), values[at] ?? null] as const),
  ]);
}
