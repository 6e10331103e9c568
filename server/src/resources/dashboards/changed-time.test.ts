import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChart, buildDashboard, buildPlainDataset } from '../../testing/content.ts';
import { TEST_NOW } from '../../testing/builders.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

const HOUR = 3600;
let server: TestApp;

beforeAll(async () => {
  server = await testApp();
  const { db } = server.metadata;
  const dataset = await buildPlainDataset(db, {});
  for (const [name, hours] of [
    ['new', 1],
    ['old', 50],
  ] as const) {
    const changed_on = new Date(TEST_NOW.getTime() - hours * HOUR * 1000).toISOString();
    const dashboard = await buildDashboard(db, { dashboard_title: name });
    const chart = await buildChart(db, { slice_name: name, datasource_id: dataset });
    await db.updateTable('dashboards').set({ changed_on }).where('id', '=', dashboard).execute();
    await db.updateTable('charts').set({ changed_on }).where('id', '=', chart).execute();
  }
});
afterAll(() => server.close());

type Row = { readonly dashboard_title?: string; readonly slice_name?: string };

test.each(['dashboard', 'chart'])('the list of each %s is narrowed to what was changed lately', async (resource) => {
  const changed = async (opr: string, value: number | string) => {
    const q = JSON.stringify({ filters: [{ col: 'changed_on', opr, value }] });
    const answer = await server.request({
      as: server.adminId,
      url: `/api/v1/${resource}/?q=${encodeURIComponent(q)}`,
    });
    const { result } = answer.json<{ result: readonly Row[] }>();
    return new Set(result.map((row) => row.dashboard_title ?? row.slice_name));
  };
  expect(await changed('newer_than', 24 * HOUR)).toEqual(new Set(['new']));
  expect(await changed('newer_than', 72 * HOUR)).toEqual(new Set(['new', 'old']));
  expect(await changed('lt', new Date(TEST_NOW.getTime() - 24 * HOUR * 1000).toISOString())).toEqual(new Set(['old']));
});
