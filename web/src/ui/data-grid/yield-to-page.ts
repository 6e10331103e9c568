/** Rows that are worked on before it yields to the page: some ten milliseconds. */
export const ROWS_PER_BATCH = 4000;
/** Columns of the width that `ROWS_PER_BATCH` is meant for. */
const USUAL_COLUMNS = 8;

/** Rows that are worked on before it yields to the page, where each cell of a row is looked at. */
export function rowsPerBatch(columns: number): number {
  return Math.max(50, Math.min(ROWS_PER_BATCH, Math.floor((ROWS_PER_BATCH * USUAL_COLUMNS) / Math.max(1, columns))));
}

/** Lets the page draw and take input. */
export type Pause = () => Promise<void>;

export const yieldToPage: Pause = () => new Promise((resolve) => setTimeout(resolve));
