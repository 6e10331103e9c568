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
