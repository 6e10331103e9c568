import type { Table } from '@tessera/core/table';
import type { FieldColumn } from '../../../../controls/fields.ts';

/** More different values of a text are names, not groups. */
const MOST_GROUPS = 50;
/** As many parts as a pie can be read by. */
const MOST_PARTS = 6;

/**
 * The chart type that a result begins with: one number alone, a line over time, parts or bars of groups, points of two
 * measures, else a table.
 */
export function suggestViz(columns: readonly FieldColumn[], { rowCount }: Pick<Table, 'rowCount'>): string {
  const measures = measuresOf(columns).length;
  const groups = columns.filter(({ kind }) => kind === 'string' || kind === 'boolean').length;
  const hasTime = columns.some(({ kind }) => kind === 'temporal');
  if (rowCount === 1 && measures === 1 && groups === 0) return 'big_number_total';
  if (hasTime) return 'echarts_timeseries_line';
  if (groups > 0 && measures > 0)
    return groups === 1 && measures === 1 && rowCount <= MOST_PARTS && rowCount > 1 ? 'pie' : barsOrTable(rowCount);
  return 'table';
}

/** Columns whose sum says something: numbers that are no keys. */
export function measuresOf(columns: readonly FieldColumn[]): readonly string[] {
  return columns
    .filter(
      ({ name, kind }) =>
        kind === 'numeric' && !/(^|_)(id|year|month|day|zip|code|lat|lon|latitude|longitude)$/i.test(name),
    )
    .map(({ name }) => name);
}

function barsOrTable(rowCount: number): string {
  return rowCount <= MOST_GROUPS * MOST_GROUPS ? 'echarts_timeseries_bar' : 'table';
}
