/** What marks a row beside its cells: how it differs from another result. */
export type RowMark = 'added' | 'removed' | 'changed';

export type GridMarks = {
  /** Columns with cells that were something else: both values have to fit. */
  readonly changed: ReadonlySet<string>;
  readonly row: (row: number) => RowMark | null;
  /** What a cell was before; null for one that is as it was. */
  readonly before: (row: number, column: string) => string | null;
};
