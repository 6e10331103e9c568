import { metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { ChartInputs } from '../../inputs.ts';
import { belowLogText } from '../../layer/below-log.ts';
import { seriesCutText } from '../../layer/series-cut.ts';
import { readTimeSeries, type TimeSeries } from '../../shared/time-series.ts';
import type { CompareForm } from './controls.ts';

export type Change = TimeSeries & {
  /** From the value at the index on, 0.1 for ten percent more; null where there is no value. */
  readonly changes: readonly (number | null)[];
};

export type Changes = {
  readonly times: readonly number[];
  /** The place of the index among the times. */
  readonly index: number;
  readonly series: readonly Change[];
  /** Series that nothing can be compared with: no value but zero from the index on. */
  readonly baseless: number;
};

/** Series as changes since an index: the beginning, or where a stretch that was selected begins. */
export function readChanges(
  result: QueryResult | undefined,
  form: CompareForm,
  context: Pick<ChartContext, 'verboseName' | 'inputs'>,
): Changes {
  const { times, series } = readTimeSeries(result, form, context);
  const index = indexOf(times, context.inputs);
  const read = series.map((one) => ({ ...one, changes: changesOf(one.values, index) }));
  const drawn = read.filter(({ changes }) => changes !== null);
  return {
    times,
    index,
    series: drawn.map((one) => ({ ...one, changes: one.changes ?? [] })),
    baseless: read.length - drawn.length,
  };
}

function indexOf(times: readonly number[], { selection }: Pick<ChartInputs, 'selection'>): number {
  const range: unknown = selection['selectedRange'];
  const from: unknown = Array.isArray(range) ? range[0] : undefined;
  if (typeof from !== 'number') return 0;
  const at = times.findIndex((time) => time >= from);
  return at < 0 ? Math.max(0, times.length - 1) : at;
}

/** A series without a value at the index is compared with its next one; null where there is none. */
export function changesOf(values: readonly (number | null)[], index: number): readonly (number | null)[] | null {
  const usable = (value: number | null) => value !== null && value !== 0;
  const base = values.slice(index).find(usable) ?? values.slice(0, index).findLast(usable) ?? null;
  if (base === null) return null;
  return values.map((value) => (value === null ? null : (value - base) / Math.abs(base)));
}

/** What stands below the picture. */
export function compareNotes(
  results: readonly QueryResult[],
  form: CompareForm,
  context: ChartContext,
): readonly string[] {
  const { baseless, times, series } = readChanges(results[0], form, context);
  // The axis counts from one: what fell to nothing, or below, is 0 or less.
  const below = series.flatMap(({ changes }) => changes.filter((change) => change !== null && change <= -1));
  return [
    ...(results[0]?.seriesCut ? [seriesCutText(results[0].seriesCut)] : []),
    ...(baseless > 0 && times.length > 0
      ? [tn('1 series has no value to compare with', '%(count)s series have no value to compare with', baseless)]
      : []),
    ...(form.y_log_scale ? belowLogText(below.length) : []),
  ];
}

/** Why rows that came make no line. */
export function emptyCompare([result]: readonly QueryResult[], form: CompareForm): string | null {
  if (!result || result.table.rowCount === 0 || form.metrics.length === 0) return null;
  const { times, series } = readTimeSeries(result, form, { verboseName: (name) => name });
  const names = form.metrics.map(metricLabel).join(', ');
  if (times.length === 0) return t('No row has a time.');
  const values = series.flatMap((one) => one.values);
  if (values.every((value) => value === null)) return t('%s has no value in any row.', names);
  return values.some((value) => value !== null && value !== 0) ? null : t('%s is zero in every row.', names);
}
