import { createServer, type RequestListener, type Server } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { ask, readSettings } from '../clickhouse/request.ts';
import type { Connection, EngineContext } from '../driver.ts';
import { drivers } from '../drivers.ts';
import { statement } from '../trino/statement.ts';
import { bodyOf, createHttpClient, idleTimeoutOf, type HttpClient } from './client.ts';
import { createPin } from './pin.ts';

const context: EngineContext = {
  processFolder: '',
  dataFolders: [],
  temporary: '',
  metadata: { kind: 'sqlite', file: '/nowhere' },
  allowedHosts: [],
  memoryMb: 64,
  idleMs: 1000,
};
const connectionTo = (host: string, port: number): Connection => ({
  name: 'x',
  parameters: { host, port, sslmode: 'disable' },
  secrets: {},
  anyHost: true,
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
async function serve(address: string, port: number, answer: RequestListener): Promise<number> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(port, address, resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
function clientOf(...parameters: Parameters<typeof createHttpClient>): HttpClient {
  const client = createHttpClient(...parameters);
  closing.push(client.close);
  return client;
}
const textAt = async (client: HttpClient) => bodyOf(await client.send({ method: 'GET', path: '/' }));

test('[security 14] connections go to the address that was checked', async () => {
  const answer =
    (name: string): RequestListener =>
    (request, response) =>
      void response.end(`${name} ${request.headers.host}`);
  const port = await serve('127.0.0.1', 0, answer('checked'));
  await serve('127.0.0.2', port, answer('other'));
  let at = 0;
  let asked = 0;
  let resolved = '127.0.0.1';
  const resolve = async () => {
    asked += 1;
    return [resolved];
  };
  const client = clientOf(connectionTo('db.example.com', port), context, 1, {
    resolve,
    now: () => at,
    idleTimeoutMs: 5000,
  });
  expect(await textAt(client)).toBe(`checked db.example.com:${port}`);
  resolved = '127.0.0.2';
  at = 29_999;
  expect([await textAt(client), asked]).toEqual([`checked db.example.com:${port}`, 1]);
  at = 30_000;
  expect([await textAt(client), asked]).toEqual([`other db.example.com:${port}`, 2]);
  resolved = '169.254.169.254';
  expect(await textAt(client)).toContain('other');
  at = 60_000;
  await expect(textAt(client)).rejects.toMatchObject({ step: 'name', failure: 'connection_hostname' });
  // The refusal is not cached: the name may be put right.
  resolved = '127.0.0.1';
  expect(await textAt(client)).toContain('checked');
});

test('a check that fails late takes nothing away from a newer one', async () => {
  let at = 0;
  const checks: { readonly resolve: (address: string) => void; readonly reject: (error: Error) => void }[] = [];
  const address = createPin(
    () => new Promise((resolve, reject) => void checks.push({ resolve, reject })),
    () => at,
  );
  const slow = address();
  at = 30_000;
  const newer = address();
  checks[1]?.resolve('192.0.2.2');
  checks[0]?.reject(new Error('no such name'));
  await expect(slow).rejects.toThrow('no such name');
  expect([await newer, await address(), checks.length]).toEqual(['192.0.2.2', '192.0.2.2', 2]);
});

const silentFor =
  (ms: number, body: string): RequestListener =>
  (request, response) => {
    request.resume();
    setTimeout(() => response.end(body), ms);
  };
const impatient = { now: () => performance.now(), idleTimeoutMs: 150 };

test('a server that sends nothing is gone after a while', async () => {
  const port = await serve('127.0.0.1', 0, silentFor(500, 'thought'));
  const client = clientOf(connectionTo('127.0.0.1', port), context, 1, impatient);
  await expect(textAt(client)).rejects.toMatchObject({ failure: 'connection_timeout' });
  expect(await bodyOf(await client.send({ method: 'GET', path: '/', idleTimeoutMs: 5000 }))).toBe('thought');
  // What one request may is nothing for the next one on the same connection.
  await expect(textAt(client)).rejects.toMatchObject({ failure: 'connection_timeout' });
});

test('an answer that stops in its middle is bound by the same time', async () => {
  const port = await serve('127.0.0.1', 0, (_, response) => void response.write('half'));
  // Time enough for the first half on a busy machine.
  const client = clientOf(connectionTo('127.0.0.1', port), context, 1, { ...impatient, idleTimeoutMs: 1500 });
  await expect(textAt(client)).rejects.toMatchObject({ failure: 'connection_host_down' });
});

test('a query may be thought about for as long as it may run, and a little longer', async () => {
  expect(idleTimeoutOf(600_000)).toBeGreaterThan(600_000);
  const query = { text: 'SELECT 1', parameters: [], written: [] };
  const clickhouse = clientOf(
    connectionTo('127.0.0.1', await serve('127.0.0.1', 0, silentFor(500, '[1]'))),
    context,
    1,
    impatient,
  );
  const answer = await ask(clickhouse, {}, query.text, readSettings(query, { id: 'x', timeoutMs: 1000, maxRows: 1 }), {
    idleTimeoutMs: idleTimeoutOf(1000),
  });
  expect(await bodyOf(answer)).toBe('[1]');
  const trino = clientOf(
    connectionTo('127.0.0.1', await serve('127.0.0.1', 0, silentFor(500, '{"id":"q","data":[[1]]}'))),
    context,
    1,
    impatient,
  );
  const rows: unknown[] = [];
  for await (const page of statement(trino, {}, query.text, AbortSignal.timeout(5000), {
    idleTimeoutMs: idleTimeoutOf(1000),
  }))
    rows.push(...page.rows);
  expect(rows).toEqual([[1]]);
});

test.each([drivers.clickhouse, drivers.trino])(
  'queries of $name say how long they may be thought about',
  async ({ open }) => {
    const port = await serve('127.0.0.1', 0, (request, response) => {
      request.resume();
      response.setHeader('x-trino-started-transaction-id', 't1').end('{"id":"q"}');
    });
    const patience = vi.spyOn(Socket.prototype, 'setTimeout');
    closing.push(() => patience.mockRestore());
    const engine = open(
      {
        ...connectionTo('127.0.0.1', port),
        parameters: { host: '127.0.0.1', port, username: 'x', database: 'x', sslmode: 'disable' },
      },
      context,
    );
    closing.push(() => void engine.close());
    // What this server says is no answer to a query; how long it is waited for is what is looked at.
    await engine
      .run(
        { text: 'SELECT 1', parameters: [], written: [] },
        { signal: new AbortController().signal, timeoutMs: 600_000, maxRows: 1 },
      )
      .catch(() => undefined);
    expect(patience.mock.calls.map(([ms]) => ms)).toContain(idleTimeoutOf(600_000));
  },
);
