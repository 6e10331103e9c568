import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { guestLike } from '../testing/pipeline.ts';
import { anonymous } from '../principal.ts';
import { redact } from '../chart-data/edge/redact.ts';
import type { App } from './app-types.ts';
import { boundsFault, MAX_KEYS, MAX_VALUES } from './json-bounds.ts';
import { preferredEncoding } from './compress.ts';
import { logText } from './logging.ts';
import { createServer } from './server.ts';

const config = {
  logLevel: 'info',
  trustProxy: false,
  bodyLimitKb: 64,
  largeBodyLimitKb: 128,
  metricsToken: 'a token for the scraper',
} as const;
let app: App;
const log: string[] = [];
let isReady = true;

const Body = Type.Object({ name: Type.String(), note: Type.Optional(Type.String()) }, { additionalProperties: false });

beforeAll(async () => {
  app = createServer({
    config,
    webRoot: null,
    checkResponses: true,
    ready: [
      async () => {
        if (!isReady) throw new Error('connect ECONNREFUSED postgres://tessera:planted-canary@10.0.0.1');
      },
    ],
    authenticate: (request) => ({
      principal: {
        ...(request.headers['x-kind'] === 'guest'
          ? guestLike(anonymous)
          : { ...anonymous, kind: 'user', userId: 1, username: 'ann' }),
        isAdmin: request.headers['x-admin'] === '1',
      },
      credential: 'token',
      csrf: null,
    }),
    logStream: { write: (line) => void log.push(line) },
  });
  app.post('/things', {
    config: { permission: 'signed_in' },
    schema: { body: Body, response: { 200: Body } },
    handler: ({ body }) => body,
  });
  app.post('/layouts', {
    config: { permission: 'signed_in', body: 'large' },
    schema: { body: Body },
    handler: ({ body }) => body.name.length,
  });
  app.get('/things/:id', {
    config: { permission: 'public' },
    schema: { params: Type.Object({ id: Type.Integer() }) },
    handler: ({ params }) => ({ id: params.id }),
  });
  app.get('/broken', {
    config: { permission: 'public' },
    handler: () => {
      throw new Error('select secret from planted-canary');
    },
  });
  app.get('/refused', {
    config: { permission: 'public' },
    handler: () => {
      throw new AppError('invalid_object', { reason: 'No.' });
    },
  });
  app.get('/listed', {
    config: { permission: 'public', errorShape: 'list' },
    handler: () => {
      throw new AppError('database_error', { reason: 'no such table' });
    },
  });
  app.get('/withheld', {
    config: { permission: 'public' },
    handler: ({ principal }) => {
      throw redact(new AppError('source_syntax', { reason: 'host db-7 says no' }), principal, { plans: [] });
    },
  });
  app.get('/pair', { config: { permission: 'can_read Chart' }, handler: () => ({}) });
  app.get('/big', { config: { permission: 'public' }, handler: () => ({ text: 'x'.repeat(5000) }) });
  app.get('/tessera/hello/', { config: { permission: 'public' }, handler: () => ({ hello: true }) });
  app.get('/unlike', {
    config: { permission: 'public' },
    schema: { response: { 200: Type.Object({ a: Type.String() }) } },
    handler: () => ({ a: 1 }) as never,
  });
  await app.ready();
});
afterAll(() => app.close());

