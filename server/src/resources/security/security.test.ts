import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../testing/builders.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { passwords } from './passwords.ts';

let server: TestApp;
let ana: number;
const password = 'correct horse battery';

beforeAll(async () => {
  server = await testApp();
  ana = await buildUser(server.metadata.db, { username: 'ana', password_hash: await passwords.hash(password) });
});
afterAll(() => server.close());

const login = (body: Readonly<Record<string, unknown>>, address = '10.0.0.1') =>
  server.request({ method: 'POST', url: '/api/v1/security/login', payload: body, remoteAddress: address });

const cookieOf = (answer: { readonly headers: Readonly<Record<string, unknown>> }): string =>
  /session=([^;]*)/.exec(String(answer.headers['set-cookie']))?.[1] ?? '';

async function signIn(cookie = ''): Promise<string> {
  const answer = await server.request({
    method: 'POST',
    url: '/login/',
    payload: { username: 'ana', password },
    headers: cookie ? { cookie: `session=${cookie}` } : {},
  });
  expect(answer.statusCode).toBe(200);
  return cookieOf(answer);
}

test('a program signs in with a password and goes on with its refresh token', async () => {
  const signedIn = await login({ username: 'ana', password, provider: 'db', refresh: 'true' });
  expect(signedIn.statusCode).toBe(200);
  const { access_token: access, refresh_token: refresh } = signedIn.json<Record<string, string>>();
  expect(
    (await server.request({ url: '/api/v1/security/csrf_token/', headers: { authorization: `Bearer ${access}` } }))
      .statusCode,
  ).toBe(200);
  const renewed = await server.request({
    method: 'POST',
    url: '/api/v1/security/refresh',
    headers: { authorization: `Bearer ${refresh}` },
  });
  expect(renewed.json()).toEqual({ access_token: expect.any(String) });
  const misused = await server.request({
    method: 'POST',
    url: '/api/v1/security/refresh',
    headers: { authorization: `Bearer ${access}` },
  });
  expect(misused.statusCode).toBe(401);
  expect((await server.request({ method: 'POST', url: '/api/v1/security/refresh' })).json()).toEqual({
    msg: 'Missing Authorization Header',
  });
  const passAsRefresh = await server.request({
    url: '/api/v1/security/csrf_token/',
    headers: { authorization: `Bearer ${refresh}` },
  });
  expect(passAsRefresh.statusCode).toBe(401);
});

test('without a refresh token none is given, and missing fields are named', async () => {
  expect((await login({ username: 'ana', password })).json()).toEqual({ access_token: expect.any(String) });
  const missing = await login({ username: 'ana' });
  expect(missing.statusCode).toBe(400);
  expect(missing.json()).toEqual({ message: { password: ['Missing data for required field.'] } });
});

test('a wrong password and an unknown name are one answer', async () => {
  const wrong = await login({ username: 'ana', password: 'wrong' }, '10.0.0.2');
  const unknown = await login({ username: 'nobody', password: 'wrong' }, '10.0.0.2');
  expect([wrong.statusCode, wrong.body]).toEqual([401, '{"message":"Not authorized"}']);
  expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body]);
});

test('fifty wrong passwords are slowed for known and unknown names alike, and the right one too', async () => {
  for (const name of ['ana', 'ghost']) {
    const answers: number[] = [];
    for (let attempt = 0; attempt < 25; attempt += 1)
      answers.push((await login({ username: name, password: 'wrong' }, `10.0.1.${name.length}`)).statusCode);
    expect(answers.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(answers.slice(7).every((status) => status === 429)).toBe(true);
  }
  const right = await login({ username: 'ana', password }, '10.0.1.3');
  expect(right.statusCode).toBe(429);
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
  server.pass(Number(right.headers['retry-after']) * 1000);
  expect((await login({ username: 'ana', password }, '10.0.1.3')).statusCode).toBe(200);
});

test("[attack 81] valid sign-ins of one's own buy no guesses at other accounts", async () => {
  await buildUser(server.metadata.db, { username: 'mallory', password_hash: await passwords.hash(password) });
  const statuses: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    statuses.push((await login({ username: `guessed ${n}`, password: 'wrong' }, '10.0.3.1')).statusCode);
    if (n % 10 === 9) await login({ username: 'mallory', password }, '10.0.3.1');
  }
  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 401));
  expect(statuses).toContain(429);
});

