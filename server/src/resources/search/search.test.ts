import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { created } from '../../metadata/audit.ts';
import { buildRole, buildUser, TEST_NOW } from '../../testing/builders.ts';
import { buildChart, buildDashboard, buildPlainDataset, grantDataset } from '../../testing/content.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { emptyQuery } from '../saved-queries/store.ts';

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.close());

type Found = { readonly kind: string; readonly id: number; readonly title: string; readonly field: string };

async function search(text: string, as: number): Promise<readonly Found[]> {
  const answer = await server.request({ url: `/api/v1/search/?text=${encodeURIComponent(text)}`, as });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ result: Found[] }>().result;
}

/** A dataset with the word in a column, a metric and its SQL, and a chart and a dashboard that carry it. */
async function marked(word: string, owner: number) {
  const { db } = server.metadata;
  const dataset = await buildPlainDataset(db);
  await db
    .updateTable('datasets')
    .set({ sql: `select 1 as ${word}_sql`, description: `About ${word}` })
    .where('id', '=', dataset)
    .execute();
  const dated = { created_on: null, changed_on: null };
  const part = { dataset_id: dataset, position: 90, verbose_name: null, description: null, ...dated };
  await db
    .insertInto('dataset_columns')
    .values({ ...part, uuid: randomUUID(), column_name: `${word}_column`, type: 'INTEGER', type_generic: 0, ...blank })
    .execute();
  await db
    .insertInto('dataset_metrics')
    .values({
      ...part,
      uuid: randomUUID(),
      ...blankMetric,
      metric_name: 'total',
      expression: `sum(${word}_expression)`,
    })
    .execute();
  const chart = await buildChart(db, { slice_name: `${word} chart`, datasource_id: dataset });
  const dashboard = await buildDashboard(db, {
    dashboard_title: `${word} board`,
    charts: [chart],
    owners: [owner],
    published: 1,
  });
  return { dataset, chart, dashboard };
}
const certified = { certified_by: null, certification_details: null, warning_text: null, extra: null };
const blank = { ...certified, expression: null, python_date_format: null };
const blankMetric = { ...certified, metric_type: null, d3format: null, currency: null };

test('names, descriptions, columns and SQL are found by whoever may read them', async () => {
  const { db } = server.metadata;
  const admin = await buildUser(db, { roles: ['Admin'] });
  const made = await marked('zebrafinch', admin);
  const found = await search('ZEBRAFINCH', admin);
  expect(found.map(({ kind, id, field }) => [kind, id, field])).toEqual(
    expect.arrayContaining([
      ['dashboard', made.dashboard, 'name'],
      ['chart', made.chart, 'name'],
      ['column', made.dataset, 'name'],
      ['dataset', made.dataset, 'description'],
      ['metric', made.dataset, 'sql'],
    ]),
  );
  expect(found).toHaveLength(5);
});

test('whoever may not read SQL learns nothing by searching it, and strangers find nothing at all', async () => {
  const { db } = server.metadata;
  const admin = await buildUser(db, { roles: ['Admin'] });
  const made = await marked('quokka', admin);
  const blindRole = await buildRole(db, { pairs: ['can_read Chart', 'can_read Dataset', 'can_read Dashboard'] });
  await grantDataset(db, blindRole, made.dataset);
  const blind = await buildUser(db, { roles: [blindRole] });
  expect((await search('quokka', blind)).map(({ kind }) => kind).toSorted()).toEqual([
    'chart',
    'column',
    'dashboard',
    'dataset',
  ]);
  expect(await search('quokka_sql', blind)).toEqual([]);
  expect(await search('quokka_expression', blind)).toEqual([]);
  const stranger = await buildUser(db, { roles: ['Gamma'] });
  expect(await search('quokka', stranger)).toEqual([]);
});

test('wildcards of the database mean themselves, and an empty text is refused', async () => {
  const admin = await buildUser(server.metadata.db, { roles: ['Admin'] });
  await marked('wombat', admin);
  expect(await search('wom%t', admin)).toEqual([]);
  expect((await server.request({ url: '/api/v1/search/?text=', as: admin })).statusCode).toBe(400);
});

test('saved queries are found by name and text, by whoever may see them', async () => {
  const { db } = server.metadata;
  const dataset = await buildPlainDataset(db);
  const { database_id: databaseId } = await db
    .selectFrom('datasets')
    .select('database_id')
    .where('id', '=', dataset)
    .executeTakeFirstOrThrow();
  const role = await buildRole(db, { pairs: [`database_access database:${databaseId}`] });
  const owner = await buildUser(db, { roles: ['sql_lab', role] });
  const colleague = await buildUser(db, { roles: ['sql_lab', role] });
  const stranger = await buildUser(db, { roles: ['sql_lab'] });
  const save = async (label: string, sql: string, isShared: boolean) => {
    const payload = { db_id: databaseId, label, sql, is_shared: isShared };
    const answer = await server.request({ url: '/api/v1/saved_query/', method: 'POST', as: owner, payload });
    expect(answer.statusCode).toBe(201);
    return answer.json<{ id: number }>().id;
  };
  const shared = await save('Pangolins by year', 'SELECT 1', true);
  const own = await save('Another', 'SELECT * FROM pangolin_counts', false);
  const found = async (as: number) =>
    (await search('pangolin', as))
      .map(({ kind, id, field }) => [kind, id, field])
      .toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
  expect(await found(owner)).toEqual([
    ['saved_query', shared, 'name'],
    ['saved_query', own, 'sql'],
  ]);
  expect(await found(colleague)).toEqual([['saved_query', shared, 'name']]);
  expect(await found(stranger)).toEqual([]);
  const blind = await buildUser(db, { roles: ['Gamma', role] });
  expect(await found(blind)).toEqual([]);
  await server.request({ url: `/api/v1/saved_query/${shared}`, method: 'DELETE', as: owner });
  expect(await found(colleague)).toEqual([]);
});

test('[attack 61] saved scripts of megabytes are looked through between other requests', async () => {
  const { db } = server.metadata;
  const dataset = await buildPlainDataset(db);
  const { database_id: database } = await db
    .selectFrom('datasets')
    .select('database_id')
    .where('id', '=', dataset)
    .executeTakeFirstOrThrow();
  const writer = await buildUser(db, { roles: ['Alpha', 'sql_lab'] });
  for (let at = 0; at < 30; at += 1)
    await db
      .insertInto('saved_queries')
      .values({
        ...created({ userId: writer }, TEST_NOW),
        label: `Long ${at}`,
        database_id: database,
        sql: `SELECT /* ${'a'.repeat(900_000)} */ ${at === 7 ? 'needleinhay' : 1}`,
        ...emptyQuery,
      })
      .execute();
  let rounds = 0;
  const over = new AbortController();
  const counted = (async () => {
    for (; !over.signal.aborted; rounds += 1) await setImmediate();
  })();
  expect(await search('needleinhay', writer)).toMatchObject([{ title: 'Long 7', field: 'sql' }]);
  over.abort();
  await counted;
  // Each tick reads some four megabytes of them.
  expect(rounds).toBeGreaterThan(6);
});