const post = (payload: string, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({ method: 'POST', url: '/things', payload, headers: { 'content-type': 'application/json', ...headers } });

const NO_NAME = 'Nothing can be called "__proto__" or "constructor" here.';

describe('bad input', () => {
  test.each([
    ['{"name":', 400, { message: 'Request is not JSON' }],
    ['', 400, { message: 'Request is not JSON' }],
    ['null', 400, { message: 'Request is not JSON' }],
    ['[]', 400, { message: 'Request is not JSON' }],
    ['{}', 400, { message: { name: ['Missing data for required field.'] } }],
    ['{"name":"a","other":1}', 400, { message: { other: ['Unknown field.'] } }],
    ['{"name":"a","__proto__":{"isAdmin":true}}', 400, { message: NO_NAME }],
    ['{"name":"a","constructor":{"prototype":{}}}', 400, { message: NO_NAME }],
    ['{"name":"a\\u0000b"}', 400, { message: 'Invalid input: texts may not hold the character U+0000.' }],
    [
      `{"name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      400,
      { message: 'The request nests deeper than 100 levels.' },
    ],
    [`{"name":"${'x'.repeat(70_000)}"}`, 413, { message: 'The request is larger than 64 KB.' }],
  ])('%.40s answers %i', async (payload, status, body) => {
    const answer = await post(payload);
    expect([answer.statusCode, answer.json()]).toEqual([status, body]);
  });

  test.each(['__proto__', '<script>alert(1)</script>', `quote " ' \\`, 'line\nbreak', '😀 𝒳', '\\u0000 as text'])(
    'the name %j is a name',
    async (name) => {
      const answer = await post(JSON.stringify({ name }));
      expect([answer.statusCode, answer.json()]).toEqual([200, { name }]);
    },
  );

  test('routes that take layouts take more', async () => {
    const send = (size: number) => app.inject({ method: 'POST', url: '/layouts', payload: { name: 'x'.repeat(size) } });
    expect([(await send(100_000)).body, (await send(140_000)).json()]).toEqual([
      '100000',
      { message: 'The request is larger than 128 KB.' },
    ]);
  });

  test('a body of another kind is refused', async () => {
    expect((await post('<x/>', { 'content-type': 'application/xml' })).statusCode).toBe(415);
  });

  test.each([
    '/things/abc',
    '/things/1%2f..%2f',
    '/assets/..%2f..%252f..\\etc/passwd',
    '/assets/../../etc/passwd',
    '/%',
    '/things/%00',
    `/things/${'9'.repeat(600)}`,
  ])('%.40s is not found', async (url) => {
    expect((await app.inject({ url })).statusCode).toBe(404);
  });
});

describe('errors', () => {
  test('[8.2-05] the list shape carries type, level and issue codes', async () => {
    const answer = await app.inject({ url: '/listed' });
    expect([answer.statusCode, answer.headers['x-error-code'], answer.json()]).toEqual([
      400,
      'database_error',
      {
        errors: [
          {
            message: 'Error: no such table',
            error_type: 'GENERIC_DB_ENGINE_ERROR',
            level: 'error',
            extra: { issue_codes: [{ code: 1002, message: expect.stringMatching(/^Issue 1002 - /) }] },
          },
        ],
      },
    ]);
  });

  test('the message shape carries the sentence', async () => {
    const answer = await app.inject({ url: '/refused' });
    expect([answer.statusCode, answer.json()]).toEqual([422, { message: 'No.' }]);
  });

  test('a defect gives the id of the request and nothing of its inside; the log has it under the same id', async () => {
    const answer = await app.inject({ url: '/broken' });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toMatch(/canary|secret|\.ts|\bat \//);
    const id = String(answer.headers['x-request-id']);
    expect(answer.body).toContain(id);
    expect(answer.json()).toMatchObject({
      errors: [{ error_type: 'GENERIC_BACKEND_ERROR', extra: { issue_codes: [{ code: 1011 }] } }],
    });
    expect(log.some((line) => line.includes(id) && line.includes('planted-canary'))).toBe(true);
  });

  test('[attack 64] what a database says is an id to guests, and stands in the log under it', async () => {
    const answer = await app.inject({ url: '/withheld', headers: { 'x-kind': 'guest' } });
    const id = String(answer.headers['x-request-id']);
    expect([answer.statusCode, answer.headers['x-error-code'], answer.json()]).toEqual([
      400,
      'database_error',
      { message: `Error: the query failed. Give this id to your administrator: ${id}` },
    ]);
    expect(log.some((line) => line.includes(id) && line.includes('host db-7 says no'))).toBe(true);
    const before = log.filter((line) => line.includes('db-7')).length;
    expect((await app.inject({ url: '/withheld' })).json()).toEqual({ message: 'Error: host db-7 says no' });
    expect(log.filter((line) => line.includes('db-7'))).toHaveLength(before);
  });

  test('unknown addresses and methods answer a list, to browsers that navigate a page', async () => {
    const answer = await app.inject({ url: '/api/v1/nope' });
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { errors: [{ message: 'Not found' }] }]);
    expect((await app.inject({ method: 'DELETE', url: '/things' })).statusCode).toBe(405);
    const page = await app.inject({
      url: '/api/v1/nope',
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect((await app.inject({ url: '/api/v1/nope', headers: { accept: '*/*' } })).headers['content-type']).toBe(
      'application/json; charset=utf-8',
    );
  });

  test('an answer unlike its schema fails the test that sees it', async () => {
    expect((await app.inject({ url: '/unlike' })).statusCode).toBe(500);
  });
});

describe('every answer', () => {
  test('forbids sniffing, framing and scripts; pages carry a fresh nonce and no inline script', async () => {
    const answer = await app.inject({ url: '/health' });
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    const pages = await Promise.all([app.inject({ url: '/swagger/v1' }), app.inject({ url: '/swagger/v1' })]);
    const nonces = pages.map(
      (page) => /script-src 'self' 'nonce-([^']+)'/.exec(String(page.headers['content-security-policy']))?.[1],
    );
    expect(nonces[0]).toHaveLength(24);
    expect(nonces[0]).not.toBe(nonces[1]);
    for (const page of pages) {
      expect(page.headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
      expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|<style/);
    }
  });

  test('is compressed when it is worth it', async () => {
    const answer = await app.inject({ url: '/big', headers: { 'accept-encoding': 'gzip, br' } });
    expect([answer.headers['content-encoding'], answer.headers['vary']]).toEqual(['br', 'accept-encoding']);
    expect(
      (await app.inject({ url: '/health', headers: { 'accept-encoding': 'gzip' } })).headers['content-encoding'],
    ).toBeUndefined();
    expect([
      preferredEncoding('gzip;q=1.0, *;q=0'),
      preferredEncoding('br;q=0, gzip'),
      preferredEncoding('identity'),
      preferredEncoding(undefined),
    ]).toEqual(['gzip', 'gzip', null, null]);
  });
});

test('[2.1-02] the other name of the prefix leads to the same routes', async () => {
  for (const url of ['/tessera/hello/', '/superset/hello/', '/superset/hello'])
    expect((await app.inject({ url })).json()).toEqual({ hello: true });
  expect((await app.inject({ url: '/supersets/hello/' })).statusCode).toBe(404);
});

test('a route without a declared permission stops the start', () => {
  const other = createServer({
    config,
    webRoot: null,
    ready: [],
    authenticate: () => ({ principal: anonymous, credential: 'none', csrf: null }),
  });
  expect(() => other.get('/open', () => 'x')).toThrow('The route GET /open declares no permission.');
});

test('[6.0-01] a (permission, view) pair that is not granted is 403, admins have all', async () => {
  expect((await app.inject({ url: '/pair' })).statusCode).toBe(403);
  expect((await app.inject({ url: '/pair', headers: { 'x-admin': '1' } })).statusCode).toBe(200);
});

test('/ready says when the metadata is gone, without saying where it is', async () => {
  expect((await app.inject({ url: '/ready' })).body).toBe('OK');
  isReady = false;
  const answer = await app.inject({ url: '/ready' });
  isReady = true;
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    { message: 'The metadata database cannot be reached or written.' },
  ]);
  expect(log.join('')).not.toContain('tessera:planted-canary');
});

