import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RawForm } from '@tessera/core/form-data';
import { buildBirths, type Births } from '../../testing/births.ts';
import { analyst, testPipeline, type TestPipeline } from '../../testing/pipeline.ts';
import { builtServer } from '../../testing/built-server.ts';
import { createChartDataService } from '../chart-data/service.ts';
import { payloadOf } from './payloads/registry.ts';
import { retold } from './retold.ts';
import { createRetelling, type Retelling } from './retelling.ts';
import { createExploreJsonService, type ExploreJsonService } from './service.ts';

const sum = {
  expressionType: 'SIMPLE',
  column: { column_name: 'num', type: 'BIGINT' },
  aggregate: 'SUM',
  label: 'SUM(num)',
};
const year = (y: number) => Date.UTC(y, 0);
const open = { since: null, until: null };
const data = (
  type: string,
  rows: readonly Record<string, unknown>[],
  form: RawForm,
  range: { since: number | null; until: number | null } = open,
) => payloadOf(type)?.data(rows, form, range);

/** Sums of births by year and gender, as the payloads of one and the same result. */
const byYear = [
  { __timestamp: year(2000), gender: 'boy', 'SUM(num)': 982_201 },
  { __timestamp: year(2002), gender: 'boy', 'SUM(num)': 921_982 },
  { __timestamp: year(2000), gender: 'girl', 'SUM(num)': 623_310 },
  { __timestamp: year(2001), gender: 'girl', 'SUM(num)': 585_607 },
  { __timestamp: year(2001), gender: 'boy', 'SUM(num)': 948_505 },
  { __timestamp: year(2002), gender: 'girl', 'SUM(num)': 555_589 },
];
const grouped = { groupby: ['gender'], metrics: [sum], metric: sum };
const series = [
  {
    key: ['boy'],
    values: [
      { x: 946684800000, y: 982201 },
      { x: 978307200000, y: 948505 },
      { x: 1009843200000, y: 921982 },
    ],
  },
  {
    key: ['girl'],
    values: [
      { x: 946684800000, y: 623310 },
      { x: 978307200000, y: 585607 },
      { x: 1009843200000, y: 555589 },
    ],
  },
];

type Case = {
  readonly name: string;
  readonly form: RawForm;
  readonly asks: { readonly groups: readonly string[]; readonly order: string | null; readonly limit: number };
  readonly range: { since: number | null; until: number | null };
  readonly rows: readonly Record<string, unknown>[];
  readonly data: unknown;
};
const cases = JSON.parse(
  readFileSync(new URL('fixtures/legacy-payloads.json', import.meta.url), 'utf8'),
) as readonly Case[];

test.each(cases)('[7.1-02] worked case $name: the payload', ({ name, form, rows, range, data: expected }) => {
  // The order of the nodes of a chord is nobody's promise.
  const chord = {
    nodes: expect.arrayContaining(['FL', 'CA', 'MA', 'IL']) as unknown,
    matrix: expect.arrayContaining([Array.from({ length: 7 }, () => 0)]) as unknown,
  };
  expect(JSON.parse(JSON.stringify(data(name, rows, form, range)))).toEqual(name === 'chord' ? chord : expected);
});

test.each(cases)(
  '[7.1-02] worked case $name: what the database is asked',
  async ({ form, asks: { groups, order, limit } }) => {
    const { query } = (await ask({
      time_grain_sqla: null,
      granularity_sqla: null,
      time_range: 'No filter',
      ...form,
    })) as { readonly query: string };
    const grouped = /GROUP BY (.*?)(?=\s+(?:ORDER|LIMIT)|$)/s.exec(query)?.[1] ?? '';
    expect([
      groups.every((group) => query.includes(`AS "${group}"`)),
      grouped.split(',').length >= groups.length,
      Number(/LIMIT (\d+)/.exec(query)?.[1]),
    ]).toEqual([true, true, limit]);
    const [, label = null, way = 'ASC'] = /ORDER BY "([^"]*)"(?: (ASC|DESC))?/.exec(query) ?? [];
    // Where nothing else orders them, rows come in the order of their groups, so that a limit takes the same ones every
    // time.
    expect(label === null || groups.includes(label) ? null : `${label} ${way}`).toBe(order);
  },
);

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

let births: Births;
let it: TestPipeline;
let script: string;
let retelling: Retelling;
let explore: ExploreJsonService;
beforeAll(async () => {
  births = await buildBirths('duckdb');
  it = testPipeline(births);
  script = join(builtServer, 'retelling-worker.mjs');
  retelling = createRetelling(script);
  explore = createExploreJsonService(
    createChartDataService({ pipeline: it.pipeline, charts: { read: () => Promise.reject(new Error('no charts')) } }),
    retelling.retell,
  );
});
afterAll(() => Promise.all([births.close(), retelling.close()]));
const wish = { force: false, staleOkSeconds: 0 };
const { signal } = new AbortController();
const ask = async (form: RawForm) => {
  const answer = await explore.answer(
    analyst,
    {
      datasource: '17__table',
      row_limit: 1000,
      granularity_sqla: 'ds',
      time_grain_sqla: 'P1Y',
      time_range: '1990-01-01 : 1993-01-01',
      ...form,
    },
    wish,
    signal,
  );
  return JSON.parse(answer.toString()) as Readonly<Record<string, unknown>>;
};

