import { epochOfText } from '@tessera/core/epoch-of-text';
import { columnLabel } from '@tessera/core/form-data';
import type { QueryColumn } from '@tessera/core/query-object';
import { cellAt, type Table } from '@tessera/core/table';
import { periodOf } from '@tessera/core/time-range/periods';
import { fromWall } from '@tessera/core/time-range/zone';
import type { DrillFilter, DrillTarget } from '@tessera/viz/events';
import type { Mark } from '@tessera/viz/marks';
import type { Shown } from '../use-chart.ts';
import type { IsTime } from './mark-filters.ts';

/** Whether a column of any answer of a chart holds times. */
export function timesOf({ results }: Pick<Shown, 'results'>): IsTime {
  return (column) => results.some(({ table }) => table.columns.get(columnLabel(column))?.kind === 'temporal');
}

/** Whether rows of a chart have no value in a column; packed numbers have NaN for it. */
export function hasNulls(results: readonly { readonly table: Table }[], by: QueryColumn): boolean {
  return results.some(({ table }) => {
    const column = table.columns.get(columnLabel(by));
    return column !== undefined && Array.from(column.values, (_, row) => cellAt(column, row)).includes(null);
  });
}

/** When a mark begins, as epoch ms: its times are of the clock of the dataset. Null for a mark without a time. */
export function momentOf(mark: Mark, target: DrillTarget, shown: Pick<Shown, 'results' | 'form'>): number | null {
  const isTime = timesOf(shown);
  const filter = target.toDetail.find(({ col, val, grain }) => wallOf(val) !== null && (grain ?? isTime(col)));
  const inDatum = Object.entries(mark.datum).find(([name, cell]) => typeof cell === 'number' && isTime(name));
  const wall = wallOf(filter?.val) ?? inDatum?.[1];
  if (typeof wall !== 'number') return null;
  const given = filter?.grain ?? shown.form['time_grain_sqla'];
  const period = typeof given === 'string' ? periodOf(given, wall) : null;
  const zone = shown.results.find(({ timeZone }) => timeZone)?.timeZone ?? 'UTC';
  return fromWall(period?.startMs ?? wall, zone);
}

/** A filter names a bucket by a number, and what no grain made by text of the same clock. */
function wallOf(val: DrillFilter['val']): number | null {
  const wall = typeof val === 'string' ? epochOfText(val) : val;
  return typeof wall === 'number' && Number.isFinite(wall) ? wall : null;
}
