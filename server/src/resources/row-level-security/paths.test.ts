import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';
import { metric, shapes } from '../../testing/rule-shapes.ts';

// One rule, one user, and every way by which rows leave the server. The oracle is a filtered copy of the table.
let it: SalesApp;
let ana: number;
let dataset: number;
let filtered: number;
let chart: number;
let database: number;
let role: number;

beforeAll(async () => {
  it = await salesApp([
    `CREATE TABLE sales AS SELECT CASE WHEN i % 3 = 0 THEN 'EU' ELSE 'US' END AS region, CASE i % 4 WHEN 0 ` +
      `THEN 'ana' ELSE 'bo' END AS owner, i AS amount, TIMESTAMP '2024-01-01' + to_hours(i) AS sold FROM ` +
      'range(120) AS r(i)',
    'CREATE TABLE sales_all AS SELECT * FROM sales',
    `CREATE TABLE sales_eu AS SELECT * FROM sales WHERE region = 'EU'`,
  ]);
  ({ database, dataset } = it);
  filtered = await it.make('dataset/', { database, schema: 'main', table_name: 'sales_eu' });
  role = await buildRole(it.metadata.db, {
    pairs: [
      'can_read Chart',
      'can_samples Tessera',
      'can_csv Tessera',
      'can_view_query Tessera',
      `datasource_access dataset:${dataset}`,
      `datasource_access dataset:${filtered}`,
    ],
  });
  ana = await buildUser(it.metadata.db, { username: 'ana', roles: [role] });
  const query = { columns: ['region'], metrics: ['count'], orderby: [['region', true]] };
  chart = await it.make('chart/', {
    slice_name: 'By region',
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: '{}',
    query_context: JSON.stringify({ datasource: { id: dataset, type: 'table' }, queries: [query] }),
  });
  await it.make('rowlevelsecurity/', {
    name: 'Europe only',
    filter_type: 'Regular',
    tables: [dataset],
    roles: [role],
    clause: "region = 'EU'",
  });
});
afterAll(() => it.close());

/** Somebody else whom the rule binds. */
const bound = (username: string): Promise<number> => buildUser(it.metadata.db, { username, roles: [role] });

