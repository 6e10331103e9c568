import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

let it: SalesApp;
let dataset: number;
let secret: number;
let layer: number;
let charts: Readonly<Record<'daily' | 'strikes' | 'unsaved' | 'secret', number>>;
/** Sees every region; sees Europe alone; may not read annotation layers. */
let people: Readonly<Record<'ana' | 'bo' | 'cy', number>>;

const DAY = 86_400_000;
const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
const axis = { columnType: 'BASE_AXIS', sqlExpression: 'sold', label: 'sold', expressionType: 'SQL', timeGrain: 'P1D' };
const range = (val: string) => ({ col: 'sold', op: 'TEMPORAL_RANGE', val });
const daily = {
  columns: [axis],
  metrics: ['count'],
  filters: [range('2024-01-01 : 2024-01-04')],
  orderby: [['sold', true]],
};

beforeAll(async () => {
  it = await salesApp([
    `CREATE TABLE sales AS SELECT CASE WHEN i % 3 = 0 THEN 'EU' ELSE 'US' END AS region, TIMESTAMP ` +
      `'2024-01-01' + to_hours(i) AS sold, i % 24 AS hour FROM range(240) AS r(i)`,
    `CREATE TABLE secrets AS SELECT * FROM sales`,
    `CREATE TABLE zoned AS SELECT * FROM sales`,
  ]);
  ({ dataset } = it);
  secret = await it.make('dataset/', { database: it.database, schema: 'main', table_name: 'secrets' });
  layer = await it.make('annotation_layer/', { name: 'Holidays' });
  for (const [short_descr, start_dttm, end_dttm] of [
    ['New year', '2024-01-01', ''],
    ['Fair', '2024-01-03', '2024-01-08'],
    ['Later', '2024-02-01', ''],
  ])
    await it.make(`annotation_layer/${layer}/annotation/`, { short_descr, start_dttm, end_dttm });
  charts = {
    daily: await chart('Daily', dataset, [
      {
        ...daily,
        annotation_layers: [{ name: 'itself', annotationType: 'TIME_SERIES', sourceType: 'line', value: 1 }],
      },
    ]),
    strikes: await chart('Strikes', dataset, [
      {
        columns: ['region', 'sold'],
        filters: [range('2024-01-02 : 2024-01-03')],
        orderby: [['sold', true]],
        row_limit: 2,
      },
    ]),
    unsaved: await it.make('chart/', {
      slice_name: 'Unsaved',
      viz_type: 'table',
      datasource_id: dataset,
      datasource_type: 'table',
      params: JSON.stringify({
        viz_type: 'table',
        query_mode: 'aggregate',
        groupby: ['region'],
        metrics: ['count'],
        row_limit: 10,
      }),
    }),
    secret: await chart('Secret', secret, [daily]),
  };
  const rights = ['can_read Chart', `datasource_access dataset:${dataset}`];
  const [all, europe, bare] = [
    await buildRole(it.metadata.db, { pairs: [...rights, 'can_read Annotation'] }),
    await buildRole(it.metadata.db, { pairs: [...rights, 'can_read Annotation'] }),
    await buildRole(it.metadata.db, { pairs: rights }),
  ];
  people = { ana: await user(all), bo: await user(europe), cy: await user(bare) };
  await it.make('rowlevelsecurity/', {
    name: 'Europe only',
    filter_type: 'Regular',
    tables: [dataset],
    roles: [europe],
    clause: "region = 'EU'",
  });
});
afterAll(() => it.close());

const chart = (slice_name: string, id: number, queries: readonly object[]) =>
  it.make('chart/', {
    slice_name,
    viz_type: 'table',
    datasource_id: id,
    datasource_type: 'table',
    params: '{}',
    query_context: JSON.stringify({ datasource: { id, type: 'table' }, queries }),
  });
const user = (role: number): Promise<number> => buildUser(it.metadata.db, { roles: [role] });

