import { type RefObject, useMemo } from 'react';
import type { PivotModel } from './model.ts';
import type { Place } from './use-places.ts';
import { columnsInSight, rowsInSight, useViewport, type Viewport } from './use-viewport.ts';

/** Below this share of the width the headers of rows stay in sight while values scroll. */
const MAX_PINNED = 0.6;

export type Sight = ReturnType<typeof useSight>;

/** Where headers and cells stand, which of them are in sight, and how another one comes into sight. */
export function useSight(scroller: RefObject<HTMLElement | null>, model: PivotModel, lineCount: number) {
  const { rows, columns, headerWidths, columnWidths } = model;
  const [view, measure] = useViewport(scroller, model);
  const edges = useMemo(() => edgesOf(columnWidths), [columnWidths]);
  const left = headerWidths.reduce((sum, width) => sum + width, 0);
  const [above, before] = [columns.levels.length, rows.levels.length];
  const top = above * view.rowHeight;
  const body = { ...view, height: Math.max(0, view.height - top) };
  const isPinned = left <= model.width * MAX_PINNED;

  return {
    view,
    measure,
    /** Levels of headers: rows of them above the cells, columns of them before. */
    above,
    before,
    edges,
    left,
    isPinned,
    width: left + (edges.at(-1) ?? 0),
    height: top + lineCount * view.rowHeight,
    pageRows: Math.max(1, Math.floor(body.height / view.rowHeight) - 1),
    inRows: rowsInSight(lineCount, body),
    inColumns: columnsInSight(
      edges,
      isPinned ? { ...view, width: view.width - left } : { ...view, left: view.left - left },
    ),
    reveal: ([row, column]: Place) => {
      const element = scroller.current;
      if (!element) return;
      revealRow(element, row - above, body);
      revealColumn(element, column - before, { edges, left, isPinned, width: view.width });
    },
  };
}

function edgesOf(widths: readonly number[]): readonly number[] {
  const edges = [0];
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width);
  return edges;
}

function revealRow(element: HTMLElement, y: number, { height, rowHeight }: Viewport): void {
  if (y < 0) return;
  const [from, to] = [y * rowHeight, (y + 1) * rowHeight];
  if (from < element.scrollTop) element.scrollTop = from;
  else if (to > element.scrollTop + height) element.scrollTop = to - height;
}

type Across = {
  readonly edges: readonly number[];
  readonly left: number;
  readonly isPinned: boolean;
  readonly width: number;
};

function revealColumn(element: HTMLElement, x: number, { edges, left, isPinned, width }: Across): void {
  if (x < 0) {
    if (!isPinned) element.scrollLeft = 0;
    return;
  }
  const [from, to] = [(edges[x] ?? 0) + left - (isPinned ? left : 0), (edges[x + 1] ?? 0) + left];
  if (from < element.scrollLeft) element.scrollLeft = from;
  else if (to > element.scrollLeft + width) element.scrollLeft = to - width;
}
