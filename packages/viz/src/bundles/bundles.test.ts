import { expect, test } from 'vitest';
import { annotation } from './annotation.ts';
import { axis } from './axis.ts';
import { queryBundles, notDrawn } from './index.ts';
import { forecast } from './forecast.ts';
import { labels, valueLabels } from './labels.ts';
import { legend } from './legend.ts';
import { contribution } from './contribution.ts';
import { resample } from './resample.ts';
import { rolling } from './rolling.ts';
import { seriesLimit } from './series-limit.ts';
import { timeComparison } from './time-comparison.ts';
import { tooltip } from './tooltip.ts';

const bundles = {
  annotation,
  axis,
  contribution,
  forecast,
  labels,
  legend,
  resample,
  rolling,
  seriesLimit,
  timeComparison,
  tooltip,
  valueLabels,
};
const around = { index: 'ds', metrics: ['count', 'late'], offsets: [] };

test.each(Object.entries(bundles))('every control of the bundle %s is in one of its sections', (_, bundle) => {
  const placed = bundle.sections.flatMap((section): readonly string[] => section.controls);
  expect(placed.toSorted()).toEqual(Object.keys(bundle.controls).toSorted());
});

test('a form that sets nothing asks nothing of any bundle', () => {
  for (const bundle of queryBundles) {
    expect(bundle.asks({})).toBeNull();
    expect(bundle.query({}, around)).toEqual({});
  }
});

test.each([
  { form: { rolling_type: 'mean', rolling_periods: '7' }, says: ['Rolling window: mean of 7'] },
  { form: { rolling_type: 'cumsum' }, says: ['Rolling window: running total'] },
  {
    form: { time_compare: ['1 year ago'], comparison_type: 'ratio' },
    says: ['Time comparison: ratio with 1 year ago'],
  },
  { form: { resample_rule: '1D', resample_method: 'zerofill' }, says: ['Resample: every 1D, zerofill'] },
  { form: { contributionMode: 'row' }, says: ['Contribution mode: shares of each row'] },
  { form: { forecastEnabled: true, forecastPeriods: 4 }, says: ['Forecast: 4 periods ahead'] },
  {
    form: { limit: 5, group_others_when_limit_reached: true },
    says: ['Others: the series beyond the limit, gathered'],
  },
  { form: { rolling_type: 'None', resample_rule: '1D', contributionMode: null, forecastEnabled: false }, says: [] },
])('a type without the controls says $says', ({ form, says }) => {
  expect(notDrawn(form, {})).toEqual(says);
});

test('a type that has the controls draws what they ask', () => {
  expect(notDrawn({ rolling_type: 'mean', rolling_periods: 7 }, rolling.controls)).toEqual([]);
});

test('a running total and a window name each metric, at every time that is compared', () => {
  const shifted = { ...around, metrics: ['count'], offsets: ['1 year ago'] };
  const columns = { count: 'count', 'count__1 year ago': 'count__1 year ago' };
  expect(rolling.query({ rolling_type: 'cumsum' }, shifted).steps).toEqual([
    { operation: 'cum', options: { operator: 'sum', columns } },
  ]);
  expect(rolling.query({ rolling_type: 'sum', rolling_periods: 0 }, shifted).steps).toEqual([
    { operation: 'rolling', options: { rolling_type: 'sum', window: 1, min_periods: 0, columns } },
  ]);
});

test('a forecast goes on by the grain of the chart; what is not chosen suits the data', () => {
  const form = {
    forecastEnabled: true,
    time_grain_sqla: 'P1M',
    forecastPeriods: '12',
    forecastInterval: '0.9',
    forecastSeasonalityYearly: 'true',
    forecastSeasonalityWeekly: 3,
    forecastSeasonalityDaily: false,
  };
  expect(forecast.query(form, around).steps).toEqual([
    {
      operation: 'prophet',
      options: {
        time_grain: 'P1M',
        periods: 12,
        confidence_interval: 0.9,
        yearly_seasonality: true,
        weekly_seasonality: 3,
        daily_seasonality: false,
        index: 'ds',
      },
    },
  ]);
  expect(forecast.query({ forecastEnabled: true }, around).steps?.[0]?.options).toMatchObject({
    periods: 10,
    confidence_interval: 0.8,
    yearly_seasonality: null,
  });
});

test('the rest is gathered as Others only behind a limit', () => {
  expect(seriesLimit.query({ limit: '5', group_others_when_limit_reached: true }, around).object).toEqual({
    series_limit: 5,
    group_others_when_limit_reached: true,
  });
  expect(seriesLimit.query({ limit: 5 }, around).object).toEqual({ series_limit: 5 });
  expect(seriesLimit.query({ group_others_when_limit_reached: true }, around)).toEqual({});
});

test('a difference compares each metric with each other time, by the older name of it, too', () => {
  const form = { time_compare: ['1 week ago', '1 year ago'], comparison_type: 'absolute' };
  expect(timeComparison.query(form, { ...around, metrics: ['count'] })).toEqual({
    object: { time_offsets: ['1 week ago', '1 year ago'] },
    steps: [
      {
        operation: 'compare',
        options: {
          source_columns: ['count', 'count'],
          compare_columns: ['count__1 week ago', 'count__1 year ago'],
          compare_type: 'difference',
          drop_original_columns: true,
        },
      },
    ],
  });
  expect(timeComparison.query({ time_compare: '1 year ago' }, around)).toEqual({});
});