const ask = async (as: number, id: number, query: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  it.request({
    method: 'POST',
    url: '/api/v1/chart/data',
    as,
    payload: { datasource: { id, type: 'table' }, queries: [query], ...more },
  });
const rows = async (as: number, id: number, query: Record<string, unknown>, more: Record<string, unknown> = {}) => {
  const answer = await ask(as, id, query, more);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json().result[0].data as readonly Record<string, unknown>[];
};

test.each(shapes)('[attack 28] %s counts the rows of the rule and no others', async (_, query, more) => {
  const limited = await rows(ana, dataset, query, more);
  expect(limited).toEqual(await rows(ana, filtered, query, more));
  expect(limited).not.toEqual(await rows(it.adminId, dataset, query, more));
});

test('whoever the rule does not bind sees everything, and neither gets the other answer from the cache', async () => {
  const query = { columns: ['region'], metrics: ['count'], orderby: [['region', true]] };
  for (let round = 0; round < 2; round++) {
    expect(await rows(it.adminId, dataset, query)).toEqual([
      { region: 'EU', count: 40 },
      { region: 'US', count: 80 },
    ]);
    expect(await rows(ana, dataset, query)).toEqual([{ region: 'EU', count: 40 }]);
  }
});

test('[attack 28] the saved chart, the sample pane, the filter menu and CSV obey the rule', async () => {
  const saved = await it.request({ url: `/api/v1/chart/${chart}/data/`, as: ana });
  expect(saved.json().result[0].data).toEqual([{ region: 'EU', count: 40 }]);
  const samples = await it.request({
    method: 'POST',
    url: `/datasource/samples?datasource_type=table&datasource_id=${dataset}`,
    as: ana,
    payload: {},
  });
  expect(new Set(samples.json().result.data.map((row: { region: string }) => row.region))).toEqual(new Set(['EU']));
  const values = await it.request({ url: `/api/v1/datasource/table/${dataset}/column/region/values/`, as: ana });
  expect(values.json().result).toEqual(['EU']);
  const csv = await ask(ana, dataset, { columns: ['region', 'amount'] }, { result_format: 'csv' });
  expect(csv.body.match(/US/g)).toBeNull();
  expect(csv.body.match(/EU/g)).toHaveLength(40);
});

test('a query that another dataset brings by macro is limited like that dataset', async () => {
  const virtual = await it.make('dataset/', {
    database,
    schema: 'main',
    table_name: 'through macro',
    sql: 'SELECT region, 1 AS n FROM sales_eu',
  });
  await it.metadata.db
    .updateTable('datasets')
    .set({ sql: `SELECT region, count(*) AS n FROM {{ dataset(${dataset}) }} GROUP BY region` })
    .where('id', '=', virtual)
    .execute();
  await it.metadata.db
    .insertInto('role_permissions')
    .values({ role_id: role, permission: 'datasource_access', view: `dataset:${virtual}` })
    .execute();
  it.pass(10_000);
  const query = { columns: ['region'], orderby: [['region', true]] };
  expect(await rows(it.adminId, virtual, query, { force: true })).toEqual([{ region: 'EU' }, { region: 'US' }]);
  // What ana may read is cached for a while; of this user nothing is known yet.
  const bea = await bound('bea');
  expect(await rows(bea, virtual, query)).toEqual([{ region: 'EU' }]);
  expect(await rows(bea, virtual, { metrics: [metric('SUM(n)')] })).toEqual([{ m: 40 }]);
});

test('rules of one group are alternatives, groups hold together, and a base rule binds all but its roles', async () => {
  const grouped = await it.make('dataset/', {
    database,
    schema: 'main',
    table_name: 'grouped',
    sql: 'SELECT * FROM sales_all',
  });
  const spared = await buildRole(it.metadata.db, {
    name: 'Spared',
    pairs: ['can_read Chart', `datasource_access dataset:${grouped}`],
  });
  const cy = await buildUser(it.metadata.db, { username: 'cy', roles: ['Spared'] });
  await it.metadata.db
    .insertInto('role_permissions')
    .values({ role_id: role, permission: 'datasource_access', view: `dataset:${grouped}` })
    .execute();
  const dan = await bound('dan');
  const regular = { filter_type: 'Regular', tables: [grouped], roles: [role] };
  const europe = await it.make('rowlevelsecurity/', {
    ...regular,
    name: 'Of Europe',
    group_key: 'whose',
    clause: "region = 'EU'",
  });
  const own = await it.make('rowlevelsecurity/', {
    ...regular,
    name: 'Of Ana',
    group_key: 'whose',
    clause: "owner = 'ana'",
  });
  const base = await it.make('rowlevelsecurity/', {
    name: 'Small ones',
    filter_type: 'Base',
    tables: [grouped],
    roles: [spared],
    clause: 'amount < 60',
  });
  const amounts = async (as: number) =>
    (await rows(as, grouped, { columns: ['amount'], orderby: [['amount', true]] })).map((row) => Number(row['amount']));
  const upTo = (end: number, keeps: (amount: number) => boolean) =>
    Array.from({ length: end }, (_, amount) => amount).filter(keeps);
  expect(await amounts(dan)).toEqual(upTo(60, (amount) => amount % 3 === 0 || amount % 4 === 0));
  expect(await amounts(cy)).toEqual(upTo(120, () => true));
  expect(await amounts(it.adminId)).toEqual(upTo(60, () => true));
  // Out of the group it must hold beside the others.
  expect(
    (
      await it.request({
        method: 'PUT',
        url: `/api/v1/rowlevelsecurity/${own}`,
        as: it.adminId,
        payload: { group_key: null },
        headers: { 'if-match': '"1"' },
      })
    ).statusCode,
  ).toBe(200);
  expect(await amounts(dan)).toEqual(upTo(60, (amount) => amount % 12 === 0));
  for (const id of [europe, own, base])
    await it.request({ method: 'DELETE', url: `/api/v1/rowlevelsecurity/${id}`, as: it.adminId });
  expect(await amounts(dan)).toEqual(upTo(120, () => true));
});

test('a rule can name the user, and users get different rows and cache entries', async () => {
  const rule = await it.make('rowlevelsecurity/', {
    name: 'Own rows',
    filter_type: 'Regular',
    tables: [filtered],
    roles: [role],
    clause: "owner = '{{ current_username() }}'",
  });
  const query = { columns: ['owner'], metrics: ['count'], orderby: [['owner', true]] };
  expect(await rows(ana, filtered, query)).toEqual([{ owner: 'ana', count: 10 }]);
  const bo = await buildUser(it.metadata.db, { username: "bo' OR '1'='1", roles: [role] });
  expect(await rows(bo, filtered, query)).toEqual([]);
  expect(await rows(it.adminId, filtered, query)).toEqual([
    { owner: 'ana', count: 10 },
    { owner: 'bo', count: 30 },
  ]);
  expect(
    (await it.request({ method: 'DELETE', url: `/api/v1/rowlevelsecurity/${rule}`, as: it.adminId })).statusCode,
  ).toBe(200);
  expect(await rows(ana, filtered, query)).toEqual([
    { owner: 'ana', count: 10 },
    { owner: 'bo', count: 30 },
  ]);
});

test('rules are made by administrators, from clauses that are whole', async () => {
  const rule = { name: 'Mine', filter_type: 'Regular', tables: [dataset], roles: [role], clause: '1 = 1' };
  expect(
    (await it.request({ method: 'POST', url: '/api/v1/rowlevelsecurity/', as: ana, payload: rule })).statusCode,
  ).toBe(403);
  expect((await it.request({ url: '/api/v1/rowlevelsecurity/', as: ana })).statusCode).toBe(403);
  for (const clause of ['1 = 1) OR (1 = 1', "a = 'x", '1 = 1; DROP TABLE sales', '']) {
    expect(
      (
        await it.request({
          method: 'POST',
          url: '/api/v1/rowlevelsecurity/',
          as: it.adminId,
          payload: { ...rule, clause },
        })
      ).statusCode,
    ).toBe(400);
  }
  expect(
    (
      await it.request({
        method: 'POST',
        url: '/api/v1/rowlevelsecurity/',
        as: it.adminId,
        payload: { ...rule, tables: [9999] },
      })
    ).statusCode,
  ).toBe(422);
  expect(
    (
      await it.request({
        method: 'POST',
        url: '/api/v1/rowlevelsecurity/',
        as: it.adminId,
        payload: { ...rule, name: 'Europe only' },
      })
    ).statusCode,
  ).toBe(422);
});

test('a rule changes with If-Match and is listed with its datasets and roles', async () => {
  const listed = await it.request({
    url: '/api/v1/rowlevelsecurity/?q=(filters:!((col:name,opr:ct,value:Europe)))',
    as: it.adminId,
  });
  expect(listed.json().result).toMatchObject([
    {
      name: 'Europe only',
      clause: "region = 'EU'",
      tables: [{ id: dataset, table_name: 'sales' }],
      roles: [{ id: role }],
    },
  ]);
  const id = listed.json().ids[0] as number;
  const change = (version: string) =>
    it.request({
      method: 'PUT',
      url: `/api/v1/rowlevelsecurity/${id}`,
      as: it.adminId,
      payload: { description: 'Sales of Europe' },
      headers: { 'if-match': version },
    });
  expect((await change('"99"')).statusCode).toBe(412);
  expect((await change('"1"')).statusCode).toBe(200);
  expect((await it.request({ url: `/api/v1/rowlevelsecurity/${id}`, as: it.adminId })).json().result).toMatchObject({
    description: 'Sales of Europe',
    version: 2,
    clause: "region = 'EU'",
  });
});

test('rules are found by role, dataset and type; datasets to choose say where they are', async () => {
  const found = async (filter: string) =>
    (await it.request({ url: `/api/v1/rowlevelsecurity/?q=(columns:!(name),filters:!(${filter}))`, as: it.adminId }))
      .json()
      .result.map((row: { readonly name: string }) => row.name);
  expect(await found(`(col:roles,opr:rel_m_m,value:${role})`)).toEqual(['Europe only']);
  expect(await found(`(col:roles,opr:rel_m_m,value:${role + 1000})`)).toEqual([]);
  expect(await found(`(col:tables,opr:rel_m_m,value:${dataset})`)).toEqual(['Europe only']);
  expect(await found(`(col:tables,opr:rel_m_m,value:${filtered})`)).toEqual([]);
  expect(await found('(col:filter_type,opr:eq,value:Base)')).toEqual([]);
  const choices = await it.request({
    url: '/api/v1/rowlevelsecurity/related/tables?q=(filter:sales_eu)',
    as: it.adminId,
  });
  expect(choices.json().result).toEqual([
    { value: filtered, text: 'sales_eu', extra: { database: 'sales', engine: 'duckdb' } },
  ]);
});

describe('a virtual dataset over a table with a rule', () => {
  let virtual: number;
  let author: number;
  beforeAll(async () => {
    virtual = await it.make('dataset/', {
      database,
      schema: 'main',
      table_name: 'over sales',
      sql: 'SELECT s.region, s.owner, s.amount, s.sold FROM main.sales AS s',
    });
    // Whoever makes virtual datasets has the whole database.
    const maker = await buildRole(it.metadata.db, {
      pairs: [
        'can_read Chart',
        'can_read Dataset',
        'can_write Dataset',
        'can_samples Tessera',
        'can_csv Tessera',
        'can_view_query Tessera',
        `database_access database:${database}`,
      ],
    });
    author = await buildUser(it.metadata.db, { username: 'author', roles: [maker, role] });
  });

  test.each(shapes)('[attack 86] keeps the rule in %s', async (_, query, more) => {
    const limited = await rows(author, virtual, query, more);
    expect(limited).toEqual(await rows(ana, filtered, query, more));
    expect(limited).not.toEqual(await rows(it.adminId, virtual, query, more));
  });

  test('[attack 86] whoever the rule binds cannot free themselves of it by a dataset of their own', async () => {
    const make = (payload: object) =>
      it.request({ method: 'POST', url: '/api/v1/dataset/', as: author, payload: { database, ...payload } });
    const own = await make({
      schema: 'main',
      table_name: 'mine',
      sql: 'SELECT region, COUNT(*) AS n FROM sales GROUP BY region',
    });
    expect(own.statusCode).toBe(201);
    expect(await rows(author, own.json<{ id: number }>().id, { columns: ['region', 'n'] })).toEqual([
      { region: 'EU', n: 40 },
    ]);
    // The same table under another spelling of its place.
    const second = await make({ catalog: 'sales', schema: 'main', table_name: 'sales' });
    expect([second.statusCode, second.body]).toEqual([201, expect.anything()]);
    expect(await rows(author, second.json<{ id: number }>().id, { columns: ['region'], metrics: ['count'] })).toEqual([
      { region: 'EU', count: 40 },
    ]);
    const refused = await make({
      schema: 'main',
      table_name: 'through a function',
      sql: "SELECT * FROM query_table('sales')",
    });
    expect([refused.statusCode, refused.body.includes('Row-level rules apply to tables of this database')]).toEqual([
      403,
      true,
    ]);
    // Rules go along with their dataset: it cannot be moved off its table by whom they bind.
    await it.request({
      method: 'PUT',
      url: `/api/v1/dataset/${dataset}`,
      as: it.adminId,
      payload: { owners: [it.adminId, author] },
    });
    const moved = await it.request({
      method: 'PUT',
      url: `/api/v1/dataset/${dataset}`,
      as: author,
      payload: { table_name: 'sales_all' },
    });
    expect(moved.statusCode).toBe(403);
    // The values of a pivot become names of columns.
    const pivot = await make({
      schema: 'main',
      table_name: 'pivoted',
      sql: "SELECT * FROM (PIVOT sales ON region IN ('EU', 'US') USING COUNT(*))",
    });
    expect(
      pivot.statusCode === 201
        ? JSON.stringify(
            await rows(author, pivot.json<{ id: number }>().id, { columns: [] }, { result_type: 'samples' }),
          )
        : 'refused',
    ).not.toContain('"US":1');
  });

  test('[attack 86] keeps it in samples, counts, values, files, other times, explanations and templates', async () => {
    const text = (answer: { readonly body: string }) => answer.body;
    expect(
      text(
        await it.request({
          method: 'POST',
          url: `/datasource/samples?datasource_type=table&datasource_id=${virtual}`,
          as: author,
          payload: {},
        }),
      ),
    ).toMatch(/"total_count":40\b/);
    expect(
      (await it.request({ url: `/api/v1/datasource/table/${virtual}/column/region/values/`, as: author })).json(),
    ).toEqual({ result: ['EU'] });
    const csv = await ask(author, virtual, { columns: ['region'], metrics: ['count'] }, { result_format: 'csv' });
    expect(csv.body.includes('US')).toBe(false);
    const [why] = (
      await ask(author, virtual, { columns: ['region'], metrics: ['count'] }, { result_type: 'explain' })
    ).json<{ result: readonly object[] }>().result;
    expect(JSON.stringify(why)).not.toContain("region = 'EU'");
    const shown = (
      await ask(author, virtual, { columns: ['region'], metrics: ['count'] }, { result_type: 'query' })
    ).json<{ result: readonly { query: string }[] }>().result[0]?.query;
    expect(shown).toContain('This statement is not shown');
    const nested = await it.make('dataset/', {
      database,
      schema: 'main',
      table_name: 'nested',
      sql: `SELECT * FROM {{ dataset(${virtual}) }}`,
    });
    expect(await rows(author, nested, { columns: ['region'], metrics: ['count'] })).toEqual([
      { region: 'EU', count: 40 },
    ]);
    const templated = await it.make('dataset/', {
      database,
      schema: 'main',
      table_name: 'templated',
      sql: "SELECT region FROM {{ 'sa' ~ 'les' }}",
    });
    expect(await rows(author, templated, { columns: ['region'], metrics: ['count'] })).toEqual([
      { region: 'EU', count: 40 },
    ]);
  });

  test('[attack 86] an error of its query tells of no hidden row', async () => {
    const failing = await it.make('dataset/', {
      database,
      schema: 'main',
      table_name: 'failing',
      sql: "SELECT region, CASE WHEN region = 'US' THEN error('seen ' || owner) ELSE owner END AS owner FROM sales",
    });
    expect(
      await rows(author, failing, { columns: ['owner'], metrics: ['count'], orderby: [['owner', true]] }),
    ).toHaveLength(2);
  });

  test('a dataset that goes to the trash takes no rule along', async () => {
    const table = await it.make('dataset/', { database, schema: 'main', table_name: 'sales_all' });
    const rule = await it.make('rowlevelsecurity/', {
      name: 'All in Europe',
      filter_type: 'Regular',
      tables: [table],
      roles: [role],
      clause: "region = 'EU'",
    });
    const over = await it.make('dataset/', {
      database,
      schema: 'main',
      table_name: 'over all',
      sql: 'SELECT region FROM sales_all',
    });
    expect((await it.request({ method: 'DELETE', url: `/api/v1/dataset/${table}`, as: it.adminId })).statusCode).toBe(
      200,
    );
    const again = await it.make('dataset/', { database, schema: 'main', table_name: 'sales_all' });
    for (const id of [over, again])
      expect(await rows(author, id, { columns: ['region'], metrics: ['count'] })).toEqual([
        { region: 'EU', count: 40 },
      ]);
    await it.request({ method: 'DELETE', url: `/api/v1/rowlevelsecurity/${rule}`, as: it.adminId });
    expect(await rows(author, over, { columns: ['region'], metrics: ['count'] })).toHaveLength(2);
  });
});
