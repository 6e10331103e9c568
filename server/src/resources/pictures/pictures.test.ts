import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { grantDataset } from '../../testing/content.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

let server: SalesApp;
let pie: number;
let big: number;
let dashboard: number;

const component = (id: string, type: string, meta: object, children: readonly string[] = []) => ({
  [id]: { id, type, meta, children },
});
const card = (id: string, chartId: number) => component(id, 'CHART', { chartId, width: 6, height: 40 });

beforeAll(async () => {
  server = await salesApp([
    'CREATE TABLE sales (day DATE, region TEXT)',
    "INSERT INTO sales VALUES ('2024-01-01', 'north'), ('2024-01-02', 'south'), ('2024-01-03', 'south')",
  ]);
  pie = await makeChart({ viz_type: 'pie', groupby: ['region'], metric: 'count', row_limit: 10, adhoc_filters: [] });
  big = await makeChart({ viz_type: 'big_number_total', metric: 'count', adhoc_filters: [] });
  dashboard = await makeDashboard('Sales', [pie, big]);
});
afterAll(() => server.close());

const makeChart = (params: Readonly<Record<string, unknown>>) =>
  server.make('chart/', {
    slice_name: 'Sales',
    viz_type: params['viz_type'],
    datasource_id: server.dataset,
    datasource_type: 'table',
    params: JSON.stringify(params),
  });

async function makeDashboard(title: string, [first = 0, second = 0]: readonly number[]): Promise<number> {
  return server.make('dashboard/', {
    dashboard_title: title,
    published: true,
    json_metadata: JSON.stringify({
      positions: {
        ...component('ROOT_ID', 'ROOT', {}, ['TABS-1']),
        ...component('TABS-1', 'TABS', {}, ['TAB-1', 'TAB-2']),
        ...component('TAB-1', 'TAB', { text: 'One' }, ['ROW-1']),
        ...component('TAB-2', 'TAB', { text: 'Two' }, ['ROW-2']),
        ...component('ROW-1', 'ROW', {}, ['MARKDOWN-1', 'CHART-1']),
        ...component('ROW-2', 'ROW', {}, ['CHART-2']),
        ...component('MARKDOWN-1', 'MARKDOWN', { code: '# Hello\n\n- **one**', width: 6, height: 40 }),
        ...card('CHART-1', first),
        ...card('CHART-2', second),
      },
    }),
  });
}

const look = (url: string, as?: number) => server.request({ url, ...(as === undefined ? {} : { as }) });
const put = (id: number, payload: object) =>
  server.request({ method: 'PUT', url: `/api/v1/dashboard/${id}`, as: server.adminId, payload });

async function addressOf(id: number, as: number): Promise<string> {
  const answer = await look(`/api/v1/dashboard/${id}`, as);
  return answer.json<{ result: { thumbnail_url: string } }>().result.thumbnail_url;
}

/** The picture, once it is made. */
async function picture(url: string, as: number) {
  return vi.waitFor(
    async () => {
      const answer = await look(url, as);
      expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
      return answer;
    },
    { timeout: 20_000, interval: 50 },
  );
}

async function order(id: number, as: number, state: object = {}, query = '') {
  const url = `/api/v1/dashboard/${id}/cache_dashboard_screenshot/${query}`;
  const answer = await server.request({ method: 'POST', url, as, payload: state });
  return { status: answer.statusCode, ...answer.json<{ cache_key: string; image_url: string; task_status: string }>() };
}

const rules = (role: number, clause: string) =>
  server.request({
    method: 'POST',
    url: '/api/v1/rowlevelsecurity/',
    as: server.adminId,
    payload: { name: clause, filter_type: 'Regular', tables: [server.dataset], roles: [role], clause },
  });

/** Somebody who reads the dataset, by a role of their own for that alone. */
async function buildReader() {
  const { db } = server.metadata;
  const pages = await buildRole(db, { pairs: ['can_read Dashboard', 'can_read Chart', 'can_read Dataset'] });
  const role = await buildRole(db, {});
  await grantDataset(db, role, server.dataset);
  return { role, reader: await buildUser(db, { roles: [pages, role] }) };
}

