import type { Kysely, Selectable } from 'kysely';
import { AppError } from '@tessera/core/errors/app-error';
import type { QueryColumn, QueryContext, QueryObject, ResultType } from '@tessera/core/query-object';
import { isWithin } from '@tessera/core/query-scope/is-within';
import { vizEntryOf } from '@tessera/viz/registry';
import { emittedColumns, isOfChart, type DashboardAllowance } from '@tessera/viz/saved-queries';
import { canOnMain, hasAccount, type Principal } from '../../principal.ts';
import type { AccessRequest, ThroughDashboard } from '../../chart-data/access/access-path.ts';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import { maySeeSql } from '../../chart-data/edge/redact.ts';
import type { DashboardsTable, Tables } from '../../metadata/tables.ts';
import { opening } from '../access/visible.ts';
import { filterQueries, filtersOf, reaches, type NativeFilter } from './native-filters.ts';
import { storedMetadata } from './json-metadata.ts';
import { readPlace } from '../read-place.ts';
import { formOf, savedChart, type LegacyQueries, type StoredChart } from './saved-chart.ts';

type Dashboard = Pick<Selectable<DashboardsTable>, 'id' | 'json_metadata' | 'position_json'>;
type Needs = {
  readonly db: Kysely<Tables>;
  /** Is role-based dashboard access on. */
  readonly dashboardRoles: boolean;
  readonly legacyQueries: LegacyQueries;
};

/**
 * Data through dashboards. A dashboard that a principal sees by a role or as a guest opens the datasets of its charts
 * for the queries that its page asks: those of the charts as they were saved, with its filters, and those of its
 * filters.
 *
 * Everything is read anew for each request: access that is taken back is gone at once.
 */
export function createDataPaths(needs: Needs): ThroughDashboard {
  return async (request, dataset) => {
    const place = request.madeFrom
      ? { kind: 'chart' as const, ...request.madeFrom }
      : readPlace(request.context, request.addressed ?? {});
    if (place === null) return null;
    return place.kind === 'chart'
      ? throughChart(needs, request, dataset, place.chartId, place.dashboardId)
      : throughFilter(needs, request, dataset, place.dashboardId, place.filterId);
  };
}

function open(needs: Needs, principal: Principal) {
  return needs.db
    .selectFrom('dashboards')
    .select(['dashboards.id', 'dashboards.json_metadata', 'dashboards.position_json'])
    .where('dashboards.deleted_on', 'is', null)
    .where(opening(principal, needs.dashboardRoles, 'dashboards'));
}

async function throughChart(
  needs: Needs,
  request: AccessRequest,
  dataset: ResolvedDataset,
  chartId: number,
  id: number | null,
) {
  const chart = await needs.db
    .selectFrom('charts')
    .select(['id', 'viz_type', 'params', 'query_context', 'datasource_id', 'datasource_type'])
    .where('id', '=', chartId)
    .where('deleted_on', 'is', null)
    .where('datasource_id', '=', dataset.id)
    .executeTakeFirst();
  if (!chart) return null;
  const withChart = open(needs, request.principal)
    .innerJoin('dashboard_charts', 'dashboard_charts.dashboard_id', 'dashboards.id')
    .where('dashboard_charts.chart_id', '=', chartId)
    .orderBy('dashboards.id');
  const dashboards = await (id === null ? withChart : withChart.where('dashboards.id', '=', id)).execute();
  return firstThat(dashboards, (dashboard) => asChart(needs, request, dataset, chart, dashboard));
}

/** @throws AppError dashboard_query_denied */
async function asChart(
  needs: Needs,
  request: AccessRequest,
  dataset: ResolvedDataset,
  chart: StoredChart,
  dashboard: Dashboard,
) {
  const saved = await savedChart(needs.legacyQueries, chart);
  const path = { kind: 'dashboard', dashboardId: dashboard.id, chartId: chart.id } as const;
  const context = {
    ...request.context,
    form_data: { ...saved.form, slice_id: chart.id, dashboardId: dashboard.id },
  };
  if (request.madeFrom) return { path, context };
  const allowed = await allowanceOf(needs, request.principal, dataset, chart, dashboard);
  const within = isOfChart(saved, typedQueries(request.context), allowed);
  if (!within.ok) throw new AppError('dashboard_query_denied', { part: within.reason });
  return { path, context };
}

