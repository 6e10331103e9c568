import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { anonymous } from '../principal.ts';
import type { App } from './app-types.ts';
import { createServer } from './server.ts';

type Line = Readonly<Record<string, unknown>>;

let app: App;
let port: number;
let lines: string[];
let letGo: () => void;
let arrived: Promise<void>;

afterEach(() => app.close());

async function serve(settings: {
  readonly accessLog: boolean;
  readonly logLevel?: 'info' | 'error' | 'silent';
}): Promise<void> {
  lines = [];
  const semaphore = new Promise<void>((resolve) => (letGo = resolve));
  let isThere = (): void => undefined;
  arrived = new Promise((resolve) => (isThere = resolve));
  app = createServer({
    config: {
      logLevel: 'info',
      trustProxy: false,
      bodyLimitKb: 64,
      largeBodyLimitKb: 128,
      metricsToken: null,
      ...settings,
    },
    ready: [],
    webRoot: null,
    authenticate: () => ({ principal: { ...anonymous, kind: 'user', userId: 7 }, credential: 'token', csrf: null }),
    logStream: { write: (line) => void lines.push(line) },
  });
  app.get('/things/:id', { config: { permission: 'signed_in' } }, () => ({ text: 'x'.repeat(500) }));
  app.get('/broken', { config: { permission: 'public' } }, () => {
    throw new Error('a defect');
  });
  app.get('/slow', { config: { permission: 'public' } }, async () => {
    isThere();
    await semaphore;
    return {};
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
  lines.length = 0; // what the framework says of the port
}

const access = (): readonly Line[] =>
  lines.map((line) => JSON.parse(line) as Line).filter(({ log }) => log === 'access');
const get = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  await answer.arrayBuffer();
  return answer;
};

test('[F59] each answered request is one JSON line, whatever came of it', async () => {
  await serve({ accessLog: true, logLevel: 'error' });
  const answers = [
    await get('/things/5?token=planted-canary&a=1'),
    await get('/nowhere'),
    await get('/broken'),
    await get('/%'),
    await get('/health'),
  ];
  await expect.poll(access).toHaveLength(5);
  expect(access().map(({ method, route, path, status }) => [method, route, path, status])).toEqual([
    ['GET', '/things/:id', '/things/5?token=[hidden]&a=1', 200],
    ['GET', null, '/nowhere', 404],
    ['GET', '/broken', '/broken', 500],
    ['GET', null, '/%', 404],
    ['GET', '/health', '/health', 200],
  ]);
  const [first] = access();
  expect(first).toMatchObject({
    userId: 7,
    remoteAddress: '127.0.0.1',
    reqId: answers[0]?.headers.get('x-request-id'),
  });
  expect(Number(first?.['bytes'])).toBeGreaterThan(500);
  expect(Number(first?.['ms'])).toBeGreaterThanOrEqual(0);
  expect(lines.join('')).not.toContain('canary');
});

test('nothing is logged of requests unless it is chosen, nor at the level `silent`', async () => {
  await serve({ accessLog: false });
  await get('/things/5');
  await app.close();
  expect(lines).toEqual([]);
  await serve({ accessLog: true, logLevel: 'silent' });
  await get('/things/5');
  await app.close();
  expect(lines).toEqual([]);
});

test('a request whose client has gone is a line too', async () => {
  await serve({ accessLog: true });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  await arrived;
  socket.destroy();
  await once(socket, 'close');
  await expect.poll(() => access().find(({ path }) => path === '/slow')).toMatchObject({ aborted: true });
  letGo();
});

test('[F59] an id and a trace that came with the request are those of its answer and of its lines', async () => {
  await serve({ accessLog: true });
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const answer = await get('/broken', { 'x-request-id': '7b1c2f0e-1111-4aaa:1.2', traceparent });
  expect(answer.headers.get('x-request-id')).toBe('7b1c2f0e-1111-4aaa:1.2');
  await expect.poll(access).toHaveLength(1);
  const of = {
    reqId: '7b1c2f0e-1111-4aaa:1.2',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    parentId: '00f067aa0ba902b7',
  };
  expect(lines.map((line) => JSON.parse(line) as Line)).toEqual([
    expect.objectContaining({ ...of, msg: 'request failed' }),
    expect.objectContaining({ ...of, log: 'access' }),
  ]);
});

test.each(['', 'x'.repeat(65), 'a b', 'a"b', 'a,b', '<script>', 'ä'])(
  '[attack 93] the id %j is not taken over',
  async (id) => {
    await serve({ accessLog: true });
    const { headers } = await app.inject({ url: '/things/5', headers: { 'x-request-id': id } });
    expect(headers['x-request-id']).toMatch(/^[\w-]{12}$/);
  },
);

test.each([
  '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
  'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more',
  'nonsense',
  '',
])('[attack 93] the trace %j is not taken over', async (traceparent) => {
  await serve({ accessLog: true });
  await app.inject({ url: '/things/5', headers: { traceparent } });
  await expect.poll(access).toHaveLength(1);
  expect(access()[0]).not.toHaveProperty('traceId');
});
