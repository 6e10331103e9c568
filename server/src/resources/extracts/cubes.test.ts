import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { plugins } from '@tessera/viz/registry';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { layoutOf } from '../../testing/content.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

const sales =
  "CREATE TABLE sales AS SELECT CASE i % 3 WHEN 0 THEN 'EU' WHEN 1 THEN 'US' END AS region, CASE i % 4 WHEN 0 THEN " +
  "'ana' ELSE 'bo' END AS owner, CAST(i - 60 AS BIGINT) AS amount, CASE WHEN i % 5 = 0 THEN NULL ELSE (i - 50) / 4 " +
  "END AS margin, TIMESTAMP '2024-01-01' + to_hours(i * 9) AS sold FROM range(240) AS r(i)";

let it: SalesApp;
let ana: number;
let role: number;
/** Statements that were run for charts. */
const ran = async (): Promise<number> =>
  Number(
    (
      await it.metadata.db
        .selectFrom('query_log')
        .select((eb) => eb.fn.countAll().as('n'))
        .where('is_cached', '=', 0)
        .executeTakeFirstOrThrow()
    ).n,
  );

beforeAll(async () => {
  it = await salesApp([sales, 'CREATE TABLE plain AS SELECT * FROM sales'], {
    featureFlags: { DASHBOARD_RBAC: true },
  });
  role = await buildRole(it.metadata.db, {
    pairs: ['can_read Chart', 'can_read Dataset', `datasource_access dataset:${it.dataset}`],
  });
  ana = await buildUser(it.metadata.db, { username: 'ana', roles: [role] });
  await it.make('rowlevelsecurity/', {
    name: 'own rows',
    filter_type: 'Regular',
    tables: [it.dataset],
    roles: [role],
    clause: "owner = '{{ current_username() }}'",
  });
  await accelerate();
});
afterAll(() => it.close());

const extract = async () =>
  (await it.request({ url: `/api/v1/dataset/${it.dataset}/extract`, as: it.adminId })).json().result;

async function refreshed(method: 'PUT' | 'POST', path: string, payload: object): Promise<void> {
  const url = `/api/v1/dataset/${it.dataset}/${path}`;
  const answer = await it.request({ method, url, as: it.adminId, payload });
  expect([200, 202]).toContain(answer.statusCode);
  await vi.waitFor(async () => expect((await extract()).refresh).toBeNull(), { timeout: 20_000, interval: 50 });
}
const accelerate = () => refreshed('PUT', 'extract', { schedule: { kind: 'never' }, watermark: null });

type Filter = { readonly col: unknown; readonly op: string; readonly val?: unknown };

const ask = async (query: object, as: number, force = false) => {
  const payload = { datasource: { id: it.dataset, type: 'table' }, queries: [query], force };
  const answer = await it.request({ method: 'POST', url: '/api/v1/chart/data', as, payload });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json().result[0];
};
const prepare = async (queries: readonly object[], coming: readonly (readonly Filter[])[], as = it.adminId) => {
  const requests = queries.map((query) => ({ datasource: { id: it.dataset, type: 'table' }, queries: [query] }));
  const payload = { requests, coming };
  return it.request({ method: 'POST', url: '/api/v1/chart/data/prepare', as, payload });
};
const cubes = async (...given: Parameters<typeof prepare>): Promise<number> => {
  const answer = await prepare(...given);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().result.cubes;
};

const sum = (column: string) => ({
  expressionType: 'SIMPLE',
  column: { column_name: column },
  aggregate: 'SUM',
  label: `SUM(${column})`,
});
const of = (aggregate: string, column: string) => ({ ...sum(column), aggregate, label: `${aggregate}(${column})` });
const byOwner = {
  columns: ['owner'],
  metrics: ['count', sum('amount'), of('AVG', 'margin'), of('MIN', 'amount'), of('MAX', 'margin'), sum('margin')],
  orderby: [['owner', true]],
  row_limit: 100,
};
const daily = {
  columns: [{ timeGrain: 'P1D', columnType: 'BASE_AXIS', sqlExpression: 'sold', label: 'sold', expressionType: 'SQL' }],
  metrics: ['count', sum('amount')],
  filters: [{ col: 'amount', op: '>', val: -50 }],
  orderby: [['count', false]],
  row_limit: 50,
};
const top = { columns: ['owner'], metrics: [sum('amount')], orderby: [[sum('amount'), false]], row_limit: 1 };
const total = { columns: [], metrics: ['count', of('AVG', 'amount'), sum('margin')], row_limit: 1 };
const charts = [byOwner, daily, top, total];

const among = (...val: readonly (string | null)[]): Filter => ({ col: 'region', op: 'IN', val });
const click = [among('EU', 'US', null)];
const edges = [-60, -10, 0, 45.5, 179];
const brush: readonly Filter[] = edges.flatMap((val) => ['>=', '<', '<='].map((op) => ({ col: 'amount', op, val })));
const times = [
  { col: 'sold', op: 'TEMPORAL_RANGE', val: '2024-01-01T00:00:00 : 2024-01-02T00:00:00' },
  { col: 'sold', op: 'TEMPORAL_RANGE', val: '2024-01-02T00:00:00 : 2024-01-09T00:00:00' },
];

