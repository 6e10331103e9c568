import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngineContext } from '../../engines/drivers/context.ts';
import { drivers } from '../../engines/drivers/drivers.ts';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { writeDuckdb } from '../../testing/engines/duckdb-file.ts';
import { builtServer } from '../../testing/processes/built-server.ts';
import { testApp, type TestApp, type TestRequest } from '../../testing/test-app.ts';

let server: TestApp;
let data: string;
let gamma: number;
let alpha: number;

beforeAll(async () => {
  server = await testApp({ scriptFolder: builtServer });
  data = join(server.config.home, 'data');
  await writeDuckdb(
    join(data, 'shop.duckdb'),
    'CREATE SCHEMA archive',
    'CREATE TABLE orders (id INTEGER PRIMARY KEY, amount DECIMAL(10,2), ordered_at TIMESTAMP)',
    'CREATE TABLE archive.old (id INTEGER)',
    "COMMENT ON TABLE orders IS 'What was sold'",
    'CREATE VIEW paid AS SELECT * FROM orders',
  );
  gamma = await buildUser(server.metadata.db, { roles: ['Gamma'] });
  alpha = await buildUser(server.metadata.db, { roles: ['Alpha'] });
});
afterAll(() => server.close());

const ask = async (url: string, as = server.adminId, more: Omit<TestRequest, 'url' | 'as'> = {}) => {
  const response = await server.request({ url: `/api/v1/database/${url}`, as, ...more });
  return { status: response.statusCode, body: response.json(), etag: response.headers['etag'] };
};
const post = (url: string, payload: object, as = server.adminId) => ask(url, as, { method: 'POST', payload });
const put = (url: string, payload: object, as = server.adminId, headers: Record<string, string> = {}) =>
  ask(url, as, { method: 'PUT', payload, headers });
let made = 0;
async function makeShop(): Promise<number> {
  made += 1;
  const { status, body } = await post('', {
    database_name: `shop ${made}`,
    engine: 'duckdb',
    parameters: { path: 'shop.duckdb' },
  });
  expect([status, body]).toEqual([201, expect.objectContaining({ id: expect.any(Number) })]);
  return body.id;
}

test('a database is connected by fields or by URI, listed, changed with its version, and deleted', async () => {
  const id = await makeShop();
  expect((await post('', { database_name: 'by uri', sqlalchemy_uri: 'duckdb:///shop.duckdb' })).status).toBe(201);
  expect((await post('', { database_name: 'by uri', sqlalchemy_uri: 'duckdb:///shop.duckdb' })).body).toEqual({
    message: { database_name: ['A database with the same name already exists.'] },
  });
  const read = await ask(String(id));
  expect([read.status, read.etag, read.body.result.backend, 'parameters' in read.body.result]).toEqual([
    200,
    '"1"',
    'duckdb',
    false,
  ]);
  expect((await put(String(id), { database_name: 'renamed' }, server.adminId, { 'if-match': '"1"' })).etag).toBe('"2"');
  expect((await put(String(id), { database_name: 'again' }, server.adminId, { 'if-match': '"1"' })).status).toBe(412);
  expect(
    (await ask(`?q=(filters:!((col:database_name,opr:eq,value:renamed)),columns:!(id,version))`)).body.result,
  ).toEqual([{ id, version: 2 }]);
  expect((await ask(String(id), server.adminId, { method: 'DELETE' })).body).toEqual({ message: 'OK' });
  expect((await ask(String(id))).status).toBe(404);
});

test('[7.2-01] schemas of a database, sorted', async () => {
  const id = await makeShop();
  expect((await ask(`${id}/schemas/?q=(force:!f)`)).body).toEqual({ result: ['archive', 'main'] });
});

test('[7.2-02] tables and views of a schema with their number', async () => {
  const id = await makeShop();
  expect((await ask(`${id}/tables/?q=(force:!f,schema_name:main)`)).body).toEqual({
    count: 2,
    result: [
      { value: 'orders', type: 'table', extra: null },
      { value: 'paid', type: 'view', extra: null },
    ],
  });
  expect((await ask(`${id}/tables/?q=(schema_name:archive)`)).body.count).toBe(1);
});

