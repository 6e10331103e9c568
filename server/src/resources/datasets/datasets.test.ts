import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { buildChart, buildDashboard } from '../../testing/content.ts';
import { writeDuckdb } from '../../testing/engines/duckdb-file.ts';
import { builtServer } from '../../testing/processes/built-server.ts';
import { testApp, type TestApp, type TestRequest } from '../../testing/test-app.ts';
import { createResolver } from './resolved.ts';
import { createDatasetStore } from './store.ts';

let server: TestApp;
let database: number;
let alpha: number;
let writer: number;

/** Change the file while no process reads it. */
async function change(...statements: readonly string[]): Promise<void> {
  await server.app.inject({ url: '/health' });
  await writeDuckdb(join(server.config.home, 'data/shop.duckdb'), ...statements);
}

beforeAll(async () => {
  server = await testApp({ scriptFolder: builtServer });
  await change(
    'CREATE TABLE orders (id INTEGER, amount DECIMAL(10,2), country VARCHAR, ordered_at TIMESTAMP, updated_at ' +
      'TIMESTAMP, paid BOOLEAN)',
    "COMMENT ON COLUMN orders.amount IS 'In euros'",
    'CREATE TABLE secret (canary VARCHAR)',
    'CREATE TABLE moving (id INTEGER, gone VARCHAR, kept VARCHAR)',
  );
  const made = await server.request({
    url: '/api/v1/database/',
    method: 'POST',
    as: server.adminId,
    payload: { database_name: 'shop', engine: 'duckdb', parameters: { path: 'shop.duckdb' } },
  });
  database = made.json().id;
  alpha = await buildUser(server.metadata.db, { roles: ['Alpha'] });
  // May write datasets, and may read one of them, but not the database.
  await buildRole(server.metadata.db, { name: 'Dataset writer', pairs: ['can_read Dataset', 'can_write Dataset'] });
  writer = await buildUser(server.metadata.db, { roles: ['Dataset writer'] });
});
afterAll(() => server.close());

const ask = async (url: string, as = server.adminId, more: Omit<TestRequest, 'url' | 'as'> = {}) => {
  const response = await server.request({ url: `/api/v1/dataset/${url}`, as, ...more });
  return { status: response.statusCode, body: response.json(), etag: response.headers['etag'] };
};
const post = (url: string, payload: object, as = server.adminId) => ask(url, as, { method: 'POST', payload });
const put = (url: string, payload: object, as = server.adminId, headers: Record<string, string> = {}) =>
  ask(url, as, { method: 'PUT', payload, headers });
let count = 0;
async function makeVirtual(sql: string, as = server.adminId): Promise<number> {
  count += 1;
  const { status, body } = await post('', { database, table_name: `virtual ${count}`, schema: 'main', sql }, as);
  expect([status, body.message]).toEqual([201, undefined]);
  return body.id;
}

test('[7.2-04] a dataset on a table has its columns, their kinds, a main time and a first metric', async () => {
  const { status, body } = await post('', { database, table_name: 'orders', schema: 'main', owners: [] });
  expect([status, body.result.table_name, body.data.kind, body.data.main_dttm_col]).toEqual([
    201,
    'orders',
    'physical',
    'ordered_at',
  ]);
  expect(
    body.data.columns.map((column: { column_name: string; type_generic: number; is_dttm: boolean }) => [
      column.column_name,
      column.type_generic,
      column.is_dttm,
    ]),
  ).toEqual([
    ['id', 0, false],
    ['amount', 0, false],
    ['country', 1, false],
    ['ordered_at', 2, true],
    ['updated_at', 2, true],
    ['paid', 3, false],
  ]);
  expect(body.data.columns[1].description).toBe('In euros');
  expect(body.data.owners.map((owner: { id: number }) => owner.id)).toEqual([server.adminId]);
  const picked = await ask(`${body.id}?q=(columns:!(name,schema,database.id,select_star))`);
  expect(picked.body.result).toEqual({
    name: 'main.orders',
    schema: 'main',
    database: { id: database },
    select_star: expect.stringContaining('FROM "main"."orders"'),
  });
  expect((await post('', { database, table_name: 'orders', schema: 'main' })).body).toEqual({
    message: { table: ['Dataset orders already exists'] },
  });
  expect((await post('', { database, table_name: 'absent' })).status).toBe(422);
  expect((await post('get_or_create/', { database_id: database, table_name: 'orders' })).body).toEqual({
    result: { table_id: body.id },
  });
});

