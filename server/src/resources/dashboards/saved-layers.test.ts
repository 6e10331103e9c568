import { afterAll, beforeAll, expect, test } from 'vitest';
import { plugins } from '@tessera/viz/registry';
import { layoutOf } from '../../testing/content.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

// A guest of a dashboard whose chart was saved with a layer of annotations.
let it: SalesApp;
let chart: number;
let dashboard: number;
let layers: Readonly<Record<'saved' | 'foreign', number>>;
let headers: Record<string, string>;

const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['region'], metrics: ['count'], row_limit: 100 };
const layerOf = (value: number) => ({ name: 'L', annotationType: 'EVENT', sourceType: 'NATIVE', value });

beforeAll(async () => {
  it = await salesApp(["CREATE TABLE sales AS SELECT 'EU' AS region, i AS amount FROM range(9) AS r(i)"]);
  layers = {
    saved: await it.make('annotation_layer/', { name: 'Holidays' }),
    foreign: await it.make('annotation_layer/', { name: 'Foreign' }),
  };
  await it.make(`annotation_layer/${layers.saved}/annotation/`, { short_descr: 'New year', start_dttm: '2024-01-01' });
  chart = await it.make('chart/', {
    slice_name: 'Sales',
    viz_type: 'table',
    datasource_id: it.dataset,
    datasource_type: 'table',
    params: JSON.stringify({ ...form, annotation_layers: [layerOf(layers.saved)] }),
  });
  dashboard = await it.make('dashboard/', {
    dashboard_title: 'Sales',
    published: true,
    position_json: JSON.stringify(layoutOf([chart])),
  });
  const embedded = await asAdmin(`dashboard/${dashboard}/embedded`, { allowed_domains: [] });
  const token = await asAdmin('security/guest_token/', {
    user: { username: 'gus', first_name: 'Gus', last_name: 'T' },
    resources: [{ type: 'dashboard', id: embedded.json<{ result: { uuid: string } }>().result.uuid }],
    rls: [],
  });
  headers = { 'x-guesttoken': token.json<{ token: string }>().token };
});
afterAll(() => it.close());

const asAdmin = (url: string, payload: object) =>
  it.request({ as: it.adminId, method: 'POST', url: `/api/v1/${url}`, payload });

async function asGuest(layer: object) {
  const [query = {}] = (await plugins.table.load()).buildQueries(form, { ownState: {} });
  return it.request({
    headers,
    method: 'POST',
    url: '/api/v1/chart/data/annotation',
    payload: {
      datasource: { id: it.dataset, type: 'table' },
      queries: [{ ...query, annotation_layers: [layer] }],
      form_data: { slice_id: chart, dashboardId: dashboard },
    },
  });
}

test('a guest reads the annotations of the layers that the chart was saved with, and of no others', async () => {
  const found = await asGuest(layerOf(layers.saved));
  expect([found.statusCode, found.json().result?.[0]?.annotation_data]).toMatchObject([
    200,
    { L: { records: [{ short_descr: 'New year' }] } },
  ]);
  expect((await asGuest(layerOf(layers.foreign))).statusCode).toBe(403);
});
