import { buildQueryObject } from '@tessera/core/build-query';
import type { QueryMetric, QueryObject } from '@tessera/core/query-object';
import { AS_SAVED, type Allowance } from '@tessera/core/query-scope/allowance';
import { ancestorsOf } from '@tessera/core/native-filters/cascade';
import { endsOf, ROWS_OF_VALUE } from '@tessera/core/native-filters/choices';
import { components } from './positions.ts';
import { isObject, type JsonObject } from './json-metadata.ts';

/** A filter of a dashboard, as far as it decides about data. */
export type NativeFilter = {
  readonly id: string;
  readonly filterType: string;
  readonly datasetId: number | null;
  readonly column: string | null;
  readonly parentIds: readonly string[];
  /** What its own values are limited to. */
  readonly prefilter: JsonObject;
  readonly sortMetric: string | null;
  readonly rootPath: readonly string[] | null;
  readonly excluded: readonly unknown[];
};

/** Most values of a filter menu. */
const MENU_VALUES = 10_000;
const TIME_FILTERS = new Set(['filter_time', 'filter_timecolumn', 'filter_timegrain']);

/** The filters in the settings of a dashboard; dividers and what is malformed are left out. */
export function filtersOf(metadata: JsonObject): readonly NativeFilter[] {
  return listOf(metadata['native_filter_configuration']).flatMap((value) => {
    if (!isObject(value) || typeof value['id'] !== 'string' || value['type'] === 'DIVIDER') return [];
    const target = listOf(value['targets']).find(isObject) ?? {};
    const column = isObject(target['column']) ? target['column']['name'] : null;
    const scope = isObject(value['scope']) ? value['scope'] : {};
    return [
      {
        id: value['id'],
        filterType: typeof value['filterType'] === 'string' ? value['filterType'] : '',
        datasetId: typeof target['datasetId'] === 'number' ? target['datasetId'] : null,
        column: typeof column === 'string' && column !== '' ? column : null,
        parentIds: listOf(value['cascadeParentIds']).filter((id) => typeof id === 'string'),
        prefilter: {
          adhoc_filters: value['adhoc_filters'],
          time_range: value['time_range'],
          granularity_sqla: value['granularity_sqla'],
        },
        sortMetric: typeof value['sortMetric'] === 'string' ? value['sortMetric'] : null,
        rootPath: Array.isArray(scope['rootPath']) ? scope['rootPath'].filter((id) => typeof id === 'string') : null,
        excluded: listOf(scope['excluded']),
      },
    ];
  });
}

/**
 * Whether a filter reaches a chart: any placement of it below the root path, unless it is excluded. Without a root path
 * that is the whole dashboard.
 */
export function reaches({ rootPath, excluded }: NativeFilter, chartId: number, positions: JsonObject): boolean {
  if (excluded.includes(chartId)) return false;
  if (rootPath === null || rootPath.includes('ROOT_ID')) return true;
  const byId = new Map(components(positions).map((component) => [component.id, component]));
  const seen = new Set<string>();
  const waiting = [...rootPath];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const component = byId.get(id);
    if (!component || seen.has(id)) continue;
    seen.add(id);
    if (component.type === 'CHART' && component.meta['chartId'] === chartId) return true;
    waiting.push(...component.children);
  }
  return false;
}

/** The queries by which a filter finds its choices, and what of them may differ. */
export function filterQueries(
  filter: NativeFilter,
  all: readonly NativeFilter[],
): { readonly saved: readonly QueryObject[]; readonly allowed: Allowance } {
  const parents = ancestorsOf(filter, all);
  const allowed: Allowance = {
    ...AS_SAVED,
    filterColumns: [...parents, filter].flatMap(({ column }) => column ?? []),
    timeRange: parents.some(({ filterType }) => filterType === 'filter_time'),
    // A menu is searched, sorted by its values, and long ones come in parts.
    pages: true,
    resultTypes:
      filter.filterType === 'filter_timecolumn'
        ? ['columns']
        : filter.filterType === 'filter_timegrain'
          ? ['timegrains']
          : ['full', 'results'],
  };
  const base = menuQuery(filter);
  if (TIME_FILTERS.has(filter.filterType)) return { saved: [base, { ...base, metrics: [] }, {}], allowed };
  const { column } = filter;
  if (column === null) return { saved: [], allowed };
  const menu: QueryObject = { ...base, row_limit: MENU_VALUES };
  const sort: readonly QueryMetric[] = filter.sortMetric === null ? [] : [filter.sortMetric];
  const counted = [[], [...sort], [...sort, ROWS_OF_VALUE]];
  const values = [...counted, undefined].flatMap((metrics): QueryObject[] => [
    { ...menu, columns: [column], ...(metrics && { metrics }) },
    { ...menu, columns: [column], ...(metrics && { metrics }), apply_fetch_values_predicate: true },
    { ...menu, columns: [], groupby: [column], ...(metrics && { metrics }) },
  ]);
  // The ends are one row, whatever limit is asked with them.
  return { saved: [...values, { ...base, ...endsOf(column) }], allowed };
}

/** What limits the menu of a filter; the rest of the query is the menu itself. */
function menuQuery({ prefilter }: NativeFilter): QueryObject {
  const { filters, extras, time_range, granularity } = buildQueryObject(prefilter);
  return {
    filters,
    extras,
    ...(time_range && { time_range }),
    ...(granularity && { granularity }),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
