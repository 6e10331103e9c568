import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostileSources, hostileUris } from './testing/hostile/attack-texts.ts';
import { writeDuckdb } from './testing/engines/duckdb-file.ts';
import { PASSWORD, startRealServer, type Answer, type RealServer } from './testing/processes/real-server.ts';

// The attack cases by their numbers, against the real process. Cases that have a suite of their own are there:
// 1, 2, 5 start and setup; 8 security; 16 engines; 60 bad-input; the others have `[attack N]` in their titles as well.

type User = { readonly id: number; readonly ask: RealServer['ask'] };

let folder: string;
let server: RealServer;
let alpha: User;
let gamma: User;
let database: number;
let orders: number;
let secrets: number;
/** Unpublished, with a chart on `secrets`, an administrator's. */
let hidden: { readonly dashboard: number; readonly uuid: string; readonly chart: number };

const json = (answer: Answer) =>
  JSON.parse(answer.text) as Readonly<Record<string, never>> & {
    readonly id: number;
    readonly count: number;
    readonly result: never;
  };
const made = async (path: string, body: unknown, ask = server.ask): Promise<number> => {
  const answer = await ask('POST', path, body);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return json(answer).id;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-attacks-'));
  const data = join(folder, 'home/data');
  mkdirSync(data, { recursive: true });
  writeFileSync(join(folder, 'outside.csv'), 'canary,of\nfiles,outside\n');
  await writeDuckdb(
    join(data, 'shop.duckdb'),
    `CREATE TABLE orders AS SELECT 'EU' AS region, 1 AS amount UNION ALL SELECT '<img src=x ` +
      `onerror=alert(1)>', 2 UNION ALL SELECT '=1+1', 3; CREATE TABLE secrets AS SELECT 'canary of rows' AS word`,
  );
  server = await startRealServer(folder);
  symlinkSync(join(folder, 'home/metadata.db'), join(data, 'linked.db'));
  linkSync(join(folder, 'home/metadata.db'), join(data, 'hard.db'));
  symlinkSync('/etc', join(data, 'etc'));

  database = await made('/api/v1/database/', {
    database_name: 'shop',
    engine: 'duckdb',
    parameters: { path: 'shop.duckdb' },
  });
  orders = await made('/api/v1/dataset/', { database, table_name: 'orders', schema: 'main' });
  secrets = await made('/api/v1/dataset/', { database, table_name: 'secrets', schema: 'main' });
  const chart = await made('/api/v1/chart/', {
    slice_name: 'Canary chart',
    datasource_id: secrets,
    datasource_type: 'table',
    viz_type: 'table',
    params: '{}',
  });
  const layout = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW'], parents: ['ROOT_ID'] },
    ROW: { id: 'ROW', type: 'ROW', children: ['CHART'], meta: {} },
    CHART: { id: 'CHART', type: 'CHART', children: [], meta: { chartId: chart, width: 4, height: 50 } },
  };
  const dashboard = await made('/api/v1/dashboard/', {
    dashboard_title: 'Canary dashboard',
    slug: 'canary',
    published: false,
    position_json: JSON.stringify(layout),
  });
  hidden = {
    dashboard,
    chart,
    uuid: (json(await server.ask('GET', `/api/v1/dashboard/${dashboard}`)).result as { uuid: string }).uuid,
  };
  alpha = await user('alpha', ['Alpha']);
  gamma = await user('gamma', ['Gamma']);
});
afterAll(async () => {
  await server?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function user(username: string, roles: readonly string[]): Promise<User> {
  const known = json(await server.ask('GET', '/api/v1/security/roles/?q=(page_size:100)')).result as readonly {
    id: number;
    name: string;
  }[];
  const password = `canary of ${username}`;
  const id = await made('/api/v1/security/users/', {
    username,
    password,
    email: `${username.replaceAll(/\s/g, '/**/')}@example.com`,
    first_name: username,
    last_name: 'Test',
    active: true,
    roles: known.filter((role) => roles.includes(role.name)).map((role) => role.id),
  });
  const token = (
    json(await nobody('POST', '/api/v1/security/login', { username, password, provider: 'db' })) as unknown as {
      access_token: string;
    }
  ).access_token;
  return {
    id,
    ask: (method, path, body, headers) => nobody(method, path, body, { authorization: `Bearer ${token}`, ...headers }),
  };
}

const nobody = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  server.ask(method, path, body, { authorization: '', ...headers });
const data = (id: number, query: object, ask = server.ask) =>
  ask('POST', '/api/v1/chart/data', { datasource: { id, type: 'table' }, queries: [query] });

/** Bytes as they are: clients that normalise addresses would hide the attack. */
function raw(request: string): Promise<string> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', () => resolve(answer));
  });
}

