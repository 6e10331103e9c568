import { useVirtualizer } from '@tanstack/react-virtual';
import type { Column, Table } from '@tessera/core/table';
import { useEffect, useMemo, type RefObject } from 'react';
import { columnWidth, SAMPLE_ROWS, type CellFormat, type FormatOf } from './cell-text.ts';
import { shownColumns, type ColumnLayout } from './column-layout.ts';
import type { ChangeView } from './grid-view.ts';

/** A column where it stands: its place among all, and on the canvas. */
export type PlacedColumn = {
  readonly column: Column;
  readonly index: number;
  readonly left: number;
  readonly width: number;
  readonly format: CellFormat | null;
};

/** Nothing is measured in the page, so a grid of 100 000 rows opens as fast as one of ten. */
const CHAR_PX = 7.4;
/** Before the width of a column is known. */
const UNKNOWN_PX = 120;
/** Pinned columns that would take more of the grid than this scroll with the others. */
const MAX_PINNED_SHARE = 0.6;

type ColumnsOf = {
  readonly table: Table;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly viewWidth: number;
  /** Width of what stands before the columns: numbers of rows. */
  readonly gutter: number;
  readonly labelOf: (name: string) => string;
  readonly formatOf: FormatOf;
  /** Columns whose cells show two values. */
  readonly doubled: ReadonlySet<string>;
  readonly layout: ColumnLayout;
  readonly change: ChangeView;
};

/** The columns on screen, in the layout that a user gave them. */
export function useColumns({ table, scroller, viewWidth, gutter, layout, change, ...look }: ColumnsOf) {
  const { labelOf, formatOf, doubled } = look;
  const guessed = useGuessedWidths(table, labelOf, formatOf, doubled);
  const { columns: given } = table;
  const all = useMemo(() => shownColumns([...given.values()], layout), [given, layout]);
  const widths = useMemo(
    () => all.map(({ name }) => layout.widths[name] ?? guessed.get(name) ?? UNKNOWN_PX),
    [all, layout, guessed],
  );
  const wanted = all.filter(({ name }) => layout.pinned.has(name)).length;
  const { pinCount, pinnedWidth } = pinnedPart(wanted, widths, gutter, viewWidth);

  const across = useVirtualizer({
    horizontal: true,
    count: all.length - pinCount,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index + pinCount] ?? UNKNOWN_PX,
    paddingStart: pinnedWidth,
    scrollPaddingStart: pinnedWidth,
    overscan: 3,
  });
  useEffect(() => across.measure(), [across, widths, pinCount, pinnedWidth]);

  const inView = across.getVirtualItems();
  const columns = useMemo(
    () =>
      inView.flatMap(({ index, start, size }): PlacedColumn[] => {
        const column = all[index + pinCount];
        return column === undefined
          ? []
          : [{ column, index: index + pinCount, left: start, width: size, format: formatOf(column.name) }];
      }),
    [inView, all, pinCount, formatOf],
  );
  const pinned = useMemo(
    () => placePinned(all.slice(0, pinCount), widths, gutter, formatOf),
    [all, widths, pinCount, gutter, formatOf],
  );

  return {
    all,
    /** Of the table, also those that are hidden. */
    given,
    columns,
    pinned,
    pinnedWidth,
    totalWidth: across.getTotalSize(),
    layout,
    setLayout: (next: (now: ColumnLayout) => ColumnLayout) => change((now) => ({ ...now, layout: next(now.layout) })),
    widthOf: (name: string) => layout.widths[name] ?? guessed.get(name) ?? UNKNOWN_PX,
    show: (index: number) => {
      if (index >= pinCount) across.scrollToIndex(index - pinCount);
    },
  };
}

/** How wide columns are that nobody made wider. */
function useGuessedWidths(
  { columns, rowCount }: Table,
  labelOf: (name: string) => string,
  formatOf: FormatOf,
  doubled: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  // Rows that arrive later move no column.
  const sample = Math.min(rowCount, SAMPLE_ROWS);
  return useMemo(
    () =>
      new Map(
        [...columns.values()].map((column) => [
          column.name,
          columnWidth(column, CHAR_PX, labelOf(column.name), formatOf(column.name), sample) *
            (doubled.has(column.name) ? 2 : 1),
        ]),
      ),
    [columns, sample, labelOf, formatOf, doubled],
  );
}

/** The first `wanted` columns, unless they would leave too little to scroll. */
function pinnedPart(wanted: number, widths: readonly number[], gutter: number, viewWidth: number) {
  const pinnedWidth = widths.slice(0, wanted).reduce((sum, width) => sum + width, gutter);
  return pinnedWidth <= viewWidth * MAX_PINNED_SHARE
    ? { pinCount: wanted, pinnedWidth }
    : { pinCount: 0, pinnedWidth: gutter };
}

function placePinned(
  columns: readonly Column[],
  widths: readonly number[],
  gutter: number,
  formatOf: FormatOf,
): readonly PlacedColumn[] {
  let left = gutter;
  return columns.map((column, index) => {
    const width = widths[index] ?? UNKNOWN_PX;
    const placed = { column, index, left, width, format: formatOf(column.name) };
    left += width;
    return placed;
  });
}