/** What a reader may do then, and how much of it the cubes answer. */
const selections: readonly (readonly [string, readonly Filter[], readonly (readonly Filter[])[]])[] = [
  ['clicks', click, [[among('EU')], [among('US', null)], [among(null)], [{ col: 'region', op: 'IS NULL' }]]],
  [
    'a brush over numbers',
    brush,
    [
      [
        { col: 'amount', op: '>=', val: -10 },
        { col: 'amount', op: '<', val: 45.5 },
      ],
      [
        { col: 'amount', op: '>=', val: 0 },
        { col: 'amount', op: '<=', val: 179 },
      ],
      [
        { col: 'amount', op: '>=', val: 179 },
        { col: 'amount', op: '<', val: -60 },
      ],
    ],
  ],
  [
    'a brush over times',
    times,
    [[times[0] ?? among()], [{ col: 'sold', op: 'TEMPORAL_RANGE', val: '2024-01-03T00:00:00 : 2024-02-01T00:00:00' }]],
  ],
];

describe.each(selections)('%s', (_, coming, made) => {
  test('[attack 35] are answered from cubes as without them, each reader by the own rows', async () => {
    for (const as of [it.adminId, ana]) {
      for (const query of charts) await ask(query, as);
      expect(await cubes(charts, [coming], as)).toBe(charts.length);
      for (const filters of made)
        for (const query of charts) {
          const clicked = { ...query, filters: [...('filters' in query ? query.filters : []), ...filters] };
          const kept = await ask(clicked, as);
          expect([as, query.columns, filters, kept.is_cached]).toEqual([as, query.columns, filters, true]);
          const anew = await ask(clicked, as, true);
          expect(kept.data).toEqual(anew.data);
          expect(kept.coltypes).toEqual(anew.coltypes);
        }
    }
  });
});

test('a cube is of the extract that it was made of', async () => {
  await ask(total, it.adminId);
  expect(await cubes([total], [click])).toBe(1);
  await refreshed('POST', 'extract/refresh', {});
  const clicked = { ...total, filters: [among('EU'), { col: 'owner', op: '==', val: 'bo' }] };
  await ask({ ...total, filters: [among('EU')] }, it.adminId);
  expect((await ask(clicked, it.adminId)).is_cached).toBeNull();
});

test('what would be large, and what is not additive, has no cube', async () => {
  const distinct = { columns: ['owner'], metrics: [of('COUNT_DISTINCT', 'amount')], row_limit: 100 };
  const rows = { columns: ['owner', 'amount'], row_limit: 100 };
  const many = Array.from({ length: 60 }, (_, at) => ({ col: 'amount', op: '>=', val: at }));
  const wide = { columns: ['amount'], metrics: ['count'], row_limit: 10_000 };
  for (const query of [distinct, rows, wide]) await ask(query, it.adminId);
  expect(await cubes([distinct, rows], [click])).toBe(0);
  const huge = [{ col: 'owner', op: 'IN', val: Array.from({ length: 900 }, (_, at) => `o${at}`) }, among('EU', 'US')];
  expect(await cubes([wide], [huge])).toBe(0);
  expect(await cubes([wide], [many])).toBe(1);
  // Nobody has asked it, so that nobody knows how large it is.
  expect(await cubes([{ ...wide, row_limit: 9_999 }], [many])).toBe(0);
});

test('[attack 28] a request for cubes says nothing of what its reader may not ask', async () => {
  const plain = await it.make('dataset/', { database: it.database, schema: 'main', table_name: 'plain' });
  const refused = await it.request({
    method: 'POST',
    url: '/api/v1/chart/data/prepare',
    as: ana,
    payload: { requests: [{ datasource: { id: plain, type: 'table' }, queries: [total] }], coming: [click] },
  });
  expect(refused.statusCode).toBe(404);
  const before = await ran();
  expect((await prepare([total], [[]] as never)).statusCode).toBe(400);
  expect((await prepare([total], [[{ col: 'nothing', op: '==', val: 1 }]])).json()).toEqual({ result: { cubes: 0 } });
  expect(await ran()).toBe(before);
});

test('[attack 28] through a dashboard one prepares for its selections and for nothing else', async () => {
  const seers = await buildRole(it.metadata.db, { pairs: ['can_read Chart', 'can_read Dashboard'] });
  const reader = await buildUser(it.metadata.db, { username: 'rita', roles: [seers] });
  const charts = await Promise.all(
    ['owner', 'region'].map((column) =>
      it.make('chart/', {
        slice_name: column,
        viz_type: 'pie',
        datasource_id: it.dataset,
        datasource_type: 'table',
        params: JSON.stringify({ viz_type: 'pie', groupby: [column], metric: 'count', row_limit: 100 }),
      }),
    ),
  );
  const dashboardId = await it.make('dashboard/', {
    dashboard_title: 'Sales',
    published: true,
    roles: [seers],
    position_json: JSON.stringify(layoutOf(charts)),
  });
  const form = {
    viz_type: 'pie',
    groupby: ['owner'],
    metric: 'count',
    row_limit: 100,
    slice_id: charts[0],
    dashboardId,
  };
  const queries = (await plugins.pie.load()).buildQueries(form, { ownState: {} });
  const asked = { datasource: { id: it.dataset, type: 'table' }, queries, form_data: form };
  const send = (url: string, payload: object) => it.request({ method: 'POST', url, as: reader, payload });
  expect((await send('/api/v1/chart/data', asked)).statusCode).toBe(200);
  const wish = (col: string) =>
    send('/api/v1/chart/data/prepare', { requests: [asked], coming: [[{ col, op: 'IN', val: ['EU'] }]] });
  expect((await wish('region')).json()).toEqual({ result: { cubes: 1 } });
  expect((await wish('amount')).statusCode).toBe(403);
});