test('[3.11-01] the default saved metric counts rows', async () => {
  const id = await makeVirtual('SELECT country, amount FROM orders');
  const { body } = await ask(String(id));
  expect(
    body.result.metrics.map((metric: { metric_name: string; expression: string; verbose_name: string }) => [
      metric.metric_name,
      metric.expression,
      metric.verbose_name,
    ]),
  ).toEqual([['count', 'COUNT(*)', 'COUNT(*)']]);
});

test('[7.1-09] [3.1-02] a dataset is found by its key, the type in any case', async () => {
  const id = await makeVirtual('SELECT 1 AS one');
  for (const key of [`${id}__table`, `${id}__Table`, `${id}__view`]) {
    const response = await server.request({
      url: `/tessera/fetch_datasource_metadata?datasourceKey=${key}`,
      as: server.adminId,
    });
    expect([response.statusCode, response.json().uid]).toEqual([200, `${id}__table`]);
  }
  expect(
    (await server.request({ url: `/tessera/fetch_datasource_metadata?datasourceKey=${id}__query`, as: server.adminId }))
      .statusCode,
  ).toBe(404);
  expect(
    (await server.request({ url: '/tessera/fetch_datasource_metadata?datasourceKey=999__table', as: server.adminId }))
      .statusCode,
  ).toBe(404);
});

test('lists of columns and metrics replace the present ones; ids and what is left out stay', async () => {
  const id = await makeVirtual('SELECT id, country, amount FROM orders');
  const { result } = (await ask(String(id))).body;
  const [first, second] = result.columns;
  const saved = await put(String(id), {
    columns: [
      { id: first.id, column_name: 'id', verbose_name: 'Number' },
      { id: second.id, column_name: 'country', groupby: false },
      { column_name: 'double', expression: 'amount * 2' },
    ],
    metrics: [
      { ...result.metrics[0], verbose_name: 'Rows' },
      { metric_name: 'revenue', expression: 'SUM(amount)', d3format: '$,.2f' },
    ],
    description: 'Orders',
    certified_by: 'Finance',
  });
  expect([saved.status, saved.etag]).toEqual([200, '"2"']);
  expect(
    saved.body.data.columns.map(
      (column: {
        id: number;
        column_name: string;
        verbose_name: string | null;
        groupby: boolean;
        type: string | null;
      }) => [column.id === first.id, column.column_name, column.verbose_name, column.groupby, column.type],
    ),
  ).toEqual([
    [true, 'id', 'Number', true, 'INTEGER'],
    [false, 'country', null, false, 'VARCHAR'],
    [false, 'double', null, true, 'DECIMAL(18,2)'],
  ]);
  expect(
    saved.body.data.metrics.map((metric: { id: number; metric_name: string; verbose_name: string | null }) => [
      metric.id === result.metrics[0].id,
      metric.metric_name,
      metric.verbose_name,
    ]),
  ).toEqual([
    [true, 'count', 'Rows'],
    [false, 'revenue', null],
  ]);
  expect((await put(String(id), { columns: [{ column_name: 'a' }, { column_name: 'a' }] })).body).toEqual({
    message: { columns: ['One or more columns already exist'] },
  });
  expect((await put(String(id), { metrics: [{ id: 999_999, metric_name: 'a', expression: 'SUM(a)' }] })).body).toEqual({
    message: { metrics: ['One or more metrics do not exist'] },
  });
  expect(
    (await put(String(id), { metrics: [{ metric_name: 'spy', expression: '(SELECT MAX(canary) FROM secret)' }] }))
      .status,
  ).toBe(403);
  expect((await put(String(id), { description: 'late' }, server.adminId, { 'if-match': '"1"' })).status).toBe(412);
  const metric = saved.body.data.metrics[1].id;
  expect((await ask(`${id}/metric/${metric}`, server.adminId, { method: 'DELETE' })).body).toEqual({ message: 'OK' });
  expect((await ask(`${id}/metric/${metric}`, server.adminId, { method: 'DELETE' })).status).toBe(404);
});

test.each([
  'DELETE FROM orders',
  'SELECT 1; DROP TABLE orders',
  'SELECT * FROM orders; SELECT 2',
  "SELECT * FROM read_csv('/etc/passwd')",
  "COPY orders TO 'x'",
  'SELECT nothing FROM orders',
  'SELECT (',
  "SELECT * FROM query('SELECT 1')",
  'WITH a AS (INSERT INTO orders VALUES (1)) SELECT 1',
])('a virtual dataset is one query that reads: %s', async (sql) => {
  const id = await makeVirtual('SELECT 1 AS one');
  expect([400, 403, 422]).toContain((await post('', { database, table_name: 'evil', sql })).status);
  expect([400, 403, 422]).toContain((await put(String(id), { sql })).status);
});