test('[attack 82] an address that guesses delays others behind it by seconds', async () => {
  const address = '10.0.4.1';
  await buildUser(server.metadata.db, { username: 'olga', password_hash: await passwords.hash(password) });
  expect((await login({ username: 'olga', password }, address)).statusCode).toBe(200);
  const refused = [];
  for (let n = 0; n < 300; n += 1) {
    const answer = await login({ username: `guess ${n}`, password: 'wrong' }, address);
    if (answer.statusCode === 429) refused.push(Number(answer.headers['retry-after']));
    server.pass(500);
  }
  expect(refused.length).toBeGreaterThan(200);
  expect(Math.max(...refused)).toBeLessThanOrEqual(30);
  expect((await login({ username: 'olga', password }, address)).statusCode).toBe(200);
});

test('[attack 81] whoever guesses at an account from many addresses meets a delay, its owner none', async () => {
  await buildUser(server.metadata.db, { username: 'petra', password_hash: await passwords.hash(password) });
  expect((await login({ username: 'petra', password }, '10.9.9.9')).statusCode).toBe(200);
  for (const name of ['petra', 'never there']) {
    const answers = [];
    for (let n = 0; n < 40; n += 1)
      answers.push(await login({ username: name, password: 'wrong' }, `10.1.${name.length}.${n}`));
    expect(answers.slice(0, 20).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 401));
    expect(answers.at(-1)?.statusCode).toBe(429);
    expect(Math.max(...answers.map(({ headers }) => Number(headers['retry-after'] ?? 0)))).toBeLessThanOrEqual(60);
  }
  expect((await login({ username: 'petra', password }, '10.9.9.9')).statusCode).toBe(200);
  server.pass(61_000);
  expect((await login({ username: 'petra', password }, '10.8.8.8')).statusCode).toBe(200);
});

test('[F69] tokens that are expired, unsigned or signed with another key are refused', async () => {
  const ask = async (token: string) => {
    const answer = await server.request({
      url: '/api/v1/security/csrf_token/',
      headers: { authorization: `Bearer ${token}` },
    });
    return [answer.statusCode, answer.json<Record<string, unknown>>()['msg']];
  };
  const { access_token: good = '' } = (await login({ username: 'ana', password })).json<Record<string, string>>();
  expect(await ask(good)).toEqual([200, undefined]);
  const claims = { type: 'access', epoch: 0 };
  const signed = (key: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('tessera')
      .setSubject(String(ana))
      .setExpirationTime('2h')
      .sign(new TextEncoder().encode(key.padEnd(32, 'x')));
  expect(await ask(await signed('another key'))).toEqual([401, 'Token is not valid']);
  expect(
    await ask(new UnsecuredJWT(claims).setIssuer('tessera').setSubject(String(ana)).setExpirationTime('2h').encode()),
  ).toEqual([401, 'Token is not valid']);
  expect(await ask('not.a.token')).toEqual([401, 'Token is not valid']);
  server.pass(15.5 * 60_000); // the clock of the server that issued it may be behind ours
  expect(await ask(good)).toEqual([200, undefined]);
  server.pass(60_000);
  expect(await ask(good)).toEqual([401, 'Token has expired']);
});

test('signing in gives a new cookie, whatever cookie was there before, and signing out ends it', async () => {
  const first = await signIn('planted-by-somebody');
  expect(first).not.toBe('planted-by-somebody');
  const second = await signIn(first);
  expect(second).not.toBe(first);
  const csrf = async (cookie: string) =>
    cookieOf(await server.request({ url: '/api/v1/security/csrf_token/', headers: { cookie: `session=${cookie}` } }));
  expect(await csrf(second)).toBe(''); // known: no new cookie is sent
  expect(await csrf(first)).not.toBe(''); // ended: somebody without a name gets one
  const out = await server.request({
    url: '/logout/',
    headers: { cookie: `session=${second}`, 'sec-fetch-site': 'same-origin' },
  });
  expect(out.statusCode).toBe(302);
  expect(await csrf(second)).not.toBe('');
});

test('[attack 90] an address signs out who goes there on purpose and nobody else', async () => {
  const isSignedIn = async (cookie: string) =>
    (await server.request({ url: '/api/v1/me/', headers: { cookie: `session=${cookie}` } })).statusCode === 200;
  const go = async (headers: Readonly<Record<string, string>>) => {
    const cookie = await signIn();
    const answer = await server.request({ url: '/logout/', headers: { ...headers, cookie: `session=${cookie}` } });
    return [answer.statusCode, await isSignedIn(cookie)];
  };
  for (const meant of [
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'same-origin' },
    { referer: 'http://localhost:80/chart/list/' },
    { origin: 'http://localhost' },
  ])
    expect([meant, await go(meant)]).toEqual([meant, [302, false]]);
  for (const forged of [
    {},
    { referer: 'https://evil.example/' },
    { referer: 'nonsense' },
    { origin: 'null' },
    { origin: 'https://evil.example', referer: 'http://localhost:80/' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'cross-site', referer: 'http://localhost:80/' },
  ])
    expect([forged, await go(forged)]).toEqual([forged, [200, true]]);
});

