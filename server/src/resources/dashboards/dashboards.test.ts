import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { buildChart, buildDashboard, buildPlainDataset, grantDataset, layoutOf } from '../../testing/content.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let ana: number;
let ben: number;
let sales: number;
let hidden: number;

beforeAll(async () => {
  server = await testApp();
  const { db } = server.metadata;
  sales = await buildPlainDataset(db, { table_name: 'sales' });
  hidden = await buildPlainDataset(db, { table_name: 'salaries' });
  const role = await buildRole(db, { name: 'Sales' });
  await grantDataset(db, role, sales);
  ana = await buildUser(db, { username: 'ana', roles: ['Gamma', 'Sales'] });
  ben = await buildUser(db, { username: 'ben', roles: ['Gamma', 'Sales'] });
});
afterAll(() => server.close());

type Body = { readonly id: number; readonly result: Record<string, unknown>; readonly last_modified_time: number };
const make = async (body: Record<string, unknown> = {}, as = ana) =>
  (await server.request({ method: 'POST', url: '/api/v1/dashboard/', as, payload: body })).json<Body>().id;
const put = (id: number | string, payload: Record<string, unknown>, as = ana, headers: Record<string, string> = {}) =>
  server.request({ method: 'PUT', url: `/api/v1/dashboard/${id}`, as, payload, headers });
const item = async (key: number | string, as = ana) =>
  (await server.request({ url: `/api/v1/dashboard/${key}`, as })).json<{ result: Record<string, unknown> }>().result;

test('[7.4-01] [3.15-01] a dashboard is made from its title, and belongs to its maker', async () => {
  const answer = await server.request({
    method: 'POST',
    url: '/api/v1/dashboard/',
    as: ana,
    payload: { dashboard_title: 'Flights' },
  });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toMatchObject({ id: expect.any(Number), result: { dashboard_title: 'Flights' } });
  expect(await item(answer.json<Body>().id)).toMatchObject({
    dashboard_title: 'Flights',
    published: false,
    owners: [{ id: ana }],
    can_edit: true,
    version: 1,
  });
});

test('[3.7-01] [5.0-12] an untitled dashboard gets its title', async () => {
  const id = await make({});
  expect(await item(id)).toMatchObject({ dashboard_title: '[ untitled dashboard ]' });
  await put(id, { certified_by: 'Finance', certification_details: 'checked' });
  expect(await item(id)).toMatchObject({ certified_by: 'Finance', certification_details: 'checked' });
  await put(id, { certified_by: '', dashboard_title: '' });
  expect(await item(id)).toMatchObject({
    certified_by: null,
    certification_details: null,
    dashboard_title: '[ untitled dashboard ]',
  });
});

test('[3.7-01] a dashboard answers every field of the specification', async () => {
  const result = await item(await make());
  for (const field of [
    'id',
    'dashboard_title',
    'slug',
    'owners',
    'roles',
    'published',
    'css',
    'certified_by',
    'certification_details',
    'position_json',
    'json_metadata',
    'changed_on',
    'changed_by_name',
  ])
    expect(result).toHaveProperty(field);
});

test('[2.1-02] it opens by id, uuid and slug; the slug is made safe and unique', async () => {
  const id = await make({ slug: ' Sales & Costs/2026 ' });
  const result = await item(id);
  expect(result).toMatchObject({ slug: 'Sales--Costs2026', url: '/tessera/dashboard/Sales--Costs2026/' });
  expect(await item('Sales--Costs2026')).toMatchObject({ id });
  expect(await item(String(result['uuid']))).toMatchObject({ id });
  const second = await make({});
  expect((await put(second, { slug: 'Sales--Costs2026' })).json()).toEqual({ message: { slug: ['Must be unique'] } });
  expect((await put(second, { slug: '17' })).statusCode).toBe(422);
});