describe('[attack 3] forged tokens', () => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { type: 'access', epoch: 0, iss: 'tessera', sub: '1', iat: 1, exp: 4_000_000_000 };
  test.each([
    { alg: 'none' },
    { alg: 'None' },
    { alg: 'HS256' },
    { alg: 'RS256' },
    { alg: 'HS256', jwk: { kty: 'oct', k: 'a2V5' } },
    { alg: 'HS512' },
  ])('%j', async (header) => {
    const text = `${part(header)}.${part(claims)}`;
    const signature =
      header.alg.toLowerCase() === 'none' ? '' : createHmac('sha256', 'key').update(text).digest('base64url');
    expect(
      (await nobody('GET', '/api/v1/me/', undefined, { authorization: `Bearer ${text}.${signature}` })).status,
    ).toBe(401);
    expect((await nobody('GET', '/api/v1/me/', undefined, { cookie: `session=${text}.${signature}` })).status).toBe(
      401,
    );
  });
});

test('[attack 4] [attack 5] strangers learn nothing, and the setup is over', async () => {
  for (const path of [
    '/api/v1/database/',
    '/api/v1/menu/',
    '/api/v1/me/',
    '/metrics',
    '/api/v1/log/',
    '/api/v1/security/users/',
  ])
    expect([path, (await nobody('GET', path)).status]).toEqual([path, 401]);
  expect((await nobody('GET', '/api/v1/setup')).status).toBe(404);
  expect(
    (
      await nobody('POST', '/api/v1/setup', {
        token: 'x',
        username: 'evil',
        password: 'a long password',
        email: 'evil@example.com',
      })
    ).status,
  ).toBe(404);
  expect((await nobody('GET', '/api/v1/_openapi')).text).not.toContain(folder);
});

test('[attack 6] [attack 7] a session that was planted is not taken over', async () => {
  const signIn = await nobody(
    'POST',
    '/login/',
    { username: 'root', password: PASSWORD },
    { cookie: 'session=planted' },
  );
  const cookie = signIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  expect([signIn.status, cookie.length > 40, cookie.includes('planted')]).toEqual([200, true, false]);
  const token = json(await nobody('GET', '/api/v1/security/csrf_token/', undefined, { cookie })).result as string;
  const write = async (headers: Readonly<Record<string, string>>) =>
    (await nobody('POST', '/api/v1/dashboard/', { dashboard_title: 'forged' }, { cookie, ...headers })).status;
  expect(await write({})).toBe(400);
  expect(await write({ 'x-csrftoken': 'guess' })).toBe(400);
  for (const foreign of [
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'http://127.0.0.1:1' },
  ])
    expect(await write({ 'x-csrftoken': token, ...foreign })).toBe(403);
  expect(
    json(await server.ask('GET', '/api/v1/dashboard/?q=(filters:!((col:dashboard_title,opr:eq,value:forged)))')).count,
  ).toBe(0);
  expect(await write({ 'x-csrftoken': token, origin: server.address })).toBe(201);
});

describe('[attack 12] [attack 13] [attack 16] [attack 17] [attack 18] connections', () => {
  test.each(hostileUris)('%s', async (sqlalchemy_uri) => {
    for (const path of ['/api/v1/database/test_connection/', '/api/v1/database/']) {
      const answer = await server.ask('POST', path, { database_name: `x ${sqlalchemy_uri}`, sqlalchemy_uri });
      expect([400, 422]).toContain(answer.status);
      for (const who of [alpha, gamma])
        expect((await who.ask('POST', path, { database_name: 'x', sqlalchemy_uri })).status).toBe(403);
    }
  });
});