test('the query of a virtual dataset may be a template', async () => {
  const sql =
    "SELECT country, '{{ current_username() }}' AS reader{% if wide %}, amount{% endif %} FROM orders WHERE " +
    "ordered_at >= '{{ from_dttm }}'";
  const { status, body } = await post('', {
    database,
    table_name: 'templated',
    schema: 'main',
    sql,
    template_params: '{"wide": true}',
  });
  expect([status, body.message, body.data?.sql]).toEqual([201, undefined, sql]);
  const names = (data: { readonly columns: readonly { readonly column_name: string }[] }) =>
    data.columns.map((column) => column.column_name);
  expect(names(body.data)).toEqual(['country', 'reader', 'amount']);
  expect((await put(String(body.id), { template_params: '{"wide": false}' })).status).toBe(200);
  expect((await ask(`${body.id}/refresh`, server.adminId, { method: 'PUT' })).body.result).toMatchObject({
    removed: ['amount'],
  });
  const changed = await put(String(body.id), {
    sql: `SELECT country{% for name in ['a', 'b'] %}, 1 AS {{ name }}{% endfor %} FROM orders`,
    columns: undefined,
  });
  expect(names(changed.body.data)).toEqual(['country', 'a', 'b']);
  const external = await server.request({ url: `/datasource/external_metadata/table/${body.id}`, as: server.adminId });
  expect([external.statusCode, external.json().changes]).toEqual([200, { added: [], removed: [], changed: [] }]);
});

test('include_rendered_sql tells the query and the expressions as they are made for the reader', async () => {
  const id = await makeVirtual("SELECT country, '{{ current_username() }}' AS reader FROM orders");
  const metrics = [
    { metric_name: 'mine', expression: "SUM(CASE WHEN country = '{{ current_username() }}' THEN 1 END)" },
  ];
  expect((await put(String(id), { metrics })).status).toBe(200);
  const {
    body: { result },
  } = await ask(`${id}?include_rendered_sql=true`);
  expect([result.sql, result.rendered_sql]).toEqual([expect.stringContaining('{{'), expect.not.stringContaining('{{')]);
  expect(result.metrics[0]).toMatchObject({
    expression: metrics[0]?.expression,
    rendered_expression: expect.not.stringContaining('{{'),
  });
  expect((await ask(String(id))).body.result).not.toHaveProperty('rendered_sql');
});

test('[3.11-01] the count of rows has a name of its own beside a column that is called so', async () => {
  const id = await makeVirtual('SELECT country, 1 AS count FROM orders');
  const { result } = (await ask(String(id))).body;
  expect(result.metrics.map((metric: { metric_name: string }) => metric.metric_name)).toEqual(['count_of_rows']);
});

test('a query with two columns of one name makes no dataset, and no dataset takes it', async () => {
  const sql = 'SELECT o.id, o.amount, p.id FROM orders o JOIN orders p ON p.id = o.id';
  const said = 'Duplicate column/metric labels: "id". Please make sure all columns and metrics have a unique label.';
  const made = await post('', { database, table_name: 'twice', schema: 'main', sql });
  expect([made.status, made.body.message]).toEqual([400, said]);
  const id = await makeVirtual('SELECT id, amount FROM orders');
  const changed = await put(String(id), { sql });
  expect([changed.status, changed.body.message]).toEqual([400, said]);
});

test('a template that cannot be rendered says why, and one that renders to more than a query is refused', async () => {
  const refused = async (sql: string, more: object = {}) => {
    const { status, body } = await post('', { database, table_name: 'broken', schema: 'main', sql, ...more });
    return [status, JSON.stringify(body.message)];
  };
  expect(await refused('SELECT {{ nowhere }} AS x')).toEqual([
    400,
    '"The template uses parameters that have no value: nowhere"',
  ]);
  expect(await refused('SELECT {% if %} 1')).toEqual([
    400,
    expect.stringContaining('The template cannot be rendered: '),
  ]);
  expect(await refused('SELECT 1', { template_params: '[1]' })).toEqual([
    400,
    '{"template_params":["Not a JSON object."]}',
  ]);
  expect((await refused("SELECT 1{{ '; DROP TABLE orders' }}"))[0]).toBe(400);
  expect((await refused("SELECT * FROM {{ 'read_csv(\\'/etc/passwd\\')' }}"))[0]).toBeGreaterThanOrEqual(400);
});

