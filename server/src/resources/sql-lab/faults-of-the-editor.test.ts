import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resultsFolder } from '../../engines/drivers/context.ts';
import { mayMount, mountSmallDisk, type SmallDisk } from '../../testing/processes/small-disk.ts';
import { endIn, queryIn, resultsIn, runLines } from '../../testing/run-lines.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

/** Never over. */
const ENDLESS = 'SELECT sum(a.range * b.range) FROM range(10000000) AS a, range(10000000) AS b';
const SALES = `CREATE TABLE sales AS SELECT i AS id, i % 3 AS region, 'name ' || i AS name FROM range(30000) AS r(i)`;
const LINES = { accept: 'application/x-ndjson' };

const asking = (it: () => SalesApp) => {
  const run = (payload: object, headers: Readonly<Record<string, string>> = {}) =>
    it().request({
      method: 'POST',
      url: '/api/v1/sqllab/execute/',
      as: it().adminId,
      payload: { database_id: it().database, ...payload },
      headers,
    });
  return {
    run,
    lines: async (payload: object) => runLines((await run(payload, LINES)).body),
    item: async (name: string) => {
      const answer = await it().request({ url: `/api/v1/query/${name}`, as: it().adminId });
      return answer.statusCode === 200 ? answer.json<{ result: Record<string, unknown> }>().result : null;
    },
    get: (url: string) => it().request({ url: `/api/v1/${url}`, as: it().adminId }),
    stop: (client_id: string) =>
      it().request({ method: 'POST', url: '/api/v1/query/stop', as: it().adminId, payload: { client_id } }),
  };
};

describe('faults of the SQL editor', () => {
  let it: SalesApp;
  const { run, lines, item, get, stop } = asking(() => it);
  beforeAll(async () => {
    it = await salesApp([SALES], { resultMb: 1, sqlAsyncPerUser: 100 });
    await it.metadata.db.updateTable('databases').set({ allow_run_async: 1 }).execute();
  });
  afterAll(() => it?.close());

  test('results that have expired are gone (410), for everybody who asks; the query stays in the history', async () => {
    const read = await lines({ client_id: 'old', sql: `SELECT id, repeat('x', 200000) AS big FROM sales LIMIT 2` });
    const key = String(queryIn(read).resultsKey);
    expect(endIn(read)).toBe('success');
    const ask = async () =>
      (
        await Promise.all([
          get(`sqllab/results/?q=(key:'${key}')`),
          get(`sqllab/results/cell?q=(key:'${key}',at:0,bytes:10)`),
        ])
      ).map(({ statusCode }) => statusCode);
    expect(await ask()).toEqual([200, 200]);
    const folder = resultsFolder(it.config);
    for (const name of readdirSync(folder)) if (name.startsWith(key)) rmSync(join(folder, name));
    expect(await ask()).toEqual([410, 410]);
    expect(await item('old')).toMatchObject({ status: 'success', rows: 2 });
  });

  test('[F15] a result that is larger than it may be ends, says so, and leaves nothing running', async () => {
    const sql = `SELECT id, repeat('x', 1000) AS wide FROM sales`;
    const { statusCode, headers } = await run({ client_id: 'large', sql });
    expect([statusCode, headers['x-error-code']]).toEqual([400, 'result_too_large']);
    expect(await item('large')).toMatchObject({ status: 'failed', error_message: expect.stringContaining('1 MB') });
    expect((await run({ sql: 'SELECT 7 AS n' })).json<{ data: unknown }>().data).toEqual([{ n: 7 }]);
  });

  test('a body with bytes that are no UTF-8 is refused, or means the same to everybody', async () => {
    const body = Buffer.concat([
      Buffer.from(`{"database_id":${it.database},"sql":"SELECT '`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`' AS a"}`),
    ]);
    const answer = await it.request({
      method: 'POST',
      url: '/api/v1/sqllab/execute/',
      as: it.adminId,
      payload: body,
      headers: { 'content-type': 'application/json' },
    });
    if (answer.statusCode === 200) expect(answer.json<{ data: unknown }>().data).toEqual([{ a: '\ufffd\ufffd' }]);
    else expect(answer.statusCode).toBe(400);
  });

  test('[attack 61] fifty editors that run at once leave the server free, and all are stopped', async () => {
    const names = Array.from({ length: 50 }, (_, at) => `crowd-${at}`);
    const answers = await Promise.all(
      names.map((client_id) => run({ client_id, sql: ENDLESS, runAsync: true, sql_editor_id: client_id })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(names.map(() => 202));
    const states = async () => Promise.all(names.map(async (name) => String((await item(name))?.['status'])));
    await expect.poll(async () => (await states()).includes('running')).toBe(true);
    // Each answer comes while all fifty run or wait for their slot.
    for (let at = 0; at < 20; at += 1) expect((await it.request({ url: '/health' })).body).toBe('OK');
    expect((await states()).every((state) => state === 'running' || state === 'pending')).toBe(true);
    expect((await Promise.all(names.map(stop))).every(({ statusCode }) => statusCode === 200)).toBe(true);
    await expect.poll(states).toEqual(names.map(() => 'stopped'));
    const [result] = resultsIn(await lines({ sql: 'SELECT count(*) AS n FROM sales' }));
    expect(result?.columns).toEqual([[30_000]]);
  });
});

describe.skipIf(!mayMount())('the disk of results', () => {
  let it: SalesApp;
  let disk: SmallDisk;
  const { run, lines, item } = asking(() => it);
  beforeAll(async () => {
    disk = mountSmallDisk(2);
    it = await salesApp([SALES], { sqlResultsFolder: disk.folder });
  });
  afterAll(async () => {
    await it?.close();
    disk.unmount();
  });

  test('[F46] without room for a result the query fails and says why, and runs again when there is room', async () => {
    const wide = { sql: `SELECT id, md5(id::VARCHAR) || md5(name) AS wide FROM sales` };
    const tooMuch = await run({ ...wide, client_id: 'too-much' });
    expect([tooMuch.statusCode, tooMuch.headers['x-error-code']]).toEqual([507, 'storage_full']);
    expect(await item('too-much')).toMatchObject({ status: 'failed' });
    // What it had written is gone.
    expect((await run({ sql: 'SELECT count(*) AS n FROM sales' })).json<{ data: unknown }>().data).toEqual([
      { n: 30_000 },
    ]);
    disk.fill();
    const streamed = await lines({ sql: 'SELECT id FROM sales', client_id: 'full' });
    expect([endIn(streamed), queryIn(streamed).errors.length]).toEqual(['failed', 1]);
    expect(await item('full')).toMatchObject({ status: 'failed' });
    disk.free();
    const [result] = resultsIn(await lines({ sql: 'SELECT id FROM sales LIMIT 3' }));
    expect(result?.tail?.rows).toBe(3);
  });
});