const ask = (
  annotation_layers: readonly object[],
  {
    as = people.ana,
    path = 'chart/data',
    query = daily,
  }: { readonly as?: number; readonly path?: string; readonly query?: object } = {},
) =>
  it.request({
    method: 'POST',
    url: `/api/v1/${path}`,
    as,
    payload: { datasource: { id: dataset, type: 'table' }, queries: [{ ...query, annotation_layers }] },
  });
const native = (more: object = {}) => ({
  name: 'Holidays',
  annotationType: 'EVENT',
  sourceType: 'NATIVE',
  value: layer,
  ...more,
});
const series = (value: number, more: object = {}) => ({
  name: 'Other',
  annotationType: 'TIME_SERIES',
  sourceType: 'line',
  value,
  ...more,
});
const resultOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).json().result[0];
const records = async (...asked: Parameters<typeof ask>) => (await resultOf(...asked)).annotation_data.Other.records;

test('two layers of one name each bring their own records', async () => {
  const { annotation_data: found } = await resultOf([native({ name: 'Other' }), series(charts.daily)]);
  expect(Object.keys(found)).toEqual(['Other', 'Other (2)']);
  expect(found.Other.columns).toContain('short_descr');
  expect(found['Other (2)'].records).toHaveLength(3);
});

test('[7.1-01] the annotations of a layer come with the answer, those that touch the range of the query', async () => {
  const { annotation_data: found, data } = await resultOf([native()]);
  expect(data).toHaveLength(3);
  expect(found).toEqual({
    Holidays: {
      columns: ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'],
      records: [
        {
          start_dttm: day('2024-01-01'),
          end_dttm: day('2024-01-01'),
          short_descr: 'New year',
          long_descr: null,
          json_metadata: null,
        },
        {
          start_dttm: day('2024-01-03'),
          end_dttm: day('2024-01-08'),
          short_descr: 'Fair',
          long_descr: null,
          json_metadata: null,
        },
      ],
    },
  });
  // An cached answer still brings the current annotations, not those the annotations of now.
  await it.make(`annotation_layer/${layer}/annotation/`, { short_descr: 'Spill', start_dttm: '2024-01-02' });
  const again = await resultOf([native()]);
  expect([again.is_cached, again.annotation_data.Holidays.records.length]).toEqual([true, 3]);
});

test('[7.1-03] the annotation endpoint takes the body of chart data and answers the annotations alone', async () => {
  const answer = await ask([native(), series(charts.daily)], { path: 'chart/data/annotation' });
  expect(answer.json()).toEqual({
    result: [
      {
        annotation_data: {
          Holidays: expect.objectContaining({ records: expect.any(Array) }),
          Other: { columns: ['sold', 'count'], records: expect.any(Array) },
        },
      },
    ],
  });
  expect((await ask([], { path: 'chart/data/annotation' })).json()).toEqual({ result: [{ annotation_data: {} }] });
  const form = await it.request({
    method: 'POST',
    url: '/api/v1/chart/data/annotation',
    as: people.ana,
    payload: {
      datasource: { id: dataset, type: 'table' },
      queries: [daily],
      form_data: { annotation_layers: [native()] },
    },
  });
  expect(Object.keys(form.json().result[0].annotation_data)).toEqual(['Holidays']);
});

