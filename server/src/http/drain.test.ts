import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as ask, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anonymous } from '../principal.ts';
import type { App } from './app-types.ts';
import { createServer } from './server.ts';

type Answer = { readonly status: number; readonly connection: string | undefined; readonly body: string };

let folder: string;
let app: App;
let port: number;
let agent: Agent;
/** Opens `/slow`, and what pages ask first. */
let letGo: () => void;
let arrived: Promise<void>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-drain-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><meta content="__ANSWERS__"></head>');
  let isThere = (): void => undefined;
  arrived = new Promise((resolve) => (isThere = resolve));
  const semaphore = new Promise<void>((resolve) => (letGo = resolve));
  const slowly = async () => {
    isThere();
    await semaphore;
    return { result: 'planted' };
  };
  app = createServer({
    config: { logLevel: 'silent', trustProxy: false, bodyLimitKb: 64, largeBodyLimitKb: 128, metricsToken: null },
    ready: [],
    webRoot: folder,
    // Who asks is found out in the database, and pages ask then: a stop comes in between.
    authenticate: async (request) => {
      if (request.url.startsWith('/tessera/dashboard/')) await slowly();
      return { principal: { ...anonymous, kind: 'user', userId: 1 }, credential: 'token', csrf: null };
    },
  });
  app.get('/slow', { config: { permission: 'public' } }, slowly);
  app.get('/streamed', { config: { permission: 'public' } }, (_, reply) =>
    reply.send(
      Readable.from(
        (async function* () {
          yield 'begun, ';
          await slowly();
          yield 'ended';
        })(),
      ),
    ),
  );
  app.get('/quick', { config: { permission: 'public' } }, () => ({ result: 'planted' }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(async () => {
  letGo();
  agent.destroy();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

function get(path: string, by = agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    ask(
      {
        host: '127.0.0.1',
        port,
        path,
        agent: by,
        headers: { accept: path.startsWith('/tessera') ? 'text/html' : 'application/json' },
      },
      (answer: IncomingMessage) => {
        let body = '';
        answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection, body }),
        );
        answer.on('error', reject);
      },
    )
      .on('error', reject)
      .end();
  });
}

test('[F57] while a server drains /ready is 503, requests are served on new and on open connections', async () => {
  expect((await get('/ready')).connection).toBe('keep-alive');
  app.drain.begin();
  expect(await get('/ready')).toEqual({
    status: 503,
    connection: 'close',
    body: '{"message":"The server is stopping."}',
  });
  expect(await get('/health')).toMatchObject({ status: 200, body: 'OK' });
  expect(await get('/quick')).toEqual({ status: 200, connection: 'close', body: '{"result":"planted"}' });
  expect(await get('/quick', new Agent({ keepAlive: true }))).toMatchObject({ status: 200, connection: 'close' });
});

test('[F57] a request that runs when the server closes is answered whole, and its connection ends', async () => {
  const answer = get('/slow');
  await arrived;
  app.drain.begin();
  const closed = app.close();
  letGo();
  expect(await answer).toEqual({ status: 200, connection: 'close', body: '{"result":"planted"}' });
  await closed;
  await expect(get('/quick')).rejects.toThrow('ECONNREFUSED');
});

test('[F57] a page that is on its way when the server closes is a page', async () => {
  const answer = get('/tessera/dashboard/x/');
  await arrived;
  const closed = app.close();
  await expect.poll(app.drain.isDraining).toBe(true);
  letGo();
  expect(await answer).toEqual({ status: 200, connection: 'close', body: '<!doctype html><meta content="{}"></head>' });
  await closed;
});

test('a connection whose answer was begun before the stop ends with that answer', async () => {
  const answer = get('/streamed');
  await arrived;
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  letGo();
  expect(await answer).toEqual({ status: 200, connection: 'keep-alive', body: 'begun, ended' });
  await closed;
});
