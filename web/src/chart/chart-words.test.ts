import { spanOf } from '@tessera/viz/layer/span';
import { echartsTimeseriesLine } from '@tessera/viz/plugins/timeseries/index';
import { mixedTimeseries } from '@tessera/viz/plugins/timeseries/mixed';
import { resultOf } from '@tessera/viz/testing/tables';
import { expect, test } from 'vitest';
import { questionOf, subtitleOf } from './chart-words.ts';

const line = {
  roles: { x: 'x_axis', y: 'metrics', series: 'groupby', filters: 'adhoc_filters' },
  span: spanOf,
} as const;
const labels = new Map([
  ['delay', 'Average delay'],
  ['city', 'City'],
]);
const label = (name: string) => labels.get(name) ?? name;
const words = { label, isTime: (name: string) => name === 'date' };
const anyTime = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'date', operator: 'TEMPORAL_RANGE' } as const;
const form = {
  x_axis: 'date',
  time_grain_sqla: 'P1D',
  metrics: ['delay'],
  groupby: ['city'],
  adhoc_filters: [{ ...anyTime, comparator: 'No filter' }],
};

test('a chart is called by its question', () => {
  expect(questionOf(line, form, words)).toBe('Average delay by day and City');
  expect(questionOf(line, { ...form, groupby: [] }, words)).toBe('Average delay by day');
  expect(questionOf(line, { metrics: ['delay'] }, words)).toBe('Average delay');
  expect(questionOf(line, { ...form, x_axis: 'city', adhoc_filters: [], groupby: [] }, words)).toBe(
    'Average delay by City',
  );
  const map = { roles: { longitude: 'x', latitude: 'y' } } as const;
  expect(questionOf(map, { x: 'lon', y: 'city' }, words)).toBe('lon and City');
  expect(questionOf(line, {}, words)).toBe('');
});

test('rows as they are have the names of their columns, without the periods of groups', () => {
  const table = { roles: { rows: ['groupby', 'all_columns'], value: ['metrics'] } } as const;
  const raw = { query_mode: 'raw', time_grain_sqla: 'P1D', metrics: ['delay'], groupby: ['carrier'] };
  expect(questionOf(table, { ...raw, all_columns: ['date', 'city', 'qty'] }, words)).toBe('date, City and qty');
  expect(questionOf(table, { ...raw, all_columns: ['date'] }, words)).toBe('date');
  expect(questionOf(table, { time_grain_sqla: 'P1D', all_columns: ['date'] }, words)).toBe('date');
  const grouped = { ...raw, query_mode: 'aggregate', groupby: ['date'], all_columns: ['qty'] };
  expect(questionOf(table, grouped, words)).toBe('Average delay by day');
});

test('the line under it says the span, what was left out and the filters, and nothing twice', () => {
  const days = [Date.UTC(2001, 0, 1), Date.UTC(2001, 6, 31)];
  const result = { ...resultOf({ 'date:temporal': days, 'delay:numeric': [1, 2] }) };
  const cut = { ...result, seriesCut: { shown: 5, of: 222, hasOthers: false } };
  const span = spanOf([result], form);
  expect(span).toMatch(/^Jan.*Jul 2001$/);
  expect(subtitleOf(line, form, [cut], { title: 'Late flights', label })).toBe(
    `Average delay by day and City · ${span} · 5 of 222 by City`,
  );
  expect(subtitleOf(line, form, [result], { title: 'average delay by day and city', label })).toBe(span);
  const snow = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'city', operator: '==', comparator: 'Rome' };
  expect(subtitleOf(line, { ...form, adhoc_filters: [snow] }, [result], { title: '', label })).toContain(
    '· City is Rome',
  );
  expect(subtitleOf(line, { ...form, chart_subtitle: 'As I say' }, [cut], { title: '', label })).toBe('As I say');
});

test('the line says how much the one measure changed', () => {
  const changes = () => ['+50.0% from 1 year ago'];
  const result = resultOf({ 'n:numeric': [10] });
  const said = subtitleOf({ ...line, changes }, { metrics: ['n'] }, [result], { title: '', label });
  expect(said).toBe('n · +50.0% from 1 year ago');
});

const series = { ...line, controls: echartsTimeseriesLine.controls };

test('a chart of means, totals and shares is called by them', () => {
  const over = { ...form, groupby: [] };
  const mean = { rolling_type: 'mean', rolling_periods: 7 };
  expect(questionOf(series, { ...over, ...mean }, words)).toBe('Average delay, 7-period mean by day');
  expect(questionOf(series, { ...over, rolling_type: 'cumsum' }, words)).toBe('Average delay, running total by day');
  expect(questionOf(series, { ...form, contributionMode: 'row' }, words)).toBe(
    'Share of Average delay by day and City',
  );
  // What a chart type has no control for stayed behind when the type was changed.
  expect(questionOf(line, { ...over, ...mean }, words)).toBe('Average delay by day');
  const mixed = { roles: { x: 'x_axis', y: ['metrics', 'metrics_b'] }, controls: mixedTimeseries.controls } as const;
  const both = { ...over, metrics_b: ['n'], rolling_type_b: 'sum', rolling_periods_b: 3 };
  expect(questionOf(mixed, both, words)).toBe('Average delay and n, 3-period sum by day');
});

test('the line says how many series a limit leaves', () => {
  const day = { 'date:temporal': [0] };
  const three = resultOf({ ...day, 'A:numeric': [1], 'B:numeric': [2], 'C:numeric': [3] });
  const said = (more: object, result = three) =>
    subtitleOf(series, { ...form, ...more }, [result], { title: '', label })
      .split(' · ')
      .at(-1);
  expect(said({ limit: 3 })).toBe('top 3 by City');
  expect(said({ limit: 3, order_desc: false })).toBe('lowest 3 by City');
  const others = resultOf({ ...day, 'A:numeric': [1], 'B:numeric': [2], 'Others:numeric': [3] });
  expect(said({ limit: 2, group_others_when_limit_reached: true }, others)).toBe('top 2 by City and Others');
  for (const whole of [{ limit: 4 }, { limit: 3, group_others_when_limit_reached: true }, {}])
    expect(said(whole)).not.toContain('top');
});
