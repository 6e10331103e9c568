import { expect, test } from 'vitest';
import type { UploadColumn } from '../../api/uploads.ts';
import { suggestChart, suggestionHref } from './suggest-chart.ts';

function column(name: string, type: UploadColumn['type'], more: Partial<UploadColumn> = {}): UploadColumn {
  return {
    name,
    original: null,
    type,
    sqlType: type === 'number' ? 'DOUBLE' : 'VARCHAR',
    nulls: 0,
    distinct: 100,
    min: null,
    max: null,
    mean: null,
    top: [],
    bins: null,
    isAmbiguous: false,
    ...more,
  };
}

test('a time makes a line, of what adds up, by what has few values', () => {
  const { vizType, form } = suggestChart({
    rows: 900,
    columns: [
      column('Customer id', 'integer'),
      column('Day', 'date', { min: '2023-01-01', max: '2024-12-20' }),
      column('City', 'text', { distinct: 5 }),
      column('Amount', 'number'),
    ],
  });
  expect(vizType).toBe('echarts_timeseries_line');
  expect(form).toMatchObject({
    x_axis: 'Day',
    time_grain_sqla: 'P1W',
    groupby: ['City'],
    metrics: [{ aggregate: 'SUM', column: { column_name: 'Amount' }, label: 'SUM(Amount)' }],
  });
});

test('a number that nobody says adds up is averaged; without one, rows are counted', () => {
  const time = column('at', 'time', { min: '2024-01-01 00:00:00', max: '2024-01-01 20:00:00' });
  expect(suggestChart({ rows: 9, columns: [time, column('temperature', 'number')] }).form).toMatchObject({
    time_grain_sqla: 'PT1H',
    metrics: [{ aggregate: 'AVG' }],
  });
  expect(suggestChart({ rows: 9, columns: [time, column('year', 'integer')] }).form).toMatchObject({
    metrics: ['count'],
  });
});

test('groups make bars; rows without either make a table', () => {
  expect(suggestChart({ rows: 50, columns: [column('kind', 'text', { distinct: 7 })] })).toMatchObject({
    vizType: 'echarts_timeseries_bar',
    form: { x_axis: 'kind', metrics: ['count'] },
  });
  expect(suggestChart({ rows: 50, columns: [column('name', 'text', { distinct: 50 })] })).toEqual({
    vizType: 'table',
    form: { query_mode: 'raw', all_columns: ['name'] },
  });
});

test('hostile names stay names in the address', () => {
  const href = suggestionHref(7, suggestChart({ rows: 2, columns: [column('a&b="__proto__"', 'text')] }));
  const address = new URL(href, 'http://host').searchParams;
  expect(address.get('datasource_id')).toBe('7');
  expect(JSON.parse(address.get('form_data') ?? '')).toMatchObject({ all_columns: ['a&b="__proto__"'] });
});