test('[3.6-01] a chart is a source: as it was saved, with the times of the override', async () => {
  expect(await records([series(charts.daily)])).toEqual([
    { sold: day('2024-01-01'), count: 24 },
    { sold: day('2024-01-02'), count: 24 },
    { sold: day('2024-01-03'), count: 24 },
  ]);
  expect(
    await records([
      series(charts.daily, { overrides: { time_range: '2024-01-05 : 2024-01-06', time_grain_sqla: 'PT6H' } }),
    ]),
  ).toEqual([0, 1, 2, 3].map((quarter) => ({ sold: day('2024-01-05') + (quarter * DAY) / 4, count: 6 })));
  const query = { ...daily, filters: [range('2024-01-09 : 2024-01-10')] };
  expect(await records([series(charts.daily, { overrides: { time_range: null } })], { query })).toEqual([
    { sold: day('2024-01-09'), count: 24 },
  ]);
  // A shift brings rows of another time to the time of the chart.
  expect(
    await records([series(charts.daily, { overrides: { time_range: null, time_shift: '2 days' } })], { query }),
  ).toEqual([{ sold: day('2024-01-09'), count: 24 }]);
  expect((await records([{ ...series(charts.strikes), annotationType: 'EVENT', sourceType: 'table' }]))[1]).toEqual({
    region: 'US',
    sold: day('2024-01-02') + DAY / 24,
  });
  expect(await records([series(charts.unsaved, { sourceType: 'table', annotationType: 'EVENT' })])).toEqual(
    expect.arrayContaining([
      { region: 'US', count: 160 },
      { region: 'EU', count: 80 },
    ]),
  );
});

test('a source in a zone says which of its columns are instants in UTC', async () => {
  const zoned = await it.make('dataset/', { database: it.database, schema: 'main', table_name: 'zoned' });
  const changed = await it.request({
    method: 'PUT',
    url: `/api/v1/dataset/${zoned}`,
    as: it.adminId,
    payload: { time_zone: 'America/New_York' },
  });
  expect(changed.statusCode).toBe(200);
  const rows = { columns: ['region', 'sold'], filters: [range('2024-01-02 : 2024-01-03')], orderby: [['sold', true]] };
  const found = async (query: object) => {
    const value = await chart('Zoned', zoned, [query]);
    const layer = series(value, { annotationType: 'EVENT', sourceType: 'table', timeColumn: 'sold' });
    return (await resultOf([layer], { as: it.adminId })).annotation_data.Other;
  };
  const { moments, records: raw } = await found(rows);
  expect([moments, raw[0].sold]).toEqual([['sold'], Date.UTC(2024, 0, 2, 5)]);
  expect(await found(daily)).not.toHaveProperty('moments');
});

test('[ruling 36] a source whose rows are cut brings whole series, and says how many of them', async () => {
  const cut = await it.make('chart/', {
    slice_name: 'Cut',
    viz_type: 'echarts_timeseries_line',
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify({
      viz_type: 'echarts_timeseries_line',
      x_axis: 'sold',
      time_grain_sqla: 'P1D',
      metrics: ['count'],
      groupby: ['hour'],
      row_limit: 45,
    }),
  });
  const { columns, records: found, ...said } = (await resultOf([series(cut)])).annotation_data.Other;
  expect(said).toEqual({ series_cut: { shown: 3, of: 24, has_others: true } });
  expect(columns).toHaveLength(5);
  expect(found).toHaveLength(10);
  for (const record of found) expect(Object.values(record)).not.toContain(null);
  const rows = await resultOf([series(charts.strikes, { annotationType: 'EVENT' })]);
  expect(rows.annotation_data.Other).toMatchObject({ row_limit: 2 });
});

test('a source of two queries over one axis brings the series of both', async () => {
  const mixed = await chart('Mixed', dataset, [daily, { ...daily, filters: [range('2024-01-02 : 2024-01-03')] }]);
  const { columns, records: found } = (await resultOf([series(mixed)])).annotation_data.Other;
  expect(columns).toEqual(['sold', 'count', 'count (2)']);
  expect(found).toHaveLength(4);
  expect(found.at(-1)).toEqual({ sold: day('2024-01-02'), 'count (2)': 24 });
});

test('who may read no annotations reads those of the layers that a chart was saved with', async () => {
  const marked = await it.make('chart/', {
    slice_name: 'Marked',
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify({ annotation_layers: [native()] }),
  });
  const foreign = await it.make('annotation_layer/', { name: 'Foreign' });
  const asked = (value: number) =>
    it.request({
      method: 'POST',
      url: '/api/v1/chart/data/annotation',
      as: people.cy,
      payload: {
        datasource: { id: dataset, type: 'table' },
        queries: [{ ...daily, annotation_layers: [native({ value })] }],
        form_data: { slice_id: marked, annotation_layers: [native({ value })] },
      },
    });
  expect((await asked(layer)).json().result[0].annotation_data.Holidays.records).not.toEqual([]);
  expect((await asked(foreign)).statusCode).toBe(400);
});

