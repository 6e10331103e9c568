import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { pairId } from '../roles/pairs.ts';
import { passwords } from '../security/passwords.ts';

let server: TestApp;
let gamma: number;
let roleIds: Readonly<Record<string, number>>;

beforeAll(async () => {
  server = await testApp();
  gamma = await buildUser(server.metadata.db, { roles: ['Gamma'] });
  roleIds = Object.fromEntries(
    (await server.metadata.db.selectFrom('roles').select(['id', 'name']).execute()).map((role) => [role.name, role.id]),
  );
});
afterAll(() => server.close());

const asAdmin = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
) => server.request({ as: server.adminId, method, url: `/api/v1${url}`, headers, ...(payload ? { payload } : {}) });

const user = (name: string) => ({
  username: name,
  first_name: 'New',
  last_name: 'Person',
  email: `${name}@example.com`,
  password: 'a long password',
  roles: [roleIds['Gamma']],
  active: true,
});

async function signIn(username: string, password: string): Promise<number> {
  return (await server.request({ method: 'POST', url: '/api/v1/security/login', payload: { username, password } }))
    .statusCode;
}

test('an administrator makes, changes and deactivates a user, who loses everything at once', async () => {
  const made = await asAdmin('POST', '/security/users/', user('carl'));
  expect(made.statusCode).toBe(201);
  const { id } = made.json<{ id: number }>();
  expect(made.body).not.toMatch(/password|argon2/);
  expect(await signIn('carl', 'a long password')).toBe(200);
  expect((await server.request({ as: id, url: '/api/v1/me/' })).json()).toMatchObject({
    result: { username: 'carl', is_active: true, is_anonymous: false },
  });

  const cookie = await cookieFor('carl', 'a long password');
  const me = () => server.request({ url: '/api/v1/me/', headers: { cookie } });
  expect((await me()).statusCode).toBe(200);
  const changed = await asAdmin('PUT', `/security/users/${id}`, { active: false }, { 'if-match': '"1"' });
  expect([changed.statusCode, changed.headers['etag']]).toEqual([200, '"2"']);
  expect((await me()).statusCode).toBe(401);
  expect(await signIn('carl', 'a long password')).toBe(401);

  expect((await asAdmin('PUT', `/security/users/${id}`, { first_name: 'X' }, { 'if-match': '"1"' })).statusCode).toBe(
    412,
  );
  expect((await asAdmin('DELETE', `/security/users/${id}`)).json()).toEqual({ message: 'OK' });
  expect((await asAdmin('GET', `/security/users/${id}`)).statusCode).toBe(404);
});

async function cookieFor(username: string, password: string): Promise<string> {
  const answer = await server.request({ method: 'POST', url: '/login/', payload: { username, password } });
  return String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
}

test('bad users are refused by field', async () => {
  const { password: _, ...withoutPassword } = user('dora');
  expect((await asAdmin('POST', '/security/users/', withoutPassword)).json()).toEqual({
    message: { password: ['Missing data for required field.'] },
  });
  expect((await asAdmin('POST', '/security/users/', { ...user('dora'), password: 'short' })).json()).toEqual({
    message: { password: ['Too short: a password has at least 8 characters.'] },
  });
  expect((await asAdmin('POST', '/security/users/', { ...user('dora'), roles: [999] })).json()).toEqual({
    message: { roles: ['Role 999 does not exist.'] },
  });
  expect(
    (await asAdmin('POST', '/security/users/', { ...user('dora'), is_admin: true, id: 1, created_by: 1 })).json(),
  ).toEqual({ message: { is_admin: ['Unknown field.'], id: ['Unknown field.'], created_by: ['Unknown field.'] } });
  expect((await asAdmin('POST', '/security/users/', user('dora'))).statusCode).toBe(201);
  const again = await asAdmin('POST', '/security/users/', user('dora'));
  expect([again.statusCode, again.json()]).toEqual([422, { message: 'Username dora already exists.' }]);
});

test('the last administrator stays', async () => {
  const admin = `/security/users/${server.adminId}`;
  for (const answer of [
    await asAdmin('PUT', admin, { active: false }),
    await asAdmin('PUT', admin, { roles: [] }),
    await asAdmin('DELETE', admin),
    await asAdmin('PUT', `/security/roles/${roleIds['Admin']}/users`, { user_ids: [] }),
  ]) {
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { message: 'This is the last active administrator. Make another one first.' },
    ]);
  }
});

test('only administrators see and change users and roles', async () => {
  for (const [method, url] of [
    ['GET', '/security/users/'],
    ['GET', '/security/roles/'],
    ['POST', '/security/roles/'],
    ['PUT', `/security/users/${gamma}`],
  ] as const) {
    const answer = await server.request({
      as: gamma,
      method,
      url: `/api/v1${url}`,
      ...(method === 'GET' ? {} : { payload: { name: 'x' } }),
    });
    expect([url, answer.statusCode]).toEqual([url, 403]);
    expect(
      (await server.request({ method, url: `/api/v1${url}`, ...(method === 'GET' ? {} : { payload: {} }) })).statusCode,
    ).toBe(401);
  }
});