test('[7.4-03] a save answers result, its time and the settings; positions become the layout', async () => {
  const chart = await buildChart(server.metadata.db, { datasource_id: sales });
  const id = await make();
  const answer = await put(id, {
    dashboard_title: 'Two',
    json_metadata: JSON.stringify({ color_scheme: 'x', positions: layoutOf([chart]) }),
  });
  expect(answer.json()).toMatchObject({
    id,
    last_modified_time: Math.floor(Date.parse('2026-03-02T10:00:00Z') / 1000),
    version: 2,
    result: { dashboard_title: 'Two', json_metadata: '{"color_scheme":"x"}' },
  });
  const saved = await item(id);
  expect(JSON.parse(String(saved['position_json']))).toMatchObject({
    [`CHART-${chart}`]: { meta: { chartId: chart } },
  });
  expect(saved['charts']).toHaveLength(1);
  expect((await put(id, { json_metadata: '{"refresh_frequency":30}' })).statusCode).toBe(200);
  expect(JSON.parse(String((await item(id))['position_json']))).toHaveProperty(`CHART-${chart}`);
});

test('[9.0-24] a layout over the limit is refused with its size, and nothing is half written', async () => {
  const id = await make({ dashboard_title: 'Before' });
  const big = {
    ...layoutOf([]),
    'MARKDOWN-1': { id: 'MARKDOWN-1', type: 'MARKDOWN', children: [], meta: { code: 'x'.repeat(66_000) } },
  };
  const answer = await put(id, { dashboard_title: 'After', json_metadata: JSON.stringify({ positions: big }) });
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
    422,
    expect.stringContaining('at most 65535'),
  ]);
  expect(await item(id)).toMatchObject({ dashboard_title: 'Before', version: 1 });
});

test.each([
  {
    case: 'an unknown setting',
    body: { json_metadata: '{"nope":1}' },
    message: { json_metadata: ['nope: Unknown field.'] },
  },
  { case: 'settings that are no JSON', body: { json_metadata: '{' }, message: { json_metadata: ['Invalid JSON'] } },
  { case: 'an unknown key', body: { nope: 1 }, message: { nope: ['Unknown field.'] } },
  { case: 'another author', body: { created_by: 1 }, message: { created_by: ['Unknown field.'] } },
  { case: 'unknown owners', body: { owners: [999_999] }, message: { owners: ['Owners are invalid'] } },
  { case: 'unknown roles', body: { roles: [999_999] }, message: { roles: ['Some roles do not exist'] } },
])('a save is refused: $case', async ({ body, message }) => {
  const id = await make();
  const answer = await put(id, body);
  expect([400, 422]).toContain(answer.statusCode);
  expect(answer.json()).toEqual({ message });
});

test('[6.0-05] [8.3-02] who sees a dashboard but may not edit it gets 403', async () => {
  const id = await make({ published: true });
  const refused = await put(id, { published: false }, ben);
  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    { message: 'You do not have permissions to edit this dashboard.' },
  ]);
  expect(await item(id, ben)).toMatchObject({ can_edit: false });
});

test('a draft of someone else is not there, by any name', async () => {
  const id = await make({ slug: 'secret-plan', dashboard_title: 'Secret plan' });
  const { uuid } = await item(id);
  for (const key of [id, 'secret-plan', String(uuid)]) {
    for (const part of ['', '/charts', '/datasets'])
      expect((await server.request({ url: `/api/v1/dashboard/${key}${part}`, as: ben })).statusCode).toBe(404);
    expect((await put(key, { dashboard_title: 'x' }, ben)).statusCode).toBe(404);
    expect(
      (await server.request({ method: 'POST', url: `/api/v1/dashboard/${key}/favorites/`, as: ben })).statusCode,
    ).toBe(404);
    expect(
      (await server.request({ method: 'POST', url: `/api/v1/dashboard/${key}/permalink`, as: ben, payload: {} }))
        .statusCode,
    ).toBe(404);
    expect(
      (
        await server.request({
          method: 'POST',
          url: `/api/v1/dashboard/${key}/copy/`,
          as: ben,
          payload: { dashboard_title: 'x', json_metadata: '{}' },
        })
      ).statusCode,
    ).toBe(404);
  }
  const q = encodeURIComponent('(filters:!((col:dashboard_title,opr:title_or_slug,value:secret)))');
  expect((await server.request({ url: `/api/v1/dashboard/?q=${q}`, as: ben })).json()).toMatchObject({
    count: 0,
    result: [],
  });
  expect((await server.request({ url: `/api/v1/dashboard/?q=${q}`, as: ana })).json()).toMatchObject({ count: 1 });
  expect(
    (
      await server.request({ url: `/api/v1/dashboard/favorite_status/?q=${encodeURIComponent(`!(${id})`)}`, as: ben })
    ).json(),
  ).toEqual({ result: [{ id, value: false }] });
});

