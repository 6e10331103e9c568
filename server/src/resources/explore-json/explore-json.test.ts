import { expect, test } from 'vitest';
import type { RawForm } from '@tessera/core/form-data';
import { convertAnswer } from './convert-answer.ts';
import { sum, year, data, byYear, grouped, series, cases } from '../../testing/explore-json-cases.ts';

test.each(cases)('[7.1-02] worked case $name: the payload', ({ name, form, rows, range, data: expected }) => {
  // The order of the nodes of a chord is nobody's promise.
  const chord = {
    nodes: expect.arrayContaining(['FL', 'CA', 'MA', 'IL']) as unknown,
    matrix: expect.arrayContaining([Array.from({ length: 7 }, () => 0)]) as unknown,
  };
  expect(JSON.parse(JSON.stringify(data(name, rows, form, range)))).toEqual(name === 'chord' ? chord : expected);
});

test('[3.4-01] world_map: a second metric, other codes, what is no country', () => {
  const rows = [
    { place: 'GER', a: 1, b: 2 },
    { place: null, a: 3, b: 4 },
    { place: 7, a: 5, b: null },
  ];
  expect(
    data('world_map', rows, { entity: 'place', country_fieldtype: 'cioc', metric: 'a', secondary_metric: 'b' }),
  ).toEqual([
    { country: 'DEU', m1: 1, m2: 2, code: 'DE', latitude: 51, longitude: 9, name: 'Germany' },
    { country: 'XXX', m1: 3, m2: 4 },
    { country: 'XXX', m1: 5, m2: null },
  ]);
});

test('partition over time: a level of times before the groups', () => {
  expect(data('partition', byYear, { ...grouped, time_series_option: 'time_series' })).toMatchObject([
    {
      name: 'SUM(num)',
      val: 4617194,
      children: [
        {
          name: year(2000),
          val: 1605511,
          children: [
            { name: [year(2000), 'boy'], val: 982201 },
            { name: [year(2000), 'girl'], val: 623310 },
          ],
        },
        { name: year(2001) },
        { name: year(2002) },
      ],
    },
  ]);
});

test('partition with advanced analytics: every level is rolled, resampled, shared and compared for itself', () => {
  const trees = (form: RawForm, rows: readonly Record<string, unknown>[] = byYear) =>
    data('partition', rows, { ...grouped, time_series_option: 'adv_anal', ...form });
  expect(trees({ rolling_type: 'cumsum' })).toMatchObject([
    {
      name: 'SUM(num)',
      children: [
        {
          name: year(2000),
          val: 1605511,
          children: [
            { name: 'boy', val: 982201, children: [] },
            { name: 'girl', val: 623310 },
          ],
        },
        {
          name: year(2001),
          val: 1605511 + 1534112,
          children: [
            { name: 'boy', val: 982201 + 948505 },
            { name: 'girl', val: 623310 + 585607 },
          ],
        },
        { name: year(2002) },
      ],
    },
  ]);
  expect(trees({ rolling_type: 'mean', rolling_periods: 2, min_periods: 2 })).toMatchObject([
    { children: [{ name: year(2001), val: (1605511 + 1534112) / 2 }, { name: year(2002) }] },
  ]);
  expect(trees({ resample_rule: '1AS', resample_method: 'sum' })).toMatchObject([
    { children: [{ name: year(2000), val: 1605511 }, {}, {}] },
  ]);
  expect(trees({ contribution: true })).toMatchObject([
    { children: [{ val: 1, children: [{ val: 982201 / 1605511 }, { val: 623310 / 1605511 }] }, {}, {}] },
  ]);
  const shifted = byYear.map((row) => ({ ...row, 'SUM(num)__1 year': row['SUM(num)'] / 2 }));
  expect(trees({ time_compare: ['1 year'], comparison_type: 'ratio' }, shifted)).toMatchObject([
    {
      name: 'ratio__SUM(num)__SUM(num)__1 year',
      children: [
        {
          val: 2,
          children: [
            { name: 'boy', val: 2 },
            { name: 'girl', val: 2 },
          ],
        },
        {},
        {},
      ],
    },
  ]);
  expect(trees({ time_compare: '1 year', comparison_type: 'values' }, shifted)).toMatchObject([
    { name: 'SUM(num)' },
    { name: 'SUM(num)__1 year' },
  ]);
  expect(
    trees(
      { groupby: ['gender', 'state'] },
      byYear.map((row) => ({ ...row, state: 'CA' })),
    ),
  ).toMatchObject([
    {
      children: [
        { children: [{ name: 'boy', children: [{ name: ['boy', 'CA'], val: 982201 }] }, { name: 'girl' }] },
        {},
        {},
      ],
    },
  ]);
  expect(() => trees({ rolling_type: 'mean', rolling_periods: 2, min_periods: 5 })).toThrow('min_periods');
});

