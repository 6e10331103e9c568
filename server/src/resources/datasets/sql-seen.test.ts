import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

let it: SalesApp;
let dataset: number;
let dashboard: number;
let blind: number;
let seeing: number;
let author: number;
let copier: number;
const SECRET = 'hidden_constant';

beforeAll(async () => {
  it = await salesApp(["CREATE TABLE sales AS SELECT 1 AS id, 'EU' AS region"]);
  const { db } = it.metadata;
  const reads = [
    'can_read Chart',
    'can_read Dashboard',
    'can_read Dataset',
    'can_read Explore',
    `database_access database:${it.database}`,
  ];
  const user = async (username: string, pairs: readonly string[]) =>
    buildUser(db, { username, roles: [await buildRole(db, { name: username, pairs: [...pairs] })] });
  blind = await user('blind', reads);
  seeing = await user('seeing', [...reads, 'can_view_query Tessera']);
  author = await user('author', [...reads, 'can_write Dataset']);
  copier = await user('copier', [...reads, 'can_write Dataset']);
  dataset = await it.make('dataset/', {
    database: it.database,
    schema: 'main',
    table_name: 'virtual',
    sql: `SELECT id, region, '${SECRET}' AS word FROM sales`,
    owners: [author],
    template_params: `{"own": "${SECRET}"}`,
  });
  const change = await it.request({
    method: 'PUT',
    url: `/api/v1/dataset/${dataset}`,
    as: it.adminId,
    payload: { fetch_values_predicate: `'${SECRET}' = word` },
  });
  if (change.statusCode !== 200) throw new Error(change.body);
  const chart = await it.make('chart/', {
    slice_name: 'one',
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: '{}',
  });
  dashboard = await it.make('dashboard/', {
    dashboard_title: 'one',
    published: true,
    position_json: JSON.stringify({
      ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
      GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'], parents: ['ROOT_ID'] },
      'ROW-1': {
        type: 'ROW',
        id: 'ROW-1',
        children: ['CHART-1'],
        parents: ['ROOT_ID', 'GRID_ID'],
        meta: { background: 'BACKGROUND_TRANSPARENT' },
      },
      'CHART-1': {
        type: 'CHART',
        id: 'CHART-1',
        children: [],
        parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'],
        meta: { chartId: chart, width: 4, height: 50 },
      },
      DASHBOARD_VERSION_KEY: 'v2',
    }),
  });
});
afterAll(() => it.close());

const addresses = (): readonly string[] => [
  `/api/v1/dataset/${dataset}`,
  `/api/v1/dataset/${dataset}?include_rendered_sql=true`,
  `/api/v1/dataset/${dataset}?q=(columns:!(sql,select_star,fetch_values_predicate,template_params))`,
  '/api/v1/dataset/',
  '/api/v1/dataset/?q=(columns:!(id,sql))',
  `/tessera/fetch_datasource_metadata?datasourceKey=${dataset}__table`,
  `/superset/fetch_datasource_metadata?datasourceKey=${dataset}__table`,
  `/api/v1/explore/?datasource_id=${dataset}&datasource_type=table`,
  `/api/v1/dashboard/${dashboard}/datasets`,
  `/api/v1/dataset/${dataset}/related_objects`,
];

test('[attack 84] the SQL of a dataset goes to those who may see queries and to those who may edit it', async () => {
  for (const url of addresses()) {
    const answer = await it.request({ url, as: blind });
    expect([url, answer.statusCode, answer.body.includes(SECRET)]).toEqual([url, 200, false]);
  }
  for (const as of [seeing, author]) {
    const item = (await it.request({ url: `/api/v1/dataset/${dataset}`, as })).json<{
      result: { sql: string; select_star: string };
    }>().result;
    expect([item.sql, item.select_star].every((text) => text.includes(SECRET))).toBe(true);
  }
  const item = (await it.request({ url: `/api/v1/dataset/${dataset}`, as: blind })).json<{ result: object }>().result;
  expect(item).toMatchObject({
    kind: 'virtual',
    is_sqllab_view: true,
    sql: null,
    select_star: null,
    fetch_values_predicate: null,
    template_params: null,
  });
});

