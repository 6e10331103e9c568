import { queryOptions } from '@tanstack/react-query';
import type { ChartRow, DashboardRow, DatabaseRow, DatasetRow } from '@tessera/server/contract';
import { listAddress, type ListAnswer, type ListFilter } from './list.ts';
import { request } from './client.ts';

export type HomeDashboard = Pick<
  DashboardRow,
  'id' | 'dashboard_title' | 'slug' | 'published' | 'changed_on_delta_humanized'
>;
export type HomeChart = Pick<
  ChartRow,
  'id' | 'slice_name' | 'viz_type' | 'datasource_name' | 'changed_on_delta_humanized' | 'thumbnail_url'
> & { readonly dashboards: readonly Pick<ChartRow['dashboards'][number], 'id'>[] };
export type HomeDataset = Pick<DatasetRow, 'id' | 'table_name' | 'description'>;

const dashboardColumns = ['id', 'dashboard_title', 'slug', 'published', 'changed_on_delta_humanized'];
const chartColumns = [
  'id',
  'slice_name',
  'viz_type',
  'datasource_name',
  'changed_on_delta_humanized',
  'thumbnail_url',
  'dashboards.id',
];

/** Dashboards and charts for the home page, the last changed first. */
export function homeDashboards(filters: readonly ListFilter[]) {
  return queryOptions({
    queryKey: ['dashboard', 'home', filters] as const,
    queryFn: ({ signal }) =>
      request<ListAnswer<HomeDashboard>>(
        listAddress('dashboard', {
          columns: dashboardColumns,
          filters,
          orderColumn: 'changed_on',
          orderDirection: 'desc',
          page: 0,
          pageSize: 12,
        }),
        { signal },
      ),
  });
}

export function homeCharts(filters: readonly ListFilter[], pageSize = 12) {
  return queryOptions({
    queryKey: ['chart', 'home', filters, pageSize] as const,
    queryFn: ({ signal }) =>
      request<ListAnswer<HomeChart>>(
        listAddress('chart', {
          columns: chartColumns,
          filters,
          orderColumn: 'changed_on',
          orderDirection: 'desc',
          page: 0,
          pageSize,
        }),
        { signal },
      ),
  });
}

/** Whether there is a dataset that this user may use. */
export const anyDataset = queryOptions({
  queryKey: ['dataset', 'any'] as const,
  queryFn: async ({ signal }) =>
    (
      await request<ListAnswer<Pick<DatasetRow, 'id'>>>(
        listAddress('dataset', { columns: ['id'], filters: [], page: 0, pageSize: 1 }),
        { signal },
      )
    ).count > 0,
});

/** Datasets of the database that the product brings along; none when it was removed. */
export const sampleDatasets = queryOptions({
  queryKey: ['dataset', 'samples'] as const,
  queryFn: async ({ signal }) => {
    const databases = await request<ListAnswer<Pick<DatabaseRow, 'id'>>>(
      listAddress('database', {
        columns: ['id'],
        filters: [{ col: 'database_name', opr: 'eq', value: 'samples' }],
        page: 0,
        pageSize: 1,
      }),
      { signal },
    );
    const samples = databases.result[0];
    if (!samples) return [];
    const datasets = await request<ListAnswer<HomeDataset>>(
      listAddress('dataset', {
        columns: ['id', 'table_name', 'description'],
        filters: [{ col: 'database', opr: 'rel_o_m', value: samples.id }],
        orderColumn: 'table_name',
        page: 0,
        pageSize: 50,
      }),
      { signal },
    );
    return datasets.result;
  },
});