test('[6.0-01] what a role gives holds from the next request on, and so does what is taken away', async () => {
  const readers = await buildRole(server.metadata.db, { name: 'Readers' });
  const eve = await buildUser(server.metadata.db, { roles: ['Readers'] });
  const list = async () => (await server.request({ as: eve, url: '/api/v1/security/roles/' })).statusCode;
  expect(await list()).toBe(403);
  const id = pairId({ permission: 'can_read', view: 'Role' }) ?? 0;
  expect(
    (await asAdmin('POST', `/security/roles/${readers}/permissions`, { permission_view_menu_ids: [id] })).statusCode,
  ).toBe(200);
  expect(await list()).toBe(200);
  expect((await asAdmin('GET', `/security/roles/${readers}/permissions/`)).json()).toEqual({
    result: [{ id, permission_name: 'can_read', view_menu_name: 'Role' }],
  });
  expect(
    (await asAdmin('POST', `/security/roles/${readers}/permissions`, { permission_view_menu_ids: [] })).statusCode,
  ).toBe(200);
  expect(await list()).toBe(403);
  expect(
    (await asAdmin('POST', `/security/roles/${readers}/permissions`, { permission_view_menu_ids: [1_000_014] }))
      .statusCode,
  ).toBe(400);
});

test('two administrators who set the rights of one role: the second is reported', async () => {
  const role = await buildRole(server.metadata.db, { name: 'Contested' });
  const [one, two] = [
    pairId({ permission: 'can_read', view: 'Role' }) ?? 0,
    pairId({ permission: 'can_read', view: 'Chart' }) ?? 0,
  ];
  const etag = String((await asAdmin('GET', `/security/roles/${role}`)).headers['etag']);
  const set = (ids: readonly number[], match: string) =>
    server.request({
      as: server.adminId,
      method: 'POST',
      url: `/api/v1/security/roles/${role}/permissions`,
      headers: { 'if-match': match },
      payload: { permission_view_menu_ids: ids },
    });
  const first = await set([one], etag);
  expect([first.statusCode, first.headers['etag'] === etag]).toEqual([200, false]);
  expect((await set([two], etag)).statusCode).toBe(412);
  expect((await asAdmin('GET', `/security/roles/${role}`)).json()).toMatchObject({ result: { permission_ids: [one] } });
  expect((await set([one, two], String(first.headers['etag']))).statusCode).toBe(200);
});

test('a mail address that is none is reported in words, wherever one is given', async () => {
  const complaint = { message: { email: ['Not a valid email address.'] } };
  expect((await asAdmin('POST', '/security/users/', { ...user('nomail'), email: 'no mail' })).json()).toEqual(
    complaint,
  );
  expect((await asAdmin('PUT', '/me/', { email: 'no mail' })).json()).toEqual(complaint);
  expect((await asAdmin('POST', '/security/users/', { ...user('space'), username: ' space' })).json()).toEqual({
    message: { username: ['String does not match expected pattern.'] },
  });
});

test('built-in roles keep their names; others are renamed and deleted', async () => {
  expect((await asAdmin('PUT', `/security/roles/${roleIds['Gamma']}`, { name: 'Other' })).statusCode).toBe(422);
  expect((await asAdmin('DELETE', `/security/roles/${roleIds['Gamma']}`)).statusCode).toBe(422);
  expect((await asAdmin('POST', '/security/roles/', { name: 'ADMIN' })).statusCode).toBe(422);
  const { id } = (await asAdmin('POST', '/security/roles/', { name: 'Analysts' })).json<{ id: number }>();
  expect((await asAdmin('PUT', `/security/roles/${id}`, { name: 'Readers 2' })).json()).toMatchObject({
    result: { name: 'Readers 2', version: 2 },
  });
  expect((await asAdmin('DELETE', `/security/roles/?q=!(${id})`)).json()).toEqual({ message: 'Deleted 1 role' });
  expect(
    (await asAdmin('GET', '/security/roles/search/?q=(filters:!((col:name,opr:eq,value:Gamma)))')).json(),
  ).toMatchObject({ count: 1, result: [{ name: 'Gamma', user_ids: expect.arrayContaining([gamma]) }] });
});

test('[6.0-02] the roles of the user, with pairs by name; an admin has every one', async () => {
  const own = (await server.request({ as: gamma, url: '/api/v1/me/roles/' })).json<{
    result: { roles: Record<string, string[][]>; isAdmin: boolean };
  }>();
  expect(Object.keys(own.result.roles)).toEqual(['Gamma']);
  expect(own.result.roles['Gamma']).toContainEqual(['can_write', 'Chart']);
  expect(own.result.isAdmin).toBe(false);
  const admin = (await asAdmin('GET', '/me/roles/')).json<{ result: { roles: Record<string, string[][]> } }>();
  expect(admin.result.roles['Admin']).toContainEqual(['can_share_dashboard', 'Tessera']);
  expect((await server.request({ url: '/api/v1/me/roles/' })).statusCode).toBe(401);
});

