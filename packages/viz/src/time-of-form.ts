import { adhocFiltersOf, NO_FILTER } from '@tessera/core/filters/adhoc';
import { readOperator } from '@tessera/core/filters/operators';
import type { AdhocFilter, RawForm } from '@tessera/core/form-data';
import { sinceUntil } from '@tessera/core/time-range/since-until';
import { isVizType, type VizType } from './registry.ts';

type Form = Record<string, unknown>;

/** Types with a control for their span of time; the others have it among their filters. */
export const typesWithTimeRange: ReadonlySet<string> = new Set<VizType>([
  'cal_heatmap',
  'compare',
  'horizon',
  'paired_ttest',
  'partition',
  'rose',
  'time_pivot',
  'time_table',
]);

/** Types whose own filters are those of another chart. */
export const typesWithoutFilters: ReadonlySet<string> = new Set<VizType>(['cartodiagram']);

/** `time_range`, or the older `since` and `until` in its place; empty where there is neither. */
export function rangeOfForm(form: RawForm): string {
  return textOf(form['time_range']) || (sinceUntil(textOf(form['since']), textOf(form['until'])) ?? '');
}

/** `granularity_sqla` and `time_range`, or the older `since` and `until`, as the filter that they mean. */
export function timeToFilter(form: Form): void {
  const { granularity_sqla: column } = form;
  const range = rangeOfForm(form);
  for (const key of ['granularity_sqla', 'time_range', 'since', 'until']) delete form[key];
  if (typeof column !== 'string' || column === '') return;
  const filters: readonly unknown[] = Array.isArray(form['adhoc_filters']) ? form['adhoc_filters'] : [];
  form['adhoc_filters'] = [...filters, rangeFilter(column, range || NO_FILTER)];
}

/**
 * A form of a type of today whose span of time stands where its control panel has no place for it: it moves to where
 * it is seen and changed. A form that asks for all of time, or whose time has no column, is returned as it is.
 */
export function withSeenRange(form: RawForm): RawForm {
  const type = textOf(form['viz_type']);
  const range = rangeOfForm(form);
  if (!isVizType(type) || typesWithoutFilters.has(type) || range === '' || range === NO_FILTER) return form;
  const { time_range: written, since: _since, until: _until, ...rest } = form;
  if (typesWithTimeRange.has(type)) return written === range ? form : { ...rest, time_range: range };
  const column = textOf(form['granularity']) || textOf(form['granularity_sqla']);
  if (column === '') return form;
  const lists = type === 'mixed_timeseries' ? ['adhoc_filters', 'adhoc_filters_b'] : ['adhoc_filters'];
  return {
    ...rest,
    ...Object.fromEntries(lists.map((key) => [key, withinRange(adhocFiltersOf(form[key]), column, range)])),
  };
}

/** An open range of the column takes the range; one that names another narrows further and stays. */
function withinRange(filters: readonly AdhocFilter[], column: string, range: string): readonly AdhocFilter[] {
  const at = filters.findIndex(
    (filter) => isRangeOf(filter, column) && [NO_FILTER, '', range].includes(textOf(filter.comparator)),
  );
  const found = filters[at];
  return found ? filters.with(at, { ...found, comparator: range }) : [...filters, rangeFilter(column, range)];
}

function isRangeOf({ expressionType, subject, operator, operatorId, isExtra }: AdhocFilter, column: string): boolean {
  if (expressionType !== 'SIMPLE' || subject !== column || isExtra) return false;
  return readOperator(operator ?? operatorId ?? '') === 'TEMPORAL_RANGE';
}

function rangeFilter(column: string, range: string): AdhocFilter {
  return {
    clause: 'WHERE',
    expressionType: 'SIMPLE',
    subject: column,
    operator: 'TEMPORAL_RANGE',
    comparator: range,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
