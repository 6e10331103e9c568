/** Browsers draw no element that is much higher: Firefox ends at 17.8 million pixels. */
export const MAX_CANVAS_PX = 12_000_000;

export type RowSpace = {
  readonly rowCount: number;
  readonly rowHeight: number;
  /** Height in which rows are seen. */
  readonly viewport: number;
};

/** Height of the element that is scrolled; of very many rows less than they would need. */
export function canvasHeight({ rowCount, rowHeight }: RowSpace): number {
  return Math.min(MAX_CANVAS_PX, rowCount * rowHeight);
}

/** So many pixels of rows pass for a pixel that is scrolled. */
function speed(space: RowSpace): number {
  const rows = space.rowCount * space.rowHeight - space.viewport;
  const canvas = canvasHeight(space) - space.viewport;
  return canvas <= 0 ? 1 : rows / canvas;
}

/** Rows above and below the view that are drawn as well. */
const OVERSCAN = 8;

/** The most rows that are drawn at once. */
export function rowSlots({ rowHeight, viewport }: Pick<RowSpace, 'rowHeight' | 'viewport'>): number {
  return Math.ceil(viewport / rowHeight) + 1 + 2 * OVERSCAN;
}

/** The rows at a scroll position: the first, the one behind the last, and where on the canvas the first begins. */
export function rowsInView(space: RowSpace, scrollTop: number, overscan = OVERSCAN) {
  const { rowCount, rowHeight, viewport } = space;
  const offset = Math.max(0, scrollTop * speed(space));
  const first = Math.max(0, Math.min(rowCount, Math.floor(offset / rowHeight)) - overscan);
  const end = Math.min(rowCount, Math.ceil((offset + viewport) / rowHeight) + overscan);
  return { first, end, top: first * rowHeight - offset + scrollTop };
}

/** Where to scroll so that a row is seen whole; the position of now where it is. */
export function scrollTopFor(space: RowSpace, row: number, scrollTop: number): number {
  const factor = speed(space);
  const offset = scrollTop * factor;
  const top = row * space.rowHeight;
  if (top < offset) return top / factor;
  const bottom = top + space.rowHeight - space.viewport;
  return bottom > offset ? bottom / factor : scrollTop;
}
