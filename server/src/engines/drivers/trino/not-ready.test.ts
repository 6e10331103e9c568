import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EngineContext } from '../driver.ts';
import type { Engine } from '../../engine.ts';
import { openTrino } from './engine.ts';

// A cluster that restarts cannot be made to fail at the right moment, so this one speaks the protocol from a script.
let server: Server;
let engine: Engine;
let refusals = 0;
let asked = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    let sql = '';
    request.on('data', (chunk: Buffer) => (sql += chunk.toString('utf8')));
    request.on('end', () => {
      if (sql.startsWith('START')) response.setHeader('x-trino-started-transaction-id', 't1');
      if (sql.startsWith('SELECT')) asked += 1;
      const isRefused = sql.startsWith('SELECT') && asked <= refusals;
      const answer = isRefused
        ? {
            error: {
              message: 'No nodes available to run query',
              errorName: 'NO_NODES_AVAILABLE',
              errorType: 'INTERNAL_ERROR',
            },
          }
        : sql.startsWith('SELECT')
          ? { columns: [{ name: 'n', type: 'integer' }], data: [[7]] }
          : {};
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ id: 'q', ...answer }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const context: EngineContext = {
    processFolder: '',
    dataFolders: [],
    temporary: '',
    metadata: { kind: 'sqlite', file: '' },
    allowedHosts: [],
    memoryMb: 1,
    idleMs: 1,
  };
  engine = openTrino(
    {
      name: 'test',
      parameters: { host: '127.0.0.1', port, username: 'ana', database: 'memory', sslmode: 'disable' },
      secrets: {},
      anyHost: true,
    },
    context,
  );
});
afterAll(async () => {
  await engine.close();
  server.close();
});

const run = () =>
  engine.run(
    { text: 'SELECT 7 AS n', parameters: [], written: [] },
    { signal: new AbortController().signal, timeoutMs: 20_000, maxRows: 10 },
  );

test('a cluster without a ready worker is retried a little later', async () => {
  refusals = 2;
  asked = 0;
  const { table } = await run();
  expect([asked, [...(table.columns.get('n')?.values ?? [])]]).toEqual([3, [7]]);
});

test('one that stays so is said to be away, after five tries', async () => {
  refusals = 100;
  asked = 0;
  await expect(run()).rejects.toMatchObject({ code: 'engine_unavailable' });
  expect(asked).toBe(5);
});
