import { DEFAULT_HEIGHT, DEFAULT_WIDTH, MIN_HEIGHT, MIN_WIDTH } from '@tessera/core/layout/types';
import { columnWidthPx, spanPx } from '@tessera/core/layout/widths';
import type { Size } from '@tessera/viz/capabilities';
import { vizEntry } from '../../chart/use-viz.ts';
import { COLUMNS_FROM } from './frame/arrangement.ts';

const usual: Size = { width: DEFAULT_WIDTH, height: DEFAULT_HEIGHT };

/** Room beside the rows of a page, in px: the padding of the canvas. */
const CANVAS_PADDING = 48;

/** The size that a chart of this type has when it is put on a dashboard. */
export function newCardSize(vizType: string): Size {
  return vizEntry(vizType)?.capabilities.size.default ?? usual;
}

/** The smallest that a card of this type is made by hand, or by a drop. */
export function leastCardSize(vizType: string): Size {
  return vizEntry(vizType)?.capabilities.size.minimum ?? { width: MIN_WIDTH, height: MIN_HEIGHT };
}

/** A card of this type is never narrower where rows wrap, in px: its columns on the narrowest page that has twelve. */
export function leastCardWidth(vizType: string): number {
  const { width } = vizEntry(vizType)?.capabilities.size.minimum ?? usual;
  return Math.round(spanPx(width, columnWidthPx(COLUMNS_FROM - CANVAS_PADDING)));
}
