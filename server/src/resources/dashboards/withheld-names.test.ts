import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import {
  buildChart,
  buildDashboard,
  buildEmbedding,
  buildPlainDataset,
  grantDataset,
  layoutOf,
} from '../../testing/content.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

// A dashboard whose owner saw every name, and its readers: some of them may not see all rows.
let it: SalesApp;
let board: number;
let chart: number;
let uuid: string;
let reader: number;
let limited: number;
let owner: number;

const authored = { label_colors: { EU: '#111111' }, color_scheme: 'bold' };
const settings = { ...authored, map_label_colors: { Secret: '#222222' }, shared_label_colors: ['Secret'] };

beforeAll(async () => {
  it = await salesApp(["CREATE TABLE sales AS SELECT 'EU' AS region"], { featureFlags: { DASHBOARD_RBAC: true } });
  const { db } = it.metadata;
  const pairs = ['can_read Chart', 'can_read Dashboard'];
  const [role, bound] = [await buildRole(db, { pairs }), await buildRole(db, { pairs })];
  reader = await buildUser(db, { roles: [role] });
  limited = await buildUser(db, { roles: [role, bound] });
  // Bound as well; who may change a dashboard reads all of what it stores.
  owner = await buildUser(db, { roles: ['Alpha', bound] });
  chart = await it.make('chart/', {
    slice_name: 'Sales',
    viz_type: 'table',
    datasource_id: it.dataset,
    datasource_type: 'table',
    params: '{}',
  });
  board = await it.make('dashboard/', {
    dashboard_title: 'Sales',
    published: true,
    roles: [role],
    owners: [owner],
    json_metadata: JSON.stringify(settings),
    position_json: JSON.stringify(layoutOf([chart])),
  });
  uuid = await buildEmbedding(db, board);
  await it.make('rowlevelsecurity/', {
    name: 'Region',
    filter_type: 'Regular',
    tables: [it.dataset],
    roles: [bound],
    clause: "region = 'EU'",
  });
});
afterAll(() => it.close());

type Who = { readonly as: number } | { readonly headers: Record<string, string> };

async function guest(rls: readonly object[]): Promise<Who> {
  const answer = await it.request({
    as: it.adminId,
    method: 'POST',
    url: '/api/v1/security/guest_token/',
    payload: { resources: [{ type: 'dashboard', id: uuid }], rls },
  });
  return { headers: { 'x-guesttoken': answer.json<{ token: string }>().token } };
}

const get = async (who: Who, path: string) => it.request({ ...who, url: path });
const settingsOf = async (who: Who, id = board): Promise<unknown> =>
  JSON.parse(
    (await get(who, `/api/v1/dashboard/${id}`)).json<{ result: { json_metadata: string } }>().result.json_metadata,
  );

test('[attack 28] stored colours name no rows to a reader or guest whom a rule of rows binds', async () => {
  expect(await settingsOf({ as: limited })).toEqual(authored);
  expect(await settingsOf(await guest([{ dataset: it.dataset, clause: "region = 'EU'" }]))).toEqual(authored);
  const paths = ['/api/v1/dashboard/', `/api/v1/chart/${chart}`, '/api/v1/chart/', `/tessera/dashboard/${board}/`];
  for (const path of paths) {
    const { statusCode, body } = await get({ as: limited }, path);
    expect([path, statusCode, body.includes('Secret')]).toEqual([path, 200, false]);
  }
});

test('who sees all rows, and who may change the dashboard, has the stored colours', async () => {
  for (const who of [{ as: reader }, { as: owner }, { as: it.adminId }, await guest([])])
    expect(await settingsOf(who)).toEqual(settings);
});

test('a base rule binds everybody but its roles', async () => {
  await it.metadata.db.updateTable('rls_rules').set({ filter_type: 'Base' }).execute();

  expect(await settingsOf({ as: reader })).toEqual(authored);
  expect(await settingsOf({ as: limited })).toEqual(settings);
  await it.metadata.db.updateTable('rls_rules').set({ filter_type: 'Regular' }).execute();
});

test('a reader from whom a chart is hidden gets no names of it', async () => {
  const { db } = it.metadata;
  const role = await buildRole(db, { pairs: ['can_read Chart', 'can_read Dashboard'] });
  await grantDataset(db, role, it.dataset);
  const user = await buildUser(db, { roles: [role] });
  const hidden = await buildChart(db, { datasource_id: await buildPlainDataset(db) });
  const of = (charts: readonly number[]) =>
    buildDashboard(db, { charts: [...charts], published: 1, json_metadata: JSON.stringify(settings) });
  expect(await settingsOf({ as: user }, await of([chart]))).toEqual(settings);
  expect(await settingsOf({ as: user }, await of([chart, hidden]))).toEqual(authored);
});
