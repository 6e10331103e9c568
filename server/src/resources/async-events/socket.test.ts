import { connect as openSocket, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { EventBus, JobEvent } from '../../events/bus.ts';
import { createInProcessBus } from '../../events/in-process.ts';
import { createServer } from '../../http/server.ts';
import { anonymous } from '../../principal.ts';
import { registerEventSocket, type SocketTimes } from './socket.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const event = (job: string): JobEvent => ({
  channel_id: 'c',
  job_id: job,
  user_id: 1,
  status: 'done',
  errors: [],
  result_url: null,
});

/** The socket alone, on a server that knows one channel; `live` and `gap` play a broker that goes away. */
async function serve(times: Partial<SocketTimes> = {}) {
  const state = { isOpen: true, live: true, touched: 0, gap: (): void => undefined };
  const own = createInProcessBus(() => Date.now());
  const bus: EventBus = { ...own, isLive: () => state.live, onGap: (listener) => void (state.gap = listener) };
  const app = createServer({
    config: { logLevel: 'silent', trustProxy: false, bodyLimitKb: 1, largeBodyLimitKb: 1, metricsToken: null },
    authenticate: () => ({ principal: anonymous, credential: 'none', csrf: null }),
    ready: [],
    webRoot: null,
  });
  registerEventSocket(app, {
    path: '/ws',
    baseUrl: null,
    bus,
    times: { tickMs: 10, ...times },
    jobs: { touch: async () => void (state.touched += 1), events: bus.read },
    channels: {
      ofSocket: async () => ({ name: 'c', userId: 1, session: 's', epoch: null }),
      isOpen: async () => state.isOpen,
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  closers.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const address = `ws://127.0.0.1:${port}`;
  const connect = (path = '/ws', autoPong = true) => {
    const socket = new WebSocket(`${address}${path}`, { autoPong });
    const seen = { socket, jobs: [] as string[], pings: 0, opened: false, code: null as number | null };
    socket
      .on('open', () => (seen.opened = true))
      .on('ping', () => (seen.pings += 1))
      .on('close', (code) => (seen.code = code))
      .on('error', () => undefined);
    socket.on('message', (data: Buffer) => seen.jobs.push((JSON.parse(data.toString()) as JobEvent).job_id));
    return seen;
  };
  return { state, bus, connect, port };
}

test('[7.1-07] sockets are pinged; one that answers stays, one that does not respond too long is dropped', async () => {
  // Silent for longer than a busy machine takes to answer.
  const { connect } = await serve({ pingMs: 40, idleTimeoutMs: 2000 });
  const [lively, silent] = [connect(), connect('/ws', false)];
  await expect.poll(() => silent.code).toBe(1006);
  const before = lively.pings;
  await expect.poll(() => lively.pings).toBeGreaterThan(before + 2);
  expect([lively.code, silent.pings > 2]).toEqual([null, true]);
});

test('[F17] a broker that is gone closes the sockets with "come back" and takes no new ones', async () => {
  const { state, bus, connect } = await serve();
  const first = connect();
  await expect.poll(() => first.opened).toBe(true);
  const id = await bus.publish(event('a'), null);
  await expect.poll(() => first.jobs).toEqual(['a']);
  state.live = false;
  state.gap();
  await expect.poll(() => first.code).toBe(1012);
  const refused = connect();
  await expect.poll(() => refused.code).toBe(1006);
  expect(refused.opened).toBe(false);
  await bus.publish(event('b'), null);
  state.live = true;
  const back = connect(`/ws?last_id=${id}`);
  await expect.poll(() => back.jobs).toEqual(['b']);
});

test('a long absence is repeated in whole, in order', async () => {
  const { bus, connect } = await serve();
  const ids: string[] = [];
  for (let at = 0; at < 350; at += 1) ids.push(await bus.publish(event(`job ${at}`), null));
  const back = connect(`/ws?last_id=${ids[9]}`);
  for (let at = 350; at < 400; at += 1) {
    await bus.publish(event(`job ${at}`), null);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => back.jobs.length).toBe(390);
  expect(back.jobs).toEqual(Array.from({ length: 390 }, (_, at) => `job ${at + 10}`));
});

test('a right that is lost closes the socket; an open one shows that somebody waits', async () => {
  const { state, connect } = await serve({ checkMs: 30 });
  const one = connect();
  await expect.poll(() => state.touched).toBeGreaterThan(3);
  state.isOpen = false;
  await expect.poll(() => one.code).toBe(4401);
  state.isOpen = true;
  const chatty = connect();
  await expect.poll(() => chatty.opened).toBe(true);
  chatty.socket.send('x'.repeat(5000));
  await expect.poll(() => chatty.code).toBe(1009);
  for (const path of ['/other', '/ws?last_id=1', '/ws?last_id=%00']) {
    const refused = connect(path);
    await expect.poll(() => refused.code).toBe(1006);
    expect(refused.opened).toBe(false);
  }
});

test('[attack 46] [attack 63] floods of messages and pings', async () => {
  const { bus, connect } = await serve({ tickMs: 1000 });
  const good = connect();
  await expect.poll(() => good.opened).toBe(true);
  const floods: readonly ((socket: WebSocket) => void)[] = [
    (socket) => socket.send('x'),
    (socket) => socket.ping(),
    (socket) => socket.pong(),
    (socket) => socket.send('x'.repeat(10), { fin: false }),
  ];
  for (const flood of floods) {
    const bad = connect();
    await expect.poll(() => bad.opened).toBe(true);
    for (let n = 0; n < 5000 && bad.socket.readyState === WebSocket.OPEN; n += 1) flood(bad.socket);
    await expect.poll(() => bad.code).not.toBeNull();
  }
  const many = Array.from({ length: 80 }, () => connect());
  await expect.poll(() => many.filter(({ code }) => code !== null).length).toBe(31);
  await bus.publish(event('a'), null);
  await expect.poll(() => good.jobs).toEqual(['a']);
  expect(good.code).toBeNull();
});

test('addresses that are none, and requests that are cut off, leave the server as it is', async () => {
  const { bus, connect, port } = await serve();
  for (const path of ['//', 'http://[', '/ws?last_id=' + 'x'.repeat(7000), '/ws/../ws', '*', '/ws%']) {
    await new Promise<void>((resolve) => {
      const socket = openSocket(port, '127.0.0.1', () =>
        socket.end(
          `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: ` +
            `websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
        ),
      );
      socket
        .on('close', () => resolve())
        .on('error', () => undefined)
        .resume();
    });
  }
  const good = connect();
  await expect.poll(() => good.opened).toBe(true);
  await bus.publish(event('a'), null);
  await expect.poll(() => good.jobs).toEqual(['a']);
});
