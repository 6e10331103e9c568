import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RawForm } from '@tessera/core/form-data';
import { buildBirths, type Births } from '../../testing/engines/births.ts';
import { analyst, testPipeline, type TestPipeline } from '../../testing/pipeline.ts';
import { builtServer } from '../../testing/processes/built-server.ts';
import { createChartDataService } from '../chart-data/service.ts';
import { createRetelling, type Retelling } from './retelling.ts';
import { createExploreJsonService, type ExploreJsonService } from './service.ts';
import { sum, year, grouped, cases } from '../../testing/explore-json-cases.ts';

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

test('[attack 61] [F43] this thread goes on while an older chart is made', async () => {
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
