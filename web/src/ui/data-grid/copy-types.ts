import { standardWriting, type SqlWriting } from '@tessera/core/sql-writing';
import type { Column } from '@tessera/core/table';

export const copyFormats = ['tsv', 'csv', 'markdown', 'json', 'insert', 'sql-in'] as const;
export type CopyFormat = (typeof copyFormats)[number];

/** Cells that go out together: rows of the table, in their order, by columns. */
export type CellBlock = {
  readonly rows: ArrayLike<number>;
  readonly columns: readonly Column[];
  /** Values alone, without the names of their columns. */
  readonly isHeadless?: boolean;
};

/** How copies are written where there is a choice. */
export type CopyStyle = {
  readonly sql: SqlWriting;
  /** The table of INSERT, as it stands in SQL. */
  readonly into: string;
  /** Cells that a spreadsheet would run as formulas get an apostrophe. */
  readonly isHarmless: boolean;
};

export const usualStyle: CopyStyle = { sql: standardWriting, into: 'my_table', isHarmless: true };

/** How a format writes a block: what stands before the rows, each row, between two of them, and at the end. */
export type Writer = {
  readonly head: (columns: readonly Column[]) => string;
  readonly row: (columns: readonly Column[], row: number) => string;
  /** What stands before the row at this place, the first aside. */
  readonly between: (at: number) => string;
  readonly end: string;
  /** Stands also where no names are wanted, or no rows are. */
  readonly needsHead: boolean;
};
