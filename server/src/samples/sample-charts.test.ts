import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RawForm } from '@tessera/core/form-data';
import { plugins } from '@tessera/viz/registry';
import { builtServer } from '../testing/processes/built-server.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';
import { sampleCharts } from './charts.ts';
import { galleryCharts } from './gallery/gallery-charts.ts';
import { loadSamples } from './load.ts';

let server: TestApp;

beforeAll(async () => {
  const scriptFolder = builtServer;
  server = await testApp({ scriptFolder });
  await loadSamples({
    db: server.metadata.db,
    home: server.config.home,
    now: () => new Date(),
    processFolder: scriptFolder,
    memoryMb: 512,
    report: () => undefined,
  });
});
afterAll(() => server.close());

test.each([...sampleCharts, ...galleryCharts].map((chart) => ({ name: chart.name, vizType: chart.vizType })))(
  'the sample chart "$name" has data',
  async ({ name, vizType }) => {
    const chart = await server.metadata.db
      .selectFrom('charts')
      .select(['params', 'datasource_id'])
      .where('slice_name', '=', name)
      .executeTakeFirstOrThrow();
    const form = JSON.parse(chart.params ?? '{}') as RawForm;
    const entry = Object.entries(plugins).find(([type]) => type === vizType)?.[1];
    const plugin = await entry?.load();
    const queries = plugin?.buildQueries(form, { ownState: {} }) ?? [];
    const response = await server.request({
      url: '/api/v1/chart/data',
      method: 'POST',
      as: server.adminId,
      payload: {
        datasource: { id: chart.datasource_id, type: 'table' },
        queries,
        result_type: 'full',
        result_format: 'json',
      },
    });
    const body = response.json();
    expect([response.statusCode, body.message]).toEqual([200, undefined]);
    for (const result of body.result) expect([result.error, result.rowcount > 0]).toEqual([null, true]);
  },
);

test.each([...sampleCharts, ...galleryCharts].map((chart) => chart.name))(
  'the data of the sample chart "%s" can be asked for by its id',
  async (name) => {
    const chart = await server.metadata.db
      .selectFrom('charts')
      .select('id')
      .where('slice_name', '=', name)
      .executeTakeFirstOrThrow();
    const response = await server.request({ url: `/api/v1/chart/${chart.id}/data/`, as: server.adminId });
    const body = response.json();
    expect([response.statusCode, body.message]).toEqual([200, undefined]);
    for (const result of body.result) expect([result.error, result.rowcount > 0]).toEqual([null, true]);
  },
);

test('the area of flights does not fall on a day that has only begun', async () => {
  const chart = await server.metadata.db
    .selectFrom('charts')
    .select('id')
    .where('slice_name', '=', 'Flights per day')
    .executeTakeFirstOrThrow();
  const rows = (await server.request({ url: `/api/v1/chart/${chart.id}/data/`, as: server.adminId })).json().result[0]
    .data as readonly Readonly<Record<string, number>>[];
  const flights = rows.map((row) =>
    Object.entries(row).reduce((sum, [name, value]) => sum + (name === 'date' ? 0 : value), 0),
  );
  expect(Math.min(...flights.slice(-7))).toBeGreaterThan(0.5 * Math.max(...flights));
});

test('the share of late flights is the same by another way', async () => {
  const dataset = await server.metadata.db
    .selectFrom('datasets')
    .select('id')
    .where('table_name', '=', 'flights')
    .executeTakeFirstOrThrow();
  const sum = { expressionType: 'SQL', sqlExpression: 'COUNT(*) FILTER (WHERE delay >= 15)', label: 'late' };
  const response = await server.request({
    url: '/api/v1/chart/data',
    method: 'POST',
    as: server.adminId,
    payload: {
      datasource: { id: dataset.id, type: 'table' },
      queries: [{ metrics: ['late_share', sum, 'count'], columns: [] }],
    },
  });
  const [row] = response.json().result[0].data;
  expect(row.count).toBe(3_000_000);
  expect(row.late_share).toBeCloseTo(row.late / row.count, 9);
});
