import type { SampleChart } from '../charts.ts';

const always = { time_range: 'No filter', adhoc_filters: [] } as const;

/** Places on maps. */
export const mapCharts: readonly SampleChart[] = [
  {
    key: 'gallery_country_map',
    name: 'Country Map',
    table: 'airports',
    vizType: 'country_map',
    description: 'Airports of the United States by state.',
    form: { ...always, select_country: 'usa', entity: 'state', metric: 'count', row_limit: 1000 },
  },
  {
    key: 'gallery_cartodiagram',
    name: 'Cartodiagram',
    table: 'earthquakes',
    vizType: 'cartodiagram',
    description: 'Earthquakes of a week by region, and how their magnitudes were measured.',
    form: {
      ...always,
      geom_column: {
        expressionType: 'SQL',
        label: 'Place within 25 degrees',
        sqlExpression: "'POINT (' || (round(longitude / 25) * 25) || ' ' || (round(latitude / 25) * 25) || ')'",
      },
      selected_chart: JSON.stringify({
        viz_type: 'pie',
        params: JSON.stringify({ metric: 'count', groupby: ['magnitude_type'], row_limit: 1000, donut: true }),
      }),
      chart_size: { type: 'FIXED', configs: { width: 34, height: 34 } },
      chart_background_color: { r: 255, g: 255, b: 255, a: 0 },
      layer_configs: [],
    },
  },
  {
    key: 'gallery_mapbox',
    name: 'MapBox',
    table: 'earthquakes',
    vizType: 'mapbox',
    description: 'Earthquakes of a week, together where they lie close to each other.',
    form: {
      ...always,
      all_columns_x: 'longitude',
      all_columns_y: 'latitude',
      mapbox_label: ['count'],
      clustering_radius: 40,
      row_limit: 10_000,
    },
  },
];