test('[3.9-01] a dashboard is drawn as PNG, in light and dark, once its charts are answered', async () => {
  const url = await addressOf(dashboard, server.adminId);
  const first = await look(url, server.adminId);
  expect(first.statusCode).toBe(202);
  expect(first.json()).toEqual({
    cache_key: url.split('/').at(-2),
    dashboard_url: expect.stringContaining(`/dashboard/${dashboard}`),
    image_url: url,
    task_status: 'Pending',
    task_updated_at: expect.any(String),
  });
  const answer = await picture(url, server.adminId);
  expect([answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    'image/png',
    'private, max-age=300',
  ]);
  expect([answer.rawPayload.readUInt32BE(16), answer.rawPayload.readUInt32BE(20)]).toEqual([800, 480]);
  const dark = await picture(`${url}?mode=dark`, server.adminId);
  expect(dark.rawPayload.equals(answer.rawPayload)).toBe(false);
  const list = await look(`/api/v1/dashboard/?q=(filters:!((col:id,opr:eq,value:${dashboard})))`, server.adminId);
  expect(list.json().result[0].thumbnail_url).toBe(url);
});

test('a change of the dashboard has an address of its own, to which the old one leads', async () => {
  const id = await makeDashboard('Before', [pie, big]);
  const before = await addressOf(id, server.adminId);
  await put(id, { dashboard_title: 'After' });
  const moved = await look(`${before}?mode=dark`, server.adminId);
  const after = await addressOf(id, server.adminId);
  expect(after).not.toBe(before);
  expect([moved.statusCode, moved.headers['location']]).toEqual([302, `${after}?mode=dark`]);
});

test('a picture that was ordered is there as PNG and PDF, in the state of the order', async () => {
  const ordered = await order(dashboard, server.adminId);
  expect([ordered.status, ordered.image_url]).toEqual([
    202,
    `/api/v1/dashboard/${dashboard}/screenshot/${ordered.cache_key}/`,
  ]);
  const png = await picture(ordered.image_url, server.adminId);
  expect((await order(dashboard, server.adminId)).task_status).toBe('Updated');
  const pdf = await picture(`${ordered.image_url}?download_format=pdf`, server.adminId);
  expect(pdf.headers['content-type']).toBe('application/pdf');
  const [, width = '', height = '', size = ''] =
    /\/Width (\d+) \/Height (\d+)[^>]* \/Length (\d+)/.exec(pdf.rawPayload.toString('latin1')) ?? [];
  const start = pdf.rawPayload.indexOf('stream\n') + 'stream\n'.length;
  expect(inflateSync(pdf.rawPayload.subarray(start, start + Number(size))).length).toBe(
    Number(width) * Number(height) * 3,
  );
  const second = await order(dashboard, server.adminId, { activeTabs: ['TAB-2'] });
  expect(second.cache_key).not.toBe(ordered.cache_key);
  expect((await picture(second.image_url, server.adminId)).rawPayload.equals(png.rawPayload)).toBe(false);
  const other = await look(`${ordered.image_url}?download_format=gif`, server.adminId);
  expect([other.statusCode, (await look(`${ordered.image_url}x`, server.adminId)).statusCode]).toEqual([400, 404]);
});

test('a filter in the order acts on the charts of the picture', async () => {
  const extraFormData = { filters: [{ col: 'region', op: 'IN', val: ['north'] }] };
  const id = await makeDashboard('Selected', [pie, big]);
  const [plain, filtered] = [
    await order(id, server.adminId, { activeTabs: ['TAB-2'] }),
    await order(id, server.adminId, {
      activeTabs: ['TAB-2'],
      dataMask: { [pie]: { extraFormData, filterState: { value: ['north'] } } },
    }),
  ];
  const [all, north] = [
    await picture(plain.image_url, server.adminId),
    await picture(filtered.image_url, server.adminId),
  ];
  expect(all.rawPayload.equals(north.rawPayload)).toBe(false);
});

test('[attack 109] a rule on rows shows in the next look at a picture, and in no address of another', async () => {
  const { role, reader } = await buildReader();
  const url = await addressOf(dashboard, reader);
  expect(url).not.toBe(await addressOf(dashboard, server.adminId));
  const all = await picture(url, reader);
  expect((await rules(role, "region = 'north'")).statusCode).toBe(201);
  const some = await picture(url, reader);
  expect(some.rawPayload.equals(all.rawPayload)).toBe(false);
  const moved = await look(await addressOf(dashboard, server.adminId), reader);
  expect([moved.statusCode, moved.headers['location']]).toEqual([302, `${url}?mode=light`]);
});

