import { useVirtualizer } from '@tanstack/react-virtual';
import type { Column, Table } from '@tessera/core/table';
import { useEffect, useMemo, useState, type RefObject } from 'react';
import { columnWidth, type CellFormat, type FormatOf } from './cell-text.ts';
import { firstLayout, shownColumns, type ColumnLayout } from './column-layout.ts';

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

/** The columns on screen, in the layout that a user gave them. */
export function useColumns(
  table: Table,
  scroller: RefObject<HTMLElement | null>,
  viewWidth: number,
  labelOf: (name: string) => string,
  formatOf: FormatOf,
) {
  const [layout, setLayout] = useState<ColumnLayout>(firstLayout);
  const guessed = useGuessedWidths(table, labelOf, formatOf);
  const all = useMemo(() => shownColumns([...table.columns.values()], layout), [table, layout]);
  const widths = useMemo(
    () => all.map(({ name }) => layout.widths[name] ?? guessed.get(name) ?? UNKNOWN_PX),
    [all, layout, guessed],
  );
  const wanted = all.filter(({ name }) => layout.pinned.has(name)).length;
  const { pinCount, pinnedWidth } = pinnedPart(wanted, widths, viewWidth);

  const across = useVirtualizer({
    horizontal: true,
    count: all.length - pinCount,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index + pinCount] ?? UNKNOWN_PX,
    paddingStart: pinnedWidth,
    scrollPaddingStart: pinnedWidth,
    overscan: 3,
  });
  useEffect(() => across.measure(), [across, widths, pinCount]);

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
    () => placePinned(all.slice(0, pinCount), widths, formatOf),
    [all, widths, pinCount, formatOf],
  );

  return {
    all,
    columns,
    pinned,
    pinnedWidth,
    totalWidth: across.getTotalSize(),
    layout,
    setLayout,
    widthOf: (name: string) => layout.widths[name] ?? guessed.get(name) ?? UNKNOWN_PX,
    show: (index: number) => {
      if (index >= pinCount) across.scrollToIndex(index - pinCount);
    },
  };
}

/** How wide columns are that nobody made wider. */
function useGuessedWidths(
  table: Table,
  labelOf: (name: string) => string,
  formatOf: FormatOf,
): ReadonlyMap<string, number> {
  return useMemo(
    () =>
      new Map(
        [...table.columns.values()].map((column) => [
          column.name,
          columnWidth(column, CHAR_PX, labelOf(column.name), formatOf(column.name)),
        ]),
      ),
    [table, labelOf, formatOf],
  );
}

/** The first `wanted` columns, unless they would leave too little to scroll. */
function pinnedPart(wanted: number, widths: readonly number[], viewWidth: number) {
  const pinnedWidth = widths.slice(0, wanted).reduce((sum, width) => sum + width, 0);
  return pinnedWidth <= viewWidth * MAX_PINNED_SHARE
    ? { pinCount: wanted, pinnedWidth }
    : { pinCount: 0, pinnedWidth: 0 };
}

function placePinned(
  columns: readonly Column[],
  widths: readonly number[],
  formatOf: FormatOf,
): readonly PlacedColumn[] {
  let left = 0;
  return columns.map((column, index) => {
    const width = widths[index] ?? UNKNOWN_PX;
    const placed = { column, index, left, width, format: formatOf(column.name) };
    left += width;
    return placed;
  });
}
