import { AppError } from '@tessera/core/errors/app-error';
import { parseTimeRange, type TimeRangeParse } from '@tessera/core/time-range/parse';
import { shiftRange } from '@tessera/core/time-range/shift';
import type { TimeReader } from './resolve.ts';
import type { Range } from './time.ts';

/**
 * Ranges as the grammar of the product reads them, counted from this clock. The reader throws AppError
 * invalid_time_range.
 */
export function createTimeReader(now: () => Date): TimeReader {
  return (text, { relativeStart, relativeEnd, shift, zone }) => {
    const options = { now: now().getTime(), relativeStart, relativeEnd, ...(zone !== null && { zone }) };
    const range = valueOf(parseTimeRange(text, options));
    return shift === null || shift === '' ? range : valueOf(shiftRange(range, shift, options));
  };
}

function valueOf(parsed: TimeRangeParse): Range {
  if (!parsed.ok) throw new AppError('invalid_time_range', { reason: parsed.reason });
  return parsed.range;
}
