import type { FilterScope } from '../effective-query/scope.ts';
import { readExtraFormData, type DataMask } from '../filters/data-mask.ts';
import { adhocFiltersOf } from '../filters/adhoc.ts';
import type { AdhocFilter, RawForm } from '../form-data.ts';
import { ROOT_ID } from '../layout/types.ts';

/** What a native filter lets a reader choose ([3.10-01]); the names are those of saved dashboards. */
export const FILTER_TYPES = [
  'filter_select',
  'filter_range',
  'filter_time',
  'filter_timecolumn',
  'filter_timegrain',
] as const;
export type FilterType = (typeof FILTER_TYPES)[number];

/** Settings of one filter by their stored names; what is missing is off. */
export type FilterSettings = {
  readonly sortAscending?: boolean;
  readonly creatable?: boolean;
  readonly multiSelect?: boolean;
  /** A value is required. */
  readonly enableEmptyFilter?: boolean;
  readonly defaultToFirstItem?: boolean;
  /** What is chosen is left out. */
  readonly inverseSelection?: boolean;
  /** A search asks the database, and not only the values that are here. */
  readonly searchAllOptions?: boolean;
  /** Of a range: 0 takes a least value, 1 one value, 2 a greatest value; a range otherwise. */
  readonly enableSingleValue?: 0 | 1 | 2;
};

/** The part of a data mask that a choice makes. */
export type FilterMask = Pick<DataMask, 'extraFormData' | 'filterState'>;

export type NativeFilter = {
  readonly type: 'NATIVE_FILTER';
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly filterType: FilterType;
  /** Null where the type has no dataset, or none is chosen yet. */
  readonly datasetId: number | null;
  /** Null where the type has no column. */
  readonly column: string | null;
  readonly settings: FilterSettings;
  /** What its own values are limited to. */
  readonly adhocFilters: readonly AdhocFilter[];
  readonly timeRange: string | null;
  readonly timeColumn: string | null;
  readonly sortMetric: string | null;
  readonly requiredFirst: boolean;
  readonly defaultMask: FilterMask;
  /** Filters that limit the values of this one. */
  readonly parentIds: readonly string[];
  readonly scope: FilterScope;
  /** Under which heading it stands in the bar; none when empty. */
  readonly group: string;
  /** Everything that is stored of it, with what is unknown here. */
  readonly stored: RawForm;
};

/** A heading in the filter bar. */
export type FilterDivider = {
  readonly type: 'DIVIDER';
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly stored: RawForm;
};

export type FilterEntry = NativeFilter | FilterDivider;

export const WHOLE_DASHBOARD: FilterScope = { rootPath: [ROOT_ID], excluded: [] };

/** The filters of a dashboard in their order; what nobody can read is left out. */
export function readFilterEntries(settings: RawForm): readonly FilterEntry[] {
  const seen = new Set<string>();
  return listOf(settings['native_filter_configuration']).flatMap((value) => {
    const entry = readFilterEntry(value);
    if (entry === null || seen.has(entry.id)) return [];
    seen.add(entry.id);
    return [entry];
  });
}

/** Without the dividers. */
export function filtersOf(entries: readonly FilterEntry[]): readonly NativeFilter[] {
  return entries.filter((entry) => entry.type === 'NATIVE_FILTER');
}

/** One stored entry; null for what is none. */
export function readFilterEntry(value: unknown): FilterEntry | null {
  const stored = recordOf(value);
  const id = textOf(stored['id']);
  if (id === '') return null;
  const description = textOf(stored['description']);
  if (stored['type'] === 'DIVIDER') return { type: 'DIVIDER', id, title: textOf(stored['title']), description, stored };
  const filterType = FILTER_TYPES.find((type) => type === stored['filterType']);
  if (filterType === undefined) return null;
  const target = recordOf(listOf(stored['targets'])[0]);
  const mask = recordOf(stored['defaultDataMask']);
  return {
    type: 'NATIVE_FILTER',
    id,
    name: textOf(stored['name']) || id,
    description,
    filterType,
    datasetId: typeof target['datasetId'] === 'number' ? target['datasetId'] : null,
    column: textOf(recordOf(target['column'])['name']) || null,
    settings: readSettings(recordOf(stored['controlValues'])),
    adhocFilters: adhocFiltersOf(stored['adhoc_filters']),
    timeRange: textOf(stored['time_range']) || null,
    timeColumn: textOf(stored['granularity_sqla']) || null,
    sortMetric: textOf(stored['sortMetric']) || null,
    requiredFirst: isRequiredFirst(stored['requiredFirst']),
    defaultMask: {
      extraFormData: readExtraFormData(mask['extraFormData']),
      filterState: recordOf(mask['filterState']),
    },
    parentIds: textsOf(stored['cascadeParentIds']),
    scope: readScope(stored['scope']),
    group: textOf(stored['group']),
    stored,
  };
}

