import type { Client } from './server.ts';

export type Content = {
  readonly datasetId: number;
  readonly dashboardId: number;
  readonly emptyDashboardId: number;
  readonly contexts: Readonly<Record<string, QueryContextBody>>;
};
export type QueryContextBody = {
  readonly datasource: { readonly id: number; readonly type: 'table' };
  readonly force: boolean;
  readonly queries: readonly Record<string, unknown>[];
  readonly result_format: 'json';
  readonly result_type: 'full';
};

type Spec = {
  readonly name: string;
  readonly viz: string;
  readonly form: Record<string, unknown>;
  /** What it asks, where it is measured by the API alone too. */
  readonly query?: Record<string, unknown>;
};

const revenue = {
  expressionType: 'SIMPLE',
  column: { column_name: 'revenue', type: 'DOUBLE' },
  aggregate: 'SUM',
  label: 'SUM(revenue)',
};
const quantity = {
  expressionType: 'SIMPLE',
  column: { column_name: 'qty', type: 'INTEGER' },
  aggregate: 'SUM',
  label: 'SUM(qty)',
};
const axis = (grain: string) => ({
  columnType: 'BASE_AXIS',
  expressionType: 'SQL',
  sqlExpression: 'ts',
  label: 'ts',
  timeGrain: grain,
});

/** The twelve charts of the goals. */
const specs: readonly Spec[] = [
  {
    name: 'Revenue by day and device',
    viz: 'echarts_timeseries_line',
    form: { x_axis: 'ts', time_grain_sqla: 'P1D', metrics: [revenue], groupby: ['device'], row_limit: 10_000 },
    query: {
      columns: [axis('P1D'), 'device'],
      metrics: [revenue],
      series_columns: ['device'],
      orderby: [[revenue, false]],
      row_limit: 10_000,
      extras: { time_grain_sqla: 'P1D' },
      post_processing: [
        {
          operation: 'pivot',
          options: {
            index: ['ts'],
            columns: ['device'],
            aggregates: { 'SUM(revenue)': { operator: 'mean' } },
            drop_missing_columns: false,
          },
        },
        { operation: 'rename', options: { columns: { 'SUM(revenue)': null }, level: 0, inplace: true } },
        { operation: 'flatten' },
      ],
    },
  },
  {
    name: 'Revenue by country',
    viz: 'echarts_timeseries_bar',
    form: { x_axis: 'country', metrics: [revenue], groupby: [], row_limit: 20 },
    query: { columns: ['country'], metrics: [revenue], orderby: [[revenue, false]], row_limit: 20 },
  },
  {
    name: 'Revenue by device',
    viz: 'pie',
    form: { groupby: ['device'], metric: revenue, row_limit: 100, sort_by_metric: true },
    query: { columns: ['device'], metrics: [revenue], orderby: [[revenue, false]], row_limit: 100 },
  },
  {
    name: 'Revenue by month',
    viz: 'big_number',
    form: { x_axis: 'ts', time_grain_sqla: 'P1M', metric: revenue },
    query: { columns: [axis('P1M')], metrics: [revenue], extras: { time_grain_sqla: 'P1M' }, row_limit: 10_000 },
  },
  {
    name: 'Raw rows',
    viz: 'table',
    form: {
      query_mode: 'raw',
      all_columns: ['ts', 'country', 'device', 'campaign', 'user_id', 'revenue', 'qty'],
      row_limit: 1000,
    },
    query: { columns: ['ts', 'country', 'device', 'campaign', 'user_id', 'revenue', 'qty'], row_limit: 1000 },
  },
  {
    name: 'Revenue and quantity by country and device',
    viz: 'pivot_table_v2',
    form: {
      groupbyRows: ['country'],
      groupbyColumns: ['device'],
      metrics: [revenue, quantity],
      aggregateFunction: 'Sum',
      metricsLayout: 'COLUMNS',
      row_limit: 10_000,
    },
  },
  {
    name: 'Revenue by country and device',
    viz: 'heatmap_v2',
    form: { x_axis: 'country', groupby: 'device', metric: revenue, row_limit: 10_000, normalize_across: 'heatmap' },
  },
  {
    name: 'Daily revenue by device',
    viz: 'box_plot',
    form: {
      columns: ['ts'],
      temporal_columns_lookup: { ts: true },
      time_grain_sqla: 'P1D',
      metrics: [revenue],
      groupby: ['device'],
      whiskerOptions: 'Tukey',
      row_limit: 10_000,
    },
  },
  {
    name: 'Devices and campaigns',
    viz: 'treemap_v2',
    form: { groupby: ['device', 'campaign'], metric: revenue, row_limit: 200 },
  },
  { name: 'Spread of revenue', viz: 'histogram_v2', form: { column: 'revenue', bins: 20, row_limit: 10_000 } },
  {
    name: 'Devices and countries',
    viz: 'sunburst_v2',
    form: { columns: ['device', 'country'], metric: revenue, row_limit: 300 },
  },
  {
    name: 'Revenue and quantity by week',
    viz: 'mixed_timeseries',
    form: {
      x_axis: 'ts',
      time_grain_sqla: 'P1W',
      metrics: [revenue],
      groupby: [],
      seriesType: 'line',
      metrics_b: [quantity],
      groupby_b: [],
      seriesTypeB: 'bar',
      row_limit: 10_000,
    },
  },
];

