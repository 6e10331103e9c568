import { columnLabel } from '@tessera/core/form-data';
import type { QueryColumn } from '@tessera/core/query-object';
import type { Cell } from '@tessera/core/table';
import { incompletePeriods } from '@tessera/core/time-range/periods';
import { toWall } from '@tessera/core/time-range/zone';
import type { QueryResult } from '../define.ts';

const NONE: ReadonlySet<number> = new Set();

/** The places of a time axis that hold a part of their period only: the first, the last, or both. */
export function incompletePlaces(
  cells: readonly Cell[],
  result: QueryResult,
  {
    x_axis: axis,
    time_grain_sqla: grain,
  }: { readonly x_axis: QueryColumn | null; readonly time_grain_sqla: string | null },
): ReadonlySet<number> {
  const column = axis === null ? '__timestamp' : columnLabel(axis);
  if (grain === null || result.table.columns.get(column)?.kind !== 'temporal') return NONE;
  const times = cells.filter((cell) => typeof cell === 'number');
  if (times.length === 0) return NONE;
  const first = times.reduce((least, time) => Math.min(least, time));
  const last = times.reduce((most, time) => Math.max(most, time));
  // Periods are named by the clock of the dataset, ranges are instants.
  const wall = (epochMs: number | null | undefined): number | null =>
    typeof epochMs === 'number' ? toWall(epochMs, result.timeZone ?? 'UTC') : null;
  const range = { fromMs: wall(result.fromMs), toMs: wall(result.toMs) };
  const found = incompletePeriods(first, last, grain, range, wall(result.ranAtMs) ?? Number.POSITIVE_INFINITY);
  return new Set([...(found.first ? [cells.indexOf(first)] : []), ...(found.last ? [cells.indexOf(last)] : [])]);
}