test('[7.2-03] metadata of a table and what else is known of it', async () => {
  const id = await makeShop();
  const { body } = await ask(`${id}/table_metadata/?name=orders&schema=main`);
  expect(
    body.columns.map((column: { name: string; type: string; longType: string }) => [
      column.name,
      column.type,
      column.longType,
    ]),
  ).toEqual([
    ['id', 'INTEGER', 'INTEGER'],
    ['amount', 'DECIMAL', 'DECIMAL(10,2)'],
    ['ordered_at', 'TIMESTAMP', 'TIMESTAMP'],
  ]);
  expect([body.primaryKey.constrained_columns, body.comment, body.selectStar]).toEqual([
    ['id'],
    'What was sold',
    'SELECT\n  "id",\n  "amount",\n  "ordered_at"\nFROM "main"."orders"\nLIMIT 100',
  ]);
  expect((await ask(`${id}/table_metadata/extra/?name=orders`)).body).toEqual({
    metadata: { comment: 'What was sold' },
  });
  expect((await ask(`${id}/table_metadata/?name=absent`)).status).toBe(404);
  expect((await ask(`${id}/table_metadata/`)).status).toBe(400);
  expect((await ask(`${id}/select_star/orders/main/`)).body.result).toContain('"orders"');
  expect((await ask(`${id}/function_names/`)).body.function_names).toContain('sum');
});

test('[8.6-01] a connection that fails says at which step', async () => {
  const failing = async (parameters: object) => {
    const { status, body } = await post('test_connection/', {
      engine: 'postgresql',
      parameters: { host: '127.0.0.1', port: 5432, database: 'x', username: 'x', ...parameters },
    });
    return [status, body.errors?.[0]?.error_type];
  };
  expect(await failing({ host: 'absent.invalid' })).toEqual([422, 'CONNECTION_INVALID_HOSTNAME_ERROR']);
  expect(await failing({ port: 1 })).toEqual([422, 'CONNECTION_PORT_CLOSED_ERROR']);
  expect(await failing({ port: 99_999 })).toEqual([422, 'CONNECTION_INVALID_PORT_ERROR']);
  expect(await failing({ username: '' })).toEqual([422, 'CONNECTION_MISSING_PARAMETERS_ERROR']);
  expect((await post('test_connection/', { engine: 'duckdb', parameters: { path: 'shop.duckdb' } })).body).toEqual({
    message: 'OK',
  });
  expect((await post('validate_parameters/', { engine: 'duckdb', parameters: { path: 'anything' } })).body).toEqual({
    message: 'OK',
  });
});

test('[8.6-01] a test tells each step as it is done, and the last line says how it ended', async () => {
  const lines = async (payload: object) => {
    const response = await server.request({
      url: '/api/v1/database/test_connection/steps/',
      method: 'POST',
      as: server.adminId,
      payload,
    });
    return [
      response.statusCode,
      response.body
        .trim()
        .split('\n')
        .map(
          (line) =>
            JSON.parse(line) as {
              readonly state: string;
              readonly step: string | null;
              readonly code?: string;
              readonly ms: number;
            },
        ),
    ] as const;
  };
  const [status, passing] = await lines({ engine: 'duckdb', parameters: { path: 'shop.duckdb' } });
  expect([status, passing.map(({ state, step }) => `${state} ${step}`)]).toEqual([
    200,
    ['passed name', 'passed rights', 'done null'],
  ]);
  const [, missing] = await lines({ engine: 'duckdb', parameters: { path: 'absent.duckdb' } });
  expect(missing).toEqual([
    {
      state: 'failed',
      step: 'name',
      code: 'connection_hostname',
      errors: [
        expect.objectContaining({
          message: 'There is no file absent.duckdb.',
          error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR',
        }),
      ],
      ms: expect.any(Number),
    },
  ]);
  const [, closed] = await lines({
    engine: 'postgresql',
    parameters: { host: '127.0.0.1', port: 1, database: 'x', username: 'x' },
  });
  expect(closed.map(({ state, step }) => `${state} ${step}`)).toEqual(['passed name', 'failed port']);
  expect(
    (
      await post('test_connection/steps/', {
        engine: 'postgresql',
        parameters: { host: '127.0.0.1', port: 'x', database: 'x', username: 'x' },
      })
    ).body.errors[0].error_type,
  ).toBe('CONNECTION_INVALID_PORT_ERROR');
});

