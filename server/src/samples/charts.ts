import type { RawForm } from '@tessera/core/form-data';

/** A sample chart; `key` is how sample dashboards name it. */
export type SampleChart = {
  readonly key: string;
  readonly name: string;
  readonly table: string;
  readonly vizType: string;
  readonly description?: string;
  readonly form: RawForm;
};

const always = { time_range: 'No filter', adhoc_filters: [], row_limit: 10_000 } as const;
const between = (subject: string, comparator = 'No filter') => ({
  clause: 'WHERE',
  subject,
  operator: 'TEMPORAL_RANGE',
  comparator,
  expressionType: 'SIMPLE',
});
const timed = (x_axis: string, time_grain_sqla: string, range?: string) => ({
  ...always,
  adhoc_filters: [between(x_axis, range)],
  x_axis,
  time_grain_sqla,
  truncate_metric: true,
});
/** One flight of the data leaves at midnight of the first of July; the day would look like a collapse. */
const FIRST_HALF = '2001-01-01 : 2001-07-01';
const total = (metric: string, y_axis_format: string, subtitle: string) => ({
  ...always,
  metric,
  y_axis_format,
  subtitle,
  header_font_size: 0.4,
  subtitle_font_size: 0.15,
});
/** A bar per category, in the order of the category's own name or of its size. */
const bars = (x_axis: string, metrics: readonly string[], more: RawForm = {}) => ({
  ...always,
  x_axis,
  metrics,
  groupby: [],
  xAxisForceCategorical: true,
  truncate_metric: true,
  ...more,
});

