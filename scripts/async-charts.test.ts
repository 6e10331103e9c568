import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPageSocket, writeSalesFile, type PageSocket } from '../server/src/testing/async-page.ts';
import { buildUser } from '../server/src/testing/builders.ts';
import { buildPlainDataset } from '../server/src/testing/content.ts';
import { builtServer } from '../server/src/testing/processes/built-server.ts';
import { testApp, type TestApp } from '../server/src/testing/test-app.ts';
import { passwords } from '../server/src/resources/security/passwords.ts';
import type { JobEvent } from '../web/src/chart/async-events.ts';
import { createAsyncJobs, type AsyncIo } from '../web/src/chart/async-jobs.ts';

// The code of the page against the real server, with fetch and a websocket of Node in the place of a browser's.
let server: TestApp;
let address: string;
let cookie: string;
let csrf: string;
let dataset: number;
const password = 'correct horse battery';

beforeAll(async () => {
  server = await testApp({ scriptFolder: builtServer, settings: { featureFlags: { GLOBAL_ASYNC_QUERIES: true } } });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  address = `127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  const { db } = server.metadata;
  writeSalesFile(join(server.config.home, 'data/shop.db'));
  const made = await server.request({
    url: '/api/v1/database/',
    method: 'POST',
    as: server.adminId,
    payload: { database_name: 'shop', engine: 'sqlite', parameters: { path: 'shop.db' } },
  });
  dataset = await buildPlainDataset(db, { database_id: made.json<{ id: number }>().id, table_name: 'sales' });
  await buildUser(db, { username: 'ana', roles: ['Alpha'], password_hash: await passwords.hash(password) });
  const signedIn = await fetch(`http://${address}/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ana', password }),
  });
  const session = /session=[^;]*/.exec(signedIn.headers.get('set-cookie') ?? '')?.[0] ?? '';
  const token = await fetch(`http://${address}/api/v1/security/csrf_token/`, { headers: { cookie: session } });
  csrf = ((await token.json()) as { result: string }).result;
  cookie = `${session}; ${/async-token=[^;]*/.exec(token.headers.get('set-cookie') ?? '')?.[0] ?? ''}`;
});
afterAll(() => server.close());

const call = (path: string, init: RequestInit = {}) =>
  fetch(`http://${address}${path}`, {
    ...init,
    headers: { cookie, 'x-csrftoken': csrf, 'content-type': 'application/json' },
  });

function nodeIo(seen: { polls: number; sockets: PageSocket[] }): AsyncIo {
  return {
    poll: async (lastId) => {
      seen.polls += 1;
      return (
        (await (await call(`/api/v1/async_event/${lastId === null ? '' : `?last_id=${lastId}`}`)).json()) as {
          result: JobEvent[];
        }
      ).result;
    },
    cancel: (job) => call(`/api/v1/async_event/${job}`, { method: 'DELETE' }),
    connect: (lastId, on) => {
      const url = `ws://${address}/ws${lastId === null ? '' : `?last_id=${lastId}`}`;
      seen.sockets.push(
        openPageSocket(url, cookie, {
          open: on.open,
          close: on.close,
          text: (text) => on.event(JSON.parse(text) as JobEvent),
        }),
      );
    },
    keep: () => undefined,
    warn: () => undefined,
    later: (run, afterMs) => void setTimeout(run, afterMs / 10), // ten times as fast as in a browser
  };
}

let limit = 1;
async function begin(): Promise<string> {
  const answer = await call('/api/v1/chart/data', {
    method: 'POST',
    body: JSON.stringify({
      datasource: { id: dataset, type: 'table' },
      queries: [{ columns: ['region'], metrics: ['count'], orderby: [['region', true]], row_limit: (limit += 1) + 10 }],
    }),
  });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { job_id: string }).job_id;
}

describe.each(['polling', 'websocket'] as const)('charts that wait, %s', (transport) => {
  test('[4.3-02] [4.3-04] several charts of one page get their own data', async () => {
    const seen = { polls: 0, sockets: [] as PageSocket[] };
    const jobs = createAsyncJobs(nodeIo(seen), { transport, lastId: null, pollMs: 500 });
    const urls = await Promise.all(
      Array.from({ length: 5 }, async () => jobs.wait(await begin(), new AbortController().signal)),
    );
    for (const url of urls)
      expect(((await (await call(url)).json()) as { result: [{ data: unknown }] }).result[0].data).toEqual([
        { region: 'north', count: 1 },
        { region: 'south', count: 2 },
      ]);
    expect([new Set(urls).size, seen.sockets.length]).toEqual([5, transport === 'websocket' ? 1 : 0]);
    if (transport === 'websocket') expect(seen.polls).toBe(1); // for what happened before the opening
    for (const socket of seen.sockets) socket.terminate();
  });
});

test('[4.3-04] a websocket that breaks while a chart waits is opened again with the last id', async () => {
  const seen = { polls: 0, sockets: [] as PageSocket[] };
  const jobs = createAsyncJobs(nodeIo(seen), { transport: 'websocket', lastId: null, pollMs: 500 });
  await jobs.wait(await begin(), new AbortController().signal);
  seen.sockets[0]?.terminate();
  await expect.poll(() => seen.sockets[0]?.isClosed()).toBe(true);
  const url = await jobs.wait(await begin(), new AbortController().signal);
  expect((await call(url)).status).toBe(200);
  expect([seen.sockets.length, seen.sockets[1]?.url]).toEqual([2, expect.stringMatching(/last_id=\d+-\d+$/)]);
  for (const socket of seen.sockets) socket.terminate();
});