describe('[attack 19] files and settings through SQL', () => {
  const file = (): string => join(folder, 'outside.csv');
  test.each(hostileSources)('%s', async (source) => {
    const text = source.replace('FILE', file());
    const sub = `(SELECT count(*) FROM ${text})`;
    const places: readonly object[] = [
      { metrics: [{ expressionType: 'SQL', sqlExpression: sub, label: 'm' }] },
      { columns: [{ expressionType: 'SQL', sqlExpression: sub, label: 'c' }] },
      { columns: ['region'], extras: { where: `1 = ${sub}` } },
      { columns: ['region'], metrics: ['count'], extras: { having: `1 = ${sub}` } },
      {
        columns: ['region'],
        filters: [{ col: { expressionType: 'SQL', sqlExpression: sub, label: 'f' }, op: '==', val: 1 }],
      },
      { columns: ['region'], orderby: [[{ expressionType: 'SQL', sqlExpression: sub, label: 'o' }, true]] },
      { columns: [text] },
      { columns: ['region'], extras: { where: `region = '{{ dataset(${secrets + 1000}) }}' OR 1 = ${sub}` } },
    ];
    for (const query of places) {
      const answer = await data(orders, query);
      expect([query, answer.status >= 400 && answer.status < 500, answer.text.includes('canary')]).toEqual([
        query,
        true,
        false,
      ]);
    }
    for (const sql of [
      `SELECT * FROM ${text}`,
      `WITH a AS (SELECT * FROM ${text}) SELECT * FROM a`,
      `SELECT 1 AS one WHERE EXISTS (SELECT 1 FROM ${text})`,
      `FROM ${text}`,
    ]) {
      const created = await server.ask('POST', '/api/v1/dataset/', { database, table_name: 'evil', sql });
      const changed = await server.ask('PUT', `/api/v1/dataset/${orders}`, { sql });
      expect([sql, [400, 403, 422].includes(created.status), [400, 403, 422].includes(changed.status)]).toEqual([
        sql,
        true,
        true,
      ]);
    }
  });

  test.each([
    "COPY orders TO 'x.csv'",
    "ATTACH 'x.db'",
    'INSTALL httpfs',
    'LOAD httpfs',
    'SET enable_external_access = true',
    'PRAGMA database_list',
    'SELECT 1; DROP TABLE orders',
    'EXPLAIN ANALYZE DELETE FROM orders',
    "EXPORT DATABASE 'x'",
    'CREATE TABLE z AS SELECT 1',
    'CALL pragma_version()',
  ])('%s', async (sql) => {
    expect([400, 403, 422]).toContain(
      (await server.ask('POST', '/api/v1/dataset/', { database, table_name: 'evil', sql })).status,
    );
    expect([400, 403, 422]).toContain((await server.ask('PUT', `/api/v1/dataset/${orders}`, { sql })).status);
  });
});