test('/metrics is for admins and for the bearer of the token', async () => {
  expect((await app.inject({ url: '/metrics' })).statusCode).toBe(403);
  const answer = await app.inject({ url: '/metrics', headers: { authorization: 'Bearer a token for the scraper' } });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('tessera_http_request_seconds_count{method="GET",route="/health",status="200"}');
  expect((await app.inject({ url: '/metrics', headers: { 'x-admin': '1' } })).statusCode).toBe(200);
});

test('/metrics types what only grows as a counter, and counts the process from the start of the server', async () => {
  const { createMetricsRegistry } = await import('./metrics-registry.ts');
  const { registry } = createMetricsRegistry([
    { name: 'a_count', help: 'It grows.', type: 'counter', read: () => 3 },
    { name: 'a_size', help: 'It comes and goes.', read: async () => 2 },
  ]);
  const text = await registry.metrics();
  expect(text).toContain('# TYPE a_count counter\na_count 3');
  expect(text).toContain('# TYPE a_size gauge\na_size 2');
  expect(await registry.metrics()).toContain('\na_count 3');
  // The second registry of a process goes on with the counters of the first one.
  const other = createMetricsRegistry([]).registry;
  expect((await other.metrics()).match(/^nodejs_eventloop_lag_p50_seconds \d/m)).not.toBeNull();
});

test('the OpenAPI document comes from the schemas, and its page from this server', async () => {
  const document = (await app.inject({ url: '/api/v1/_openapi' })).json<{
    openapi: string;
    paths: Record<string, Record<string, unknown>>;
  }>();
  expect(document.openapi).toBe('3.1.0');
  expect(document.paths['/things']?.['post']).toMatchObject({
    'x-permission': 'signed_in',
    requestBody: { content: { 'application/json': { schema: { required: ['name'] } } } },
  });
  expect(document.paths['/things/{id}']?.['get']).toMatchObject({
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
  });
  for (const url of ['/swagger/swagger-ui.css', '/swagger/swagger-ui-bundle.js', '/swagger/start.js'])
    expect((await app.inject({ url })).statusCode).toBe(200);
});

