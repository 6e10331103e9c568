import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildChart, buildDashboard, buildPlainDataset } from './testing/content.ts';
import { metadataKinds } from './testing/metadata-kinds.ts';
import { testApp, type TestApp } from './testing/test-app.ts';

// What two databases would answer in two ways, or with a failure: the same status from both, and never a 500.

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe.each(metadataKinds)('with metadata in $name', ({ start, isHere }) => {
  let stop: () => Promise<void>;
  let it: TestApp;
  let dataset: number;

  beforeAll(async () => {
    if (!isHere) return;
    const server = await start();
    it = await testApp({ metadata: await server.open() });
    dataset = await buildPlainDataset(it.metadata.db);
    stop = async () => {
      await it.close();
      await server.stop();
    };
  });
  afterAll(() => stop?.());

  const get = (url: string) => it.request({ url, as: it.adminId });
  const send = (
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload: object = {},
    headers: Readonly<Record<string, string>> = {},
  ) => it.request({ method, url, payload, headers, as: it.adminId });
  const chart = (more: object = {}) =>
    send('POST', '/api/v1/chart/', { slice_name: 'A', datasource_id: dataset, datasource_type: 'table', ...more });
  const dashboard = (more: object = {}) => send('POST', '/api/v1/dashboard/', { dashboard_title: 'A', ...more });

  test
    .runIf(isHere)
    .each([
      '/api/v1/dashboard/%00',
      '/api/v1/dashboard/a%00b/charts',
      '/api/v1/dashboard/permalink/%00',
      '/api/v1/chart/%00',
      '/api/v1/dataset/%00',
      '/api/v1/database/%00',
      '/api/v1/explore/form_data/%00',
      '/api/v1/explore/permalink/%00',
    ])('an address with the NUL character names nothing: %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });

  test
    .runIf(isHere)
    .each([
      "(filters:!((col:slice_name,opr:chart_all_text,value:'%00')))",
      '{"filters":[{"col":"slice_name","opr":"chart_all_text","value":"\\u0000"}]}',
      '%00',
      '!',
      '(',
      '(page:-1)',
      '(page:1e309)',
      '(page_size:-2)',
      '(page_size:99999999999999999999)',
      '(filters:!((col:id,opr:eq,value:1e309)))',
      '(filters:!((col:__proto__,opr:eq,value:1)))',
      '(filters:!((col:id,opr:__proto__,value:1)))',
      '(order_column:__proto__,order_direction:asc)',
      '(order_column:id,order_direction:constructor)',
      `(a:${'!('.repeat(3000)}`,
      '(columns:!(1))',
      '(filters:!((col:owners,opr:rel_m_m,value:abc)))',
    ])('a list question that cannot be is refused: %s', async (q) => {
    for (const list of ['chart', 'dashboard', 'dataset', 'database']) {
      const { statusCode, body } = await get(`/api/v1/${list}/?q=${q}`);
      expect([q, statusCode]).toEqual([q, 400]);
      expect(body).not.toMatch(/\.[mt]s:\d|node_modules|sqlite|select /i);
    }
  });

  test.runIf(isHere)('ids beyond what the database counts to name nothing', async () => {
    for (const id of [
      '0',
      '-1',
      '2147483648',
      '9007199254740993',
      '99999999999999999999',
      '1e3',
      '1.5',
      'true',
      '__proto__',
      '%F0%9F%98%80',
    ]) {
      for (const thing of [
        'chart',
        'dashboard',
        'dataset',
        'database',
        'rowlevelsecurity',
        'security/users',
        'security/roles',
        'log',
      ]) {
        expect([thing, id, (await get(`/api/v1/${thing}/${id}`)).statusCode]).toEqual([thing, id, 404]);
      }
    }
  });

  test.runIf(isHere)('every id that a request may send has the bound of what the database counts to', async () => {
    type Field = { readonly type?: string; readonly maximum?: number; readonly anyOf?: readonly Field[] };
    type Operation = {
      readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Field }[];
      readonly requestBody?: {
        readonly content: Readonly<
          Record<string, { readonly schema: { readonly properties?: Readonly<Record<string, Field>> } }>
        >;
      };
    };
    const { paths } = (await get('/api/v1/_openapi')).json<{
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    }>();
    const isOpen = (field: Field): boolean =>
      (field.type === 'integer' && (field.maximum === undefined || field.maximum > 2_147_483_647)) ||
      (field.anyOf ?? []).some(isOpen);
    // Read by nobody; a tab_id is part of a text.
    const harmless = new Set([
      'dashboard_id of put /api/v1/chart/warm_up_cache',
      'dashboard_id of put /api/v1/dataset/warm_up_cache',
    ]);
    const open = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
        const body = Object.entries(requestBody?.content['application/json']?.schema.properties ?? {});
        const fields: readonly (readonly [string, Field])[] = [
          ...parameters.filter((each) => each.in === 'query').map((each) => [each.name, each.schema] as const),
          ...body,
        ];
        return fields
          .filter(([name, field]) => /(^|_)id$/.test(name) && name !== 'tab_id' && isOpen(field))
          .map(([name]) => `${name} of ${method} ${path}`);
      }),
    );
    expect(open.filter((each) => !harmless.has(each))).toEqual([]);
  });

  test.runIf(isHere)(
    'JSON in a text field that nests without end is refused, and one from an old row does not lock its list',
    async () => {
      for (const name of ['params', 'query_context'])
        expect((await chart({ [name]: deep(100_000) })).statusCode).toBe(400);
      expect((await dashboard({ json_metadata: `{"chart_configuration":${deep(50_000)}}` })).statusCode).toBe(400);
      expect((await dashboard({ position_json: deep(5000) })).statusCode).toBe(400);
      expect(
        (
          await send('POST', '/api/v1/explore/form_data', {
            datasource_id: dataset,
            datasource_type: 'table',
            form_data: deep(50_000),
          })
        ).statusCode,
      ).toBe(400);
      const id = await buildChart(it.metadata.db, { params: deep(50_000), datasource_id: dataset });
      const board = await buildDashboard(it.metadata.db, {
        json_metadata: deep(50_000),
        position_json: deep(50_000),
        charts: [id],
        published: 1,
      });
      for (const url of [
        `/api/v1/chart/${id}`,
        '/api/v1/chart/',
        `/api/v1/explore/?slice_id=${id}`,
        `/api/v1/dashboard/${board}`,
        '/api/v1/dashboard/',
        `/api/v1/dashboard/${board}/charts`,
        `/api/v1/dataset/${dataset}/related_objects`,
      ]) {
        expect([url, (await get(url)).statusCode]).toEqual([url, 200]);
      }
    },
  );

  test.runIf(isHere)('a uuid that is taken is reported by its field, also when two come at once', async () => {
    const uuid = randomUUID();
    expect((await chart({ uuid })).statusCode).toBe(201);
    const again = await chart({ uuid });
    expect([again.statusCode, again.json()]).toEqual([422, { message: { uuid: ['Must be unique'] } }]);
    const other = randomUUID();
    const made = await Promise.all([1, 2, 3, 4].map(() => dashboard({ uuid: other })));
    expect(made.map((answer) => answer.statusCode).sort((left, right) => left - right)).toEqual([201, 422, 422, 422]);
  });

  test.runIf(isHere)('of those who take one slug at once, one gets it', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => dashboard({ slug: 'at-once' })));
    expect(made.map((answer) => answer.statusCode).sort((left, right) => left - right)).toEqual([201, 422, 422, 422]);
    expect(made.find((answer) => answer.statusCode === 422)?.json()).toEqual({ message: { slug: ['Must be unique'] } });
  });

  test.runIf(isHere)('of writers that start from one version, one is saved and the others hear of it', async () => {
    const places: readonly (readonly [string, (turn: number) => object])[] = [
      [`/api/v1/chart/${(await chart()).json().id}`, (turn) => ({ slice_name: `name ${turn}` })],
      [`/api/v1/dashboard/${(await dashboard()).json().id}`, (turn) => ({ dashboard_title: `title ${turn}` })],
      [
        `/api/v1/dashboard/${(await dashboard()).json().id}/filters`,
        (turn) => ({ modified: [{ id: `F${turn}` }], deleted: [] }),
      ],
      [`/api/v1/dataset/${dataset}`, (turn) => ({ description: `text ${turn}` })],
      [
        `/api/v1/database/${(await get(`/api/v1/dataset/${dataset}`)).json().result.database.id}`,
        (turn) => ({ cache_timeout: turn }),
      ],
    ];
    for (const [url, body] of places) {
      const etag = String((await get(url.replace('/filters', ''))).headers.etag);
      const answers = await Promise.all([1, 2, 3, 4].map((turn) => send('PUT', url, body(turn), { 'if-match': etag })));
      expect([url, answers.map((answer) => answer.statusCode).sort((left, right) => left - right)]).toEqual([
        url,
        [200, 412, 412, 412],
      ]);
    }
  });

  test.runIf(isHere)('[7.4-04] filters that many users add at once are all there', async () => {
    const { id } = (await dashboard()).json();
    const names = Array.from({ length: 12 }, (_, at) => `NATIVE_FILTER-${at}`);
    const answers = await Promise.all(
      names.map((name) => send('PUT', `/api/v1/dashboard/${id}/filters`, { modified: [{ id: name }], deleted: [] })),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual(names.map(() => 200));
    const metadata = JSON.parse((await get(`/api/v1/dashboard/${id}`)).json().result.json_metadata) as {
      native_filter_configuration: readonly { id: string }[];
    };
    expect(metadata.native_filter_configuration.map((filter) => filter.id).sort()).toEqual([...names].sort());
  });

  test
    .runIf(isHere)
    .each([
      '__proto__',
      'constructor',
      'quote \' " \\ `',
      'line\r\nX-Forged: 1',
      '<script>alert(1)</script>',
      '😀𝒳',
      '{{ 7 * 7 }}',
      '=1+1',
      '\u202Egnp.exe',
      '../../etc/passwd',
      'x\ud800y',
    ])('the name %j is retained, found and given back as text', async (name) => {
    const { id } = (await chart({ slice_name: name })).json();
    const kept = name.replace('\ud800', '\ufffd');
    const read = await get(`/api/v1/chart/${id}`);
    expect([read.statusCode, read.json().result.slice_name]).toEqual([200, kept]);
    expect(read.headers['x-forged']).toBeUndefined();
    const q = encodeURIComponent(
      JSON.stringify({ filters: [{ col: 'slice_name', opr: 'eq', value: kept }], columns: ['id', 'slice_name'] }),
    );
    expect((await get(`/api/v1/chart/?q=${q}`)).json().result).toContainEqual({ id, slice_name: kept });
  });

  test.runIf(isHere)('nothing of what was refused is written', async () => {
    const before = (await get('/api/v1/dashboard/?q=(keys:!(none))')).json().count;
    const { id } = (await dashboard()).json();
    for (const bad of [
      { dashboard_title: 'B', json_metadata: '{' },
      { dashboard_title: 'B', owners: [999_999] },
      { dashboard_title: 'B', roles: [999_999] },
      { dashboard_title: 'B', slug: 'b', nope: 1 },
      { dashboard_title: 'B', position_json: '{"ROOT_ID":{"id":"ROOT_ID","type":"ROOT","children":["gone"]}}' },
      { dashboard_title: 7 },
      { dashboard_title: 'x'.repeat(501) },
    ]) {
      expect((await send('PUT', `/api/v1/dashboard/${id}`, bad)).statusCode).toBeGreaterThanOrEqual(400);
      expect((await dashboard(bad)).statusCode).toBeGreaterThanOrEqual(400);
    }
    expect((await get(`/api/v1/dashboard/${id}`)).json().result).toMatchObject({
      dashboard_title: 'A',
      slug: null,
      version: 1,
    });
    expect((await get('/api/v1/dashboard/?q=(keys:!(none))')).json().count).toBe(before + 1);
  });
});
