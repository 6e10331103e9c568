import type { RawForm } from '@tessera/core/form-data';
import { tn } from '@tessera/core/messages';
import { periodOf } from '@tessera/core/time-range/periods';
import { toWall } from '@tessera/core/time-range/zone';
import type { QueryResult } from '../define.ts';

const WEEK_MS = 7 * 86_400_000;

/** What is said of amounts that an axis of weeks takes as the nearest number of weeks. */
export function comparedNotes(results: readonly QueryResult[], form: RawForm): readonly string[] {
  const grain = form['time_grain_sqla'];
  const period = typeof grain === 'string' ? periodOf(grain, 0) : null;
  if (period === null || period.endMs - period.startMs !== WEEK_MS) return [];
  const notes = results.flatMap(({ compared = [], fromMs, timeZone }) =>
    compared.flatMap((other): readonly string[] => {
      if (fromMs === null || other.fromMs === null || !isMoved(other.offset)) return [];
      const weeks = (toWall(fromMs, timeZone ?? 'UTC') - toWall(other.fromMs, timeZone ?? 'UTC')) / WEEK_MS;
      if (!Number.isInteger(weeks)) return [];
      const { offset } = other;
      return [
        tn(
          '%(offset)s: each week stands beside the one of 1 week before',
          '%(offset)s: each week stands beside the one of %(count)s weeks before',
          weeks,
          { offset },
        ),
      ];
    }),
  );
  return [...new Set(notes)];
}

/** Days and weeks that make whole weeks are what they say. */
function isMoved(offset: string): boolean {
  const [, digits, unit = ''] = /^-?(\d{1,6})\s+([a-z]+)/i.exec(offset) ?? [];
  if (digits === undefined || /^weeks?$/i.test(unit)) return false;
  return !/^days?$/i.test(unit) || Number(digits) % 7 !== 0;
}