test('[attack 33] the name of a user is in no statement', async () => {
  const name = `*/ DROP TABLE orders; -- '" \u001b[31m`;
  const hostile = await user(name, ['Admin']);
  const query = {
    columns: ['region'],
    metrics: ['count'],
    orderby: [['region', true]],
    extras: { where: "region <> 'named'" },
  };
  const answer = await data(orders, query, hostile.ask);
  const [{ query: sql, rowcount }] = json(answer).result as readonly { query: string; rowcount: number }[] as readonly [
    { query: string; rowcount: number },
  ];
  expect([answer.status, rowcount, sql.includes('named'), sql.includes('DROP')]).toEqual([200, 3, true, false]);
  // One that fails, and one that the server tells of in its log.
  expect(
    (
      await data(
        orders,
        { columns: ['region'], metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(region)', label: 'x' }] },
        hostile.ask,
      )
    ).status,
  ).toBe(400);
  await hostile.ask('GET', `/api/v1/chart/${encodeURIComponent(name)}`);
  // The log of queries has it as a value beside the statement.
  const logged = async () =>
    (
      json(await server.ask('GET', '/api/v1/querylog/?q=(filters:!((col:sql,opr:all_text,value:named)))'))
        .result as readonly { sql: string; username: string }[]
    ).map((one) => [one.username, one.sql.includes('DROP')]);
  await expect.poll(logged).toContainEqual([name, false]);
  const lines = server.output().split('\n');
  expect(lines.filter((line) => !line.includes('"log":"security"')).join('\n')).not.toContain('DROP');
  expect(lines.join('\n')).not.toContain('\u001b');
  expect(
    lines
      .filter((line) => line.includes('DROP TABLE orders; --'))
      .map((line) => (JSON.parse(line) as { event: string }).event),
  ).toEqual(expect.arrayContaining(['admin_change', 'sign_in']));
  expect((await data(orders, { metrics: ['count'], row_limit: 33 })).text).toContain('"count":3');
});

test('[attack 38] what is hidden is nowhere: by id, uuid, slug, lists, counts, choices, stars', async () => {
  const { dashboard, uuid, chart } = hidden;
  for (const path of [String(dashboard), uuid, 'canary', `${dashboard}/charts`, `${dashboard}/datasets`])
    for (const who of [alpha, gamma])
      expect([path, (await who.ask('GET', `/api/v1/dashboard/${path}`)).status]).toEqual([path, 404]);
  for (const path of [
    `chart/${chart}`,
    `chart/${chart}/data/`,
    `explore/?slice_id=${chart}`,
    `dataset/${secrets}`,
    `explore/?datasource_id=${secrets}&datasource_type=table`,
    `datasource/table/${secrets}/column/word/values/`,
  ])
    expect([path, (await gamma.ask('GET', `/api/v1/${path}`)).status]).toEqual([path, 404]);
  for (const path of [
    'chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:Canary)))',
    'dashboard/?q=(filters:!((col:dashboard_title,opr:title_or_slug,value:canary)))',
    `chart/?q=(filters:!((col:dashboards,opr:rel_m_m,value:${dashboard})))`,
  ])
    expect([path, json(await gamma.ask('GET', `/api/v1/${path}`)).count]).toEqual([path, 0]);
  for (const path of [
    `dataset/${secrets}/related_objects`,
    `database/${database}/related_objects/`,
    'chart/related/dashboards',
    'dashboard/',
    'log/recent_activity/',
  ])
    expect([path, (await alpha.ask('GET', `/api/v1/${path}`)).text.includes('Canary dashboard')]).toEqual([
      path,
      false,
    ]);
  for (const path of [
    `dashboard/${dashboard}/favorites/`,
    `dashboard/${dashboard}/permalink`,
    `dashboard/${dashboard}/filter_state`,
  ])
    expect([
      path,
      (await alpha.ask('POST', `/api/v1/${path}`, path.endsWith('filter_state') ? { value: '1' } : {})).status,
    ]).toEqual([path, 404]);
  expect((await alpha.ask('DELETE', `/api/v1/dashboard/?q=!(${dashboard})`)).status).toBe(404);
  expect((await data(secrets, { columns: ['word'] }, gamma.ask)).status).toBe(404);
  expect((await server.ask('GET', `/api/v1/dashboard/${dashboard}`)).status).toBe(200);
});

test("[attack 39] fields that are nobody's to set are refused, and nothing of the request is done", async () => {
  for (const extra of [
    { id: 1 },
    { created_by: 1 },
    { created_by_fk: 1 },
    { owner_id: 1 },
    { is_admin: true },
    { version: 99 },
    { deleted_on: null },
  ]) {
    expect([
      extra,
      (await alpha.ask('POST', '/api/v1/dashboard/', { dashboard_title: 'mass', ...extra })).status,
    ]).toEqual([extra, 400]);
    expect([extra, (await alpha.ask('PUT', '/api/v1/me/', { first_name: 'mass', ...extra })).status]).toEqual([
      extra,
      400,
    ]);
  }
  for (const more of [{ roles: [1] }, { active: true }, { username: 'root' }])
    expect((await gamma.ask('PUT', '/api/v1/me/', more)).status).toBe(400);
  expect(json(await alpha.ask('GET', '/api/v1/me/')).result).toMatchObject({ first_name: 'alpha' });
});

test('[attack 40] a copy holds only what its maker sees', async () => {
  await server.ask('PUT', `/api/v1/dashboard/${hidden.dashboard}`, { owners: [gamma.id] });
  const copy = await gamma.ask('POST', `/api/v1/dashboard/${hidden.dashboard}/copy/`, {
    dashboard_title: 'mine',
    json_metadata: '{}',
    duplicate_slices: true,
  });
  await server.ask('PUT', `/api/v1/dashboard/${hidden.dashboard}`, { owners: [] });
  expect(copy.text).not.toContain('Canary chart');
  if (copy.status < 300)
    expect(
      json(await gamma.ask('GET', `/api/v1/dashboard/${(json(copy).result as { id: number }).id}/charts`)).result,
    ).toEqual([]);
  expect((await data(secrets, { columns: ['word'] }, gamma.ask)).status).toBe(404);
});

test('[attack 50] hostile text comes back as data, never as a page', async () => {
  const answer = await data(orders, { columns: ['region'], orderby: [['region', true]] });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect([answer.headers.get('x-content-type-options'), answer.headers.get('content-security-policy')]).toEqual([
    'nosniff',
    expect.stringContaining("default-src 'none'"),
  ]);
  const wrong = await server.ask('GET', '/api/v1/%3Cscript%3Ealert(1)%3C%2Fscript%3E', undefined, {
    accept: 'text/html',
  });
  expect([wrong.status, wrong.text.includes('<script>alert')]).toEqual([404, false]);
  const csv = await server.ask('POST', '/api/v1/chart/data', {
    datasource: { id: orders, type: 'table' },
    result_format: 'csv',
    queries: [{ columns: [{ expressionType: 'SQL', sqlExpression: 'region', label: '=label"\r\nX-Evil: 1' }] }],
  });
  expect([csv.headers.get('x-evil'), csv.headers.get('content-disposition')]).toEqual([
    null,
    expect.stringMatching(/^attachment; filename=[\w.]+$/),
  ]);
  expect(csv.text).toContain("'=1+1");
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https:evil.example',
  '%2f%2fevil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  'http://evil.example/',
])('[attack 54] after signing in, %j leads home', async (next) => {
  const answer = await nobody('POST', '/login/', { username: 'root', password: PASSWORD, next });
  expect(JSON.parse(answer.text)).toMatchObject({ next: '/' });
});

test.each([
  '/assets/../../home/secret.key',
  '/assets/..%2f..%2fhome%2fsecret.key',
  '/assets/%2e%2e/%2e%2e/home/secret.key',
  '/assets/..%252f..%252fhome',
  '/assets/..\\..\\home\\secret.key',
  '//etc/passwd',
  '/superset/../home/secret.key',
  '/../../etc/passwd',
  '/.git/config',
])('[attack 55] %s is no file', async (path) => {
  const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
  expect(answer).not.toContain(readFileSync(join(folder, 'home/secret.key'), 'utf8').trim());
});

test('[attack 66] [attack 67] [attack 65] secrets are nowhere to be read: answers, the stored row', async () => {
  const refused = await server.ask('POST', '/api/v1/database/', {
    database_name: 'nowhere',
    engine: 'postgresql',
    parameters: { host: '127.0.0.1', port: 1, database: 'x', username: 'x', password: 'canary of a connection' },
  });
  expect([refused.status, refused.text.includes('canary')]).toEqual([422, false]);
  for (const path of [
    '/api/v1/security/users/',
    '/api/v1/security/users/?q=(columns:!(password_hash,password))',
    '/api/v1/database/?q=(columns:!(secrets,parameters,extra))',
    `/api/v1/database/${database}/connection`,
    '/api/v1/log/?q=(page_size:100)',
  ]) {
    expect([path, /argon2|canary of a|"secrets"/.test((await server.ask('GET', path)).text)]).toEqual([path, false]);
  }
  await nobody('GET', `/login/?token=canary-of-a-token&next=%0d%0aforged`);
  await nobody('GET', '/api/v1/me/', undefined, { authorization: 'Bearer canary-of-a-bearer' });
  expect(server.output()).not.toMatch(/canary|\u001b|argon2/);
  for (const name of readdirSync(join(folder, 'home'), { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.startsWith('metadata.db'),
  ))
    expect(readFileSync(join(folder, 'home', name), 'latin1')).not.toMatch(
      /canary of (a connection|the administrator|alpha)/,
    );
});
