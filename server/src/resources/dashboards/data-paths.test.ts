import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ROWS_OF_VALUE } from '@tessera/core/native-filters/choices';
import type { QueryObject } from '@tessera/core/query-object';
import { plugins } from '@tessera/viz/registry';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { layoutOf } from '../../testing/content.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';
import type { TestRequest } from '../../testing/test-app.ts';

// One dashboard, who sees it by a role or as a guest, and every way by which its data leaves the server.
let it: SalesApp;
let role: number;
let reader: number;
let owner: number;
let other: number;
let chart: number;
let second: number;
let dashboard: number;
let embedding: string;

const form = {
  viz_type: 'table',
  query_mode: 'aggregate',
  groupby: ['region'],
  metrics: ['count'],
  adhoc_filters: [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'amount', operator: '<', comparator: 60 }],
  row_limit: 100,
};
const filter = {
  id: 'NATIVE_FILTER-city',
  type: 'NATIVE_FILTER',
  filterType: 'filter_select',
  targets: [{ datasetId: 0, column: { name: 'city' } }],
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
};

beforeAll(async () => {
  it = await salesApp(
    [
      `CREATE TABLE sales AS SELECT CASE WHEN i % 3 = 0 THEN 'EU' ELSE 'US' END AS region, CASE i % 4 WHEN 0 ` +
        `THEN 'Rome' ELSE 'Oslo' END AS city, i AS amount, i * 2 AS pay, TIMESTAMP '2024-01-01' + to_hours(i) ` +
        'AS sold FROM range(120) AS r(i)',
      'CREATE TABLE wages AS SELECT * FROM sales',
    ],
    { featureFlags: { DASHBOARD_RBAC: true } },
  );
  other = await it.make('dataset/', { database: it.database, schema: 'main', table_name: 'wages' });
  role = await buildRole(it.metadata.db, { pairs: ['can_read Chart', 'can_read Dashboard', 'can_csv Tessera'] });
  reader = await buildUser(it.metadata.db, { username: 'rita', roles: [role] });
  owner = await buildUser(it.metadata.db, { username: 'olaf', roles: ['Gamma', role] });
});
afterAll(() => it.close());

beforeEach(async () => {
  chart = await makeChart(it.dataset, form);
  second = await makeChart(it.dataset, { ...form, groupby: ['sold'] });
  dashboard = await it.make('dashboard/', {
    dashboard_title: 'Sales',
    published: true,
    roles: [role],
    json_metadata: JSON.stringify({
      native_filter_configuration: [{ ...filter, targets: [{ datasetId: it.dataset, column: { name: 'city' } }] }],
    }),
    position_json: JSON.stringify(layoutOf([chart, second])),
  });
  embedding = (
    await json<{ result: { uuid: string } }>(
      await asAdmin('POST', `dashboard/${dashboard}/embedded`, { allowed_domains: [] }),
    )
  ).result.uuid;
});

const makeChart = async (dataset: number, saved: Record<string, unknown>, vizType = 'table'): Promise<number> =>
  it.make('chart/', {
    slice_name: 'Sales',
    viz_type: vizType,
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify(saved),
    query_context: JSON.stringify({
      datasource: { id: dataset, type: 'table' },
      queries: await queriesOf(saved),
      form_data: saved,
    }),
  });

async function queriesOf(saved: Record<string, unknown>, ownState = {}): Promise<readonly QueryObject[]> {
  return (await plugins.table.load()).buildQueries(saved, { ownState });
}

type Who = { readonly as: number } | { readonly headers: Record<string, string> };
type Answer = Awaited<ReturnType<SalesApp['request']>>;
const json = async <T>(answer: Answer): Promise<T> => {
  expect([answer.statusCode, answer.statusCode < 300 ? '' : answer.body]).toEqual([answer.statusCode, '']);
  return answer.json<T>();
};
const asAdmin = (method: TestRequest['method'], url: string, payload?: object) =>
  it.request({ as: it.adminId, url: `/api/v1/${url}`, ...(method && { method }), ...(payload && { payload }) });

