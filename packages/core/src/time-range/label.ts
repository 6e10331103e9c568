import { formatTime } from '../formats/time.ts';
import { say, t, tMarked } from '../messages.ts';
import { DAY_MS } from './calendar.ts';
import { NO_TIME_RANGE } from './no-range.ts';
import { parseTimeRange, type TimeRangeOptions } from './parse.ts';
import { toWall } from './zone.ts';

/**
 * A range as users read it: `Last 7 days` is `2016-10-31 – 2016-11-07`. The end is the first moment that is not in it;
 * times stand only where they are not midnight. For text that is no range, the reason.
 */
export function timeRangeLabel(text: string, options: TimeRangeOptions): string {
  const parsed = parseTimeRange(text, options);
  if (!parsed.ok) return say(parsed.reason);
  const { since, until } = parsed.range;
  const read = (end: number) => readable(toWall(end, options.zone ?? 'UTC'));
  if (since === null) return until === null ? tMarked(NO_TIME_RANGE) : t('before %s', read(until));
  return until === null ? t('from %s on', read(since)) : `${read(since)} – ${read(until)}`;
}

function readable(wall: number): string {
  if (wall % DAY_MS === 0) return formatTime('%Y-%m-%d', wall);
  return formatTime(wall % 60_000 === 0 ? '%Y-%m-%d %H:%M' : '%Y-%m-%d %H:%M:%S', wall);
}
