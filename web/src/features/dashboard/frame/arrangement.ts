/**
 * How rows lie on a page: in their twelve columns; wrapped, so that no card is narrower than it may be; or one card
 * below the other.
 */
export type Arrangement = 'columns' | 'wrapped' | 'single';

/** From this width on a row keeps its twelve columns, in px. */
export const COLUMNS_FROM = 1024;
/** Below this there is one column, in px. */
const WRAPPED_FROM = 640;

/** @param width px beside the filter rail */
export function arrangementOf(width: number): Arrangement {
  if (width >= COLUMNS_FROM) return 'columns';
  return width >= WRAPPED_FROM ? 'wrapped' : 'single';
}