/** How many charts the dashboard has. */
export const CHARTS = specs.length;

/** Register the events file, make a dataset on it, its charts, and a dashboard of them in rows of three. */
export async function makeContent(client: Client, file: string): Promise<Content> {
  const database = await client.call('POST', '/api/v1/database/', {
    database_name: 'events',
    engine: 'duckdb',
    parameters: { path: file },
  });
  const dataset = await client.call('POST', '/api/v1/dataset/', {
    database: database['id'],
    schema: 'main',
    table_name: 'events',
  });
  const datasetId = Number(dataset['id']);
  const contexts: Record<string, QueryContextBody> = {};
  const charts: { readonly id: number; readonly name: string }[] = [];
  for (const { name, viz, form, query } of specs) {
    if (query)
      contexts[name] = {
        datasource: { id: datasetId, type: 'table' },
        force: false,
        queries: [query],
        result_format: 'json',
        result_type: 'full',
      };
    const params = { viz_type: viz, datasource: `${datasetId}__table`, adhoc_filters: [], ...form };
    const chart = await client.call('POST', '/api/v1/chart/', {
      slice_name: name,
      viz_type: viz,
      datasource_id: datasetId,
      datasource_type: 'table',
      params: JSON.stringify(params),
      ...(query ? { query_context: JSON.stringify(contexts[name]) } : {}),
    });
    charts.push({ id: Number(chart['id']), name });
  }
  const dashboard = await client.call('POST', '/api/v1/dashboard/', {
    dashboard_title: 'Events',
    slug: 'events',
    published: true,
    position_json: JSON.stringify(layoutOf(charts)),
    json_metadata: JSON.stringify({ native_filter_configuration: filtersOf(datasetId) }),
  });
  for (const { id } of charts)
    await client.call('PUT', `/api/v1/chart/${id}`, { dashboards: [Number(dashboard['id'])] });
  const empty = await client.call('POST', '/api/v1/dashboard/', {
    dashboard_title: 'Empty',
    slug: 'empty',
    published: true,
  });
  return { datasetId, dashboardId: Number(dashboard['id']), emptyDashboardId: Number(empty['id']), contexts };
}

/** A filter of values and one of time, as the goals have them. */
function filtersOf(datasetId: number): readonly unknown[] {
  const shared = {
    type: 'NATIVE_FILTER',
    cascadeParentIds: [],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    controlValues: {},
  };
  const country = [{ datasetId, column: { name: 'country' } }];
  return [
    { ...shared, id: 'NATIVE_FILTER-country', name: 'Country', filterType: 'filter_select', targets: country },
    { ...shared, id: 'NATIVE_FILTER-time', name: 'Time', filterType: 'filter_time', targets: [{}] },
  ];
}

type Placed = { readonly id: number; readonly name: string; readonly place?: number };

/** Charts in rows of three; `place` tells the places of one chart apart. @param height  in units of the grid */
export function layoutOf(charts: readonly Placed[], height = 50): Record<string, unknown> {
  const layout: Record<string, unknown> = { DASHBOARD_VERSION_KEY: 'v2' };
  const rows: string[] = [];
  for (let first = 0; first < charts.length; first += 3) {
    const row = `ROW-${first}`;
    rows.push(row);
    const inRow = charts.slice(first, first + 3);
    for (const chart of inRow) {
      layout[componentOf(chart)] = {
        type: 'CHART',
        id: componentOf(chart),
        children: [],
        parents: ['ROOT_ID', 'GRID_ID', row],
        meta: { chartId: chart.id, sliceName: chart.name, width: 4, height },
      };
    }
    layout[row] = {
      type: 'ROW',
      id: row,
      children: inRow.map(componentOf),
      parents: ['ROOT_ID', 'GRID_ID'],
      meta: { background: 'BACKGROUND_TRANSPARENT' },
    };
  }
  layout['ROOT_ID'] = { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] };
  layout['GRID_ID'] = { type: 'GRID', id: 'GRID_ID', children: rows, parents: ['ROOT_ID'] };
  layout['HEADER_ID'] = { type: 'HEADER', id: 'HEADER_ID', meta: { text: 'Events' } };
  return layout;
}

function componentOf({ id, place }: Placed): string {
  return place === undefined ? `CHART-${id}` : `CHART-${id}-${place}`;
}
