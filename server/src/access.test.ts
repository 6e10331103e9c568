import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { principals, type ObjectKind, type Principal, type RouteCase, type Target } from './testing/access-cases.ts';
import { expectations } from './testing/access-expectations.ts';
import { buildRole, buildUser, nextNumber } from './testing/builders.ts';
import {
  buildChart,
  buildDashboard,
  buildPlainDataset,
  buildSavedQuery,
  buildTab,
  buildTabTable,
} from './testing/content.ts';
import { testApp, type TestApp } from './testing/test-app.ts';

/** How an object stands to who asks: theirs; somebody else's that they may see; somebody else's that Gamma may not. */
const relations = ['own', 'shared', 'foreign'] as const;
type Relation = (typeof relations)[number];

let server: TestApp;
let people: Readonly<Record<Principal, number | undefined>>;
let stranger: number;
/** Granted to Gamma through a role; the other is granted to nobody. */
let databases: Readonly<Record<'granted' | 'hidden', number>>;

beforeAll(async () => {
  server = await testApp();
  const { db } = server.metadata;
  databases = {
    granted: await databaseOf(await buildPlainDataset(db)),
    hidden: await databaseOf(await buildPlainDataset(db)),
  };
  await buildRole(db, { name: 'Readers', pairs: [`database_access database:${databases.granted}`] });
  stranger = await buildUser(db, { roles: ['Alpha'] });
  people = {
    admin: await buildUser(db, { roles: ['Admin'] }),
    alpha: await buildUser(db, { roles: ['Alpha', 'sql_lab'] }),
    gamma: await buildUser(db, { roles: ['Gamma', 'Readers'] }),
    public: await buildUser(db, { roles: ['Public'] }),
    nobody: undefined,
  };
});
afterAll(() => server.close());

async function databaseOf(datasetId: number): Promise<number> {
  return (
    await server.metadata.db
      .selectFrom('datasets')
      .select('database_id')
      .where('id', '=', datasetId)
      .executeTakeFirstOrThrow()
  ).database_id;
}

/** A fresh object in this relation to the user, with everything that requests about it name. */
async function make(kind: ObjectKind, relation: Relation, who: Principal): Promise<Target> {
  const { db } = server.metadata;
  const owners = [relation === 'own' ? (people[who] ?? stranger) : stranger];
  // Own objects lie on hidden data, so that ownership alone has to open them.
  const databaseId = relation === 'shared' ? databases.granted : databases.hidden;
  const datasetId = await buildPlainDataset(db, {
    database_id: databaseId,
    owners,
    sql: kind === 'dataset' ? 'SELECT 1 AS region' : null,
  });
  const part = {
    columnId: (
      await db.selectFrom('dataset_columns').select('id').where('dataset_id', '=', datasetId).executeTakeFirstOrThrow()
    ).id,
    metricId: (
      await db.selectFrom('dataset_metrics').select('id').where('dataset_id', '=', datasetId).executeTakeFirstOrThrow()
    ).id,
  };
  return {
    id: await objectId(kind, {
      datasetId,
      owners,
      published: relation === 'shared',
      databaseId: relation === 'foreign' ? databases.hidden : databases.granted,
    }),
    datasetId,
    ...part,
    otherId: await buildUser(db),
    key: String(nextNumber()),
  };
}

async function objectId(
  kind: ObjectKind,
  {
    datasetId,
    owners,
    published,
    databaseId,
  }: {
    readonly datasetId: number;
    readonly owners: readonly number[];
    readonly published: boolean;
    readonly databaseId: number;
  },
): Promise<number> {
  const { db } = server.metadata;
  if (kind === 'dataset') return datasetId;
  if (kind === 'database') return databaseId;
  if (kind === 'saved_query')
    return buildSavedQuery(db, {
      database_id: databaseId,
      created_by: owners[0] ?? null,
      is_shared: published ? 1 : 0,
    });
  if (kind === 'tab' || kind === 'tab_table') {
    const tabId = await buildTab(db, owners[0] ?? stranger);
    return kind === 'tab' ? tabId : buildTabTable(db, tabId);
  }
  const chartId = await buildChart(db, { datasource_id: datasetId, owners });
  return kind === 'chart' ? chartId : buildDashboard(db, { charts: [chartId], owners, published: published ? 1 : 0 });
}

async function ask(
  route: string,
  { params, query, body, before }: RouteCase,
  target: Target,
  as: number | undefined,
): Promise<string> {
  const key = before ? await prepare(before(target)) : target.key;
  const full = { ...target, key };
  const values = { id: target.id, key: target.id, ...params?.(full) };
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((values as Readonly<Record<string, unknown>>)[name])),
  );
  const answer = await server.request({
    method: method as 'GET',
    url: query ? `${path}?${query(full).replaceAll(' ', '%20')}` : path,
    ...(body ? { payload: body(full) as object } : {}),
    ...(as === undefined ? {} : { as }),
  });
  return markOf(answer.statusCode);
}

async function prepare({ url, body }: { readonly url: string; readonly body: unknown }): Promise<string> {
  const answer = await server.request({ as: server.adminId, method: 'POST', url, payload: body as object });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ key: string }>().key;
}

/** `+` for whatever is no refusal; a defect is none of the marks and fails. */
function markOf(status: number): string {
  if (status === 401) return 'u';
  if (status === 403) return 'f';
  if (status === 404) return '0';
  return status === 405 || status === 500 ? `(${status})` : '+';
}

test('[attack 37] every route that is registered has an expectation, and every expectation a route', () => {
  // The other name of the prefix is rewritten before routes are looked up.
  const routes = server.app.registeredRoutes
    .filter(({ method, url, isPage }) => method !== 'HEAD' && !isPage && !url.startsWith('/superset/'))
    .map(({ method, url }) => `${method} ${url}`);
  expect([...routes].sort()).toEqual(Object.keys(expectations).sort());
});

test('pages and files ask for nothing: what they show comes from the API', () => {
  expect(server.app.registeredRoutes.filter(({ isPage, permission }) => isPage && permission !== 'public')).toEqual([]);
});

describe.each(principals)('%s', (who) => {
  test.each(Object.entries(expectations))('%s', async (route, routeCase) => {
    const expected = routeCase.expect.split(' ')[principals.indexOf(who)] ?? '';
    const { kind } = routeCase;
    const marks: string[] = [];
    for (const relation of kind ? relations : (['shared'] as const))
      marks.push(await ask(route, routeCase, await make(kind ?? 'chart', relation, who), people[who]));
    expect(marks.join('')).toBe(expected);
  });
});
