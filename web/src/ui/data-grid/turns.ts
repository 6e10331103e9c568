/** Rows that are worked on before the page gets its turn: some ten milliseconds. */
export const ROWS_A_TURN = 4000;

/** Lets the page draw and take input. */
export type Pause = () => Promise<void>;

export const nextTurn: Pause = () => new Promise((resolve) => setTimeout(resolve));
