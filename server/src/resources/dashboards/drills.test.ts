import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QueryObject } from '@tessera/core/query-object';
import { plugins } from '@tessera/viz/registry';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { layoutOf } from '../../testing/content.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

// The rows behind a mark and a chart broken down, by whoever may see the chart in one way or another.
type Who = { readonly as: number } | { readonly headers: Record<string, string> };
let it: SalesApp;
let chart: number;
let dashboard: number;
const people: Record<string, Who> = {};

const form = {
  viz_type: 'table',
  query_mode: 'aggregate',
  groupby: ['region'],
  metrics: ['count'],
  adhoc_filters: [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'amount', operator: '<', comparator: 60 }],
  row_limit: 100,
};
const eu = { col: 'region', op: '==', val: 'EU' };
const small = { col: 'amount', op: '<', val: 60 };

beforeAll(async () => {
  it = await salesApp(
    [
      `CREATE TABLE sales AS SELECT CASE WHEN i % 3 = 0 THEN 'EU' ELSE 'US' END AS region, CASE i % 4 WHEN 0 ` +
        `THEN 'Rome' ELSE 'Oslo' END AS city, i AS amount FROM range(120) AS r(i)`,
    ],
    { featureFlags: { DASHBOARD_RBAC: true } },
  );
  const reads = ['can_read Chart', 'can_read Dashboard'];
  const role = await buildRole(it.metadata.db, { name: 'readers', pairs: reads });
  const sees = await buildRole(it.metadata.db, { name: 'seers', pairs: [...reads, 'can_samples Tessera'] });
  const person = async (username: string, roles: readonly (number | string)[]) => ({
    as: await buildUser(it.metadata.db, { username, roles: [...roles] }),
  });
  chart = await it.make('chart/', {
    slice_name: 'Sales',
    viz_type: 'table',
    datasource_id: it.dataset,
    datasource_type: 'table',
    params: JSON.stringify(form),
  });
  dashboard = await it.make('dashboard/', {
    dashboard_title: 'Sales',
    published: true,
    roles: [role],
    position_json: JSON.stringify(layoutOf([chart])),
  });
  people['owner'] = { as: it.adminId };
  people['reader by role'] = await person('rita', [role, sees]);
  people['reader without rows'] = await person('rolf', [role]);
  people['stranger'] = await person('stan', [sees]);
});
afterAll(() => it.close());

/** A page of the rows behind a mark. */
const rowsFor = (who: Who, filters: NonNullable<QueryObject['filters']>, page = 1) =>
  it.request({
    ...who,
    method: 'POST',
    url:
      `/datasource/samples?datasource_type=table&datasource_id=${it.dataset}&per_page=15&page=${page}` +
      `&form_data=${encodeURIComponent(JSON.stringify({ slice_id: chart }))}&dashboard_id=${dashboard}`,
    payload: { filters },
  });
const infoFor = (who: Who) =>
  it.request({ ...who, url: `/api/v1/dataset/${it.dataset}/drill_info/?q=(dashboard_id:${dashboard})` });
const brokenDown = async (who: Who, by: string, filters: NonNullable<QueryObject['filters']>) => {
  const queries = (await plugins.table.load()).buildQueries({ ...form, groupby: [by] }, { ownState: {} });
  return it.request({
    ...who,
    method: 'POST',
    url: '/api/v1/chart/data',
    payload: {
      datasource: { id: it.dataset, type: 'table' },
      queries: queries.map((query) => ({ ...query, filters: [...(query.filters ?? []), ...filters] })),
      form_data: { slice_id: chart, dashboardId: dashboard },
    },
  });
};
const personOf = (name: string): Who => people[name] ?? { as: 0 };

test.each(['owner', 'reader by role'])(
  '%s: the rows behind a mark, page by page, and how many there are',
  async (who) => {
    const answer = await rowsFor(personOf(who), [small, eu], 2);
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    const { result } = answer.json<{
      result: { data: Record<string, unknown>[]; total_count: number; page: number };
    }>();
    expect([result.total_count, result.page, result.data.length]).toEqual([20, 2, 5]);
    expect(new Set(result.data.map((row) => row['region']))).toEqual(new Set(['EU']));
    expect(Object.keys(result.data[0] ?? {})).toEqual(['region', 'city', 'amount']);
  },
);

test.each(['owner', 'reader by role'])('%s: a chart broken down, and broken down again', async (who) => {
  const info = await infoFor(personOf(who));
  const { result } = info.json<{ result: { columns: { column_name: string }[] } }>();
  expect(result.columns.map(({ column_name }) => column_name)).toEqual(expect.arrayContaining(['region', 'city']));
  const first = await brokenDown(personOf(who), 'city', [eu]);
  expect(first.json<{ result: { data: unknown[] }[] }>().result[0]?.data).toEqual(
    expect.arrayContaining([{ city: 'Rome', count: 5 }]),
  );
  // A mark of the second chart holds the dimension of the first.
  const rome = { col: 'city', op: '==', val: 'Rome' };
  expect((await brokenDown(personOf(who), 'region', [eu, rome])).statusCode).toBe(200);
  expect((await rowsFor(personOf(who), [small, eu, rome])).statusCode).toBe(200);
});

test('[attack 99] a reader by role sees no rows but those of the chart, and none by an expression', async () => {
  const who = personOf('reader by role');
  const statuses = [
    await rowsFor(who, [eu]),
    await rowsFor(who, []),
    await rowsFor(who, [small, { col: { sqlExpression: 'amount', label: 'region' }, op: '>', val: 1 }]),
    await brokenDown(who, 'city', [{ col: { sqlExpression: '1', label: 'city' }, op: '==', val: 1 }]),
  ].map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([403, 403, 403, 403]);
});

test('who may see no rows, and who sees no dashboard, drills nothing', async () => {
  const drills = async (who: Who) => [
    (await rowsFor(who, [small, eu])).statusCode,
    (await infoFor(who)).statusCode,
    (await brokenDown(who, 'city', [eu])).statusCode,
  ];
  expect(await drills(personOf('reader without rows'))).toEqual([403, 403, 403]);
  expect(await drills(personOf('stranger'))).toEqual([404, 404, 404]);
});

test('a guest drills where an operator has given rows to guests', async () => {
  const embedded = await it.request({
    as: it.adminId,
    method: 'POST',
    url: `/api/v1/dashboard/${dashboard}/embedded`,
    payload: { allowed_domains: [] },
  });
  const { result } = embedded.json<{ result: { uuid: string } }>();
  const given = await it.request({
    as: it.adminId,
    method: 'POST',
    url: '/api/v1/security/guest_token/',
    payload: { user: { username: 'gus' }, resources: [{ type: 'dashboard', id: result.uuid }], rls: [] },
  });
  const who: Who = { headers: { 'x-guesttoken': given.json<{ token: string }>().token } };
  const { db } = it.metadata;
  const { id } = await db.selectFrom('roles').select('id').where('name', '=', 'Public').executeTakeFirstOrThrow();
  const rows = { role_id: id, permission: 'can_samples', view: 'Tessera' };
  await db.insertInto('role_permissions').values(rows).execute();
  expect([(await rowsFor(who, [small, eu])).statusCode, (await infoFor(who)).statusCode]).toEqual([200, 200]);
  expect((await rowsFor(who, [eu])).statusCode).toBe(403);
});
