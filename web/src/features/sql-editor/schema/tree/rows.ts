/**
 * Rows of a list that is too long to be made: each is made when it is looked at. A schema of 300 000 tables is one run
 * of them.
 */
export type Rows<Row> = {
  readonly count: number;
  /** @throws RangeError outside of the list */
  readonly at: (index: number) => Row;
  /** −1 for a key that no row has. */
  readonly indexOf: (key: string) => number;
};

/** A few rows that are made already. */
export function rowsOf<Row extends { readonly key: string }>(rows: readonly Row[]): Rows<Row> {
  return {
    count: rows.length,
    at: (index) => {
      const row = rows[index];
      if (row === undefined) throw new RangeError(`no row ${index}`);
      return row;
    },
    indexOf: (key) => rows.findIndex((row) => row.key === key),
  };
}

/** Lists one after the other. */
export function joinRows<Row>(parts: readonly Rows<Row>[]): Rows<Row> {
  const filled = parts.filter(({ count }) => count > 0);
  const starts: number[] = [];
  let count = 0;
  for (const part of filled) {
    starts.push(count);
    count += part.count;
  }
  return {
    count,
    at: (index) => {
      const place = partAt(starts, index);
      const part = filled[place];
      const start = starts[place];
      if (part === undefined || start === undefined) throw new RangeError(`no row ${index}`);
      return part.at(index - start);
    },
    indexOf: (key) => {
      for (const [place, part] of filled.entries()) {
        const found = part.indexOf(key);
        if (found >= 0) return (starts[place] ?? 0) + found;
      }
      return -1;
    },
  };
}

/** The last part that begins at the index or before it. */
function partAt(starts: readonly number[], index: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}