test('a new password needs the old one and ends all other sessions and tokens', async () => {
  const old = 'the old password';
  const fay = await buildUser(server.metadata.db, { username: 'fay', password_hash: await passwords.hash(old) });
  const [here, elsewhere] = [await cookieFor('fay', old), await cookieFor('fay', old)];
  const signedIn = await server.request({
    method: 'POST',
    url: '/api/v1/security/login',
    payload: { username: 'fay', password: old },
  });
  const token = `Bearer ${signedIn.json<{ access_token: string }>().access_token}`;
  const csrf = (await server.request({ url: '/api/v1/security/csrf_token/', headers: { cookie: here } })).json<{
    result: string;
  }>().result;
  const put = (payload: Readonly<Record<string, string>>) =>
    server.request({ method: 'PUT', url: '/api/v1/me/', payload, headers: { cookie: here, 'x-csrftoken': csrf } });
  expect((await put({ password: 'the new password' })).json()).toEqual({
    message: { current_password: ['Missing data for required field.'] },
  });
  expect((await put({ password: 'the new password', current_password: 'wrong' })).json()).toEqual({
    message: 'The current password is not right.',
  });
  const status = async (headers: Readonly<Record<string, string>>) =>
    (await server.request({ url: '/api/v1/me/', headers })).statusCode;
  expect([
    await status({ cookie: here }),
    await status({ cookie: elsewhere }),
    await status({ authorization: token }),
  ]).toEqual([200, 200, 200]);
  expect((await put({ password: 'the new password', current_password: old, first_name: 'Fay' })).json()).toMatchObject({
    result: { id: fay, first_name: 'Fay' },
  });
  expect([
    await status({ cookie: here }),
    await status({ cookie: elsewhere }),
    await status({ authorization: token }),
  ]).toEqual([200, 401, 401]);
});

test('[attack 89] whether a mail address is taken is disclosed to nobody who changes their own profile', async () => {
  const put = (email: string) => server.request({ method: 'PUT', url: '/api/v1/me/', as: gamma, payload: { email } });
  const taken = (
    await server.metadata.db.selectFrom('users').select('email').where('id', '<>', gamma).executeTakeFirstOrThrow()
  ).email;
  const own = (
    await server.metadata.db.selectFrom('users').select('email').where('id', '=', gamma).executeTakeFirstOrThrow()
  ).email;
  const answers = await Promise.all([put(taken), put('nobody.at.all@example.org')]);
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
    Array.from({ length: 2 }, () => [422, '{"message":{"email":["Only an administrator changes mail addresses"]}}']),
  );
  expect((await put(own)).statusCode).toBe(200);
  expect((await asAdmin('PUT', '/me/', { email: 'boss@example.org' })).statusCode).toBe(200);
});

test('[attack 91] an open session cannot guess the password of its user: wrong ones are delayed', async () => {
  const gil = await buildUser(server.metadata.db, {
    username: 'gil',
    password_hash: await passwords.hash('the real password'),
  });
  const statuses: number[] = [];
  for (let n = 0; n < 25; n += 1)
    statuses.push(
      (
        await server.request({
          method: 'PUT',
          url: '/api/v1/me/',
          as: gil,
          payload: { password: 'a new password', current_password: `guess ${n}` },
        })
      ).statusCode,
    );
  expect([statuses.slice(0, 20).includes(429), statuses.at(-1)]).toEqual([false, 429]);
});

test('everything that can be granted has a number', async () => {
  const all = (await asAdmin('GET', '/security/permissions-resources/?q=(page_size:-1)')).json<{
    count: number;
    result: readonly { permission: { name: string }; view_menu: { name: string } }[];
  }>();
  expect(all.result).toContainEqual(
    expect.objectContaining({ permission: { name: 'can_csv' }, view_menu: { name: 'Tessera', title: 'Tessera' } }),
  );
  expect(all.count).toBe(all.result.length);
});

test('/ready says when the home cannot be written', async () => {
  const { rmSync } = await import('node:fs');
  const broken = await testApp();
  expect((await broken.request({ url: '/ready' })).body).toBe('OK');
  rmSync(broken.config.home, { recursive: true });
  // A disk is not written for each who asks.
  await expect
    .poll(async () => (await broken.request({ url: '/ready' })).body)
    .toBe('{"message":"The home folder cannot be written (ENOENT)."}');
  await broken.close();
});

test('names of permissions and of what they are about can be listed', async () => {
  expect((await asAdmin('GET', '/security/permissions/')).json()).toMatchObject({
    result: expect.arrayContaining([{ id: 1, name: 'can_read' }]),
  });
  expect((await asAdmin('GET', '/security/resources/')).json()).toMatchObject({
    result: expect.arrayContaining([{ id: 1, name: 'Tessera' }]),
  });
});
