import type { QueryColumn } from '@tessera/core/query-object';
import type { Cell } from '@tessera/core/table';

/** A value that can stand in a filter: lists and objects cannot. */
export type FilterCell = Exclude<Cell, object> | null;

/** One column and the value that a mark has in it. */
export type MarkFilter = {
  readonly col: QueryColumn;
  readonly val: FilterCell;
  /** The value as the chart writes it. */
  readonly formattedVal?: string;
  readonly grain?: string;
};

/** One thing on a chart that can be touched. */
export type Mark = {
  /** Stable among redraws of the same result. */
  readonly key: string;
  /** What is read aloud: 'EU, 2001-03: 1,234 flights'. */
  readonly name: string;
  /** Its series, as legend and hidden series name it; null where the chart has none. */
  readonly series: string | null;
  /** Column or metric → exact value. */
  readonly datum: Readonly<Record<string, Cell>>;
  /** The value that it shows, exact; without it the last of `datum`. */
  readonly value?: Cell;
  /** What a selection of it filters; empty where it selects nothing. */
  readonly filters: readonly MarkFilter[];
  /** The name of its selection; without it the texts of its filters. */
  readonly label?: string;
  /** What the rows behind it have in common, where that is more than `filters`; null has no rows behind it. */
  readonly detail?: readonly MarkFilter[] | null;
  /** What stays fixed when it is split by another dimension, where that is not `filters`; null cannot be split. */
  readonly by?: readonly MarkFilter[] | null;
  /** Where a canvas has it: series id and place in its data. */
  readonly drawn?: { readonly seriesId: string; readonly dataIndex: number };
  /** Where it is on the base axis, for a brush (epoch ms, a number, the place of a category), and its name there. */
  readonly place?: { readonly value: number; readonly name: string };
  /** Its box in px, for the focus ring. A canvas tells its own boxes. */
  readonly at?: Box;
};

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** The cell where it can stand in a filter. */
export function filterCell(cell: Cell): FilterCell | undefined {
  return cell === null || typeof cell !== 'object' ? cell : undefined;
}

/** The filters of a row's dimensions; null where one of them holds what no filter can say. */
export function rowFilters(
  dimensions: readonly { readonly column: QueryColumn; readonly cell: Cell; readonly text: string }[],
): readonly MarkFilter[] {
  const filters = dimensions.flatMap(({ column, cell, text }): MarkFilter[] => {
    const val = filterCell(cell);
    return val === undefined ? [] : [{ col: column, val, formattedVal: val === '' ? '' : text }];
  });
  return filters.length === dimensions.length ? filters : [];
}
