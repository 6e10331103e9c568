import type { AdhocFilter, RawForm } from '../form-data.ts';
import type { ExtraFormData } from '../filters/data-mask.ts';
import type { QueryFilter } from '../query-object.ts';
import { t } from '../messages.ts';
import { NO_TIME_RANGE } from '../time-range/no-range.ts';
import type { FilterMask, FilterType, NativeFilter } from './definition.ts';
import { valuesLabel, type LabelOptions } from './labels.ts';

/** One value that a reader may choose. Moments are epoch milliseconds. */
export type FilterValue = string | number | boolean | null;

/** A range of numbers; null is open. */
export type NumberRange = readonly [number | null, number | null];

/** What a required filter without a value lets through. */
const NOTHING: AdhocFilter = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' };

export type MaskOptions = LabelOptions & {
  /** Names of time grains. */
  readonly grains?: ReadonlyMap<string, string>;
  /** It brings the number formats, which a page does without until somebody chooses. */
  readonly rangeLabel?: (range: NumberRange) => string;
};

/**
 * The mask of a filter in a state: what charts are filtered by follows from what is chosen, also where only the state
 * was stored (ruling 42 d).
 *
 * @param options  what the values are called; ranges have a label where there is a maker of it
 */
export function maskOfState(filter: NativeFilter, state: RawForm, options: MaskOptions = {}): FilterMask {
  return makers[filter.filterType](filter, state, options);
}

type Maker = (filter: NativeFilter, state: RawForm, options: MaskOptions) => FilterMask;

const makers: Readonly<Record<FilterType, Maker>> = {
  filter_select: selectMask,
  filter_range: rangeMask,
  filter_time: timeMask,
  filter_timecolumn: (_, { value }) => firstTextMask('granularity_sqla', value, () => null),
  filter_timegrain: (_, { value }, { grains }) =>
    firstTextMask('time_grain_sqla', value, (grain) => grains?.get(grain) ?? null),
};

/** Whether the values that are chosen in a state are left out. */
export function leavesOut({ settings }: Pick<NativeFilter, 'settings'>, state: RawForm): boolean {
  return settings.inverseSelection === true && state['excludeFilterValues'] !== false;
}

/** The values that are chosen in a state of a value filter. */
export function chosenValues(state: RawForm): readonly FilterValue[] {
  const { value } = state;
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return list.filter(isFilterValue);
}

function selectMask(filter: NativeFilter, state: RawForm, options: LabelOptions): FilterMask {
  const chosen = chosenValues(state);
  const isExcluding = leavesOut(filter, state);
  const side = filter.settings.inverseSelection === true ? { excludeFilterValues: isExcluding } : {};
  if (chosen.length === 0) return { extraFormData: withoutValue(filter), filterState: { ...side, value: null } };
  const label = valuesLabel(chosen, options);
  return {
    extraFormData: filter.column === null ? {} : { filters: [valuesFilter(filter.column, chosen, isExcluding)] },
    filterState: {
      ...side,
      value: chosen,
      label: isExcluding ? t('%(values)s (excluded)', { values: label }) : label,
    },
  };
}

/** Null alone is `IS NULL`; beside others the list holds it, and the database is asked for both (ruling 42 f). */
function valuesFilter(col: string, values: readonly FilterValue[], isExcluding: boolean): QueryFilter {
  if (values.every((value) => value === null)) return { col, op: isExcluding ? 'IS NOT NULL' : 'IS NULL' };
  return { col, op: isExcluding ? 'NOT IN' : 'IN', val: [...values] };
}

function withoutValue({ settings }: NativeFilter): ExtraFormData {
  return settings.enableEmptyFilter === true ? { adhoc_filters: [NOTHING] } : {};
}

/** The range in a state, as the mode of the filter reads it. */
export function chosenRange({ settings }: Pick<NativeFilter, 'settings'>, state: RawForm): NumberRange {
  const list = Array.isArray(state['value']) ? state['value'] : [];
  const lower = numberOf(list[0]);
  const upper = numberOf(list[1]);
  const { enableSingleValue: mode } = settings;
  if (mode === 0) return [lower, null];
  if (mode === 2) return [null, upper];
  return mode === 1 ? [lower ?? upper, lower ?? upper] : [lower, upper];
}

/** What is wrong with a range, in words; null for nothing. `ends`: of the data, where they are known. */
export function rangeFault(
  { settings }: Pick<NativeFilter, 'settings'>,
  [lower, upper]: NumberRange,
  ends: NumberRange = [null, null],
): string | null {
  const [least, most] = ends;
  const isOutside = (value: number | null) =>
    value !== null && ((least !== null && value < least) || (most !== null && value > most));
  if (lower === null && upper === null)
    return settings.enableEmptyFilter === true || settings.enableSingleValue !== undefined
      ? t('Please provide a valid min or max value')
      : null;
  if (lower !== null && upper !== null && lower > upper) return t('Min value cannot be greater than max value');
  if (isOutside(lower) || isOutside(upper))
    return t('Numbers must be within %(min)s and %(max)s', { min: String(least), max: String(most) });
  return null;
}

function rangeMask(filter: NativeFilter, state: RawForm, { rangeLabel }: MaskOptions): FilterMask {
  const [lower, upper] = chosenRange(filter, state);
  if (lower === null && upper === null)
    return { extraFormData: withoutValue(filter), filterState: { value: null, label: '' } };
  const isBackwards = lower !== null && upper !== null && lower > upper;
  const col = filter.column;
  return {
    extraFormData: col === null || isBackwards ? {} : { filters: rangeFilters(col, lower, upper) },
    filterState: { value: [lower, upper], ...(rangeLabel ? { label: rangeLabel([lower, upper]) } : {}) },
  };
}

function rangeFilters(col: string, lower: number | null, upper: number | null): readonly QueryFilter[] {
  if (lower !== null && lower === upper) return [{ col, op: '==', val: lower }];
  return [
    ...(lower === null ? [] : [{ col, op: '>=', val: lower }]),
    ...(upper === null ? [] : [{ col, op: '<=', val: upper }]),
  ];
}

function timeMask(filter: NativeFilter, { value }: RawForm): FilterMask {
  if (typeof value !== 'string' || value.trim() === '' || value === NO_TIME_RANGE)
    return { extraFormData: withoutValue(filter), filterState: { value: null } };
  return { extraFormData: { time_range: value }, filterState: { value } };
}

function firstTextMask(
  key: 'granularity_sqla' | 'time_grain_sqla',
  value: unknown,
  nameOf: (text: string) => string | null,
): FilterMask {
  const list = (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string' && item !== '');
  const [first] = list;
  if (typeof first !== 'string') return { extraFormData: {}, filterState: { value: null } };
  const label = nameOf(first);
  return { extraFormData: { [key]: first }, filterState: { value: list, ...(label === null ? {} : { label }) } };
}

/** Whether a state says something. 0, false and '' are values (ruling 42 e). */
export function hasValue({ value }: RawForm): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

/** A filter that needs a value and has none: nothing is applied before it has. */
export function isMissing({ settings }: Pick<NativeFilter, 'settings'>, state: RawForm): boolean {
  return settings.enableEmptyFilter === true && !hasValue(state);
}

function isFilterValue(value: unknown): value is FilterValue {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
