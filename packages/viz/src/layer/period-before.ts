import { addUnits, truncate } from '@tessera/core/time-range/calendar';
import { monthsOf, periodOf } from '@tessera/core/time-range/periods';
import { toWall } from '@tessera/core/time-range/zone';
import type { QueryResult } from '../define.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/**
 * The range right before the one that was asked for, as an amount of time; null where no range was asked for. Weeks,
 * months, quarters and years stand beside whole ones, and whole months without an axis of time beside months; days and
 * hours beside as many of them.
 *
 * @param grain  of the axis, where that is of time
 */
export function periodBefore(
  { fromMs, toMs, timeZone }: Pick<QueryResult, 'fromMs' | 'toMs' | 'timeZone'>,
  grain: string | null,
): string | null {
  if (fromMs === null || toMs === null || toMs <= fromMs) return null;
  const [from, to] = [toWall(fromMs, timeZone ?? 'UTC'), toWall(toMs, timeZone ?? 'UTC')];
  const period = grain === null ? null : periodOf(grain, 0);
  if (period !== null && period.endMs - period.startMs === WEEK_MS)
    return ago(Math.ceil((to - from) / WEEK_MS), 'week');
  const isMonths = [from, to].every((at) => truncate(at, 'month') === at);
  const step = grain === null ? (isMonths ? 1 : null) : monthsOf(grain);
  if (step !== null) return ago(monthsBetween(from, to, step), 'month');
  const days = Math.round((to - from) / DAY_MS);
  return days >= 1 ? ago(days, 'day') : ago(Math.max(1, Math.round((to - from) / HOUR_MS)), 'hour');
}

/** As few as reach from one moment to the other. */
function monthsBetween(from: number, to: number, step: number): number {
  let months = Math.max(1, Math.floor((to - from) / DAY_MS / 31 / step)) * step;
  while (addUnits(from, months, 'month') < to) months += step;
  return months;
}

function ago(amount: number, unit: string): string {
  return amount === 1 ? `1 ${unit} ago` : `${amount} ${unit}s ago`;
}