test('a chart that is annotated with itself ends', async () => {
  await it.request({
    method: 'PUT',
    url: `/api/v1/chart/${charts.daily}`,
    as: it.adminId,
    payload: {
      query_context: JSON.stringify({
        datasource: { id: dataset, type: 'table' },
        queries: [{ ...daily, annotation_layers: [series(charts.daily)] }],
      }),
    },
  });
  const answer = await it.request({ url: `/api/v1/chart/${charts.daily}/data/`, as: people.ana });
  expect(answer.json().result[0].annotation_data).toEqual({
    Other: { columns: ['sold', 'count'], records: expect.any(Array) },
  });
});

test('row-level rules bind the source too, and nobody gets what another one may see', async () => {
  const counts = async (as: number) =>
    (await records([series(charts.daily)], { as })).map((row: { count: number }) => row.count);
  expect([
    await counts(people.ana),
    await counts(people.bo),
    await counts(people.ana),
    await counts(people.bo),
  ]).toEqual([
    [24, 24, 24],
    [8, 8, 8],
    [24, 24, 24],
    [8, 8, 8],
  ]);
});

test.each([
  [
    'a chart on data that the person may not read',
    () => series(charts.secret),
    () => people.ana,
    'Error: annotation layer "Other": the chart does not exist',
  ],
  [
    'a chart that is not there',
    () => series(2_000_000),
    () => people.ana,
    'Error: annotation layer "Other": the chart does not exist',
  ],
  [
    'a layer that is not there',
    () => native({ value: 2_000_000 }),
    () => people.ana,
    'Error: annotation layer "Holidays": the annotation layer does not exist',
  ],
  [
    'a layer, for those who may read none',
    () => native(),
    () => people.cy,
    'Error: annotation layer "Holidays": the annotation layer does not exist',
  ],
  [
    'a value that is no id',
    () => native({ value: '1 OR 1=1' }),
    () => people.ana,
    'Error: annotation layer "Holidays": the annotation layer does not exist',
  ],
  [
    'a source that is none',
    () => native({ sourceType: 'http' }),
    () => people.ana,
    'Error: annotation layer "Holidays": its source is not known',
  ],
  [
    'an override that is no time',
    () => series(charts.daily, { overrides: { time_range: 'never ever' } }),
    () => people.ana,
    'Error: annotation layer "Other": ',
  ],
])('%s: 400 with the layer by name', async (_, made, who, message) => {
  for (const path of ['chart/data', 'chart/data/annotation']) {
    const answer = await ask([made()], { as: who(), path });
    expect([answer.statusCode, String(answer.json().message)]).toEqual([400, expect.stringContaining(message)]);
  }
});

test('formulas and hidden layers ask for nothing, and are in no key', async () => {
  const plain = await resultOf([]);
  const formula = await resultOf([
    { name: 'f', annotationType: 'FORMULA', sourceType: '', value: 'x + 1' },
    native({ show: false, value: 2_000_000 }),
  ]);
  expect([formula.cache_key, formula.annotation_data, formula.is_cached]).toEqual([plain.cache_key, {}, true]);
  expect((await ask(Array.from({ length: 21 }, (_, index) => native({ name: String(index) })))).statusCode).toBe(400);
});

test('more layers than a chart can have are refused unread', async () => {
  const formula = { name: 'f', annotationType: 'FORMULA', value: 'x + 1' };
  expect((await ask(Array.from({ length: 500 }, () => formula))).statusCode).toBe(200);
  for (const path of ['chart/data', 'chart/data/annotation']) {
    const answer = await ask(
      Array.from({ length: 501 }, () => formula),
      { path },
    );
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      expect.stringContaining('at most 500 are allowed'),
    ]);
  }
});