test.each([
  { viz_type: 'para', series: 'gender', metrics: [sum] },
  { viz_type: 'time_table', metrics: [sum] },
  { viz_type: 'cal_heatmap', domain_granularity: 'year', subdomain_granularity: 'month', metrics: [sum] },
  { viz_type: 'bubble', entity: 'state', series: 'gender', x: sum, y: 'count', size: 'total', limit: 3 },
  { viz_type: 'bullet', metric: sum },
  { viz_type: 'compare', ...grouped },
  { viz_type: 'horizon', ...grouped },
  { viz_type: 'rose', ...grouped },
  { viz_type: 'paired_ttest', ...grouped },
  { viz_type: 'time_pivot', metric: sum, freq: 'AS' },
  { viz_type: 'chord', groupby: 'gender', columns: 'state', metric: sum },
  { viz_type: 'country_map', entity: 'state', metric: sum },
  { viz_type: 'partition', groupby: ['gender', 'state'], metrics: [sum], time_series_option: 'agg_sum' },
  {
    viz_type: 'partition',
    groupby: ['gender'],
    metrics: [sum],
    time_series_option: 'adv_anal',
    time_compare: ['1 year'],
    comparison_type: 'percentage',
    rolling_type: 'sum',
    rolling_periods: 2,
  },
  { viz_type: 'world_map', entity: 'state', metric: sum, secondary_metric: 'total', sort_by_metric: true },
  { viz_type: 'mapbox', groupby: [], all_columns_x: 'num', all_columns_y: 'num_boys', metrics: [] },
])('[7.1-02] $viz_type asks a real database', async (form) => {
  const answer = await ask(form);
  expect(Object.keys(answer).toSorted()).toEqual([
    'applied_filters',
    'cache_key',
    'cache_timeout',
    'cached_dttm',
    'colnames',
    'coltypes',
    'data',
    'errors',
    'form_data',
    'from_dttm',
    'is_cached',
    'query',
    'rejected_filters',
    'rowcount',
    'stacktrace',
    'status',
    'to_dttm',
  ]);
  expect([answer['status'], answer['errors'], answer['from_dttm']]).toEqual(['success', [], year(1990)]);
  expect(Number(answer['rowcount'])).toBeGreaterThan(0);
  expect(JSON.stringify(answer['data'])).toMatch(/\d/);
});

test('[7.1-04] the rows behind an older chart as CSV', async () => {
  const [file] = await explore.downloads(
    analyst,
    { datasource: '17__table', viz_type: 'para', series: 'gender', metrics: [sum], row_limit: 5 },
    wish,
    signal,
  );
  const chunks: Buffer[] = [];
  for await (const chunk of file ?? []) chunks.push(chunk);
  expect(
    Buffer.concat(chunks)
      .toString()
      .split('\r\n')
      .map((line) => line.split(',')[0]),
  ).toEqual(['gender', 'boy', 'girl', '']);
});

test('[8.6-01] what has no older form, or lacks what it needs, is refused by name', async () => {
  await expect(ask({ viz_type: 'pie' })).rejects.toThrow('"pie" has no data of the older form');
  await expect(ask({ viz_type: 'constructor' })).rejects.toThrow('has no data of the older form');
  await expect(ask({ viz_type: 'bubble', entity: 'state', x: sum, y: sum, size: sum })).rejects.toThrow(
    'three different metrics',
  );
  await expect(ask({ viz_type: 'time_table', groupby: ['gender'], metrics: [sum, 'count'] })).rejects.toThrow(
    'single metric',
  );
  await expect(
    ask({ viz_type: 'partition', groupby: ['gender'], metrics: [sum], time_series_option: 'sideways' }),
  ).rejects.toThrow('"sideways" is not available');
  await expect(ask({ viz_type: 'bubble', entity: 'state', x: sum, y: sum, size: sum })).rejects.toMatchObject({
    type: 'VIZ_GET_DF_ERROR',
  });
});

test('groups by integers beyond 2^53 are told apart, and keep their digits', () => {
  const text = '{"data":[{"from":9007199254740993,"to":1,"n":2},{"from":9007199254740992,"to":1,"n":3}]}';
  const reply = retold({
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

test.each(['bubble', 'time_pivot'])(
  '[attack 61] %s of a hundred thousand rows takes a moment, not its square',
  (type) => {
    const rows = Array.from({ length: 100_000 }, (_, at) => ({
      __timestamp: at * 3_600_000,
      series: 'one',
      x: at,
      y: at,
      size: at,
    }));
    const began = performance.now();
    data(type, rows, { entity: 'series', x: 'x', y: 'y', size: 'size', metric: 'x', freq: 'H' });
    expect(performance.now() - began).toBeLessThan(3000);
  },
);

test('[attack 61] [F43] this thread goes on while an older chart is made, and one that takes too long is given up', async () => {
  const levels = Array.from({ length: 400 }, (_, at) => ({ sqlExpression: `a${at}`, label: `a${at}` }));
  const rows = Array.from({ length: 2000 }, (_, at) => ({
    __timestamp: at * 86_400_000,
    'SUM(num)': at,
    ...Object.fromEntries(levels.map(({ label }) => [label, at])),
  }));
  const answer = [Buffer.from(JSON.stringify({ data: rows, from_dttm: null, to_dttm: null }))];
  const impatient = createRetelling(script, 500);
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 10);
  const deep = { viz_type: 'partition', time_series_option: 'point_percent', groupby: levels, metrics: [sum] };
  await expect(impatient.retell(answer, deep, { signal, turn: 'ana' })).rejects.toMatchObject({
    code: 'query_timeout',
    params: { seconds: 0.5 },
  });
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(20);
  const next = await impatient.retell(
    [Buffer.from('{"data":[{"SUM(num)":7}]}')],
    { viz_type: 'bullet', metric: sum },
    { signal, turn: 'bo' },
  );
  expect(JSON.parse(next.toString())).toMatchObject({ data: { measures: [7] } });
  await impatient.close();
});
