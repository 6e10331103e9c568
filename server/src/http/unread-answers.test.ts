import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import fastify from 'fastify';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createSharedScans } from '../chart-data/cache/shared-scans.ts';
import { createChartDataCalls } from '../resources/chart-data/calls.ts';
import { createStops } from '../resources/chart-data/stops.ts';
import { anonymous } from '../principal.ts';
import { AppError } from '@tessera/core/errors/app-error';
import type { App, SchemaTypes } from './app-types.ts';
import { registerCompression } from './compress.ts';
import { registerErrors } from './errors.ts';
import { boundUnreadAnswers, createUnreadAnswers, bufferInMemory, type UnreadAnswers } from './unread-answers.ts';

const MB = 1024 * 1024;
/** More than the buffers of the system take on the way. */
const LARGE = 24 * MB;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(
  maxBytes: number,
  stalledMs?: number,
): Promise<{ readonly port: number; readonly unread: UnreadAnswers }> {
  const app: App = fastify({ forceCloseConnections: true }).withTypeProvider<SchemaTypes>();
  const unread = createUnreadAnswers({ maxBytes });
  registerErrors(app, (_request, reply) => reply);
  registerCompression(app);
  boundUnreadAnswers(app, unread, stalledMs);
  app.get('/large', (_, reply) => reply.type('application/octet-stream').send(Buffer.alloc(LARGE)));
  app.get('/stream', (_, reply) => {
    const chunks = Array.from({ length: 24 }, () => Buffer.alloc(MB));
    return reply
      .type('application/octet-stream')
      .header('content-length', LARGE)
      .send(bufferInMemory(Readable.from(chunks, { objectMode: false }), LARGE));
  });
  app.get('/text', (_, reply) => reply.type('text/plain').send('a'.repeat(LARGE) + Math.random()));
  app.get('/small', () => ({ ok: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  closing.push(() => app.close());
  return { port: (app.server.address() as AddressInfo).port, unread };
}

/** A client that asks and takes nothing of the answer until it is asked to. */
function ask(
  port: number,
  path: string,
): { readonly socket: Socket; readonly isEnded: () => boolean; readonly read: () => Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  let ended = false;
  socket.on('close', () => (ended = true)).on('error', () => undefined);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  closing.push(() => socket.destroy());
  return {
    socket,
    isEnded: () => ended,
    read: async () => {
      let head = '';
      socket.on(
        'data',
        (chunk: Buffer) => void (head = head.length < 2000 ? head + chunk.toString('latin1', 0, 2000) : head),
      );
      socket.resume();
      await new Promise((resolve) => (ended ? resolve(null) : socket.once('close', resolve)));
      return head;
    },
  };
}

describe.each(['/large', '/stream'])('[attack 78] answers that nobody reads: %s', (path) => {
  test('hold together what the room for them is; the next is refused in words, and small ones go on', async () => {
    const { port, unread } = await serve(3 * LARGE);
    const clients = [1, 2, 3].map(() => ask(port, path));
    await expect.poll(unread.bytes).toBe(3 * LARGE);
    const refused = await ask(port, path).read();
    expect(refused).toMatch(/^HTTP\/1\.1 503 [^]*Too many answers wait to be read by those who asked for them/);
    expect(await ask(port, '/small').read()).toMatch(/^HTTP\/1\.1 200 /);
    // Who reads, and who leaves, gives room back.
    expect(await clients[0]?.read()).toMatch(/^HTTP\/1\.1 200 /);
    clients[1]?.socket.destroy();
    await expect.poll(unread.bytes).toBe(LARGE);
    expect(await ask(port, path).read()).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('end with their connection when the client takes nothing for a time', async () => {
    const { port, unread } = await serve(Infinity, 300);
    ask(port, path);
    await expect.poll(unread.bytes).toBe(LARGE);
    await expect.poll(unread.bytes).toBe(0);
  });
});

test('a client that takes its answer slowly keeps its connection', async () => {
  const { port, unread } = await serve(Infinity, 1_500);
  const { socket, isEnded } = ask(port, '/stream');
  let taken = 0;
  await expect.poll(unread.bytes).toBe(LARGE);
  // A megabyte at a time with pauses between: longer in all than nothing may be taken.
  const began = performance.now();
  while (taken < LARGE && !isEnded()) {
    const chunk = socket.read() as Buffer | null;
    if (chunk) taken += chunk.length;
    await new Promise((resolve) => setTimeout(resolve, taken / LARGE < (performance.now() - began) / 4_000 ? 0 : 50));
  }
  expect(taken).toBeGreaterThanOrEqual(LARGE);
  await expect.poll(unread.bytes).toBe(0);
});

test('an answer that is refused is reported as it is, not in the encoding of the answer', async () => {
  const app: App = fastify().withTypeProvider<SchemaTypes>();
  closing.push(() => app.close());
  registerErrors(app, (_request, reply) => reply);
  registerCompression(app);
  const unread = createUnreadAnswers({ maxBytes: 1000 });
  boundUnreadAnswers(app, unread);
  app.get('/', (_, reply) =>
    reply.type('text/plain').send(Array.from({ length: 100_000 }, (_row, at) => Math.sin(at)).join()),
  );
  const release = unread.hold(200_000);
  const answer = await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
  expect([answer.statusCode, answer.headers['content-encoding'], answer.json().message]).toEqual([
    503,
    undefined,
    expect.stringContaining('Too many answers'),
  ]);
  release();
  expect((await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })).statusCode).toBe(200);
});

test('one answer alone may be larger than the room for all', () => {
  const unread = createUnreadAnswers({ maxBytes: 10 });
  const release = unread.hold(200_000);
  expect(() => unread.hold(200_000)).toThrow(AppError);
  release();
  release();
  expect(unread.bytes()).toBe(0);
  unread.hold(200_000);
});

test('[attack 78] lines of a batch that nobody reads hold room too', async () => {
  const unread = createUnreadAnswers({ maxBytes: 3 * MB });
  const answers = vi.fn<() => Promise<Buffer[][]>>(async () => [[Buffer.alloc(MB)]]);
  const calls = createChartDataCalls({
    data: { answers, announce: createSharedScans().announce } as never,
    mayReadDataset: async () => true,
    mayEditDataset: async () => true,
    dialectOf: async () => null,
    db: undefined as never,
    unread,
    stops: createStops(),
  });
  const requests = Array.from({ length: 5 }, (_, id) => ({ id, datasource: { id: 1 }, queries: [] }));
  const lines = calls.batch(
    { requests },
    {
      principal: anonymous,
      addressed: {},
      signal: new AbortController().signal,
      asTold: (error) => (error instanceof AppError ? error : new AppError('internal', { requestId: '' })),
    },
  );
  const first = await lines.next();
  await expect.poll(() => answers.mock.calls.length).toBe(5);
  expect([String(first.value).slice(0, 8), unread.bytes() > 0, unread.bytes() <= 3 * MB]).toEqual([
    '{"id":0,',
    true,
    true,
  ]);
  await lines.return(undefined);
  await expect.poll(unread.bytes).toBe(0);
});