test('[attack 109] a picture that somebody ordered opens to nobody else, nor to who lost a right since', async () => {
  const { role, reader } = await buildReader();
  const ordered = await order(dashboard, reader);
  await picture(ordered.image_url, reader);
  for (const as of [server.adminId, (await buildReader()).reader])
    expect((await look(ordered.image_url, as)).statusCode).toBe(404);
  expect((await look(ordered.image_url)).statusCode).toBe(401);
  const taken = await server.request({
    method: 'PUT',
    url: `/api/v1/security/roles/${role}/users`,
    as: server.adminId,
    payload: { user_ids: [] },
  });
  expect([taken.statusCode, (await look(ordered.image_url, reader)).statusCode]).toEqual([200, 404]);
});

test('[attack 109] strangers get no picture, and nobody one of a draft that is not theirs', async () => {
  const { db } = server.metadata;
  const stranger = await buildUser(db, { roles: ['Gamma'] });
  const url = await addressOf(dashboard, server.adminId);
  expect((await look(url, stranger)).statusCode).toBe(404);
  expect((await order(dashboard, stranger)).status).toBe(404);
  await put(dashboard, { published: false });
  const { reader } = await buildReader();
  expect((await look(url, reader)).statusCode).toBe(404);
  await put(dashboard, { published: true });
});

test('[attack 109] guests of one name see the rows that their tokens give, and no dashboard beside', async () => {
  const embedded = async (id: number) => {
    const url = `/api/v1/dashboard/${id}/embedded`;
    const answer = await server.request({ method: 'POST', url, as: server.adminId, payload: { allowed_domains: [] } });
    return answer.json<{ result: { uuid: string } }>().result.uuid;
  };
  const uuid = await embedded(dashboard);
  const guest = async (clauses: readonly object[]) => {
    const payload = { user: { username: 'gus' }, resources: [{ type: 'dashboard', id: uuid }], rls: clauses };
    const url = '/api/v1/security/guest_token/';
    const answer = await server.request({ method: 'POST', url, as: server.adminId, payload });
    return { 'x-guesttoken': answer.json<{ token: string }>().token };
  };
  const guests = [await guest([]), await guest([{ clause: "region = 'north'" }])];
  const addresses: string[] = [];
  const pictures: Buffer[] = [];
  for (const headers of guests) {
    const item = await server.request({ url: `/api/v1/dashboard/${uuid}`, headers });
    const found = await server.request({ url: `/api/v1/dashboard/${dashboard}`, headers });
    const { thumbnail_url: url } = (found.statusCode === 200 ? found : item).json().result;
    addresses.push(url);
    // Nobody's account stands behind a guest: the picture is made while they wait.
    const answer = await server.request({ url, headers });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
    pictures.push(answer.rawPayload);
    const other = await makeDashboard('Not theirs', [pie, big]);
    expect((await server.request({ url: `/api/v1/dashboard/${other}/thumbnail/x/`, headers })).statusCode).toBe(404);
  }
  expect([new Set(addresses).size, pictures[0]?.equals(pictures[1] ?? Buffer.alloc(0))]).toEqual([2, false]);
});

test('a dashboard of which nothing can be drawn has no picture', async () => {
  const broken = await makeChart({ viz_type: 'pie', groupby: ['gone'], metric: 'count', row_limit: 10 });
  const id = await makeDashboard('Broken', [broken, broken]);
  const url = await addressOf(id, server.adminId);
  await vi.waitFor(async () => expect((await look(url, server.adminId)).statusCode).toBe(404), { timeout: 20_000 });
});

test('each version has a picture for who may edit, and for nobody else', async () => {
  const id = await makeDashboard('Versions', [pie, big]);
  await put(id, { dashboard_title: 'Versions, renamed' });
  await put(id, { dashboard_title: 'Versions, again' });
  const list = await look(`/api/v1/dashboard/${id}/versions`, server.adminId);
  const versions = list.json<{ result: { version: number }[] }>().result.map(({ version }) => version);
  const [newest, former] = await Promise.all(
    [versions[0], versions.at(-1)].map((version) =>
      picture(`/api/v1/dashboard/${id}/versions/${version}/picture`, server.adminId),
    ),
  );
  expect(newest?.rawPayload.equals(former?.rawPayload ?? Buffer.alloc(0))).toBe(false);
  const { reader } = await buildReader();
  expect((await look(`/api/v1/dashboard/${id}/versions/${versions[0]}/picture`, reader)).statusCode).toBe(403);
});