test('two users at once: the second save is refused with 412, and the first one stands', async () => {
  const id = await make({ dashboard_title: 'Zero' });
  expect((await put(id, { dashboard_title: 'One' }, ana, { 'if-match': '"1"' })).headers['etag']).toBe('"2"');
  const stale = await put(id, { dashboard_title: 'Two' }, ana, { 'if-match': '"1"' });
  expect(stale.statusCode).toBe(412);
  expect(await item(id)).toMatchObject({ dashboard_title: 'One' });
  const race = await Promise.all(
    ['A', 'B', 'C'].map((title) => put(id, { dashboard_title: title }, ana, { 'if-match': '"2"' })),
  );
  expect(race.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
});

test('[7.4-02] charts that the reader may not see are not named, not counted and not sent', async () => {
  const { db } = server.metadata;
  const [seen, secret] = [
    await buildChart(db, { datasource_id: sales, slice_name: 'Sales' }),
    await buildChart(db, { datasource_id: hidden, slice_name: 'Salaries' }),
  ];
  const id = await buildDashboard(db, {
    published: 1,
    charts: [seen, secret],
    position_json: JSON.stringify({ ...layoutOf([seen, secret]) }),
  });
  const result = await item(id, ben);
  expect(result['charts']).toEqual(['Sales']);
  expect(String(result['position_json'])).toContain(`Name ${seen}`);
  expect(String(result['position_json'])).not.toContain(`Name ${secret}`);
  const charts = (await server.request({ url: `/api/v1/dashboard/${id}/charts`, as: ben })).json<{
    result: { id: number; form_data: unknown }[];
  }>().result;
  expect(charts.map((chart) => chart.id)).toEqual([seen]);
  expect(charts[0]?.form_data).toMatchObject({ slice_id: seen, datasource: `${sales}__table` });
  const datasets = (await server.request({ url: `/api/v1/dashboard/${id}/datasets`, as: ben })).json<{
    result: { id: number; columns: unknown[]; metrics: unknown[] }[];
  }>().result;
  expect(datasets).toMatchObject([
    {
      id: sales,
      columns: [{ column_name: 'day', is_dttm: true }, { column_name: 'region' }],
      metrics: [{ metric_name: 'count' }],
    },
  ]);
  expect(JSON.stringify(datasets)).not.toContain('secrets');
  // Which columns add up is read out of the SQL; a dashboard asks for all of its datasets and needs none of it.
  expect(datasets[0]).not.toHaveProperty('additive_columns');
});

test('a layout does not give rights on a chart: foreign charts in it are not linked', async () => {
  const secret = await buildChart(server.metadata.db, { datasource_id: hidden });
  const id = await make();
  await put(id, { json_metadata: JSON.stringify({ positions: layoutOf([secret]) }) });
  expect(
    await server.metadata.db.selectFrom('dashboard_charts').selectAll().where('dashboard_id', '=', id).execute(),
  ).toEqual([]);
});

test('[7.4-05] a copy is a draft of its maker, with copies of the charts that he sees', async () => {
  const { db } = server.metadata;
  const [seen, secret] = [
    await buildChart(db, { datasource_id: sales, slice_name: 'Sales' }),
    await buildChart(db, { datasource_id: hidden }),
  ];
  const id = await buildDashboard(db, {
    published: 1,
    charts: [seen, secret],
    css: '.a{}',
    position_json: JSON.stringify(layoutOf([seen, secret])),
  });
  const copy = async (duplicate: boolean) => {
    const answer = await server.request({
      method: 'POST',
      url: `/api/v1/dashboard/${id}/copy/`,
      as: ben,
      payload: {
        dashboard_title: 'Mine',
        duplicate_slices: duplicate,
        css: '.b{}',
        json_metadata: JSON.stringify({ expanded_slices: { [seen]: true, [secret]: true } }),
      },
    });
    expect(answer.json()).toMatchObject({ result: { id: expect.any(Number), last_modified_time: expect.any(Number) } });
    return answer.json<{ result: { id: number } }>().result.id;
  };
  const same = await copy(false);
  expect(await item(same, ben)).toMatchObject({
    dashboard_title: 'Mine',
    published: false,
    slug: null,
    css: '.b{}',
    owners: [{ id: ben }],
    charts: ['Sales'],
    json_metadata: `{"expanded_slices":{"${seen}":true}}`,
  });
  const own = await copy(true);
  const [chart] = (await server.request({ url: `/api/v1/dashboard/${own}/charts`, as: ben })).json<{
    result: { id: number; owners: unknown[] }[];
  }>().result;
  expect(chart).toMatchObject({ slice_name: 'Sales', owners: [{ id: ben }] });
  expect(chart?.id).not.toBe(seen);
  expect(String((await item(own, ben))['position_json'])).not.toContain(`CHART-${secret}`);
});

test('[7.4-04] [7.4-06] filters and colours have calls of their own', async () => {
  const id = await make({ json_metadata: '{"color_scheme":"a"}' });
  const filters = await server.request({
    method: 'PUT',
    url: `/api/v1/dashboard/${id}/filters`,
    as: ana,
    payload: { modified: [{ id: 'NATIVE_FILTER-1', name: 'Region' }], deleted: [], reordered: [] },
  });
  expect(filters.json()).toEqual({ result: [{ id: 'NATIVE_FILTER-1', name: 'Region' }] });
  const before = await item(id);
  const colors = await server.request({
    method: 'PUT',
    url: `/api/v1/dashboard/${id}/colors?mark_updated=false`,
    as: ana,
    payload: { color_scheme: 'b', label_colors: { Oslo: '#ff0000' } },
  });
  expect(colors.statusCode).toBe(200);
  const after = await item(id);
  expect(JSON.parse(String(after['json_metadata']))).toEqual({
    color_scheme: 'b',
    native_filter_configuration: [{ id: 'NATIVE_FILTER-1', name: 'Region' }],
    label_colors: { Oslo: '#ff0000' },
  });
  expect([after['version'], after['changed_on']]).toEqual([before['version'], before['changed_on']]);
  expect(
    (await server.request({ method: 'PUT', url: `/api/v1/dashboard/${id}/colors`, as: ana, payload: { css: 'x' } }))
      .statusCode,
  ).toBe(400);
});

test('[7.4-07] stars', async () => {
  const id = await make({ published: true });
  const status = async () =>
    (
      await server.request({
        url: `/api/v1/dashboard/favorite_status/?q=${encodeURIComponent(`[${id},999999]`)}`,
        as: ben,
      })
    ).json();
  expect((await server.request({ method: 'POST', url: `/api/v1/dashboard/${id}/favorites/`, as: ben })).json()).toEqual(
    { result: 'OK' },
  );
  expect(await status()).toEqual({
    result: [
      { id, value: true },
      { id: 999_999, value: false },
    ],
  });
  await put(id, { published: false });
  expect(await status()).toMatchObject({ result: [{ value: false }, { value: false }] });
  await put(id, { published: true });
  expect(await status()).toMatchObject({ result: [{ value: true }, { value: false }] });
  await server.request({ method: 'DELETE', url: `/api/v1/dashboard/${id}/favorites/`, as: ben });
  expect(await status()).toMatchObject({ result: [{ value: false }, { value: false }] });
});

test('[7.4-08] the same view is the same link, which opens only to who sees the dashboard', async () => {
  const id = await make();
  const link = (payload: Record<string, unknown>) =>
    server.request({ method: 'POST', url: `/api/v1/dashboard/${id}/permalink`, as: ana, payload });
  const first = await link({
    dataMask: { a: { x: 1, y: 2 } },
    activeTabs: ['TAB-1'],
    anchor: null,
    urlParams: [['standalone', '1']],
  });
  const { key, url } = first.json<{ key: string; url: string }>();
  expect(first.statusCode).toBe(201);
  expect(key).toMatch(/^[\w-]{11}$/);
  expect(url).toMatch(new RegExp(`^http://[^/]+/tessera/dashboard/p/${key}/$`));
  expect(
    (
      await link({
        urlParams: [['standalone', '1']],
        anchor: null,
        activeTabs: ['TAB-1'],
        dataMask: { a: { y: 2, x: 1 } },
      })
    ).json(),
  ).toMatchObject({ key });
  expect((await link({ activeTabs: ['TAB-2'] })).json<{ key: string }>().key).not.toBe(key);
  for (const name of [key, `kv:${key}`]) {
    expect((await server.request({ url: `/api/v1/dashboard/permalink/${name}`, as: ana })).json()).toMatchObject({
      dashboardId: (await item(id))['uuid'],
      state: { activeTabs: ['TAB-1'] },
    });
  }
  expect((await server.request({ url: `/api/v1/dashboard/permalink/${key}`, as: ben })).statusCode).toBe(404);
  expect((await server.request({ url: '/api/v1/dashboard/permalink/nope', as: ana })).statusCode).toBe(404);
});

test('a filter state belongs to its maker and to one tab of his browser', async () => {
  const id = await make({ published: true });
  const base = `/api/v1/dashboard/${id}/filter_state`;
  const made = await server.request({
    method: 'POST',
    url: `${base}?tab_id=1`,
    as: ana,
    payload: { value: '{"a":1}' },
  });
  const { key } = made.json<{ key: string }>();
  expect(made.statusCode).toBe(201);
  expect(
    (await server.request({ method: 'POST', url: `${base}?tab_id=1`, as: ana, payload: { value: '{"a":2}' } })).json(),
  ).toEqual({ key });
  expect(
    (await server.request({ method: 'POST', url: `${base}?tab_id=2`, as: ana, payload: { value: '{"a":2}' } })).json<{
      key: string;
    }>().key,
  ).not.toBe(key);
  expect((await server.request({ url: `${base}/${key}`, as: ben })).json()).toEqual({ value: '{"a":2}' });
  expect(
    (await server.request({ method: 'PUT', url: `${base}/${key}`, as: ben, payload: { value: '{}' } })).statusCode,
  ).toBe(403);
  expect(
    (await server.request({ method: 'POST', url: base, as: ana, payload: { value: 'not json' } })).statusCode,
  ).toBe(400);
  const other = await make();
  expect((await server.request({ url: `/api/v1/dashboard/${other}/filter_state/${key}`, as: ana })).statusCode).toBe(
    404,
  );
  expect((await server.request({ method: 'DELETE', url: `${base}/${key}`, as: ana })).statusCode).toBe(200);
  expect((await server.request({ url: `${base}/${key}`, as: ana })).statusCode).toBe(404);
});

test('a bulk delete takes all or none; the charts stay', async () => {
  const chart = await buildChart(server.metadata.db, { datasource_id: sales });
  const [one, two] = [await make({ json_metadata: JSON.stringify({ positions: layoutOf([chart]) }) }), await make()];
  const foreign = await make({ published: true }, ben);
  const remove = (ids: readonly number[]) =>
    server.request({
      method: 'DELETE',
      url: `/api/v1/dashboard/?q=${encodeURIComponent(`!(${ids.join(',')})`)}`,
      as: ana,
    });
  expect((await remove([one, foreign])).statusCode).toBe(403);
  expect((await remove([one, two])).json()).toEqual({ message: 'Deleted 2 dashboards' });
  expect((await server.request({ url: `/api/v1/chart/${chart}`, as: ana })).statusCode).toBe(200);
  expect((await server.request({ url: `/api/v1/dashboard/${one}`, as: ana })).statusCode).toBe(404);
});

test('[5.0-12] role-based access decides who sees a dashboard only when it is on', async () => {
  const rbac = await testApp({ settings: { featureFlags: { DASHBOARD_RBAC: true } } });
  const { db } = rbac.metadata;
  const role = await buildRole(db);
  const reader = await buildUser(db, { roles: ['Gamma', role] });
  const chart = await buildChart(db);
  const id = await buildDashboard(db, { published: 1, charts: [chart], roles: [role] });
  expect((await rbac.request({ url: `/api/v1/dashboard/${id}`, as: reader })).statusCode).toBe(200);
  expect((await rbac.request({ url: `/api/v1/chart/${chart}`, as: reader })).statusCode).toBe(200);
  await rbac.close();
  const off = await buildDashboard(server.metadata.db, {
    published: 1,
    charts: [await buildChart(server.metadata.db)],
    roles: [await buildRole(server.metadata.db)],
  });
  expect((await server.request({ url: `/api/v1/dashboard/${off}`, as: ben })).statusCode).toBe(404);
});
