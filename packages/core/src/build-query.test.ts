import { expect, test } from 'vitest';
import { buildQueryObject, columnsOf, metricsOf, orderByCols, withBaseAxis, xAxisLabel } from './build-query.ts';
import { AppError } from './errors/app-error.ts';
import { buildQueryCases } from './fixtures/build-query.ts';

// What each chart adds by itself; its own tests compare the whole.
const CHART_KEYS = ['orderby', 'post_processing', 'time_offsets', 'series_columns', 'is_timeseries'] as const;

function shared(query: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([key]) => !CHART_KEYS.some((own) => own === key)));
}

// These gather columns or metrics in a way of their own.
const OWN_WAY = ['box_plot', 'bubble_v2', 'pivot_table_v2'];
const plain = buildQueryCases.filter(
  (one) => Object.keys(one.ownState).length === 0 && one.name !== 'sort by extra metric' && !OWN_WAY.includes(one.type),
);

test.each(plain)('[3.2-01] shared part of $type: $name', ({ form, queries }) => {
  const [first] = queries;
  expect(shared(withBaseAxis(form, buildQueryObject(form)))).toEqual(shared(first ?? {}));
});

test('filters of older charts hold where there are none of today', () => {
  const filters = [{ col: 'state', op: 'in', val: ['CA'] }, { col: 'name', op: 'IS NOT NULL' }, null];
  expect(buildQueryObject({ filters }).filters).toEqual([
    { col: 'state', op: 'IN', val: ['CA'] },
    { col: 'name', op: 'IS NOT NULL' },
  ]);
  const adhoc = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'state', operator: '==', comparator: 'NY' };
  expect(buildQueryObject({ filters, adhoc_filters: [adhoc] }).filters).toEqual([
    { col: 'state', op: '==', val: 'NY' },
  ]);
});

test('order_by_cols orders, read from JSON text or pairs', () => {
  expect(buildQueryObject({ order_by_cols: ['["name", true]', ['n', false]] }).orderby).toEqual([
    ['name', true],
    ['n', false],
  ]);
  expect(buildQueryObject({}).orderby).toBeUndefined();
});

test.each(['no json', '["name"]', '["name", "up"]', '[{}, true]', '{"a": 1}'])(
  '[5.0-06] %s gives "Found invalid orderby options"',
  (entry) => {
    expect(() => orderByCols([entry])).toThrow(new AppError('invalid_orderby', {}));
    expect(() => orderByCols([entry])).toThrow('Found invalid orderby options');
  },
);

test('aliases are gathered, duplicates by label and empty names dropped', () => {
  const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'num' } } as const;
  expect(
    metricsOf({ metrics: ['count', sum], metric: 'count', size: { ...sum, label: 'SUM(num)' }, y: { bad: 1 } }),
  ).toEqual(['count', sum]);
  expect(metricsOf({ metrics: ['a', 'b', 'a', 'c', 'b'] })).toEqual(['a', 'b', 'c']);
  expect(
    columnsOf({ groupby: ['a', ''], series: 'b', all_columns: [{ sqlExpression: 'a', label: 'a' }, null, 3] }),
  ).toEqual(['a', 'b']);
});

test.each([
  ['aggregate', { columns: ['g'], metrics: ['m'] }],
  ['raw', { columns: ['c', 'a'] }],
])('[3.2-01] query_mode %s drops what belongs to the other mode', (query_mode, want) => {
  const built = buildQueryObject({ query_mode, groupby: ['g'], columns: ['c'], all_columns: ['a'], metrics: ['m'] });
  expect({ columns: built.columns, ...(built.metrics ? { metrics: built.metrics } : {}) }).toEqual(want);
  expect('metrics' in built).toBe(query_mode === 'aggregate');
});

test('limits are numbers or left out', () => {
  const built = buildQueryObject({
    row_limit: '50',
    row_offset: '',
    limit: 5,
    timeseries_limit_metric: 'count',
    order_desc: false,
  });
  expect(built).toMatchObject({ row_limit: 50, series_limit: 5, series_limit_metric: 'count', order_desc: false });
  expect('row_offset' in built).toBe(false);
  expect('row_limit' in buildQueryObject({ row_limit: '1e999' })).toBe(false);
});

test('extra_filters override time settings and are reported; the rest filters', () => {
  const built = buildQueryObject({
    time_range: 'Last year',
    granularity_sqla: 'ds',
    time_grain_sqla: 'P1D',
    extra_filters: [
      { col: '__time_range', op: '==', val: 'Last week' },
      { col: '__time_col', op: '==', val: 'created' },
      { col: '__time_grain', op: '==', val: 'P1M' },
      { col: 'country', op: 'IN', val: ['NZ'] },
    ],
  });
  expect(built.time_range).toBe('Last week');
  expect(built.granularity).toBe('created');
  expect(built.extras.time_grain_sqla).toBe('P1M');
  expect(built.filters).toEqual([{ col: 'country', op: 'IN', val: ['NZ'] }]);
  expect(built.applied_time_extras).toEqual({ __time_range: 'Last week', __time_col: 'created', __time_grain: 'P1M' });
});

test('[3.10-02] the filters of a dashboard are appended and its time settings win', () => {
  const form = {
    x_axis: 'ds',
    time_grain_sqla: 'P1D',
    time_range: 'Last year',
    adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'a = 1' }],
    extra_form_data: {
      filters: [{ col: 'state', op: 'IN', val: ['CA'] }],
      time_range: 'Last week',
      time_grain_sqla: 'P1M',
      relative_end: 'now',
      adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }],
      custom_form_data: { a: 1 },
    },
  };
  const built = withBaseAxis(form, buildQueryObject(form));
  expect(built.time_range).toBe('Last week');
  expect(built.extras).toEqual({
    time_grain_sqla: 'P1M',
    relative_end: 'now',
    where: '(a = 1) AND (1 = 0)',
    having: '',
  });
  expect(built.filters).toEqual([{ col: 'state', op: 'IN', val: ['CA'] }]);
  expect(built.columns).toEqual([
    { timeGrain: 'P1M', columnType: 'BASE_AXIS', sqlExpression: 'ds', label: 'ds', expressionType: 'SQL' },
  ]);
  expect(built.custom_form_data).toEqual({ a: 1 });
});

test('an adhoc x axis keeps its label and takes the place of the column with that label', () => {
  const form = {
    x_axis: { sqlExpression: 'date(ds)', label: 'day', expressionType: 'SQL' },
    groupby: ['state', 'day'],
  };
  expect(withBaseAxis(form, buildQueryObject(form)).columns).toEqual([
    'state',
    { sqlExpression: 'date(ds)', label: 'day', expressionType: 'SQL', columnType: 'BASE_AXIS' },
  ]);
  expect(xAxisLabel(form)).toBe('day');
  expect(xAxisLabel({ granularity_sqla: 'ds' })).toBe('__timestamp');
  expect(xAxisLabel({})).toBeNull();
});

test('[3.2-01] since and until of old charts become a time range', () => {
  expect(buildQueryObject({ since: '7 days ago', until: '' }).time_range).toBe('7 days ago : today');
});

test('damaged form data builds a query all the same', () => {
  const built = buildQueryObject({
    metrics: 5,
    groupby: { a: 1 },
    adhoc_filters: 'x',
    extra_filters: [null],
    extra_form_data: [],
    url_params: 'no',
    annotation_layers: [1],
  });
  expect(built).toMatchObject({ columns: [], metrics: [], filters: [], url_params: {}, annotation_layers: [] });
});
