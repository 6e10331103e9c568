import { settle } from './tree.ts';
import { componentOf, emptyLayout, GRID_ID, HEADER_ID, type Layout, ROOT_ID } from './types.ts';

/** Nothing but the fixed components ([2.3-03]); the same layout comes back where there is nothing else. */
export function clearLayout(layout: Layout): Layout {
  if (isClear(layout)) return layout;
  const header = componentOf(layout, HEADER_ID);
  return settle({ ...emptyLayout, ...(header ? { [HEADER_ID]: header } : {}) });
}

export function isClear(layout: Layout): boolean {
  return Object.keys(layout).every((id) => id === ROOT_ID || id === GRID_ID || id === HEADER_ID);
}