test('users without the right neither test nor save connections, before any name is resolved', async () => {
  const body = {
    database_name: 'x',
    engine: 'postgresql',
    parameters: { host: 'canary.invalid', port: 1, database: 'x', username: 'x' },
  };
  for (const user of [gamma, alpha]) {
    expect((await post('test_connection/', body, user)).status).toBe(403);
    expect((await post('test_connection/steps/', body, user)).status).toBe(403);
    expect((await post('validate_parameters/', body, user)).status).toBe(403);
    expect((await post('', body, user)).status).toBe(403);
  }
});

test('files outside the data folder, links out of it and other kinds of files are refused', async () => {
  writeFileSync(join(server.config.home, 'outside.duckdb'), 'x');
  symlinkSync('/etc/passwd', join(data, 'passwd.duckdb'));
  writeFileSync(join(data, 'text.duckdb'), 'only text, no database');
  mkdirSync(join(data, 'folder.duckdb'));
  for (const path of [
    '/etc/passwd',
    '../outside.duckdb',
    'sub/../../outside.duckdb',
    'passwd.duckdb',
    'text.duckdb',
    'folder.duckdb',
    'absent.duckdb',
    'file:shop.duckdb',
    'https://example.com/a.duckdb',
    ':memory:',
    'shop.duckdb\0',
  ]) {
    const { status, body } = await post('', {
      database_name: `file ${path.length}`,
      engine: 'duckdb',
      parameters: { path },
    });
    expect([path, status === 422 || status === 400, JSON.stringify(body).includes('root:')]).toEqual([
      path,
      true,
      false,
    ]);
  }
});

test("the product's own metadata file is refused by path, by link and by another name", async () => {
  const own = await testApp({ scriptFolder: builtServer });
  const folder = join(own.config.home, 'data');
  const file = own.config.metadataUrl;
  writeFileSync(file, readFileSync(own.metadata.file ?? ''));
  symlinkSync(file, join(folder, 'link.db'));
  linkSync(file, join(folder, 'hard.db'));
  for (const path of [file, 'link.db', 'hard.db', '../metadata.db']) {
    const { statusCode } = await own.request({
      url: '/api/v1/database/',
      method: 'POST',
      as: own.adminId,
      payload: { database_name: 'own', engine: 'sqlite', parameters: { path } },
    });
    expect([path, statusCode]).toEqual([path, 422]);
  }
  await own.close();
});

test('a foreign field, driver option or engine is refused by name', async () => {
  for (const body of [
    { engine: 'duckdb', parameters: { path: 'shop.duckdb', access_mode: 'READ_WRITE' } },
    { sqlalchemy_uri: 'duckdb:///shop.duckdb?x=1' },
    { sqlalchemy_uri: 'mysql://a@b/c?local_infile=1' },
    { engine: 'h2', parameters: {} },
    { engine: 'duckdb', parameters: { path: 'shop.duckdb' }, extra: '{"engine_params":{"a":1}}' },
    { engine: 'duckdb', parameters: { path: 'shop.duckdb' }, impersonate_user: true },
    { engine: 'duckdb', parameters: { path: 'shop.duckdb' }, is_sample: true },
  ]) {
    expect([body, (await post('', { database_name: 'foreign', ...body })).status]).toEqual([body, 400]);
  }
});

test('what the SQL editor may do is set, read by everyone who uses the database, and checked', async () => {
  const id = await makeShop();
  expect((await ask(String(id))).body.result).toMatchObject({
    expose_in_sqllab: true,
    allow_dml: false,
    force_ctas_schema: null,
    cost_threshold: null,
    instant_preview: true,
    disable_data_preview: false,
    engine_information: { supports_cost_estimate: false },
  });
  const extra = {
    cost_estimate_enabled: true,
    cost_threshold: 5000,
    instant_preview: false,
    disable_data_preview: true,
  };
  const changed = await put(String(id), {
    allow_dml: true,
    allow_ctas: true,
    allow_cvas: true,
    allow_run_async: true,
    force_ctas_schema: ' scratch ',
    extra: JSON.stringify(extra),
  });
  expect(changed.status).toBe(200);
  const wanted = {
    allow_dml: true,
    allow_ctas: true,
    allow_cvas: true,
    allow_run_async: true,
    force_ctas_schema: 'scratch',
    allows_cost_estimate: true,
    cost_threshold: 5000,
    instant_preview: false,
    disable_data_preview: true,
  };
  expect((await ask(String(id), alpha)).body.result).toMatchObject(wanted);
  expect((await ask(`?q=(filters:!((col:id,opr:eq,value:${id})))`, alpha)).body.result[0]).toMatchObject(wanted);
  expect((await ask(`${id}/connection`)).body.result).toMatchObject(wanted);
  expect((await put(String(id), { force_ctas_schema: '' })).status).toBe(200);
  expect((await ask(String(id))).body.result.force_ctas_schema).toBeNull();
  for (const wrong of [{ cost_threshold: 0 }, { cost_threshold: '5' }, { instant_preview: 'yes' }])
    expect([wrong, (await put(String(id), { extra: JSON.stringify(wrong) })).status]).toEqual([wrong, 400]);
  expect((await put(String(id), { allow_dml: true }, alpha)).status).toBe(403);
});

