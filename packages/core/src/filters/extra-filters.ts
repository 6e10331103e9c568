import type { RawForm } from '../form-data.ts';
import type { QueryFilter } from '../query-object.ts';
import { queryFiltersOf } from './adhoc.ts';

/** The pseudo columns by which older dashboards sent time settings, and the form-data key that each sets. */
const timeExtras: ReadonlyMap<string, string> = new Map([
  ['__time_range', 'time_range'],
  ['__time_col', 'granularity_sqla'],
  ['__time_grain', 'time_grain_sqla'],
  ['__granularity', 'granularity'],
]);

export type ExtraFilters = {
  /** Form-data keys that the time settings override. */
  readonly overrides: RawForm;
  /** Pseudo column → value, as answers report them. */
  readonly appliedTimeExtras: Readonly<Record<string, unknown>>;
  readonly filters: readonly QueryFilter[];
};

/** Take `extra_filters` of form data apart: time settings override, everything else filters. */
export function readExtraFilters(value: unknown): ExtraFilters {
  const overrides: Record<string, unknown> = {};
  const appliedTimeExtras: Record<string, unknown> = {};
  const filters: QueryFilter[] = [];
  for (const filter of queryFiltersOf(value)) {
    const column = typeof filter.col === 'string' ? filter.col : '';
    const key = timeExtras.get(column);
    if (key === undefined) {
      filters.push(filter);
      continue;
    }
    overrides[key] = filter.val;
    appliedTimeExtras[column] = filter.val;
  }
  return { overrides, appliedTimeExtras, filters };
}

/** Filter values by column, as an address has them, as `extra_filters`: a list is IN, null says nothing. */
export function extraFiltersOf(values: Readonly<Record<string, unknown>>): readonly QueryFilter[] {
  return queryFiltersOf(
    Object.entries(values).flatMap(([col, val]) =>
      val === null || val === undefined ? [] : [{ col, op: Array.isArray(val) ? 'IN' : '==', val }],
    ),
  );
}