test('log text holds no secrets and no control characters', () => {
  expect(logText('GET /setup?token=canary&a=1')).toBe('GET /setup?token=[hidden]&a=1');
  expect(logText('postgres://u:canary@host/db')).toBe('postgres://u:[hidden]@host/db');
  expect(logText('Bearer canary')).toBe('Bearer [hidden]');
  expect(logText('a\r\nb\u001b[31mc')).toBe('a\\u000d\\u000ab\\u001b[31mc');
});

test('[attack 75] depth and number of values count what stands outside of texts', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(
    [
      nested(100),
      nested(101),
      `["${'['.repeat(200)}\\"${'['.repeat(200)}"]`,
      '[1],'.repeat(200),
      `"${'['.repeat(200)}`,
    ].map(boundsFault),
  ).toEqual([null, 'nests deeper than 100 levels', null, null, null]);
  const many = `holds more than ${MAX_VALUES} values`;
  expect(
    [
      `[${'1,'.repeat(MAX_VALUES - 2)}1]`,
      `[${'1,'.repeat(MAX_VALUES)}1]`,
      `[${'{}'.repeat(MAX_VALUES)}]`,
      `["${','.repeat(2 * MAX_VALUES)}"]`,
    ].map(boundsFault),
  ).toEqual([null, many, many, null]);
});

test('keys are counted for each object alone, those behind an inner one too', () => {
  const keys = (count: number, value = '1') => Array.from({ length: count }, (_, at) => `"k${at}":${value}`).join(',');
  const many = `holds more than ${MAX_KEYS} keys in one object`;
  expect(
    [
      `{${keys(MAX_KEYS)}}`,
      `{${keys(MAX_KEYS + 1)}}`,
      `{${keys(MAX_KEYS - 1)},"inner":{"a":1},"more":2}`,
      `[{${keys(MAX_KEYS)}},{${keys(MAX_KEYS)}}]`,
      `{"list":[${'1,'.repeat(2 * MAX_KEYS)}1]}`,
      `{${keys(9, `[{${keys(MAX_KEYS)}}]`)}}`,
    ].map(boundsFault),
  ).toEqual([null, many, many, null, null, null]);
});

describe('[attack 63] those who take their time', () => {
  /** Sends a text, then a character every 100 ms, until the other side ends it; what was answered. */
  const drip = async (port: number, begins: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    socket.write(begins);
    const dripping = setInterval(() => socket.writable && socket.write('a'), 100);
    await once(socket, 'close');
    clearInterval(dripping);
    return answer;
  };

  test('headers and bodies that never end are dropped at the time set, and others are served meanwhile', async () => {
    const slow = createServer({
      config,
      webRoot: null,
      ready: [],
      authenticate: () => ({ principal: { ...anonymous, kind: 'user', userId: 1 }, credential: 'token', csrf: null }),
      logStream: { write: () => undefined },
    });
    slow.post('/things', { config: { permission: 'signed_in' }, schema: { body: Body }, handler: ({ body }) => body });
    expect(slow.server.requestTimeout).toBe(60_000);
    // A minute is long for a test.
    slow.server.requestTimeout = 1_000;
    slow.server.headersTimeout = 1_000;
    const port = Number(new URL(await slow.listen({ port: 0, host: '127.0.0.1' })).port);
    const dropped = Array.from({ length: 50 }, (_, at) =>
      drip(
        port,
        at % 2 === 0
          ? 'GET /health HTTP/1.1\r\nHost: a\r\nX-Slow: '
          : 'POST /things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{',
      ),
    );
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
    expect(new Set((await Promise.all(dropped)).map((answer) => answer.split('\r\n', 1)[0]))).toEqual(
      new Set(['HTTP/1.1 408 Request Timeout']),
    );
    await slow.close();
  });

  test('whoever connects and says nothing is let go', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const socket = new Socket();
    app.server.emit('connection', socket);
    vi.advanceTimersByTime(29_000);
    expect(socket.destroyed).toBe(false);
    vi.advanceTimersByTime(2_000);
    expect(socket.destroyed).toBe(true);
    vi.useRealTimers();
  });
});