async function guest(more: object = {}, resources = [embedding]): Promise<Who> {
  const answer = await asAdmin('POST', 'security/guest_token/', {
    user: { username: 'gus', first_name: 'Gus', last_name: 'T' },
    resources: resources.map((id) => ({ type: 'dashboard', id })),
    rls: [],
    ...more,
  });
  return { headers: { 'x-guesttoken': (await json<{ token: string }>(answer)).token } };
}

type Asked = { readonly queries?: readonly QueryObject[]; readonly formData?: object; readonly [key: string]: unknown };

/** The request for a chart as its card sends it. */
const bodyOf = async ({ queries, formData, ...more }: Asked = {}) => ({
  datasource: { id: it.dataset, type: 'table' },
  queries: queries ?? (await queriesOf(form)),
  form_data: formData ?? { slice_id: chart, dashboardId: dashboard },
  ...more,
});
const askData = async (who: Who, asked: Asked = {}): Promise<Answer> =>
  it.request({ ...who, method: 'POST', url: '/api/v1/chart/data', payload: await bodyOf(asked) });
const rowsOf = (answer: Answer): readonly Record<string, unknown>[] =>
  answer.json<{ result: { data: Record<string, unknown>[] }[] }>().result[0]?.data ?? [];
const narrowed = async (...filters: NonNullable<QueryObject['filters']>): Promise<readonly QueryObject[]> =>
  (await queriesOf(form)).map((query) => ({ ...query, filters: [...(query.filters ?? []), ...filters] }));

