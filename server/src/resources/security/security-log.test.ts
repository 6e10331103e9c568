import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../testing/builders.ts';
import { testApp, type TestApp, type TestRequest } from '../../testing/test-app.ts';
import { passwords } from './passwords.ts';

type Line = Readonly<Record<string, unknown>>;
const password = 'a planted canary';

let server: TestApp;
let ana: number;

beforeAll(async () => {
  server = await testApp({ settings: { logLevel: 'error' } });
  ana = await buildUser(server.metadata.db, { username: 'ana', roles: ['Gamma'] });
  await server.metadata.db
    .updateTable('users')
    .set({ password_hash: await passwords.hash(password) })
    .where('id', '=', ana)
    .execute();
});
afterAll(() => server.close());

/** What a request leaves in the security log. */
async function logged(request: TestRequest): Promise<readonly Line[]> {
  const before = server.log.length;
  await server.request(request);
  return server.log
    .slice(before)
    .map((line) => JSON.parse(line) as Line)
    .filter(({ log }) => log === 'security');
}
const login = (username: string, given: string, remoteAddress = '203.0.113.1'): TestRequest => ({
  method: 'POST',
  url: '/api/v1/security/login',
  remoteAddress,
  headers: { 'x-request-id': 'the-request' },
  payload: { username, password: given, provider: 'db' },
});
const form = (username: string, given: string, headers: Readonly<Record<string, string>> = {}): TestRequest => ({
  method: 'POST',
  url: '/login/',
  headers,
  remoteAddress: '203.0.113.1',
  payload: { username, password: given },
});

test('[F60] a sign-in that fails leaves the name, the address, the reason and the id of the request', async () => {
  const of = { log: 'security', level: 40, event: 'sign_in_failed', remoteAddress: '203.0.113.1', throttled: false };
  expect(await logged(login('ana', 'wrong canary'))).toEqual([
    expect.objectContaining({
      ...of,
      username: 'ana',
      reason: 'wrong_password',
      reqId: 'the-request',
      route: '/api/v1/security/login',
    }),
  ]);
  expect(await logged(form('nobody', 'wrong canary'))).toEqual([
    expect.objectContaining({ ...of, username: 'nobody', reason: 'unknown_name', route: '/login/' }),
  ]);
  await server.metadata.db.updateTable('users').set({ is_active: 0 }).where('id', '=', ana).execute();
  expect(await logged(login('ana', password))).toEqual([expect.objectContaining({ ...of, reason: 'inactive' })]);
  await server.metadata.db.updateTable('users').set({ is_active: 1 }).where('id', '=', ana).execute();
  expect(server.log.join('')).not.toContain('canary');
});

test('one that is throttled says so', async () => {
  for (let tries = 0; tries < 6; tries += 1) await server.request(login('throttled', 'wrong', '203.0.113.7'));
  expect(await logged(login('throttled', 'wrong', '203.0.113.7'))).toEqual([
    expect.objectContaining({ event: 'sign_in_failed', throttled: true, reason: 'throttled', username: 'throttled' }),
  ]);
});

test('[attack 93] a name forges no line and no field, and is bounded', async () => {
  const name = `x"\n{"log":"security","event":"sign_in"}\u2028\u001b[31m`;
  const [line, ...more] = await logged(login(name, 'wrong', '203.0.113.8'));
  expect([more, line?.['event'], line?.['username']]).toEqual([
    [],
    'sign_in_failed',
    `x"\\u000a{"log":"security","event":"sign_in"}\\u2028\\u001b[31m`,
  ]);
  expect(server.log.every((one) => one.trim().split('\n').length === 1)).toBe(true);
  expect(String((await logged(login('y'.repeat(256), 'wrong', '203.0.113.8')))[0]?.['username'])).toHaveLength(128);
});

