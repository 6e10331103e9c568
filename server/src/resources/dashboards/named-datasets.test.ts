import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { buildEmbedding, grantDataset, layoutOf } from '../../testing/content.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

// A dashboard that a role and an embedding open, on datasets that its readers may not read.
let it: SalesApp;
let board: number;
let byData: number;
let uuid: string;
let reader: number;
let other: number;
let wages: number;

beforeAll(async () => {
  it = await salesApp(
    [
      "CREATE TABLE sales AS SELECT 'EU' AS region, 'Rome' AS city, 1 AS amount, 2 AS pay, 3 AS bonus, 4 AS tips, " +
        "TIMESTAMP '2024-01-01' AS sold",
      'CREATE TABLE wages AS SELECT * FROM sales',
    ],
    { featureFlags: { DASHBOARD_RBAC: true } },
  );
  const { db } = it.metadata;
  wages = await it.make('dataset/', { database: it.database, schema: 'main', table_name: 'wages' });
  for (const id of [it.dataset, wages]) await nameParts(id);
  const pairs = ['can_read Chart', 'can_read Dashboard'];
  const role = await buildRole(db, { pairs });
  const granted = await buildRole(db, { pairs });
  await grantDataset(db, granted, it.dataset);
  reader = await buildUser(db, { roles: [role] });
  other = await buildUser(db, { roles: [granted] });
  const table = { query_mode: 'aggregate', row_limit: 100 };
  const seen = await chart(it.dataset, {
    ...table,
    groupby: ['region', { expressionType: 'SQL', sqlExpression: 'upper(city)', label: 'tips' }],
    metrics: [
      'count',
      { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'pay' },
      { expressionType: 'SQL', sqlExpression: 'SUM(bonus)', label: 'secret' },
    ],
    adhoc_filters: [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'sold', operator: 'IS NOT NULL' }],
  });
  const onWages = await chart(wages, { ...table, groupby: ['city'], metrics: [] });
  // The same form on another dashboard: it opens nothing here.
  const apart = await chart(it.dataset, { ...table, groupby: ['pay'], metrics: ['secret'] });
  const gone = await chart(it.dataset, { ...table, groupby: ['bonus'], metrics: [] });
  board = await dashboard([seen, onWages, gone], [role]);
  byData = await dashboard([seen, onWages], []);
  await dashboard([apart], []);
  await it.request({ as: it.adminId, method: 'DELETE', url: `/api/v1/chart/${gone}` });
  uuid = await buildEmbedding(db, board);
});
afterAll(() => it.close());

const currency = { symbol: 'EUR', symbolPosition: 'suffix' };

/** What each part is called, with what nobody reads who sees the dataset through a dashboard. */
async function nameParts(id: number): Promise<void> {
  const { db } = it.metadata;
  await db
    .updateTable('dataset_columns')
    .set({ verbose_name: sql<string>`'The ' || column_name`, description: 'Canary of a column' })
    .where('dataset_id', '=', id)
    .execute();
  await db
    .updateTable('datasets')
    .set({ description: 'Canary of a dataset', fetch_values_predicate: "'canary' = 'canary'" })
    .where('id', '=', id)
    .execute();
  await it.request({
    as: it.adminId,
    method: 'PUT',
    url: `/api/v1/dataset/${id}`,
    payload: {
      metrics: [
        { metric_name: 'count', verbose_name: 'Sales made', expression: "COUNT('canary')", d3format: ',d', currency },
        { metric_name: 'secret', verbose_name: 'Canary', expression: 'SUM(pay)' },
      ],
    },
  });
}

const chart = (dataset: number, form: object): Promise<number> =>
  it.make('chart/', {
    slice_name: 'Sales',
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify(form),
  });

const dashboard = (charts: readonly number[], roles: readonly number[]): Promise<number> =>
  it.make('dashboard/', {
    dashboard_title: 'Sales',
    published: true,
    roles,
    position_json: JSON.stringify(layoutOf([...charts])),
  });

type Who = { readonly as: number } | { readonly headers: Record<string, string> };

async function guest(): Promise<Who> {
  const answer = await it.request({
    as: it.adminId,
    method: 'POST',
    url: '/api/v1/security/guest_token/',
    payload: { resources: [{ type: 'dashboard', id: uuid }], rls: [] },
  });
  return { headers: { 'x-guesttoken': answer.json<{ token: string }>().token } };
}

const datasetsOf = async (who: Who, id: number) =>
  (await it.request({ ...who, url: `/api/v1/dashboard/${id}/datasets` })).json<{
    result: { id: number; verbose_map: object }[];
  }>().result;

describe.each(['a reader by role', 'a guest'])('%s', (kind) => {
  const who = async (): Promise<Who> => (kind === 'a guest' ? guest() : { as: reader });

  test('[attack 41] reads what the charts of the dashboard call their columns, and nothing else', async () => {
    const found = await datasetsOf(await who(), board);
    expect(found).toEqual([
      {
        id: it.dataset,
        uid: `${it.dataset}__table`,
        type: 'table',
        datasource_name: 'sales',
        table_name: 'sales',
        columns: ['region', 'amount', 'sold'].map((name) => ({ column_name: name, verbose_name: `The ${name}` })),
        metrics: [{ metric_name: 'count', verbose_name: 'Sales made', d3format: ',d', currency }],
        column_names: ['region', 'amount', 'sold'],
        verbose_map: { region: 'The region', amount: 'The amount', sold: 'The sold', count: 'Sales made' },
      },
      expect.objectContaining({ id: wages, verbose_map: { city: 'The city' }, metrics: [] }),
    ]);
    expect(JSON.stringify(found).toLowerCase()).not.toContain('canary');
  });

  test('[attack 41] reads no names once the dashboard is closed', async () => {
    const asked = await who();
    const publish = (published: boolean) =>
      it.request({ as: it.adminId, method: 'PUT', url: `/api/v1/dashboard/${board}`, payload: { published } });
    await publish(false);
    const { statusCode } = await it.request({ ...asked, url: `/api/v1/dashboard/${board}/datasets` });
    await publish(true);
    expect(statusCode).toBe(404);
  });
});

test('who sees a dashboard by its data reads the datasets that they may, and no names of the others', async () => {
  const found = await datasetsOf({ as: other }, byData);
  expect(found).toMatchObject([{ id: it.dataset, database: { id: it.database } }]);
  expect(Object.keys(found[0]?.verbose_map ?? {})).toContain('pay');
});
