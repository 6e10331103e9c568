import type { TypedColumn } from '../values/exact-type.ts';

/** Name of the table in the file of a result. */
export const ROWS_TABLE = 'rows';

/** What the process is asked for, as its only argument (JSON). Every path is absolute. */
export type ResultTableTask = {
  /** Lines of a result, and the cells that are too big for them. */
  readonly lines: string;
  readonly cells: string;
  /** Index of the statement whose rows are wanted. */
  readonly statement: number;
  readonly columns: readonly TypedColumn[];
  /** The database file that it makes. */
  readonly target: string;
  readonly spill: string;
  readonly memoryMb: number;
  readonly temporaryMb: number;
};

export type ResultTableReply =
  | { readonly type: 'done'; readonly rows: number }
  | { readonly type: 'failed'; readonly why: 'gone' | 'space' | 'memory' | 'other'; readonly reason: string };

/** As much of a line of a result as the process reads. */
export type ReadLine = {
  readonly head?: { readonly statement: number };
  readonly rows?: number;
  readonly columns?: readonly (readonly unknown[])[];
  readonly cut?: readonly {
    readonly column: number;
    readonly row: number;
    readonly at: number;
    readonly bytes: number;
  }[];
};