test('[attack 84] nor can it be asked for word by word, by a filter, an order or a search of the list', async () => {
  const count = async (q: string, as: number) => {
    const answer = await it.request({ url: `/api/v1/dataset/?q=${q}`, as });
    return answer.statusCode === 200 ? answer.json<{ count: number }>().count : answer.statusCode;
  };
  for (const opr of ['sw', 'ew', 'ct', 'eq', 'nsw', 'new', 'nct', 'neq', 'in', 'not_in'])
    expect(await count(`(filters:!((col:sql,opr:${opr},value:SELECT)))`, blind)).toBe(400);
  expect(await count('(order_column:sql,order_direction:asc)', blind)).toBe(400);
  expect(await count(`(filters:!((col:table_name,opr:dataset_all_text,value:${SECRET})))`, blind)).toBe(0);
  expect(await count(`(filters:!((col:sql,opr:ct,value:${SECRET})))`, seeing)).toBe(1);
});

test("[attack 84] a copy would be its maker's own: who may not see the SQL makes none", async () => {
  const copy = (as: number, table_name: string) =>
    it.request({
      method: 'POST',
      url: '/api/v1/dataset/duplicate',
      as,
      payload: { base_model_id: dataset, table_name },
    });
  expect([(await copy(copier, 'a')).statusCode, (await copy(author, 'b')).statusCode]).toEqual([403, 201]);
});

test('[attack 84] the rendered SQL tells no clause of a row-level rule to those who may not read rules', async () => {
  const table = await it.make('dataset/', {
    database: it.database,
    schema: 'main',
    table_name: 'templated',
    sql: "SELECT 1 AS id, '{{ current_user_rls_rules() }}' AS told",
  });
  const role = await it.metadata.db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'seeing')
    .executeTakeFirstOrThrow();
  await it.make('rowlevelsecurity/', {
    name: 'hidden',
    filter_type: 'Regular',
    tables: [table],
    roles: [role.id],
    clause: 'id = 424242',
  });
  const answer = await it.request({ url: `/api/v1/dataset/${table}?include_rendered_sql=true`, as: seeing });
  expect([answer.statusCode, answer.body.includes('424242'), answer.body.includes('"rendered_sql":null')]).toEqual([
    200,
    false,
    true,
  ]);
});

test('[attack 84] the predicate of menus filters where it is asked for', async () => {
  const id = await it.make('dataset/', {
    database: it.database,
    schema: 'main',
    table_name: 'menu_sales',
    sql: 'SELECT id, region, 7 AS hidden FROM sales',
    owners: [author],
  });
  const url = `/api/v1/dataset/${id}`;
  const item = (await it.request({ url, as: it.adminId })).json<{
    result: { columns: { id: number; column_name: string }[] };
  }>().result;
  const columns = item.columns.filter(({ column_name: name }) => name !== 'hidden');
  const put = (payload: object) => it.request({ method: 'PUT', url, as: author, payload });
  expect(
    (
      await put({
        columns: columns.map(({ id: column, column_name }) => ({ id: column, column_name })),
        fetch_values_predicate: 'hidden = 8',
      })
    ).statusCode,
  ).toBe(200);

  const values = await it.request({ url: `/api/v1/datasource/table/${id}/column/region/values/`, as: blind });
  expect(values.json<{ result: unknown[] }>().result).toEqual([]);
  const ask = (query: object) =>
    it.request({
      method: 'POST',
      url: '/api/v1/chart/data',
      as: blind,
      payload: { datasource: { id, type: 'table' }, queries: [{ columns: ['region'], metrics: [], ...query }] },
    });
  const asked = await ask({ apply_fetch_values_predicate: true });
  expect(asked.json<{ result: { data: object[] }[] }>().result[0]?.data).toEqual([]);
  const named = await Promise.all(
    ['hidden = 8 AND region IS NOT NULL', 'hidden = 7'].map((where) => ask({ extras: { where } })),
  );
  expect(named.map(({ statusCode }) => statusCode)).toEqual([400, 400]);
});

test('[attack 32] the predicate of menus is limited to what an expression may say when it is saved', async () => {
  const answer = await it.request({
    method: 'PUT',
    url: `/api/v1/dataset/${dataset}`,
    as: author,
    payload: { fetch_values_predicate: 'id IN (SELECT 1)' },
  });
  expect([answer.statusCode, answer.body.includes('sub-quer')]).toEqual([403, true]);
});