test('[F60] signing in and out, what was refused and a bad token are lines at every level of the log', async () => {
  expect(await logged(login('ana', password, '203.0.113.2'))).toEqual([
    expect.objectContaining({ event: 'sign_in', level: 30, username: 'ana', userId: ana }),
  ]);
  const answer = await server.request(form('ana', password));
  const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
  expect(await logged({ method: 'POST', url: '/api/v1/chart/', headers: { cookie }, payload: {} })).toEqual([
    expect.objectContaining({ event: 'request_refused', reason: 'csrf_missing', userId: ana }),
  ]);
  expect(
    await logged({
      method: 'POST',
      url: '/api/v1/chart/',
      headers: { cookie, origin: 'https://evil.example' },
      payload: {},
    }),
  ).toEqual([expect.objectContaining({ event: 'request_refused', reason: 'foreign_origin', userId: ana })]);
  expect(await logged({ url: '/api/v1/security/users/', as: ana })).toEqual([
    expect.objectContaining({ event: 'permission_refused', reason: 'forbidden', userId: ana, needed: 'can_read User' }),
  ]);
  expect(await logged({ url: '/api/v1/me/', headers: { authorization: 'Bearer not.a.token' } })).toEqual([
    expect.objectContaining({ event: 'token_refused', reason: 'token_invalid' }),
  ]);
  expect(await logged({ url: '/logout/', headers: { cookie, 'sec-fetch-site': 'none' } })).toEqual([
    expect.objectContaining({ event: 'sign_out', userId: ana }),
  ]);
});

test('who signs in where another user is signed in is the one of the line', async () => {
  const ben = await buildUser(server.metadata.db, { username: 'benjamin', roles: ['Gamma'] });
  await server.metadata.db
    .updateTable('users')
    .set({ password_hash: await passwords.hash(password) })
    .where('id', '=', ben)
    .execute();
  const cookie = String((await server.request(form('ana', password))).headers['set-cookie']).split(';', 1)[0] ?? '';
  const csrf = (await server.request({ url: '/api/v1/security/csrf_token/', headers: { cookie } })).json<{
    readonly result: string;
  }>().result;
  expect(await logged(form('benjamin', password, { cookie, 'x-csrftoken': csrf }))).toEqual([
    expect.objectContaining({ event: 'sign_in', username: 'benjamin', userId: ben }),
  ]);
});

test('what is no refusal of a user is no line', async () => {
  expect([
    ...(await logged({ url: '/api/v1/me/' })),
    ...(await logged({ url: '/api/v1/chart/999', as: ana })),
    ...(await logged({ url: '/api/v1/me/', as: ana })),
  ]).toEqual([]);
});

test('changes of users, roles and passwords are lines without values', async () => {
  const { adminId } = server;
  const fields = { first_name: 'Ben', last_name: 'B', email: 'ben@example.com', roles: [] };
  expect(
    await logged({
      method: 'POST',
      url: '/api/v1/security/users/',
      as: adminId,
      payload: { ...fields, username: 'ben', password: 'planted canary two' },
    }),
  ).toEqual([
    expect.objectContaining({
      event: 'admin_change',
      userId: adminId,
      method: 'POST',
      path: '/api/v1/security/users/',
      name: 'ben',
      fields: expect.arrayContaining(['roles', 'password']) as unknown,
    }),
    expect.objectContaining({ event: 'password_changed', name: 'ben' }),
  ]);
  expect(
    await logged({ method: 'POST', url: '/api/v1/security/roles/', as: adminId, payload: { name: 'Analysts' } }),
  ).toEqual([expect.objectContaining({ event: 'admin_change', name: 'Analysts', route: '/api/v1/security/roles/' })]);
  // it failed
  expect(await logged({ method: 'DELETE', url: '/api/v1/security/users/?q=!(99999)', as: adminId })).toEqual([]);
  const guess = {
    method: 'PUT',
    url: '/api/v1/me/',
    as: ana,
    payload: { password: 'planted canary three', current_password: 'no canary' },
  } as const;
  expect(await logged(guess)).toEqual([expect.objectContaining({ event: 'password_refused', level: 40, userId: ana })]);
  expect(
    await logged({
      method: 'PUT',
      url: '/api/v1/me/',
      as: ana,
      payload: { password: 'planted canary three', current_password: password },
    }),
  ).toEqual([
    expect.objectContaining({ event: 'account_changed', userId: ana }),
    expect.objectContaining({ event: 'password_changed', userId: ana }),
  ]);
  expect(server.log.join('')).not.toContain('canary');
});