test('metrics and calculated columns may be templates; the one that is wrong is named', async () => {
  const id = await makeVirtual('SELECT country, amount FROM orders');
  const metrics = [{ metric_name: 'scaled', expression: 'SUM(amount * {{ 1 + 1 }})' }];
  expect((await put(String(id), { metrics })).body.data.metrics[0].expression).toBe('SUM(amount * {{ 1 + 1 }})');
  expect(
    (await put(String(id), { metrics: [...metrics, { metric_name: 'spy', expression: "SUM({{ '(SELECT 1)' }})" }] }))
      .status,
  ).toBe(403);
  expect(
    (await put(String(id), { metrics: [...metrics, { metric_name: 'half', expression: 'SUM(amount' }] })).body.message,
  ).toContain('(metric half)');
  expect(
    (await put(String(id), { columns: [{ column_name: 'odd', expression: 'amount; 1' }] })).body.message,
  ).toContain('(column odd)');
});

test('[attack 30] whoever may not use the database changes no parameters of its templates', async () => {
  const { body } = await post('', {
    database,
    table_name: 'by parameter',
    schema: 'main',
    sql: 'SELECT country FROM {{ source }}',
    template_params: '{"source":"orders"}',
  });
  await put(String(body.id), { owners: [server.adminId, writer] });
  expect(
    (await put(String(body.id), { description: 'mine', template_params: '{"source":"orders"}' }, writer)).status,
  ).toBe(200);
  for (const template_params of ['{"source":"secret"}', null])
    expect((await put(String(body.id), { template_params }, writer)).status).toBe(422);
  expect((await ask(String(body.id))).body.result.template_params).toBe('{"source":"orders"}');
});

test('[attack 23] [attack 30] whoever may not use the database makes and copies no dataset on it', async () => {
  const id = await makeVirtual('SELECT country FROM orders');
  await put(String(id), { owners: [server.adminId, writer] });
  expect((await ask(String(id), writer)).status).toBe(200);
  expect((await put(String(id), { description: 'mine' }, writer)).status).toBe(200);
  expect((await put(String(id), { sql: 'SELECT canary FROM secret' }, writer)).status).toBe(422);
  expect((await put(String(id), { sql: null, table_name: 'secret' }, writer)).status).toBe(422);
  expect((await post('', { database, table_name: 'spy', sql: 'SELECT canary FROM secret' }, writer)).status).toBe(422);
  expect((await post('duplicate', { base_model_id: id, table_name: 'copy' }, writer)).status).toBe(422);
  expect((await post('get_or_create/', { database_id: database, table_name: 'secret' }, writer)).status).toBe(422);
  expect((await ask(String(id))).body.result.sql).toBe('SELECT country FROM orders');
});

test('a dataset that a user may not read is not there for him: item, list, counts, bulk delete', async () => {
  const id = await makeVirtual('SELECT country FROM orders');
  const { uuid } = (await ask(String(id))).body.result;
  for (const key of [String(id), uuid, `${id}/related_objects`])
    expect([key, (await ask(key, writer)).status]).toEqual([key, 404]);
  expect((await ask(`?q=(filters:!((col:id,opr:eq,value:${id})))`, writer)).body.count).toBe(0);
  expect((await ask(`?q=!(${id})`, writer, { method: 'DELETE' })).status).toBe(404);
  expect((await put(String(id), { description: 'x' }, alpha)).status).toBe(403);
  const fields = await put(String(id), { id: 5, created_by: 1, version: 9 });
  expect(fields.status).toBe(400);
});

test('a dataset names the dashboards on it that the reader may see, and no others', async () => {
  const id = await makeVirtual('SELECT country FROM orders');
  const chart = await buildChart(server.metadata.db, { datasource_id: id });
  const shown = await buildDashboard(server.metadata.db, { charts: [chart], published: 1 });
  await buildDashboard(server.metadata.db, { charts: [chart], dashboard_title: 'Canary plans', published: 0 });
  for (const url of [`/api/v1/dataset/${id}/related_objects`, `/api/v1/database/${database}/related_objects/`]) {
    const answer = await server.request({ url, as: alpha });
    expect([
      answer.statusCode,
      answer.json().dashboards.result.map((dashboard: { id: number }) => dashboard.id),
    ]).toEqual([200, expect.arrayContaining([shown])]);
    expect(answer.body).not.toContain('Canary');
    expect((await server.request({ url, as: server.adminId })).body).toContain('Canary');
  }
});