test.each(['compare', 'horizon'])('[7.1-02] %s: series in order of their keys', (type) =>
  expect(data(type, byYear, grouped)).toEqual(series),
);

test('[7.1-02] rose: wedges by time in nanoseconds', () => {
  expect(data('rose', byYear, grouped)).toMatchObject({
    '946684800000000000': [
      { key: ['boy'], value: 982201, name: ['boy'], time: 946684800000 },
      { key: ['girl'], value: 623310, name: ['girl'], time: 946684800000 },
    ],
    '978307200000000000': [{ value: 948505 }, { value: 585607 }],
    '1009843200000000000': [{ value: 921982 }, { value: 555589 }],
  });
});

test('[7.1-02] paired_ttest: series of each metric', () =>
  expect(data('paired_ttest', byYear, grouped)).toEqual({
    'SUM(num)': series.map(({ key, values }) => ({ group: key, values })),
  }));

test('[7.1-02] time_table: records by time, of metrics or of groups', () => {
  const totals = [
    { __timestamp: year(2001), 'SUM(num)': 1534112 },
    { __timestamp: year(2000), 'SUM(num)': 1605511 },
  ];
  expect(data('time_table', totals, { metrics: [sum] })).toEqual({
    records: { '2000-01-01 00:00:00': { 'SUM(num)': 1605511 }, '2001-01-01 00:00:00': { 'SUM(num)': 1534112 } },
    columns: ['SUM(num)'],
    is_group_by: false,
  });
  expect(data('time_table', byYear, grouped)).toMatchObject({
    columns: ['boy', 'girl'],
    is_group_by: true,
    records: { '2000-01-01 00:00:00': { boy: 982201, girl: 623310 } },
  });
});

test('[7.1-02] cal_heatmap: values by second and the blocks of the calendar', () => {
  const form = { metrics: [sum], domain_granularity: 'month', subdomain_granularity: 'day' };
  const rows = [{ __timestamp: year(2000), 'SUM(num)': 1605511 }];
  expect(data('cal_heatmap', rows, form, { since: year(2000), until: year(2001) })).toEqual({
    data: { 'SUM(num)': { '946684800.0': 1605511 } },
    start: 946684800000,
    domain: 'month',
    subdomain: 'day',
    range: 13,
  });
  expect(() => data('cal_heatmap', rows, form)).toThrow('both time bounds');
});

test('[7.1-02] time_pivot: periods over the newest, ranked', () => {
  const rows = [
    { __timestamp: year(2000), 'SUM(num)': 1605511 },
    { __timestamp: year(2001), 'SUM(num)': 1534112 },
    { __timestamp: year(2002), 'SUM(num)': 1477571 },
  ];
  expect(data('time_pivot', rows, { metric: sum, freq: 'AS' })).toEqual([
    { key: '-1', values: [{ x: 1009843200000, y: 1534112 }], rank: 1, perc: expect.closeTo(2 / 3) },
    { key: '-2', values: [{ x: 1009843200000, y: 1605511 }], rank: 2, perc: expect.closeTo(1 / 3) },
    { key: 'current', values: [{ x: 1009843200000, y: 1477571 }], rank: 0, perc: 1 },
  ]);
  const days = ['2024-03-03', '2024-03-04', '2024-03-10'].map((day) => ({
    __timestamp: Date.parse(day),
    'SUM(num)': 1,
  }));
  const keysOf = (freq: string) =>
    (data('time_pivot', days, { metric: sum, freq }) as readonly { key: string; values: unknown[] }[]).map(
      ({ key, values }) => [key, values.length],
    );
  expect([keysOf('W-MON'), keysOf('52W-MON'), keysOf('W-SUN')]).toEqual([
    [
      ['-1', 1],
      ['current', 2],
    ],
    [
      ['-1', 1],
      ['current', 2],
    ],
    [
      ['-1', 2],
      ['current', 1],
    ],
  ]);
  expect(() => keysOf('sometimes')).toThrow('is no frequency');
});

test('[7.1-02] bubble, bullet, chord, country_map', () => {
  const size = { ...sum, aggregate: 'AVG', label: 'AVG(num)' };
  const row = { state: 'CA', gender: 'boy', 'AVG(num)': 1632.34, 'SUM(num)': 5430796, count: 3327 };
  expect(data('bubble', [row], { entity: 'state', series: 'gender', x: sum, y: 'count', size })).toEqual([
    { key: 'boy', values: [{ ...row, x: 5430796, y: 3327, size: 1632.34, shape: 'circle', group: 'boy' }] },
  ]);
  expect(data('bullet', [{ 'SUM(num)': 80679663 }], { metric: sum })).toEqual({ measures: [80679663] });
  expect(
    data(
      'chord',
      [
        { gender: 'boy', state: 'CA', 'SUM(num)': 3 },
        { gender: 'girl', state: 'CA', 'SUM(num)': 4 },
      ],
      { groupby: 'gender', columns: 'state', metric: sum },
    ),
  ).toEqual({
    nodes: ['boy', 'girl', 'CA'],
    matrix: [
      [0, 0, 3],
      [0, 0, 4],
      [0, 0, 0],
    ],
  });
  expect(data('country_map', [{ state: 'CA', 'SUM(num)': 8998550 }], { entity: 'state', metric: sum })).toEqual([
    { country_id: 'CA', metric: 8998550 },
  ]);
});