test('[attack 90] the page that asks whether to sign out cannot be framed', async () => {
  const cookie = await signIn();
  const page = await server.request({ url: '/logout/', headers: { cookie: `session=${cookie}` } });
  expect(String(page.headers['content-security-policy'])).toMatch(/frame-ancestors 'none'.*form-action 'self'/);
  const token = /name="csrf_token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const press = (fields: Readonly<Record<string, string>>) =>
    server.request({
      method: 'POST',
      url: '/logout/',
      headers: {
        cookie: `session=${cookie}`,
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'http://localhost:80',
      },
      payload: new URLSearchParams(fields).toString(),
    });
  expect([
    (await press({})).statusCode,
    (await press({ csrf_token: `${token}x` })).statusCode,
    (await press({ csrf_token: token })).statusCode,
  ]).toEqual([400, 400, 302]);
  expect((await server.request({ url: '/api/v1/me/', headers: { cookie: `session=${cookie}` } })).statusCode).toBe(401);
});

test('the session cookie is out of reach of scripts and of other sites, and only its hash is stored', async () => {
  const answer = await server.request({ method: 'POST', url: '/login/', payload: { username: 'ana', password } });
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const rows = await server.metadata.db.selectFrom('sessions').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(cookieOf(answer));
});

test('a changing request of a session needs its token, and may not come from another site', async () => {
  const cookie = await signIn();
  const headers = { cookie: `session=${cookie}` };
  const missing = await server.request({ method: 'POST', url: '/logout/', headers });
  expect(missing.statusCode).toBe(400);
  expect(missing.json()).toMatchObject({ errors: [{ message: 'The CSRF token is missing.' }] });
  const foreign = await server.request({
    method: 'POST',
    url: '/logout/',
    headers: { ...headers, origin: 'https://evil.example' },
  });
  expect(foreign.statusCode).toBe(403);
  const { result: token } = (await server.request({ url: '/api/v1/security/csrf_token/', headers })).json<{
    result: string;
  }>();
  const wrong = await server.request({
    method: 'POST',
    url: '/logout/',
    headers: { ...headers, 'x-csrftoken': `${token}x` },
  });
  expect(wrong.statusCode).toBe(400);
  const right = await server.request({
    method: 'POST',
    url: '/logout/',
    headers: { ...headers, 'x-csrftoken': token, origin: 'http://localhost:80' },
  });
  expect(right.statusCode).toBe(302);
});

test('the sign-in form carries its own token and leads only to pages of this server', async () => {
  const before = await server.request({ url: '/api/v1/security/csrf_token/' });
  const headers = { cookie: `session=${cookieOf(before)}`, 'content-type': 'application/x-www-form-urlencoded' };
  const fields = {
    username: 'ana',
    password,
    csrf_token: before.json<{ result: string }>().result,
    next: '//evil.example',
  };
  const post = (form: Readonly<Record<string, string>>) =>
    server.request({ method: 'POST', url: '/login/', headers, payload: new URLSearchParams(form).toString() });
  const { csrf_token: _, ...without } = fields;
  expect((await post(without)).statusCode).toBe(400);
  const signedIn = await post(fields);
  expect([signedIn.statusCode, signedIn.headers.location]).toEqual([302, '/']);
  expect((await post({ ...fields, password: 'wrong', next: '/chart/list/' })).headers.location).toBe(
    '/login/?failed=not_authenticated&next=%2Fchart%2Flist%2F',
  );
});

test('no password and no token reaches the log', async () => {
  await server.request({
    url: '/api/v1/nowhere?token=planted-canary',
    headers: { authorization: 'Bearer planted-canary' },
  });
  const log = server.log.join('');
  expect(log).not.toContain('planted-canary');
  expect(log).not.toContain(password);
});

test('behind a proxy the address that users use counts as our own, and its cookies are for https only', async () => {
  const behind = await testApp({ settings: { baseUrl: 'https://tessera.example' } });
  await buildUser(behind.metadata.db, { username: 'ben', password_hash: await passwords.hash(password) });
  const post = (origin: string) =>
    behind.request({
      method: 'POST',
      url: '/login/',
      payload: { username: 'ben', password },
      headers: { origin, host: '127.0.0.1:8088' },
    });
  const own = await post('https://tessera.example');
  expect([own.statusCode, String(own.headers['set-cookie']).includes('; Secure')]).toEqual([200, true]);
  expect((await post('http://tessera.example')).statusCode).toBe(403);
  expect((await post('https://tessera.example.evil.example')).statusCode).toBe(403);
  expect((await post('null')).statusCode).toBe(403);
  await behind.close();
});
