import { numberAt, type Column, type Table } from '@tessera/core/table';

/** What a series is expected to be, and the band that holds most of what comes. */
export type Forecast = {
  readonly expected: readonly (number | null)[];
  readonly lower: readonly (number | null)[];
  readonly upper: readonly (number | null)[];
};

const [EXPECTED, LOWER, UPPER] = ['__yhat', '__yhat_lower', '__yhat_upper'];

/** Whether a column belongs to the forecast of another one. */
export function isForecastColumn(name: string, table: Table): boolean {
  return [EXPECTED, LOWER, UPPER].some(
    (suffix) => name.endsWith(suffix) && table.columns.has(name.slice(0, -suffix.length)),
  );
}

/** The forecast of a column, from its first place without values of its own to the end; null without one. */
export function forecastOf(name: string, table: Table): Forecast | null {
  const own = table.columns.get(name);
  const columns = [EXPECTED, LOWER, UPPER].map((suffix) => table.columns.get(`${name}${suffix}`));
  const [expected, lower, upper] = columns;
  if (!own || !expected || !lower || !upper) return null;
  const from = lastValueAt(own, table.rowCount) + 1;
  const read = (column: Column) =>
    Array.from({ length: table.rowCount }, (_, row) => (row < from ? null : numberAt(column, row)));
  return { expected: read(expected), lower: read(lower), upper: read(upper) };
}

/** The place of the last value; -1 without any. */
function lastValueAt(column: Column, rowCount: number): number {
  for (let row = rowCount - 1; row >= 0; row -= 1) if (numberAt(column, row) !== null) return row;
  return -1;
}
