import type { SampleChart } from '../charts.ts';

const always = { time_range: 'No filter', adhoc_filters: [], row_limit: 10_000 } as const;

/** Charts of words, flows, periods and parts, one of each type. */
export const sceneCharts: readonly SampleChart[] = [
  {
    key: 'gallery_word_cloud',
    name: 'Word Cloud',
    table: 'birdstrikes',
    vizType: 'word_cloud',
    description: 'Which animals aircraft met, as far as they were known.',
    form: {
      ...always,
      adhoc_filters: [
        {
          clause: 'WHERE',
          subject: 'species',
          operator: 'NOT IN',
          comparator: ['Unknown bird - small', 'Unknown bird - medium', 'Unknown bird - large', 'Unknown bird or bat'],
          expressionType: 'SIMPLE',
        },
      ],
      series: 'species',
      metric: 'count',
      row_limit: 100,
      sort_by_metric: true,
      size_from: 10,
      size_to: 56,
      rotation: 'square',
    },
  },
  {
    key: 'gallery_chord',
    name: 'Chord Diagram',
    table: 'flights_airport',
    vizType: 'chord',
    description: 'The busiest connections between airports of the United States in 2008.',
    form: {
      ...always,
      groupby: 'origin',
      columns: 'destination',
      metric: 'flights',
      row_limit: 100,
      sort_by_metric: true,
      y_axis_format: 'SMART_NUMBER',
    },
  },
  {
    key: 'gallery_rose',
    name: 'Nightingale Rose Chart',
    table: 'seattle_weather',
    vizType: 'rose',
    description: 'Days of each month by their weather, in the year 2015. The area of a wedge is its number of days.',
    form: {
      ...always,
      granularity_sqla: 'date',
      time_grain_sqla: 'P1M',
      time_range: '2015-01-01 : 2016-01-01',
      metrics: ['count'],
      groupby: ['weather'],
      rich_tooltip: true,
      rose_area_proportion: true,
    },
  },
  {
    key: 'gallery_para',
    name: 'Parallel Coordinates',
    table: 'gapminder',
    vizType: 'para',
    description: 'Countries in 2005: where life is long, families are small.',
    form: {
      ...always,
      adhoc_filters: [
        {
          clause: 'WHERE',
          subject: 'year',
          operator: 'TEMPORAL_RANGE',
          comparator: '2005-01-01 : 2006-01-01',
          expressionType: 'SIMPLE',
        },
      ],
      series: 'country',
      metrics: ['avg_fertility', 'avg_life_expectancy', 'total_population'],
      secondary_metric: 'avg_fertility',
      show_datatable: false,
      include_series: false,
      linear_color_scheme: 'viridis',
    },
  },
  {
    key: 'gallery_horizon',
    name: 'Horizon Chart',
    table: 'unemployment_across_industries',
    vizType: 'horizon',
    description: 'People out of work by industry, each beside its own greatest month.',
    form: {
      ...always,
      granularity_sqla: 'date',
      time_grain_sqla: 'P1M',
      metrics: ['total_unemployed'],
      groupby: ['industry'],
      order_desc: true,
      series_height: 25,
      horizon_color_scale: 'series',
    },
  },
];