test('a catalog that the database does not have is refused, and nothing is saved', async () => {
  const id = await makeVirtual('SELECT country FROM orders');
  expect((await put(String(id), { catalog: 'nope' })).status).toBe(422);
  expect((await post('', { database, table_name: 'orders', schema: 'main', catalog: 'nope' })).status).toBe(422);
  expect((await ask(String(id))).body.result.catalog).toBeNull();
});

test('a copy of a virtual dataset has its columns and metrics and belongs to whoever made it', async () => {
  const id = await makeVirtual('SELECT country, amount FROM orders');
  const { status, body } = await post('duplicate', { base_model_id: id, table_name: `copy of ${id}` }, alpha);
  expect([
    status,
    body.data.sql,
    body.data.columns.length,
    body.data.owners.map((owner: { id: number }) => owner.id),
  ]).toEqual([201, 'SELECT country, amount FROM orders', 2, [alpha]]);
  expect(
    (await put(String(body.id), { sql: 'SELECT country FROM orders' }, alpha)).body.data.columns.map(
      (column: { column_name: string }) => column.column_name,
    ),
  ).toEqual(['country']);
});

test('refresh follows the source, keeps what users wrote, and says what changed', async () => {
  const { body } = await post('', { database, table_name: 'moving', schema: 'main' });
  const columns = body.data.columns.map((column: { id: number; column_name: string }) =>
    column.column_name === 'kept'
      ? { id: column.id, column_name: 'kept', verbose_name: 'Kept name' }
      : { id: column.id, column_name: column.column_name },
  );
  await put(String(body.id), { columns: [...columns, { column_name: 'twice', expression: 'id * 2' }] });
  await put(`../database/${database}`, { cache_timeout: 60 }); // lets go of the file
  await change(
    'ALTER TABLE moving DROP COLUMN gone',
    'ALTER TABLE moving ALTER id TYPE BIGINT',
    'ALTER TABLE moving ADD COLUMN fresh DATE',
  );
  const refreshed = await ask(`${body.id}/refresh`, server.adminId, { method: 'PUT' });
  expect(refreshed.body.result).toEqual({
    added: ['fresh'],
    removed: ['gone'],
    changed: [{ name: 'id', from: 'INTEGER', to: 'BIGINT' }],
  });
  const after = (await ask(String(body.id))).body.result;
  expect(
    after.columns.map((column: { column_name: string; verbose_name: string | null }) => [
      column.column_name,
      column.verbose_name,
    ]),
  ).toEqual([
    ['id', null],
    ['kept', 'Kept name'],
    ['twice', null],
    ['fresh', null],
  ]);
  expect(after.main_dttm_col).toBe('fresh');
});

test('what queries see of a dataset changes with it and with its database', async () => {
  const id = await makeVirtual('SELECT country, ordered_at FROM orders');
  const resolved = createResolver(createDatasetStore(server.metadata.db), async (dataset) => dataset);
  const before = await resolved(id);
  expect(before).toMatchObject({
    dialect: 'duckdb',
    source: { kind: 'sql' },
    mainTimeColumn: 'ordered_at',
    columns: [
      { name: 'country', kind: 'string' },
      { name: 'ordered_at', kind: 'temporal', isTemporal: true },
    ],
  });
  expect(await resolved(id)).toBe(before);
  await put(String(id), { metrics: [{ metric_name: 'rows', expression: 'COUNT(*)' }] });
  expect((await resolved(id))?.metrics.map((metric) => metric.name)).toEqual(['rows']);
  await put(`../database/${database}`, { cache_timeout: 61 });
  expect((await resolved(id))?.databaseCacheTimeout).toBe(61);
  await ask(String(id), server.adminId, { method: 'DELETE' });
  expect(await resolved(id)).toBeNull();
});

test('the list answers schemas, kinds and certified datasets', async () => {
  expect((await ask('distinct/schema')).body.result).toEqual([{ text: 'main', value: 'main' }]);
  expect(
    (await ask('?q=(filters:!((col:sql,opr:dataset_is_null_or_empty,value:!t)),columns:!(table_name,kind))')).body
      .result,
  ).toEqual(expect.arrayContaining([{ table_name: 'orders', kind: 'physical' }]));
  expect((await ask('_info?q=(keys:!(permissions))')).body.permissions).toEqual(
    expect.arrayContaining(['can_read', 'can_write']),
  );
});
