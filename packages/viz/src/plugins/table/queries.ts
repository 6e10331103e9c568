import {
  asMetrics,
  buildQueryObject,
  type BuiltQuery,
  interactiveGroupBy,
  metricsOf,
  type OrderBy,
  uniqueBy,
} from '@tessera/core/build-query';
import { columnLabel, metricLabel, type RawForm } from '@tessera/core/form-data';
import type { PostStep, QueryColumn, QueryObject } from '@tessera/core/query-object';
import type { BuildContext } from '../../define.ts';
import { toNumber } from '../../control-kinds/read.ts';
import { periodsOf } from '../../bundles/period-comparison.ts';
import { shiftedLabel } from '../../bundles/shifted-label.ts';
import { timeComparison } from '../../bundles/time-comparison.ts';
import { sortableKey } from './comparison.ts';
import { queryMode } from './controls.ts';
import { grainedColumn } from './dimensions.ts';

const DEFAULT_PAGE_LENGTH = 10;

/** The state that a reader changes in a table whose pages come from the database. */
export type OwnState = {
  readonly page: number;
  readonly size: number;
  readonly sortBy: { readonly key: string; readonly desc: boolean } | null;
  readonly searchText: string;
  readonly searchColumn: string | null;
};

export function readOwnState(own: RawForm, form: RawForm): OwnState {
  const [sort] = Array.isArray(own['sortBy']) ? own['sortBy'] : [];
  const isSort = typeof sort === 'object' && sort !== null && 'key' in sort && typeof sort.key === 'string';
  return {
    page: Math.max(0, Math.trunc(toNumber(own['currentPage']) ?? 0)),
    size: Math.max(
      1,
      Math.trunc(toNumber(own['pageSize']) ?? toNumber(form['server_page_length']) ?? DEFAULT_PAGE_LENGTH),
    ),
    sortBy: isSort ? { key: sort.key, desc: 'desc' in sort && sort.desc === true } : null,
    searchText: typeof own['searchText'] === 'string' ? own['searchText'] : '',
    searchColumn: typeof own['searchColumn'] === 'string' && own['searchColumn'] !== '' ? own['searchColumn'] : null,
  };
}

/** Rows; with server pagination how many there are; with totals one row of metrics over everything. */
export function tableQueries(raw: RawForm, { ownState, forExport = false }: BuildContext): readonly QueryObject[] {
  const form: RawForm = { ...raw, query_mode: queryMode(raw) };
  const rows = form['query_mode'] === 'raw' ? rawQuery(form) : aggregateQuery(form);
  const isPaged = form['server_pagination'] === true && !forExport;
  if (!isPaged) return [rows, ...(forExport ? [] : totalsQuery(form, rows))];

  const own = readOwnState(ownState, form);
  const sortKey = own.sortBy === null ? null : sortableKey(own.sortBy.key, form);
  const found: QueryObject = {
    ...rows,
    filters: [...(rows.filters ?? []), ...searchFilter(own)],
    ...(own.sortBy === null || sortKey === null ? {} : { orderby: [[sortKey, !own.sortBy.desc]] }),
  };
  const offset = own.page * own.size;
  const left =
    typeof rows.row_limit === 'number' && rows.row_limit > 0 ? Math.max(1, rows.row_limit - offset) : own.size;
  return [
    { ...found, row_limit: Math.min(own.size, left), row_offset: offset },
    // Shares are made of rows, which a count does not give.
    { ...found, row_offset: 0, post_processing: [], is_rowcount: true },
    ...totalsQuery(form, found),
  ];
}

function rawQuery(form: RawForm): QueryObject {
  return { ...buildQueryObject(form), post_processing: [], time_offsets: [] };
}

function aggregateQuery(form: RawForm): QueryObject {
  const base = buildQueryObject(form);
  const percent = asMetrics(form['percent_metrics']);
  const metrics = uniqueBy([...metricsOf(form), ...percent], metricLabel);
  const sort = asMetrics(form['timeseries_limit_metric'])[0];
  const offsets = periodsOf(form);
  const orderby: OrderBy[] =
    sort !== undefined ? [[sort, !base.order_desc]] : metrics[0] === undefined ? [] : [[metrics[0], false]];
  return {
    ...base,
    columns: dimensions(form, base),
    metrics,
    ...(orderby.length > 0 ? { orderby } : {}),
    post_processing: [
      ...contribution(percent.map(metricLabel), offsets),
      ...compareSteps(form, metrics.map(metricLabel), offsets),
    ],
    time_offsets: [...offsets],
  };
}

/** The first temporal dimension takes the time grain and stands first. */
function dimensions(form: RawForm, base: BuiltQuery): QueryColumn[] {
  const columns = uniqueBy([...base.columns, ...interactiveGroupBy(form)], columnLabel);
  const grain = base.extras.time_grain_sqla;
  const time = grainedColumn(columns, form);
  if (!grain || time === undefined) return columns;
  const axis: QueryColumn = {
    timeGrain: grain,
    columnType: 'BASE_AXIS',
    sqlExpression: time,
    label: time,
    expressionType: 'SQL',
  };
  return [axis, ...columns.filter((column) => column !== time)];
}

/** Shares of each metric, and of its values of other times. */
function contribution(metrics: readonly string[], offsets: readonly string[]): PostStep[] {
  const labels = metrics.flatMap((label) => [label, ...offsets.map((offset) => shiftedLabel(label, offset))]);
  if (labels.length === 0) return [];
  return [
    { operation: 'contribution', options: { columns: labels, rename_columns: labels.map((label) => `%${label}`) } },
  ];
}

/** What changed since the other times, in place of both; the values themselves are compared by the table. */
function compareSteps(form: RawForm, metrics: readonly string[], offsets: readonly string[]): readonly PostStep[] {
  if (offsets.length === 0) return [];
  return timeComparison.query({ ...form, time_compare: offsets }, { index: '', metrics, offsets }).steps ?? [];
}

function searchFilter({ searchText, searchColumn }: OwnState): NonNullable<QueryObject['filters']> {
  return searchText === '' || searchColumn === null ? [] : [{ col: searchColumn, op: 'ILIKE', val: `${searchText}%` }];
}

function totalsQuery(form: RawForm, rows: QueryObject): QueryObject[] {
  if (form['query_mode'] !== 'aggregate' || form['show_totals'] !== true || (rows.metrics?.length ?? 0) === 0)
    return [];
  const { orderby: _, ...rest } = rows;
  return [{ ...rest, columns: [], row_limit: 0, row_offset: 0, post_processing: [] }];
}