/** Charts of the sample dashboards. */
export const sampleCharts: readonly SampleChart[] = [
  {
    key: 'flights',
    name: 'Flights',
    table: 'flights',
    vizType: 'big_number_total',
    form: total('count', ',d', 'January to June 2001'),
  },
  {
    key: 'late',
    name: 'Late flights',
    table: 'flights',
    vizType: 'big_number_total',
    form: total('late_share', '.1%', '15 minutes or more'),
  },
  {
    key: 'delay',
    name: 'Average delay',
    table: 'flights',
    vizType: 'big_number_total',
    form: total('avg_delay', ',.1f', 'minutes behind the schedule'),
  },
  {
    key: 'miles',
    name: 'Miles flown',
    table: 'flights',
    vizType: 'big_number_total',
    form: total('total_distance', 'SMART_NUMBER', '88,000 times around the Earth'),
  },
  {
    key: 'per_day',
    name: 'Flights per day',
    table: 'flights',
    vizType: 'echarts_area',
    description: 'The weekly rhythm of air traffic, by how punctual the flights were.',
    form: {
      ...timed('date', 'P1D', FIRST_HALF),
      metrics: ['count'],
      groupby: ['punctuality'],
      stack: 'Stack',
      opacity: 0.7,
      show_legend: true,
      rich_tooltip: true,
      y_axis_format: 'SMART_NUMBER',
    },
  },
  {
    key: 'by_hour',
    name: 'Average delay by hour of departure',
    table: 'flights',
    vizType: 'echarts_timeseries_bar',
    description: 'Delays pile up in the course of the day. The few flights of the night are left out.',
    form: bars('departure_hour', ['avg_delay'], {
      adhoc_filters: [
        { clause: 'WHERE', subject: 'departure_hour', operator: '>=', comparator: 5, expressionType: 'SIMPLE' },
      ],
      x_axis_sort: 'departure_hour',
      x_axis_sort_asc: true,
      y_axis_format: ',.1~f',
      x_axis_title: 'Hour of departure',
      x_axis_title_margin: 30,
      show_legend: false,
    }),
  },
  {
    key: 'by_weekday',
    name: 'Late flights by weekday',
    table: 'flights',
    vizType: 'echarts_timeseries_bar',
    form: bars('weekday', ['late_share'], {
      x_axis_sort: 'weekday',
      x_axis_sort_asc: true,
      y_axis_format: '.0%',
      show_legend: false,
    }),
  },
  {
    key: 'late_week',
    name: 'Late flights per week, four big airports',
    table: 'flights',
    vizType: 'echarts_timeseries_smooth',
    description: 'Each line is one of the four airports with most departures.',
    form: {
      ...timed('date', 'P1W', FIRST_HALF),
      metrics: ['late_share'],
      groupby: ['origin'],
      limit: 4,
      timeseries_limit_metric: 'count',
      order_desc: true,
      y_axis_format: '.0%',
      show_legend: true,
      rich_tooltip: true,
    },
  },
  {
    key: 'haul',
    name: 'Flights by distance',
    table: 'flights',
    vizType: 'pie',
    form: {
      ...always,
      groupby: ['haul'],
      metric: 'count',
      sort_by_metric: true,
      donut: true,
      innerRadius: 45,
      show_legend: true,
      label_type: 'percent',
      number_format: 'SMART_NUMBER',
    },
  },
  {
    key: 'airports',
    name: 'Busiest airports',
    table: 'flights',
    vizType: 'table',
    form: {
      ...always,
      query_mode: 'aggregate',
      groupby: ['origin', 'origin_city'],
      metrics: ['count', 'avg_delay', 'late_share'],
      timeseries_limit_metric: 'count',
      order_desc: true,
      row_limit: 100,
      show_cell_bars: true,
      column_config: {
        count: { d3NumberFormat: ',d' },
        avg_delay: { d3NumberFormat: ',.1f' },
        late_share: { d3NumberFormat: '.1%' },
      },
    },
  },
  {
    key: 'gap_trend',
    name: 'Life expectancy by region',
    table: 'gapminder',
    vizType: 'echarts_timeseries_line',
    description: 'Mean of the countries of each region.',
    form: {
      ...timed('year', 'P1Y'),
      metrics: ['avg_life_expectancy'],
      groupby: ['region'],
      show_legend: true,
      markerEnabled: true,
      truncateYAxis: true,
      y_axis_format: ',.0f',
      rich_tooltip: true,
    },
  },
  {
    key: 'gap_population',
    name: 'Population by region',
    table: 'gapminder',
    vizType: 'echarts_area',
    form: {
      ...timed('year', 'P1Y'),
      metrics: ['total_population'],
      groupby: ['region'],
      stack: 'Stack',
      opacity: 0.7,
      show_legend: true,
      y_axis_format: 'SMART_NUMBER',
      rich_tooltip: true,
    },
  },
  {
    key: 'gap_fertility',
    name: 'Children per woman',
    table: 'gapminder',
    vizType: 'echarts_timeseries_smooth',
    form: {
      ...timed('year', 'P1Y'),
      metrics: ['avg_fertility'],
      groupby: ['region'],
      show_legend: true,
      y_axis_format: ',.1~f',
      rich_tooltip: true,
    },
  },
  {
    key: 'gap_countries',
    name: 'Countries in 2005',
    table: 'gapminder',
    vizType: 'table',
    form: {
      ...always,
      adhoc_filters: [between('year', '2005-01-01 : 2006-01-01')],
      query_mode: 'aggregate',
      groupby: ['country'],
      metrics: ['avg_life_expectancy', 'avg_fertility'],
      timeseries_limit_metric: 'avg_life_expectancy',
      order_desc: true,
      row_limit: 100,
      column_config: { avg_life_expectancy: { d3NumberFormat: ',.1f' }, avg_fertility: { d3NumberFormat: ',.2f' } },
    },
  },
  {
    key: 'rain',
    name: 'Rain in Seattle',
    table: 'seattle_weather',
    vizType: 'big_number',
    form: {
      ...timed('date', 'P1M'),
      metric: 'rain',
      y_axis_format: ',.0f',
      header_font_size: 0.3,
      subtitle: 'mm in December 2015',
      show_trend_line: true,
      start_y_axis_at_zero: true,
      compare_lag: 12,
      compare_suffix: 'over the year',
    },
  },
  {
    key: 'temperature',
    name: 'Highs and lows',
    table: 'seattle_weather',
    vizType: 'echarts_timeseries_smooth',
    form: {
      ...timed('date', 'P1W'),
      metrics: ['avg_high', 'avg_low'],
      groupby: [],
      show_legend: true,
      y_axis_format: ',.0f',
      rich_tooltip: true,
    },
  },
  {
    key: 'sky',
    name: 'Days by weather',
    table: 'seattle_weather',
    vizType: 'pie',
    form: {
      ...always,
      groupby: ['weather'],
      metric: 'count',
      sort_by_metric: true,
      show_legend: true,
      label_type: 'key_percent',
    },
  },
  {
    key: 'sky_month',
    name: 'Weather by month',
    table: 'seattle_weather',
    vizType: 'echarts_timeseries_bar',
    form: {
      ...timed('date', 'P1M'),
      metrics: ['count'],
      groupby: ['weather'],
      stack: 'Stack',
      show_legend: true,
      y_axis_format: ',d',
      rich_tooltip: true,
    },
  },
];
