/** Rows when a query names no limit of its own. */
export const DEFAULT_ROWS = 50_000;

/**
 * The most rows that an answer has: as many as its query asks for, or as the server gives unasked.
 *
 * @param most  of any query, as the server is set
 */
export function boundOfRows(asked: number | null | undefined, most: number): number {
  return asked || Math.min(DEFAULT_ROWS, most);
}
