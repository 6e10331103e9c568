import type { RawForm } from '../form-data.ts';
import { emptyDataMask, readExtraFormData, type DataMask } from '../filters/data-mask.ts';
import { stableJson } from '../stable-json.ts';
import { t } from '../messages.ts';
import type { FilterMask, NativeFilter } from './definition.ts';
import { hasValue, isMissing, maskOfState } from './emit.ts';

export type DataMasks = Readonly<Record<string, DataMask>>;

/** What a reader has set on a dashboard. Masks of filters go by their id, those of charts by the id of the chart. */
export type FilterState = {
  /** What acts on the charts. */
  readonly masks: DataMasks;
  /** What is chosen and not applied yet, by filter. */
  readonly chosen: Readonly<Record<string, FilterMask>>;
  /** Filters that take the first of their values, as long as nobody knows it: their charts wait. */
  readonly awaited: ReadonlySet<string>;
};

export const noFilterState: FilterState = { masks: {}, chosen: {}, awaited: new Set() };

/**
 * What a dashboard opens with: the defaults of its filters, and over them what a link brought. Masks of filters that
 * are gone are dropped, those of charts stay (ruling 42 c, d).
 *
 * @param loaded  masks of a link or an address; null where it brought none
 */
export function openFilterState(
  filters: readonly NativeFilter[],
  loaded: Readonly<Record<string, unknown>> | null,
  chartIds: readonly number[] = [],
): FilterState {
  const given = new Map(Object.entries(loaded ?? {}).map(([id, value]) => [id, recordOf(value)]));
  const ofFilters = filters.map((filter) => openMask(filter, given.get(filter.id)));
  const ofCharts = chartIds.flatMap((id) => chartMask(String(id), given.get(String(id))) ?? []);
  return {
    masks: Object.fromEntries([...ofFilters, ...ofCharts].map((mask) => [mask.id, mask])),
    chosen: {},
    awaited: new Set(filters.filter((filter) => takesFirst(filter, given.get(filter.id))).map(({ id }) => id)),
  };
}

function openMask(filter: NativeFilter, given: RawForm | undefined): DataMask {
  const state = given === undefined ? filter.defaultMask.filterState : recordOf(given['filterState']);
  const { extraFormData } = filter.defaultMask;
  const made = maskOfState(filter, state);
  // A default of which only the query part was stored still acts.
  const isBare = given === undefined && !hasValue(state) && Object.keys(extraFormData).length > 0;
  const label = state['label'];
  return {
    ...emptyDataMask(filter.id),
    extraFormData: isBare ? extraFormData : made.extraFormData,
    filterState: { ...made.filterState, ...(typeof label === 'string' && hasValue(state) ? { label } : {}) },
  };
}

function chartMask(id: string, given: RawForm | undefined): DataMask | null {
  if (given === undefined) return null;
  const mask = {
    id,
    extraFormData: readExtraFormData(given['extraFormData']),
    filterState: recordOf(given['filterState']),
    ownState: {},
  };
  return Object.keys(mask.extraFormData).length === 0 ? null : mask;
}

function takesFirst({ settings, filterType }: NativeFilter, given: RawForm | undefined): boolean {
  return filterType === 'filter_select' && settings.defaultToFirstItem === true && given === undefined;
}

/** The mask that the bar shows for a filter: what is chosen, or what acts. */
export function shownMask({ masks, chosen }: FilterState, id: string): FilterMask {
  return chosen[id] ?? masks[id] ?? emptyDataMask(id);
}

/** A choice that is not applied yet; the choice that acts already is none. */
export function chooseValue(state: FilterState, id: string, mask: FilterMask): FilterState {
  const acting = state.masks[id] ?? emptyDataMask(id);
  const { [id]: _, ...others } = state.chosen;
  return { ...state, chosen: isSameMask(acting, mask) ? others : { ...others, [id]: mask } };
}

/** The first value of a filter has come: it acts, unless something was chosen meanwhile. */
export function settleFirst(state: FilterState, id: string, mask: FilterMask | null): FilterState {
  if (!state.awaited.has(id)) return state;
  const awaited = new Set([...state.awaited].filter((one) => one !== id));
  if (mask === null) return { ...state, awaited };
  return { ...state, awaited, masks: { ...state.masks, [id]: { ...emptyDataMask(id), ...mask } } };
}

/** Everything that is chosen acts from now on. */
export function applyChosen(state: FilterState): FilterState {
  const applied = Object.entries(state.chosen).map(([id, mask]) => [id, { ...emptyDataMask(id), ...mask }] as const);
  const awaited = new Set([...state.awaited].filter((id) => !Object.hasOwn(state.chosen, id)));
  return { masks: { ...state.masks, ...Object.fromEntries(applied) }, chosen: {}, awaited };
}