async function allowanceOf(
  needs: Needs,
  principal: Principal,
  dataset: ResolvedDataset,
  chart: StoredChart,
  dashboard: Dashboard,
): Promise<DashboardAllowance> {
  const metadata = storedMetadata(dashboard.json_metadata);
  const filters = filtersOf(metadata).filter((filter) =>
    reaches(filter, chart.id, storedMetadata(dashboard.position_json)),
  );
  const has = (type: string): boolean => filters.some(({ filterType }) => filterType === type);
  const seesRows = canOnMain(principal, 'can_samples');
  return {
    filterColumns: [
      ...filters.flatMap(({ column }) => column ?? []),
      ...(isOn(metadata['cross_filters_enabled']) ? await crossColumns(needs, dashboard.id, chart.id) : []),
    ],
    timeRange: has('filter_time'),
    timeColumns: has('filter_timecolumn') ? temporalColumns(dataset) : [],
    timeGrain: has('filter_timegrain'),
    resultTypes: resultTypesOf(principal, seesRows),
    drillColumns: seesRows ? await dimensionsOf(needs, dataset.id) : [],
  };
}

/** The columns by which selections on the other charts of a dashboard filter this one. */
async function crossColumns(needs: Needs, dashboardId: number, chartId: number): Promise<readonly QueryColumn[]> {
  const others = await needs.db
    .selectFrom('charts')
    .innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id')
    .select(['charts.id', 'viz_type', 'params', 'query_context', 'datasource_id', 'datasource_type'])
    .where('dashboard_charts.dashboard_id', '=', dashboardId)
    .where('charts.id', '<>', chartId)
    .where('charts.deleted_on', 'is', null)
    .execute();
  const emitting = others.filter(
    (other) => vizEntryOf(String(formOf(other)['viz_type']))?.capabilities.emitsFilters === true,
  );
  return (
    await Promise.all(emitting.map(async (one) => emittedColumns(await savedChart(needs.legacyQueries, one))))
  ).flat();
}

/** Columns that the dataset offers as dimensions. */
async function dimensionsOf(needs: Needs, datasetId: number): Promise<readonly string[]> {
  const rows = await needs.db
    .selectFrom('dataset_columns')
    .select('column_name')
    .where('dataset_id', '=', datasetId)
    .where('is_active', '=', 1)
    .where('groupby', '=', 1)
    .execute();
  return rows.map((row) => row.column_name);
}

async function throughFilter(
  needs: Needs,
  request: AccessRequest,
  dataset: ResolvedDataset,
  id: number,
  filterId: string | null,
) {
  const dashboards = await open(needs, request.principal).where('dashboards.id', '=', id).execute();
  return firstThat(dashboards, async (dashboard) => {
    const all = filtersOf(storedMetadata(dashboard.json_metadata));
    const asked = all.filter((one) => one.datasetId === dataset.id && (filterId === null || one.id === filterId));
    return firstThat(asked, async (filter) => asFilter(request, dashboard, filter, all));
  });
}

/** @throws AppError dashboard_query_denied */
function asFilter({ context }: AccessRequest, { id }: Dashboard, filter: NativeFilter, all: readonly NativeFilter[]) {
  const { saved, allowed } = filterQueries(filter, all);
  const within = isWithin(saved, typedQueries(context), allowed);
  if (!within.ok) throw new AppError('dashboard_query_denied', { part: within.reason });
  const form_data = { native_filter_id: filter.id, dashboardId: id };
  return {
    path: { kind: 'dashboard_filter', dashboardId: id, filterId: filter.id } as const,
    context: { ...context, form_data },
  };
}

/** The first that answers; what the last one that refused said, where none does. */
async function firstThat<T, R>(items: readonly T[], ask: (item: T) => Promise<R | null>): Promise<R | null> {
  let refusal: unknown = null;
  for (const item of items) {
    try {
      const found = await ask(item);
      if (found !== null) return found;
    } catch (error) {
      refusal = error;
    }
  }
  if (refusal !== null) throw refusal;
  return null;
}

/** Each query with the result type that it is asked for: that of the request where it names none. */
function typedQueries({ queries, result_type }: QueryContext): readonly QueryObject[] {
  return queries.map((query) => {
    const type = query.result_type ?? result_type;
    return type === undefined || type === null ? query : { ...query, result_type: type };
  });
}

function resultTypesOf(principal: Principal, seesRows: boolean): readonly ResultType[] {
  return [
    'full',
    'results',
    'post_processed',
    ...(hasAccount(principal) ? (['explain'] as const) : []),
    ...(maySeeSql(principal) ? (['query'] as const) : []),
    ...(seesRows ? (['drill_detail'] as const) : []),
  ];
}

function temporalColumns(dataset: ResolvedDataset): readonly string[] {
  return dataset.columns.filter(({ isTemporal }) => isTemporal).map(({ name }) => name);
}

/** Cross-filters are on unless a dashboard says otherwise. */
function isOn(value: unknown): boolean {
  return value === undefined || Boolean(value);
}