describe.each(['a reader by role', 'a guest'])('%s', (kind) => {
  let who: Who;
  beforeEach(async () => {
    who = kind === 'a guest' ? await guest() : { as: reader };
  });

  test('gets the data of a chart as it was saved, by every way in', async () => {
    const want = [
      { region: 'EU', count: 20 },
      { region: 'US', count: 40 },
    ];
    const sorted = (rows: readonly Record<string, unknown>[]) =>
      rows.toSorted((a, b) => (String(a['region']) < String(b['region']) ? -1 : 1));
    expect(sorted(rowsOf(await askData(who)))).toEqual(want);
    const byId = await it.request({ ...who, url: `/api/v1/chart/${chart}/data/` });
    expect(sorted(rowsOf(byId))).toEqual(want);
    const addressed = await it.request({
      ...who,
      method: 'POST',
      url:
        `/api/v1/chart/data?form_data=${encodeURIComponent(JSON.stringify({ slice_id: chart }))}&dashboard_id=` +
        `${dashboard}`,
      payload: { datasource: { id: it.dataset, type: 'table' }, queries: await queriesOf(form), form_data: form },
    });
    expect(sorted(rowsOf(addressed))).toEqual(want);
    const batch = await it.request({
      ...who,
      method: 'POST',
      url: '/api/v1/chart/data/batch',
      payload: { requests: [{ id: 7, ...(await bodyOf()) }] },
    });
    expect(batch.body).toContain('"region":"EU"');
    expect((await it.request({ ...who, url: `/api/v1/chart/${chart}` })).statusCode).toBe(200);
    expect(
      (await it.request({ ...who, url: `/api/v1/dashboard/${dashboard}/charts` })).json<{ result: unknown[] }>().result,
    ).toHaveLength(2);
  });

  test('narrows it by the filters and the cross-filters of the dashboard, and by nothing else', async () => {
    const statuses = async (...filters: NonNullable<QueryObject['filters']>) =>
      (await askData(who, { queries: await narrowed(...filters) })).statusCode;
    expect(
      rowsOf(await askData(who, { queries: await narrowed({ col: 'city', op: 'IN', val: ['Rome'] }) })),
    ).toHaveLength(2);
    expect(await statuses({ col: 'sold', op: 'IN', val: [1] })).toBe(200);
    expect(await statuses({ col: 'pay', op: '>', val: 10 })).toBe(403);
    expect(await statuses({ col: { sqlExpression: 'pay', label: 'city' }, op: '>', val: 10 })).toBe(403);
  });

  test('finds the values of the filters of the dashboard, and of no other column', async () => {
    const menu = (column: string, more = '') =>
      it.request({
        ...who,
        url: `/api/v1/datasource/table/${it.dataset}/column/${column}/values/?dashboard_id=${dashboard}${more}`,
      });
    expect((await menu('city')).json<{ result: unknown[] }>().result).toEqual(['Oslo', 'Rome']);
    expect((await menu('city', `&native_filter_id=${filter.id}`)).statusCode).toBe(200);
    expect([(await menu('pay')).statusCode, (await menu('city', '&native_filter_id=other')).statusCode]).toEqual([
      403, 404,
    ]);
    const asked = await askData(who, {
      queries: [
        {
          columns: ['city'],
          metrics: [ROWS_OF_VALUE],
          orderby: [['city', true]],
          row_limit: 1000,
          filters: [{ col: 'city', op: 'ILIKE', val: '%o%' }],
        },
      ],
      formData: { native_filter_id: filter.id, dashboardId: dashboard },
    });
    expect(rowsOf(asked)).toHaveLength(2);
  });

  test('[attack 41] asks nothing else through it: other columns, metrics, SQL, rows, charts, datasets', async () => {
    const [query = {}] = await queriesOf(form);
    const asking = async (more: QueryObject) => (await askData(who, { queries: [{ ...query, ...more }] })).statusCode;
    expect([
      await asking({ columns: ['region', 'pay'] }),
      await asking({ metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(pay)', label: 'count' }] }),
      await asking({ filters: [] }),
      await asking({ extras: { where: 'pay > 10' } }),
      await asking({ extras: { having: 'SUM(pay) > 10' } }),
      await asking({ row_limit: 100_000 }),
      await asking({ post_processing: [], columns: [] }),
      await asking({ result_type: 'samples' }),
      await asking({ result_type: 'drill_detail' }),
      await asking({ result_type: 'query' }),
      await asking({ result_type: 'columns' }),
      await asking({ url_params: { region: 'x' } }),
    ]).toEqual(Array.from({ length: 12 }, () => 403));
    const status = async (...given: Parameters<typeof askData>) => (await askData(...given)).statusCode;
    expect([
      await status(who, { datasource: { id: other, type: 'table' } }),
      await status(who, { formData: { slice_id: chart, dashboardId: dashboard + 1000 } }),
      await status(who, { formData: { slice_id: chart + 1000, dashboardId: dashboard } }),
      await status(who, { formData: {} }),
      await status(who, { result_type: 'samples' }),
    ]).toEqual([404, 404, 404, 404, 403]);
    // A chart of the dashboard does not open another one on the same dataset.
    const apart = await makeChart(it.dataset, { ...form, groupby: ['pay'] });
    expect(
      await status(who, {
        queries: await queriesOf({ ...form, groupby: ['pay'] }),
        formData: { slice_id: apart, dashboardId: dashboard },
      }),
    ).toBe(404);
    expect(await status(who, { queries: await queriesOf({ ...form, groupby: ['pay'] }) })).toBe(403);
    const samples = await it.request({
      ...who,
      method: 'POST',
      url: `/datasource/samples?datasource_type=table&datasource_id=${it.dataset}`,
      payload: {},
    });
    expect([403, 404]).toContain(samples.statusCode);
    expect((await it.request({ ...who, url: `/api/v1/dataset/${it.dataset}` })).statusCode).toBe(403);
  });

  test('[attack 95] access that is taken back is gone at once, also what is cached', async () => {
    const status = async () => (await askData(who)).statusCode;
    const put = async (payload: object) => json(await asAdmin('PUT', `dashboard/${dashboard}`, payload));
    const { db } = it.metadata;
    const move = (deleted_on: string | null) =>
      db.updateTable('dashboards').set({ deleted_on }).where('id', '=', dashboard).execute();
    expect(await status()).toBe(200);
    await put({ published: false });
    expect(await status()).toBe(404);
    await put({ published: true });
    expect(await status()).toBe(200);
    await move('2026-01-01T00:00:00.000Z');
    expect(await status()).toBe(404);
    await move(null);
    expect(await status()).toBe(200);
    await put({ position_json: JSON.stringify(layoutOf([second])) });
    expect(await status()).toBe(404);
    await put({ position_json: JSON.stringify(layoutOf([chart, second])) });
    expect(await status()).toBe(200);
    await json(
      await asAdmin('PUT', `chart/${chart}`, {
        params: JSON.stringify({ ...form, groupby: ['city'] }),
        query_context: '',
      }),
    );
    expect(await status()).toBe(403);
    await json(await asAdmin('PUT', `chart/${chart}`, { params: JSON.stringify(form) }));
    if (kind === 'a guest') await json(await asAdmin('DELETE', `dashboard/${dashboard}/embedded`));
    else await put({ roles: [] });
    expect(await status()).toBe(404);
  });
});

test('a reader gets files and jobs by the same decision; a guest no SQL and no file that nobody opened', async () => {
  const who = { as: reader };
  expect((await askData(who, { result_format: 'csv' })).body).toContain('EU,20');
  expect((await askData(await guest(), { result_format: 'csv' })).statusCode).toBe(403);
  const answer = await askData(await guest());
  expect(answer.json<{ result: object[] }>().result[0]).not.toHaveProperty('query');
  const job = await it.request({
    as: reader,
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { prefer: 'respond-async' },
    payload: await bodyOf({ queries: await narrowed({ col: 'city', op: 'IN', val: ['Oslo'] }) }),
  });
  expect(job.statusCode).toBe(202);
  const { job_id } = job.json<{ job_id: string }>();
  const fetch = () => it.request({ as: reader, url: `/api/v1/chart/data/${job_id}` });
  await expect.poll(async () => (await fetch()).statusCode, { timeout: 20_000 }).toBe(200);
  await json(await asAdmin('PUT', `dashboard/${dashboard}`, { roles: [] }));
  expect((await fetch()).statusCode).toBe(404);
});

test('rules of rows bind readers, and clauses bind guests; neither shares a result with the other', async () => {
  const everybody = async (who: Who) => rowsOf(await askData(who)).reduce((sum, row) => sum + Number(row['count']), 0);
  const [plain, europe, both] = [
    await guest(),
    await guest({ rls: [{ dataset: it.dataset, clause: "region = 'EU'" }] }),
    await guest({ rls: [{ dataset: it.dataset, clause: "region = 'EU'" }, { clause: "city = 'Rome'" }] }),
  ];
  expect([await everybody(plain), await everybody(europe), await everybody(both), await everybody(plain)]).toEqual([
    60, 20, 5, 60,
  ]);
  // A clause that means nothing here shows nothing.
  const broken = await guest({ rls: [{ clause: 'no_such_column = 1' }] });
  const answer = await askData(broken);
  expect([answer.statusCode >= 400, answer.body.includes('no_such_column')]).toEqual([true, false]);
  await it.make('rowlevelsecurity/', {
    name: `US only ${dashboard}`,
    filter_type: 'Regular',
    tables: [it.dataset],
    roles: [role],
    clause: "region = 'US'",
  });
  expect(await everybody({ as: reader })).toBe(40);
  await it.metadata.db.deleteFrom('rls_rules').execute();
});

test('a clause of a guest holds for the table of its dataset, wherever a chart reads it', async () => {
  const virtual = await it.make('dataset/', {
    database: it.database,
    table_name: `all_${dashboard}`,
    sql: 'SELECT region, amount FROM sales',
  });
  const onQuery = await makeChart(virtual, form);
  await json(
    await asAdmin('PUT', `dashboard/${dashboard}`, {
      position_json: JSON.stringify(layoutOf([chart, second, onQuery])),
    }),
  );
  const who = await guest({ rls: [{ dataset: it.dataset, clause: "region = 'EU'" }] });
  const answer = await askData(who, {
    datasource: { id: virtual, type: 'table' },
    formData: { slice_id: onQuery, dashboardId: dashboard },
  });
  expect(rowsOf(answer)).toEqual([{ region: 'EU', count: 20 }]);
});

test('the log of queries names the path', async () => {
  await askData({ as: reader }, { queries: await narrowed({ col: 'city', op: 'IN', val: ['Bern'] }) });
  await expect
    .poll(async () =>
      (
        await it.metadata.db
          .selectFrom('query_log')
          .select(['path', 'chart_id', 'dashboard_id'])
          .where('dashboard_id', '=', dashboard)
          .execute()
      ).at(-1),
    )
    .toEqual({ path: 'dashboard', chart_id: chart, dashboard_id: dashboard });
});

describe('[attack 96] opening a dashboard opens data, so it takes the right to that data', () => {
  const asOwner = (method: TestRequest['method'], url: string, payload?: object) =>
    it.request({ as: owner, url: `/api/v1/${url}`, ...(method && { method }), ...(payload && { payload }) });
  let own: number;
  let hidden: number;

  beforeEach(async () => {
    hidden = await makeChart(other, form);
    await json(await asAdmin('PUT', `chart/${hidden}`, { owners: [owner] }));
    const made = await asOwner('POST', 'dashboard/', {
      dashboard_title: 'Mine',
      position_json: JSON.stringify(layoutOf([hidden])),
    });
    own = (await json<{ id: number }>(made)).id;
  });
  const data = (dataset = other, dashboardId = own, slice_id = hidden) =>
    askData({ as: owner }, { datasource: { id: dataset, type: 'table' }, formData: { slice_id, dashboardId } });

  test('owning the chart and the dashboard gives no data', async () => {
    expect((await data()).statusCode).toBe(404);
    expect((await asOwner('PUT', `dashboard/${own}`, { published: true })).statusCode).toBe(200);
    expect((await asOwner('PUT', `dashboard/${own}`, { roles: [role] })).statusCode).toBe(403);
    expect((await asOwner('POST', `dashboard/${own}/embedded`, { allowed_domains: [] })).statusCode).toBe(403);
    const copy = await asOwner('POST', `dashboard/${own}/copy/`, {
      dashboard_title: 'Copy',
      json_metadata: '{}',
      duplicate_slices: true,
    });
    const { id } = (await json<{ result: { id: number } }>(copy)).result;
    expect((await asOwner('PUT', `dashboard/${id}`, { published: true, roles: [role] })).statusCode).toBe(403);
    expect((await data()).statusCode).toBe(404);
  });

  test('nor do charts, filters and changed queries come onto a dashboard that is shared', async () => {
    await json(
      await asAdmin('PUT', `dashboard/${own}`, {
        published: true,
        roles: [role],
        position_json: JSON.stringify(layoutOf([hidden])),
      }),
    );
    expect((await data()).statusCode).toBe(200);
    const mine = await makeChart(other, { ...form, groupby: ['pay'] });
    await json(await asAdmin('PUT', `chart/${mine}`, { owners: [owner] }));
    const filters = [{ ...filter, targets: [{ datasetId: other, column: { name: 'pay' } }] }];
    expect([
      (await asOwner('PUT', `dashboard/${own}`, { position_json: JSON.stringify(layoutOf([hidden, mine])) }))
        .statusCode,
      (await asOwner('PUT', `chart/${mine}`, { dashboards: [own] })).statusCode,
      (await asOwner('PUT', `chart/${hidden}`, { params: JSON.stringify({ ...form, groupby: ['pay'] }) })).statusCode,
      (
        await asOwner('PUT', `chart/${hidden}`, {
          query_context: JSON.stringify({ datasource: { id: other }, queries: [{ columns: ['pay'] }] }),
        })
      ).statusCode,
      (await asOwner('PUT', `dashboard/${own}/filters`, { modified: filters, deleted: [], reordered: [] })).statusCode,
      (
        await asOwner('PUT', `dashboard/${own}`, {
          json_metadata: JSON.stringify({ native_filter_configuration: filters }),
        })
      ).statusCode,
    ]).toEqual([403, 403, 403, 403, 403, 403]);
    // What opens nothing is an owner's as before.
    expect([
      (await asOwner('PUT', `dashboard/${own}`, { dashboard_title: 'Still mine' })).statusCode,
      (await asOwner('PUT', `chart/${hidden}`, { slice_name: 'Renamed' })).statusCode,
      (await asOwner('PUT', `dashboard/${own}`, { roles: [] })).statusCode,
    ]).toEqual([200, 200, 200]);
  });
});

describe('tokens of guests', () => {
  const makeMinter = async () =>
    buildUser(it.metadata.db, {
      roles: [await buildRole(it.metadata.db, { pairs: ['can_grant_guest_token SecurityRestApi'] })],
    });
  const mint = (as: number, more: object = {}) =>
    it.request({
      as,
      method: 'POST',
      url: '/api/v1/security/guest_token/',
      payload: { user: {}, resources: [{ type: 'dashboard', id: embedding }], rls: [], ...more },
    });

  test('[attack 42] end with their time, their embedding, and whoever asked for them', async () => {
    const minter = await makeMinter();
    const { token } = await json<{ token: string }>(await mint(minter));
    const status = async (given: string) => (await askData({ headers: { 'x-guesttoken': given } })).statusCode;
    expect([await status(token), await status(`${token}x`), await status('none')]).toEqual([200, 401, 401]);
    // Other tokens of ours are none of guests, and theirs none of accounts.
    const bearer = (await it.authorizationOf(it.adminId)).slice('Bearer '.length);
    expect([
      await status(bearer),
      (await askData({ headers: { authorization: `Bearer ${token}` } })).statusCode,
    ]).toEqual([401, 401]);
    await it.metadata.db.updateTable('users').set({ session_epoch: 77 }).where('id', '=', minter).execute();
    await json(await asAdmin('PUT', `security/users/${minter}`, { first_name: 'New' }));
    expect(await status(token)).toBe(401);
    const late = await guest();
    it.pass(361_000);
    expect((await askData(late)).statusCode).toBe(401);
  });

  test('[attack 43] are made by those who may, and clauses by those who write rules', async () => {
    const minter = await makeMinter();
    const status = async (...asked: Parameters<typeof mint>) => (await mint(...asked)).statusCode;
    expect([
      await status(reader),
      await status(minter),
      await status(minter, { rls: [{ clause: '1 = 1' }] }),
      await status(it.adminId, { rls: [{ dataset: it.dataset, clause: "region = 'EU') OR (1 = 1" }] }),
      await status(it.adminId, { rls: [{ dataset: 9_999_999, clause: '1 = 1' }] }),
    ]).toEqual([403, 200, 403, 400, 400]);
    const unknown = await it.request({
      as: it.adminId,
      method: 'POST',
      url: '/api/v1/security/guest_token/',
      payload: { resources: [{ type: 'dashboard', id: crypto.randomUUID() }], rls: [] },
    });
    expect([unknown.statusCode, unknown.json<{ message: string }>().message]).toEqual([
      400,
      'EmbeddedDashboard not found.',
    ]);
  });

  test('tell a guest who they are, and list nothing', async () => {
    const who = await guest();
    const read = async (url: string) =>
      (await it.request({ ...who, url: `/api/v1/${url}` })).json<Record<string, unknown>>();
    expect(await read('me/')).toEqual({
      result: { username: 'gus', first_name: 'Gus', last_name: 'T', is_active: true, is_anonymous: false },
    });
    expect([await read('chart/'), await read('dashboard/')]).toMatchObject([{ count: 0 }, { count: 0 }]);
    expect((await it.request({ ...who, url: `/api/v1/dashboard/${dashboard}` })).statusCode).toBe(200);
    expect(
      (await it.request({ ...(await guest({}, [embedding])), url: `/api/v1/embedded_dashboard/${embedding}` }))
        .statusCode,
    ).toBe(200);
  });
});
