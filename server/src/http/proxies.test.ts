import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { anonymous } from '../principal.ts';
import type { App } from './app-types.ts';
import { linkBase } from './host-header.ts';
import { createServer } from './server.ts';

let app: App;
afterEach(() => app.close());

type Trust = false | number | readonly string[];

function serve(trustProxy: Trust, baseUrl: string | null = null): App {
  app = createServer({
    config: {
      logLevel: 'silent',
      trustProxy: typeof trustProxy === 'object' ? [...trustProxy] : trustProxy,
      bodyLimitKb: 64,
      largeBodyLimitKb: 128,
      metricsToken: null,
      baseUrl,
    },
    ready: [],
    webRoot: null,
    authenticate: () => ({ principal: anonymous, credential: 'none', csrf: null }),
  });
  app.get('/who', { config: { permission: 'public' } }, (request) => ({
    ip: request.ip,
    host: request.host,
    protocol: request.protocol,
    link: linkBase(request, baseUrl),
  }));
  return app;
}

/** As a request arrives that came through these, the last of them being the peer of the connection. */
async function seen(trustProxy: Trust, peer: string, forwarded: string | null): Promise<unknown> {
  const headers = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'tessera.example',
    host: 'inner:8088',
    ...(forwarded !== null && { 'x-forwarded-for': forwarded }),
  };
  const { ip, host, protocol } = (await serve(trustProxy).inject({ url: '/who', remoteAddress: peer, headers })).json<
    Record<string, string>
  >();
  return [ip, host, protocol];
}

const own = ['inner:8088', 'http'];
const told = ['tessera.example', 'https'];

describe('what a request says of where it comes from', () => {
  test.each<[Trust, string, string | null, readonly string[]]>([
    // Without a proxy nobody is believed.
    [false, '203.0.113.9', '1.1.1.1', ['203.0.113.9', ...own]],
    [0, '203.0.113.9', '1.1.1.1', ['203.0.113.9', ...own]],
    // One proxy: what it saw itself is the last entry; those before were written by the client.
    [1, '10.0.0.1', '203.0.113.9', ['203.0.113.9', ...told]],
    [1, '10.0.0.1', '127.0.0.1, 203.0.113.9', ['203.0.113.9', ...told]],
    [1, '10.0.0.1', null, ['10.0.0.1', ...told]],
    // Two.
    [2, '10.0.0.1', '203.0.113.9, 10.0.0.2', ['203.0.113.9', ...told]],
    [2, '10.0.0.1', '127.0.0.1, 1.1.1.1, 203.0.113.9, 10.0.0.2', ['203.0.113.9', ...told]],
    // A list: the first address from here that is not on it.
    [['10.0.0.0/8'], '10.0.0.1', '127.0.0.1, 203.0.113.9, 10.1.1.1', ['203.0.113.9', ...told]],
    [['10.0.0.1'], '10.0.0.1', '203.0.113.9, 10.1.1.1', ['10.1.1.1', ...told]],
    [['loopback'], '127.0.0.1', '10.0.0.1, 203.0.113.9', ['203.0.113.9', ...told]],
    [['10.0.0.0/8'], '::ffff:10.0.0.1', '203.0.113.9', ['203.0.113.9', ...told]],
    // Somebody who goes around the proxy is believed in nothing.
    [['10.0.0.1'], '203.0.113.9', '10.0.0.1', ['203.0.113.9', ...own]],
    [['10.0.0.1'], '203.0.113.9', '1.1.1.1, 10.0.0.1', ['203.0.113.9', ...own]],
  ])('[attack 79] trustProxy %j, from %s, forwarded for %s: %j', async (trust, peer, forwarded, expected) => {
    expect(await seen(trust, peer, forwarded)).toEqual(expected);
  });
});

describe('the Host of a request', () => {
  const send = async (head: string): Promise<string> => {
    await serve(false).listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.end(`${head}\r\nconnection: close\r\n\r\n`);
    return text(socket);
  };
  const refused = (reason: string) =>
    expect.stringMatching(new RegExp(`^HTTP/1\\.1 400 [^]*\\r\\n\\r\\n\\{"message":"${reason}"\\}$`));

  test.each([
    ['GET /who HTTP/1.1\r\nHost: a.example\r\nHost: b.example', 'The request has more than one Host header\\.'],
    ['GET /who HTTP/1.1\r\nHost: a.example\r\nhOsT: a.example', 'The request has more than one Host header\\.'],
    ['GET /who HTTP/1.1\r\nx: y', 'The request has no Host header\\.'],
    ['GET /who HTTP/1.1\r\nHost:', 'The Host header is not a name[^"]*'],
    ['GET /who HTTP/1.1\r\nHost: a.example/path', 'The Host header is not a name[^"]*'],
    ['GET /who HTTP/1.1\r\nHost: user@a.example', 'The Host header is not a name[^"]*'],
    ['GET /who HTTP/1.1\r\nHost: a.example:99999999', 'The Host header is not a name[^"]*'],
    ['GET /who HTTP/1.1\r\nHost: a b', 'The Host header is not a name[^"]*'],
  ])('[attack 80] %j is refused in words', async (head, reason) => {
    expect(await send(head)).toEqual(refused(reason));
  });

  test.each([
    'GET /who HTTP/1.0\r\nx: y',
    'GET /who HTTP/1.1\r\nHost: [::1]:8088',
    'GET /who HTTP/1.1\r\nHost: my_host.example',
    'GET /health HTTP/1.0\r\nx: y',
  ])('%j is served', async (head) => {
    expect(await send(head)).toMatch(/^HTTP\/1\.[01] 200 /);
  });

  test.each([
    [null, 'evil.example', ''],
    [null, 'evil.example:8088', ''],
    [null, '127.evil.example', ''],
    [null, 'localhost.evil.example', ''],
    [null, '203.0.113.9', ''],
    [null, 'localhost:8088', 'http://localhost:8088'],
    [null, '127.0.0.1:80', 'http://127.0.0.1:80'],
    [null, '[::1]:8088', 'http://[::1]:8088'],
    ['https://tessera.example', 'evil.example', 'https://tessera.example'],
  ])('[attack 80] with the base URL %s, links for the Host %s begin with %j', async (baseUrl, host, expected) => {
    expect((await serve(false, baseUrl).inject({ url: '/who', headers: { host } })).json<{ link: string }>().link).toBe(
      expected,
    );
  });

  test('a link to the address that was connected to is whole', async () => {
    await serve(false).listen({ port: 0, host: '127.0.0.1' });
    const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    expect(await (await fetch(`${address}/who`)).json()).toMatchObject({ link: address });
  });
});
