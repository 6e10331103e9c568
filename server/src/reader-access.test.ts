import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { plugins } from '@tessera/viz/registry';
import { expectations } from './testing/access-expectations.ts';
import { buildRole, buildUser } from './testing/builders.ts';
import { buildChart, buildDashboard, buildEmbedding, buildPlainDataset, layoutOf } from './testing/content.ts';
import { readerExpectations, type ReaderCase, type ReaderTarget } from './testing/reader-expectations.ts';
import { testApp, type TestApp } from './testing/test-app.ts';

/** How a dashboard stands to its readers: open to them; the same as a draft; open to others. */
const relations = ['open', 'draft', 'closed'] as const;

let server: TestApp;
let role: number;
let foreignRole: number;
let reader: number;
let targets: Readonly<Record<(typeof relations)[number], ReaderTarget>>;
let guest: string;

beforeAll(async () => {
  server = await testApp({ settings: { featureFlags: { DASHBOARD_RBAC: true } } });
  const { db } = server.metadata;
  role = await buildRole(db, { pairs: ['can_read Chart', 'can_read Dashboard'] });
  foreignRole = await buildRole(db);
  reader = await buildUser(db, { roles: [role] });
});
afterAll(() => server.close());

beforeEach(async () => {
  const [open, draft, closed] = [await make(role, 1), await make(role, 0), await make(foreignRole, 1)];
  targets = { open, draft, closed };
  const answer = await server.request({
    as: server.adminId,
    method: 'POST',
    url: '/api/v1/security/guest_token/',
    payload: { resources: [open.uuid, draft.uuid].map((id) => ({ type: 'dashboard', id })), rls: [] },
  });
  guest = answer.json<{ token: string }>().token;
});

async function make(roleId: number, published: number): Promise<ReaderTarget> {
  const { db } = server.metadata;
  const datasetId = await buildPlainDataset(db);
  const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['region'], metrics: ['count'] };
  const queries = (await plugins.table.load()).buildQueries(form, { ownState: {} });
  const legacyForm = { viz_type: 'para', series: 'region', metrics: ['count'] };
  const chartId = await buildChart(db, {
    datasource_id: datasetId,
    params: JSON.stringify(form),
    query_context: JSON.stringify({ datasource: { id: datasetId, type: 'table' }, queries }),
  });
  const legacyId = await buildChart(db, {
    datasource_id: datasetId,
    viz_type: 'para',
    params: JSON.stringify(legacyForm),
  });
  const dashboardId = await buildDashboard(db, {
    charts: [chartId, legacyId],
    roles: [roleId],
    published,
    position_json: JSON.stringify(layoutOf([chartId])),
    json_metadata: JSON.stringify({
      native_filter_configuration: [
        {
          id: 'F',
          type: 'NATIVE_FILTER',
          filterType: 'filter_select',
          targets: [{ datasetId, column: { name: 'region' } }],
        },
      ],
    }),
  });
  return {
    chartId,
    legacyId,
    legacyForm,
    dashboardId,
    datasetId,
    queries,
    uuid: await buildEmbedding(db, dashboardId),
  };
}

async function ask(route: string, { params, query, body }: ReaderCase, target: ReaderTarget, who: object) {
  const [method = '', pattern = ''] = route.split(' ');
  const values = params?.(target) ?? {};
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name] ?? 1)));
  const answer = await server.request({
    ...who,
    method: method as 'GET',
    url: query ? `${path}?${query(target).replaceAll(' ', '%20')}` : path,
    ...(body && { payload: body(target) as object }),
  });
  const { statusCode } = answer;
  if (statusCode === 401) return 'u';
  if (statusCode === 403) return 'f';
  if (statusCode === 404) return '0';
  return statusCode === 405 || statusCode === 500 ? `(${statusCode})` : '+';
}

async function marksOf(route: string, routeCase: ReaderCase): Promise<string> {
  const groups: string[] = [];
  for (const who of [{ as: reader }, { headers: { 'x-guesttoken': guest } }]) {
    const marks: string[] = [];
    for (const relation of relations) marks.push(await ask(route, routeCase, targets[relation], who));
    groups.push(marks.join(''));
  }
  return groups.join(' ');
}

test('[attack 37] every route that readers and guests may come to is in their table', () => {
  const held = new Set(['can_read Chart', 'can_read Dashboard', 'identified', 'signed_in']);
  const reached = server.app.registeredRoutes
    .filter(
      ({ method, url, isPage, permission }) =>
        method !== 'HEAD' && !isPage && !url.startsWith('/superset/') && held.has(permission),
    )
    .map(({ method, url }) => `${method} ${url}`);
  expect([...new Set(reached)].sort()).toEqual(Object.keys(readerExpectations).sort());
});

test.each(Object.entries(readerExpectations))('%s', async (route, routeCase) => {
  expect(await marksOf(route, routeCase)).toBe(routeCase.expect);
});

test('whatever else there is refuses readers and guests by its permission', async () => {
  const others = server.app.registeredRoutes
    .filter(
      ({ isPage, permission, method, url }) =>
        !isPage && permission !== 'public' && method !== 'HEAD' && !url.startsWith('/superset/'),
    )
    .map(({ method, url }) => `${method} ${url}`)
    .filter((route) => !(route in readerExpectations));
  expect(others.length).toBeGreaterThan(80);
  for (const route of others) {
    expect(route in expectations).toBe(true);
    expect([route, await marksOf(route, { expect: '' })]).toEqual([route, 'fff fff']);
  }
});
