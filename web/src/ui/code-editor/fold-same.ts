import type { DiffRow } from '@tessera/query/sql-assist/diff';

/** Rows that follow each other; folded ones are the same on both sides. */
export type DiffRun = {
  /** Index of the first of them. */
  readonly at: number;
  readonly isFolded: boolean;
  readonly rows: readonly DiffRow[];
};

/** So many lines around a change are read with it. */
const AROUND = 3;
/** Fewer are not worth a fold. */
const LEAST_FOLDED = 4;

/** Rows in runs: what is far from every change is folded. */
export function foldSame(rows: readonly DiffRow[]): readonly DiffRun[] {
  const isNear = rows.map(() => false);
  for (const [at, { kind }] of rows.entries())
    if (kind !== 'same') isNear.fill(true, Math.max(0, at - AROUND), at + AROUND + 1);
  const runs: { at: number; isFolded: boolean; rows: DiffRow[] }[] = [];
  for (const [at, row] of rows.entries()) {
    const isFolded = isNear[at] !== true;
    const last = runs.at(-1);
    if (last?.isFolded === isFolded) last.rows.push(row);
    else runs.push({ at, isFolded, rows: [row] });
  }
  return runs.map((run) => (run.rows.length < LEAST_FOLDED ? { ...run, isFolded: false } : run));
}