test('kinds of databases say whether they estimate what a query reads', async () => {
  const { databases } = (await ask('available/')).body;
  const told = Object.fromEntries(
    databases.map((kind: { engine: string; engine_information: { supports_cost_estimate: boolean } }) => [
      kind.engine,
      kind.engine_information.supports_cost_estimate,
    ]),
  );
  const context = createEngineContext(server.config, builtServer);
  const parameters = { host: 'absent.invalid', path: 'shop.duckdb', database: 'shop', username: 'ana' };
  for (const [name, driver] of Object.entries(drivers)) {
    const engine = driver.open({ name, parameters, secrets: {}, anyHost: true }, context);
    expect([name, told[name]]).toEqual([name, engine.estimate !== undefined]);
    await engine.close();
  }
});

test('secrets are written and never read back, in answers and in the log', async () => {
  const { id } = await server.metadata.db
    .insertInto('databases')
    .values({
      uuid: crypto.randomUUID(),
      created_on: '2026-01-01',
      changed_on: '2026-01-01',
      created_by: null,
      changed_by: null,
      deleted_on: null,
      database_name: 'sealed',
      engine: 'postgresql',
      cache_timeout: null,
      extra: '{}',
      parameters: JSON.stringify({ host: '127.0.0.1', port: 1, database: 'x', username: 'x' }),
      secrets: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const secret = 'canary-password-4711';
  await post('test_connection/', { id, parameters: { password: secret } });
  await put(String(id), { parameters: { password: secret } });
  for (const url of [String(id), `${id}/connection`, ''])
    expect(JSON.stringify((await ask(url)).body)).not.toContain(secret);
  expect(server.log.join('\n')).not.toContain(secret);
  expect((await ask(`${id}/connection`)).body.result.parameters).toEqual({
    host: '127.0.0.1',
    port: 1,
    database: 'x',
    username: 'x',
  });
});

test('a database is invisible without access to it; its connection shows only to whoever may change it', async () => {
  const id = await makeShop();
  for (const url of [
    String(id),
    `${id}/schemas/`,
    `${id}/tables/`,
    `${id}/table_metadata/?name=orders`,
    `${id}/related_objects/`,
    `${id}/select_star/orders/`,
    `${id}/function_names/`,
    `${id}/catalogs/`,
  ]) {
    expect([url, (await ask(url, gamma)).status, (await ask(url, alpha)).status]).toEqual([url, 404, 200]);
  }
  expect((await ask('', gamma)).body.count).toBe(0);
  expect((await ask(`${id}/connection`, alpha)).status).toBe(403);
  const role = await buildRole(server.metadata.db, { pairs: [`database_access database:${id}`] });
  const user = await buildUser(server.metadata.db, { roles: ['Gamma', role] });
  expect([(await ask(String(id), user)).status, (await ask('', user)).body.count]).toEqual([200, 1]);
});

test('deleting says what depends on the database', async () => {
  const id = await makeShop();
  const dataset = await server.request({
    url: '/api/v1/dataset/',
    method: 'POST',
    as: server.adminId,
    payload: { database: id, table_name: 'orders', schema: 'main' },
  });
  expect(dataset.statusCode).toBe(201);
  const { status, body } = await ask(String(id), server.adminId, { method: 'DELETE' });
  expect([status, body.message]).toEqual([422, 'This database is used by orders. Delete or move those first.']);
});
