import { say, msg, tMarked } from '@tessera/core/messages';
import { parseTimeRange } from '@tessera/core/time-range/parse';

/** The frames of the time-range editor and the texts that they stand for. */

export const frameUnits = ['day', 'week', 'month', 'quarter', 'year', 'hour', 'minute'] as const;
export type FrameUnit = (typeof frameUnits)[number];

/** How units are called, one of them and several. */
export const unitNames: Readonly<Record<FrameUnit, { readonly one: string; readonly many: string }>> = {
  day: { one: msg('day'), many: msg('days') },
  week: { one: msg('week'), many: msg('weeks') },
  month: { one: msg('month'), many: msg('months') },
  quarter: { one: msg('quarter'), many: msg('quarters') },
  year: { one: msg('year'), many: msg('years') },
  hour: { one: msg('hour'), many: msg('hours') },
  minute: { one: msg('minute'), many: msg('minutes') },
};

export const previousUnits = ['week', 'month', 'quarter', 'year'] as const;
export const currentUnits = ['day', ...previousUnits] as const;
export type CalendarUnit = (typeof currentUnits)[number];

export type TimeFrame =
  | { readonly frame: 'none' }
  /** `count` is `NaN` while the text in its field is no number. */
  | { readonly frame: 'last'; readonly count: number; readonly unit: FrameUnit }
  | { readonly frame: 'previous'; readonly unit: CalendarUnit }
  | { readonly frame: 'current'; readonly unit: CalendarUnit }
  /** Whole days or instants in UTC, `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SS`; empty is open. `until` is not included. */
  | { readonly frame: 'custom'; readonly since: string; readonly until: string }
  | { readonly frame: 'advanced'; readonly text: string };

const NO_FILTER = 'No filter';

const LAST = /^last (?:(\d{1,6}) )?(second|minute|hour|day|week|month|quarter|year)s?$/i;
const INSTANT = /^(\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?)?$/;

/** The frame that shows a stored text best; what has no frame of its own is preserved as it is in the advanced one. */
export function readTimeFrame(text: string): TimeFrame {
  if (text === NO_FILTER || text.trim() === '') return { frame: 'none' };
  const last = LAST.exec(text);
  const unit = frameUnits.find((known) => known === last?.[2]?.toLowerCase());
  if (last && unit) return { frame: 'last', count: Number(last[1] ?? 1), unit };
  const calendar = /^(previous calendar|Current) (\w+)$/.exec(text);
  const calendarUnit = currentUnits.find((known) => known === calendar?.[2]);
  if (calendar?.[1] === 'Current' && calendarUnit) return { frame: 'current', unit: calendarUnit };
  if (calendar && calendarUnit && calendarUnit !== 'day') return { frame: 'previous', unit: calendarUnit };
  const [since, until, ...more] = text.split(' : ').map((side) => side.trim());
  if (since !== undefined && until !== undefined && more.length === 0 && INSTANT.test(since) && INSTANT.test(until))
    return { frame: 'custom', since, until };
  return { frame: 'advanced', text };
}

/** The stored text of a frame. */
export function printTimeFrame(frame: TimeFrame): string {
  switch (frame.frame) {
    case 'none':
      return NO_FILTER;
    case 'last':
      // No range, so that nobody applies it.
      if (Number.isNaN(frame.count)) return `Last ? ${frame.unit}s`;
      return frame.count === 1 ? `Last ${frame.unit}` : `Last ${frame.count} ${frame.unit}s`;
    case 'previous':
      return `previous calendar ${frame.unit}`;
    case 'current':
      return `Current ${frame.unit}`;
    case 'custom':
      return frame.since === '' && frame.until === '' ? NO_FILTER : `${frame.since} : ${frame.until}`;
    case 'advanced':
      return frame.text.trim() === '' ? NO_FILTER : frame.text.trim();
  }
}

const problems = {
  count: msg('Give a whole number above zero.'),
  order: msg('From date cannot be larger than to date'),
  date: msg('Give dates as YYYY-MM-DD.'),
} as const;

/** What keeps a range from being applied, as a sentence, or null. @param now epoch milliseconds */
export function rangeProblem(text: string, now: number, frame: TimeFrame = readTimeFrame(text)): string | null {
  const problem = frameProblem(frame);
  if (problem !== null) return tMarked(problems[problem]);
  const parsed = parseTimeRange(text, { now });
  return parsed.ok ? null : say(parsed.reason);
}

function frameProblem(frame: TimeFrame): 'count' | 'order' | 'date' | null {
  if (frame.frame === 'last' && !(Number.isInteger(frame.count) && frame.count > 0)) return 'count';
  if (frame.frame !== 'custom') return null;
  if (!INSTANT.test(frame.since) || !INSTANT.test(frame.until)) return 'date';
  return frame.since !== '' && frame.until !== '' && Date.parse(frame.since) > Date.parse(frame.until) ? 'order' : null;
}
