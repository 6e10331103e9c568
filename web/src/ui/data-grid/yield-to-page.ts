/** Rows that are worked on before it yields to the page: some ten milliseconds. */
export const ROWS_PER_BATCH = 4000;

/** Lets the page draw and take input. */
export type Pause = () => Promise<void>;

export const yieldToPage: Pause = () => new Promise((resolve) => setTimeout(resolve));
