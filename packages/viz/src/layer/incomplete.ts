import { columnLabel } from '@tessera/core/form-data';
import type { QueryColumn } from '@tessera/core/query-object';
import type { Cell } from '@tessera/core/table';
import { incompletePeriods, type Period, periodAt, periodOf } from '@tessera/core/time-range/periods';
import { toWall } from '@tessera/core/time-range/zone';
import type { ComparedRange, QueryResult } from '../define.ts';

const NONE: ReadonlySet<number> = new Set();

type TimeAxis = { readonly x_axis: QueryColumn | null; readonly time_grain_sqla: string | null };

/** The places of a time axis that hold a part of their period only: the first, the last, or both. */
export function incompletePlaces(
  cells: readonly Cell[],
  result: QueryResult,
  { x_axis: axis, time_grain_sqla: grain }: TimeAxis,
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

/** The places beside which a part of a period of another time stands, as its range cuts it: by the offset. */
export function comparedParts(
  cells: readonly Cell[],
  result: QueryResult,
  { x_axis: axis, time_grain_sqla: grain }: TimeAxis,
): ReadonlyMap<string, ReadonlySet<number>> {
  const column = axis === null ? '__timestamp' : columnLabel(axis);
  if (grain === null || result.table.columns.get(column)?.kind !== 'temporal') return new Map();
  const zone = result.timeZone ?? 'UTC';
  const wall = ({ fromMs, toMs }: Pick<ComparedRange, 'fromMs' | 'toMs'>): Period | null =>
    fromMs === null || toMs === null ? null : { startMs: toWall(fromMs, zone), endMs: toWall(toMs, zone) };
  const own = wall(result);
  return new Map(
    (result.compared ?? []).map((compared) => {
      const other = wall(compared);
      return [compared.offset, own === null || other === null ? NONE : cutPlaces(cells, grain, own, other)];
    }),
  );
}

function cutPlaces(cells: readonly Cell[], grain: string, own: Period, other: Period): ReadonlySet<number> {
  const first = periodAt(grain, other.startMs);
  const last = periodAt(grain, other.endMs - 1);
  const cuts = [
    ...(first !== null && other.startMs > first.startMs ? [{ cut: first, back: own.startMs - other.startMs }] : []),
    ...(last !== null && other.endMs < last.endMs ? [{ cut: last, back: own.endMs - other.endMs }] : []),
  ];
  const isCut = (cell: Cell): boolean => {
    const period = typeof cell === 'number' ? periodOf(grain, cell) : null;
    return (
      period !== null && cuts.some(({ cut, back }) => periodAt(grain, period.startMs - back)?.startMs === cut.startMs)
    );
  };
  return cuts.length === 0 ? NONE : new Set(cells.flatMap((cell, place) => (isCut(cell) ? [place] : [])));
}
