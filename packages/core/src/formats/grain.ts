import { utcFormat } from 'd3-time-format';
import { localeFormats } from './locale.ts';

const second = utcFormat('%Y-%m-%d %H:%M:%S');
const minute = utcFormat('%Y-%m-%d %H:%M');
const day = utcFormat('%Y-%m-%d');
const month = (date: Date, locale: string): string => localeFormats(locale).times.utcFormat('%b %Y')(date);
const quarter = utcFormat('%Y Q%q');
const year = utcFormat('%Y');

type Moment = (date: Date, locale: string) => string;
/**
 * How one bucket reads: an instant, or its first and last moment. `span` and the unit that it counts in are in
 * milliseconds.
 */
type GrainFormat = {
  readonly moment: Moment;
  readonly span?: number;
  readonly unit?: number;
  readonly labelIsEnd?: boolean;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const WEEK: GrainFormat = { moment: day, span: 7 * DAY_MS, unit: DAY_MS };
/** Week grains that are named by their last day. */
const WEEK_ENDING: GrainFormat = { ...WEEK, labelIsEnd: true };

const grains: ReadonlyMap<string, GrainFormat> = new Map([
  ['PT1S', { moment: second }],
  ['PT5S', { moment: second, span: 5000 }],
  ['PT30S', { moment: second, span: 30_000 }],
  ['PT1M', { moment: minute }],
  ['PT5M', { moment: minute, span: 5 * MINUTE_MS }],
  ['PT10M', { moment: minute, span: 10 * MINUTE_MS }],
  ['PT15M', { moment: minute, span: 15 * MINUTE_MS }],
  ['PT30M', { moment: minute, span: 30 * MINUTE_MS }],
  ['PT0.5H', { moment: minute, span: 30 * MINUTE_MS }],
  ['PT1H', { moment: minute }],
  ['PT6H', { moment: minute, span: 6 * HOUR_MS }],
  ['P1D', { moment: day }],
  ['P7D', WEEK],
  ['P1W', WEEK],
  ['1969-12-28T00:00:00Z/P1W', WEEK],
  ['1969-12-29T00:00:00Z/P1W', WEEK],
  ['P1W/1970-01-03T00:00:00Z', WEEK_ENDING],
  ['P1W/1970-01-04T00:00:00Z', WEEK_ENDING],
  ['P1M', { moment: month }],
  ['P3M', { moment: quarter }],
  ['P0.25Y', { moment: quarter }],
  ['P1Y', { moment: year }],
]);

/** The bucket that begins at (week-ending grains: ends with) an instant; `null` for a grain that is not known. */
export function formatForGrain(grain: string, epochMs: number, locale: string): string | null {
  const format = grains.get(grain);
  if (!format) return null;
  const { moment, span, unit = 1, labelIsEnd = false } = format;
  if (span === undefined) return moment(new Date(epochMs), locale);
  const label = Math.floor(epochMs / unit) * unit;
  const from = labelIsEnd ? label - span + unit : label;
  return `${moment(new Date(from), locale)} — ${moment(new Date(from + span - 1), locale)}`;
}