test('[7.1-02] partition: a level per grouping', () => {
  const rows = [
    ['boy', 'MA', 1285126],
    ['boy', 'NJ', 1486126],
    ['girl', 'NJ', 992702],
    ['girl', 'FL', 1312593],
  ].map(([gender, state, value]) => ({ gender, state, 'SUM(num)': value }));
  expect(
    data('partition', rows, { groupby: ['gender', 'state'], metrics: [sum], time_series_option: 'not_time' }),
  ).toEqual([
    {
      name: 'SUM(num)',
      val: 5076547,
      children: [
        {
          name: 'boy',
          val: 2771252,
          children: [
            { name: ['boy', 'MA'], val: 1285126, children: [] },
            { name: ['boy', 'NJ'], val: 1486126, children: [] },
          ],
        },
        {
          name: 'girl',
          val: 2305295,
          children: [
            { name: ['girl', 'FL'], val: 1312593, children: [] },
            { name: ['girl', 'NJ'], val: 992702, children: [] },
          ],
        },
      ],
    },
  ]);
  const change = (option: string) =>
    (
      data('partition', byYear, { ...grouped, time_series_option: option }) as readonly {
        children: readonly { val: number }[];
      }[]
    )[0]?.children.map(({ val }) => val);
  expect([change('point_diff'), change('point_factor'), change('agg_mean')]).toEqual([
    [-60219, -67721],
    [921982 / 982201, 555589 / 623310],
    [(982201 + 948505 + 921982) / 3, (623310 + 585607 + 555589) / 3],
  ]);
});

test('[7.1-02] mapbox: points with their bounds', () => {
  const rows = [
    [5, 5],
    [6, 0],
    [6, 6],
    [null, 1],
  ].map(([num, num_boys]) => ({ num, num_boys }));
  expect(
    data('mapbox', rows, { all_columns_x: 'num', all_columns_y: 'num_boys', point_radius: 'Auto', mapbox_label: [] }),
  ).toMatchObject({
    geoJSON: {
      type: 'FeatureCollection',
      features: [
        { geometry: { coordinates: [5, 5] }, properties: { metric: null, radius: null } },
        { geometry: { coordinates: [6, 0] } },
        { geometry: { coordinates: [6, 6] } },
      ],
    },
    bounds: [
      [5, 0],
      [6, 6],
    ],
    hasCustomMetric: false,
    mapboxApiKey: '',
    mapStyle: null,
  });
});

test('groups by integers beyond 2^53 are distinguished, and keep their digits', () => {
  const text = '{"data":[{"from":9007199254740993,"to":1,"n":2},{"from":9007199254740992,"to":1,"n":3}]}';
  const reply = convertAnswer({
    answer: [Buffer.from(text)],
    form: { viz_type: 'chord', groupby: 'from', columns: 'to', metric: 'n' },
  });
  expect(reply.type === 'done' && JSON.parse(Buffer.from(reply.body).toString())).toMatchObject({
    data: {
      nodes: ['9007199254740993', '9007199254740992', '1'],
      matrix: [
        [0, 0, 2],
        [0, 0, 3],
        [0, 0, 0],
      ],
    },
  });
});

const many = Array.from({ length: 3000 }, (_, at) => ({
  __timestamp: at * 86_400_000,
  source: `a${at}`,
  target: `b${at}`,
  'SUM(num)': at,
}));

test.each(['chord', 'compare', 'rose', 'paired_ttest'])(
  '[attack 61] %s of few rows that would make millions of values is refused before it makes them',
  (type) => {
    const form = { groupby: 'source', columns: 'target', metric: sum, metrics: [sum] };
    expect(() => data(type, many, form)).toThrow(type === 'chord' ? '6000 × 6000 values' : '3000 × 3000 values');
  },
);

test.each(['bubble', 'time_pivot'])('[attack 61] %s of so many rows that their square would never end', (type) => {
  const rows = Array.from({ length: 400_000 }, (_, at) => ({
    __timestamp: at * 3_600_000,
    series: 'one',
    x: at,
    y: at,
    size: at,
  }));
  const form = { entity: 'series', x: 'x', y: 'y', size: 'size', metric: 'x', freq: 'H' };
  expect(() => data(type, rows, form)).not.toThrow();
});