/** Every filter and every selection is empty; defaults do not come back. Nothing is applied yet. */
export function clearAll(state: FilterState, filters: readonly NativeFilter[]): FilterState {
  const emptied = filters.reduce(
    (before, filter) => chooseValue(before, filter.id, maskOfState(filter, emptiedState(state, filter))),
    state,
  );
  return withoutSelections(emptied, filters);
}

function emptiedState(state: FilterState, { id }: NativeFilter): RawForm {
  const { excludeFilterValues } = shownMask(state, id).filterState;
  return { value: null, ...(excludeFilterValues === undefined ? {} : { excludeFilterValues }) };
}

/** Without the selections on charts. */
export function withoutSelections(state: FilterState, filters: readonly NativeFilter[]): FilterState {
  const known = new Set(filters.map(({ id }) => id));
  const kept = Object.entries(state.masks).filter(([id]) => known.has(id));
  return kept.length === Object.keys(state.masks).length ? state : { ...state, masks: Object.fromEntries(kept) };
}

/** What is selected on a chart; null takes the selection back. The newest one is the last. */
export function selectOnChart(state: FilterState, chartId: number, mask: FilterMask | null): FilterState {
  const id = String(chartId);
  const { [id]: before, ...others } = state.masks;
  if (mask === null) return before === undefined ? state : { ...state, masks: others };
  if (before !== undefined && isSameMask(before, mask)) return state;
  return { ...state, masks: { ...others, [id]: { ...emptyDataMask(id), ...mask } } };
}

/**
 * What stays when the filters were changed: what is set in those that target the same; a changed one begins with its
 * new default, unless it is required or takes the first item.
 */
export function keepFilterState(
  state: FilterState,
  before: readonly NativeFilter[],
  after: readonly NativeFilter[],
): FilterState {
  const old = new Map(before.map((filter) => [filter.id, filter]));
  const fresh = openFilterState(after, null);
  const kept = (filter: NativeFilter): boolean => {
    const was = old.get(filter.id);
    if (was === undefined || state.masks[filter.id] === undefined) return false;
    if (stableJson(was.stored) === stableJson(filter.stored)) return true;
    const holds = filter.settings.enableEmptyFilter === true || filter.settings.defaultToFirstItem === true;
    return holds && was.datasetId === filter.datasetId && was.column === filter.column;
  };
  const ids = new Set(after.filter(kept).map(({ id }) => id));
  const ofFilters = after.flatMap(({ id }) => (ids.has(id) ? (state.masks[id] ?? []) : (fresh.masks[id] ?? [])));
  const ofCharts = Object.values(state.masks).filter(({ id }) => !old.has(id));
  return {
    masks: Object.fromEntries([...ofFilters, ...ofCharts].map((mask) => [mask.id, mask])),
    chosen: Object.fromEntries(Object.entries(state.chosen).filter(([id]) => ids.has(id))),
    awaited: new Set([...fresh.awaited].filter((id) => !ids.has(id) || state.awaited.has(id))),
  };
}

/**
 * Why nothing can be applied, in words; null where it can.
 *
 * @param filters  those that are in view; a hidden one without a value blocks only where it was changed
 */
export function applyBlock(
  state: FilterState,
  filters: readonly NativeFilter[],
  hidden: readonly NativeFilter[] = [],
): string | null {
  const changed = new Set(Object.keys(state.chosen));
  if (changed.size === 0) return t('Nothing has changed');
  const faulty = [...filters, ...hidden].find(
    ({ id }) => shownMask(state, id).filterState['validateStatus'] === 'error' && changed.has(id),
  );
  if (faulty !== undefined) return t('"%(filter)s" cannot be applied as it is', { filter: faulty.name });
  const missing = [...filters, ...hidden.filter(({ id }) => changed.has(id))].find((filter) =>
    isMissing(filter, shownMask(state, filter.id).filterState),
  );
  return missing === undefined ? null : t('"%(filter)s" needs a value', { filter: missing.name });
}

/** The same choice: what it filters by and what it shows are equal. */
export function isSameMask(one: FilterMask, other: FilterMask): boolean {
  const of = ({ extraFormData, filterState }: FilterMask) => stableJson([extraFormData, meaning(filterState)]);
  return of(one) === of(other);
}

/** A missing value and null say the same; a label follows from the value. */
function meaning({ value, label: _, ...state }: RawForm): unknown {
  return { ...state, value: value ?? null };
}

function recordOf(value: unknown): RawForm {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RawForm) : {};
}
