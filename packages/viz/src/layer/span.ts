import { dateFormat } from '@tessera/core/formats/intl';
import type { RawForm } from '@tessera/core/form-data';
import { groupBy } from '@tessera/core/group-by';
import { readerLocale, t } from '@tessera/core/messages';
import { type Column, cellAt } from '@tessera/core/table';
import { type Period, periodOf } from '@tessera/core/time-range/periods';
import { toWall } from '@tessera/core/time-range/zone';
import type { QueryResult } from '../define.ts';
import { axisName } from './axis.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** Shorter spans are said by their days. */
const DAYS_SAID = 60;

/** Of wall clocks; the end is no longer part of it. `finest` is the shortest unit that says something of it. */
type Span = Period & { readonly finest: Precision; readonly lengthMs?: number };

const PRECISIONS = ['year', 'month', 'day', 'time'] as const;
type Precision = (typeof PRECISIONS)[number];

/** The time that a chart shows: the periods that are drawn, else the range that was asked for. */
export function spanOf(results: readonly QueryResult[], form: RawForm): string {
  const drawn = results.flatMap((result) => {
    const span = drawnSpan(result, form);
    return span === null ? [] : [{ span, range: `${result.fromMs} ${result.toMs}` }];
  });
  // What was asked for the same range is one span, whichever periods have no rows.
  const byRange = groupBy(drawn, ({ range }) => range);
  const texts = [...byRange.values()].map((same) => textOf(same.map(({ span }) => span)));
  const [first, second] = new Set(texts);
  if (first === undefined) return results[0] ? askedText(results[0]) : '';
  return second === undefined ? first : t('%s and %s', first, second);
}

function textOf(spans: readonly Span[]): string {
  const [longest] = spans.toSorted((one, other) => (other.lengthMs ?? 0) - (one.lengthMs ?? 0));
  const startMs = Math.min(...spans.map((span) => span.startMs));
  const endMs = Math.max(...spans.map((span) => span.endMs));
  return longest ? spanText({ ...longest, startMs, endMs }) : '';
}

function askedText({ fromMs, toMs, timeZone }: QueryResult): string {
  if (fromMs === null || toMs === null) return '';
  const [startMs, endMs] = [toWall(fromMs, timeZone ?? 'UTC'), toWall(toMs, timeZone ?? 'UTC')];
  const isDays = startMs % DAY_MS === 0 && endMs % DAY_MS === 0 && endMs > startMs;
  return spanText({ startMs, endMs: Math.max(endMs, startMs + 1), finest: isDays ? 'day' : 'time' });
}

function drawnSpan(result: QueryResult, form: RawForm): Span | null {
  const axis = axisName(form);
  const times = [...result.table.columns.values()].filter(({ kind }) => kind === 'temporal');
  const column = times.find(({ name }) => name === axis) ?? times[0];
  const ends = column ? endsOf(column, result.table.rowCount) : null;
  if (!column || ends === null) return null;
  const grain = form['time_grain_sqla'];
  const isGrained = typeof grain === 'string' && (column.name === axis || isBuckets(ends, grain, form));
  const [first, last] = isGrained ? [periodOf(grain, ends.from), periodOf(grain, ends.to)] : [null, null];
  if (!first || !last || first.endMs - first.startMs < DAY_MS)
    return { startMs: ends.from, endMs: ends.to + 1, finest: 'time' };
  return first.endMs - first.startMs === WEEK_MS ? ofWeeks(first, last, result) : ofPeriods(first, last);
}

function endsOf(column: Column, rowCount: number): { readonly from: number; readonly to: number } | null {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0; row < rowCount; row += 1) {
    const cell = cellAt(column, row);
    if (typeof cell !== 'number') continue;
    if (cell < from) from = cell;
    if (cell > to) to = cell;
  }
  return from <= to ? { from, to } : null;
}

/** Time among the groups of a table has the grain too, which rows as they are do not. */
function isBuckets({ from, to }: { readonly from: number; readonly to: number }, grain: string, form: RawForm) {
  const period = form['x_axis'] === undefined && form['query_mode'] !== 'raw' ? periodOf(grain, from) : null;
  if (period === null || period.endMs - period.startMs < 28 * DAY_MS) return false;
  return [from, to].every((at) => at % DAY_MS === 0 && new Date(at).getUTCDate() === 1);
}

/** By months or years where the periods are such. */
function ofPeriods(first: Period, last: Period): Span {
  const days = (first.endMs - first.startMs) / DAY_MS;
  const finest = days > 360 ? 'year' : days >= 28 ? 'month' : 'day';
  return { startMs: first.startMs, endMs: last.endMs, finest, lengthMs: last.startMs - first.startMs };
}

/**
 * Weeks go from one month or year into the next: by days, they count as far as the range that was asked for; where
 * only months or years are said, the first and the last count to the side of the weeks between them.
 */
function ofWeeks(first: Period, last: Period, { fromMs, toMs, timeZone }: QueryResult): Span {
  const lengthMs = last.startMs - first.startMs;
  if (lengthMs > DAYS_SAID * DAY_MS)
    return { startMs: first.endMs - DAY_MS, endMs: last.startMs + DAY_MS, finest: 'day', lengthMs };
  const [from, to] = [fromMs, toMs].map((at) => (at === null ? null : toWall(at, timeZone ?? 'UTC')));
  const isInside = (at: number | null | undefined, { startMs, endMs }: Period): at is number =>
    typeof at === 'number' && at > startMs && at < endMs;
  return {
    startMs: isInside(from, first) ? from : first.startMs,
    endMs: isInside(to, last) ? to : last.endMs,
    finest: 'day',
    lengthMs,
  };
}

/** `Jan – Jul 2001`: as precise as the span is short and its periods are. */
function spanText({ startMs, endMs, finest, lengthMs = endMs - 1 - startMs }: Span): string {
  const days = lengthMs / DAY_MS;
  const byLength = days > 3 * 366 ? 'year' : days > DAYS_SAID ? 'month' : days >= 2 ? 'day' : 'time';
  const precision = Math.min(PRECISIONS.indexOf(byLength), PRECISIONS.indexOf(finest));
  const parts: Intl.DateTimeFormatOptions = {
    year: 'numeric',
    ...(precision > 0 && { month: 'short' }),
    ...(precision > 1 && { day: 'numeric' }),
    ...(precision > 2 && { hour: 'numeric', minute: '2-digit' }),
  };
  return dateFormat(readerLocale(), { ...parts, timeZone: 'UTC' }).formatRange(startMs, endMs - 1);
}