/** The stored form of an entry: what is unknown here stays as it was. */
export function storedFilterEntry(entry: FilterEntry): RawForm {
  if (entry.type === 'DIVIDER') {
    const { id, title, description, stored } = entry;
    return { ...stored, id, type: 'DIVIDER', title, description: description.trim(), scope: { ...WHOLE_DASHBOARD } };
  }
  const { stored: before, datasetId, column } = entry;
  const { group: _, ...stored } = before;
  return {
    ...stored,
    id: entry.id,
    type: 'NATIVE_FILTER',
    name: entry.name,
    description: entry.description.trim(),
    filterType: entry.filterType,
    targets: [
      {
        ...(datasetId === null ? {} : { datasetId }),
        ...(datasetId === null || column === null ? {} : { column: { name: column } }),
      },
    ],
    controlValues: { ...recordOf(stored['controlValues']), ...entry.settings },
    adhoc_filters: entry.adhocFilters,
    time_range: entry.timeRange ?? undefined,
    granularity_sqla: entry.timeColumn ?? undefined,
    sortMetric: entry.sortMetric,
    requiredFirst: entry.requiredFirst,
    defaultDataMask: { ...entry.defaultMask, ownState: {} },
    cascadeParentIds: entry.parentIds,
    scope: { rootPath: [ROOT_ID], excluded: [], ...entry.scope },
    ...(entry.group === '' ? {} : { group: entry.group }),
  };
}

/** A filter that an author has just added. */
export function newNativeFilter(id: string, filterType: FilterType = 'filter_select'): NativeFilter {
  return {
    type: 'NATIVE_FILTER',
    id,
    name: '',
    description: '',
    filterType,
    datasetId: null,
    column: null,
    settings: defaultSettings(filterType),
    adhocFilters: [],
    timeRange: null,
    timeColumn: null,
    sortMetric: null,
    requiredFirst: false,
    defaultMask: { extraFormData: {}, filterState: {} },
    parentIds: [],
    scope: WHOLE_DASHBOARD,
    group: '',
    stored: {},
  };
}

export function newDivider(id: string): FilterDivider {
  return { type: 'DIVIDER', id, title: '', description: '', stored: {} };
}

/** What a filter of a type begins with. */
export function defaultSettings(filterType: FilterType): FilterSettings {
  if (filterType !== 'filter_select') return { enableEmptyFilter: false };
  return {
    sortAscending: true,
    creatable: true,
    multiSelect: true,
    enableEmptyFilter: false,
    defaultToFirstItem: false,
    inverseSelection: false,
    searchAllOptions: false,
  };
}

const FLAGS = [
  'sortAscending',
  'creatable',
  'multiSelect',
  'enableEmptyFilter',
  'defaultToFirstItem',
  'inverseSelection',
  'searchAllOptions',
] as const;

function readSettings(stored: RawForm): FilterSettings {
  const flags = FLAGS.flatMap((name) => (typeof stored[name] === 'boolean' ? [[name, stored[name]] as const] : []));
  const single = stored['enableSingleValue'];
  return {
    ...Object.fromEntries(flags),
    ...(single === 0 || single === 1 || single === 2 ? { enableSingleValue: single } : {}),
  };
}

/** Stored as a flag, or by the name of the control that asked for it. */
function isRequiredFirst(value: unknown): boolean {
  return value === true || Object.values(recordOf(value)).includes(true);
}

function readScope(value: unknown): FilterScope {
  const scope = recordOf(value);
  return {
    ...(Array.isArray(scope['rootPath']) ? { rootPath: textsOf(scope['rootPath']) } : {}),
    excluded: listOf(scope['excluded']),
    ...(Array.isArray(scope['selectedLayers']) ? { selectedLayers: textsOf(scope['selectedLayers']) } : {}),
  };
}

function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((item) => typeof item === 'string');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function recordOf(value: unknown): RawForm {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RawForm) : {};
}
