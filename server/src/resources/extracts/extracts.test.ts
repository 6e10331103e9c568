import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { writeDuckdb } from '../../testing/engines/duckdb-file.ts';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { shapes } from '../../testing/rule-shapes.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';
import type { ExtractItem } from './schema.ts';

const sales = (rows: number): string =>
  `CREATE TABLE sales AS SELECT CASE WHEN i % 3 = 0 THEN 'EU' ELSE 'US' END AS region, CASE i % 4 WHEN 0 ` +
  `THEN 'ana' ELSE 'bo' END AS owner, i AS amount, TIMESTAMP '2024-01-01' + to_hours(i) AS sold FROM ` +
  `range(${rows}) AS r(i)`;
const copies = (rows: number): readonly string[] => [
  sales(rows),
  'CREATE TABLE sales_all AS SELECT * FROM sales',
  `CREATE TABLE sales_eu AS SELECT * FROM sales WHERE region = 'EU'`,
  'CREATE SCHEMA aside',
  'CREATE TABLE aside.sales AS SELECT amount AS euros FROM sales WHERE amount < 7',
];

let it: SalesApp;
let ana: number;
let role: number;
let filtered: number;
let source: string;

beforeAll(async () => {
  it = await salesApp(copies(120), { extractMb: 64 });
  source = join(it.config.home, 'data', 'sales.duckdb');
  filtered = await it.make('dataset/', { database: it.database, schema: 'main', table_name: 'sales_eu' });
  role = await buildRole(it.metadata.db, {
    pairs: [
      'can_read Chart',
      'can_read Dataset',
      'can_write Dataset',
      'can_samples Tessera',
      'can_csv Tessera',
      'can_view_query Tessera',
      `datasource_access dataset:${it.dataset}`,
      `datasource_access dataset:${filtered}`,
    ],
  });
  ana = await buildUser(it.metadata.db, { username: 'ana', roles: [role] });
});
afterAll(() => it.close());

const call = async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, payload?: object, as = it.adminId) => {
  const answer = await it.request({ method, url: `/api/v1/dataset/${path}`, as, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
};
const look = async (id = it.dataset): Promise<ExtractItem> => (await call('GET', `${id}/extract`)).body.result;
const ended = async (id = it.dataset): Promise<ExtractItem> => {
  await vi.waitFor(async () => expect((await look(id)).refresh).toBeNull(), { timeout: 20_000, interval: 50 });
  return look(id);
};
const never = { schedule: { kind: 'never' }, watermark: null };
const accelerate = async (id = it.dataset): Promise<ExtractItem> => {
  expect((await call('PUT', `${id}/extract`, never)).status).toBe(200);
  return ended(id);
};
const refreshed = async (body = {}): Promise<ExtractItem> => {
  expect((await call('POST', `${it.dataset}/extract/refresh`, body)).status).toBe(202);
  return ended();
};

const ask = async (query: object, { as = it.adminId, id = it.dataset, ...more }: Record<string, unknown> = {}) => {
  const answer = await it.request({
    method: 'POST',
    url: '/api/v1/chart/data',
    as: Number(as),
    payload: { datasource: { id, type: 'table' }, queries: [query], ...more },
  });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json().result[0];
};
const counted = { columns: [], metrics: ['count'], row_limit: 1 };
const count = async (query: object = counted): Promise<unknown> => (await ask(query)).data[0].count;
const explained = async (query: object, as = it.adminId) =>
  (await ask(query, { as, result_type: 'explain' })).extract as { is_read: boolean; read_at: string; reason: string };

/** Put another file in the place of the source, as whoever loads it does. */
async function replaceSource(rows: number): Promise<void> {
  await writeDuckdb(`${source}.new`, ...copies(rows));
  renameSync(`${source}.new`, source);
}

describe('an accelerated dataset', () => {
  test('answers from its extract, whose age is notified, until the next one is whole', async () => {
    expect(await count()).toBe(120);
    expect((await look()).is_accelerated).toBe(false);
    const made = await accelerate();
    expect(made).toMatchObject({
      is_accelerated: true,
      blocked: null,
      failure: null,
      extract: { version: 1, rows: 120, unused: null, left_out: [] },
    });
    const listed = async (is: string) => {
      const filters = `filters:!((col:id,opr:dataset_is_accelerated,value:${is}))`;
      const q = `(columns:!(id,is_accelerated,extract_read_on),${filters})`;
      return (await call('GET', `?q=${q}`)).body.result;
    };
    expect(await listed('!t')).toEqual([
      { id: it.dataset, is_accelerated: true, extract_read_on: made.extract?.read_on },
    ]);
    expect(await listed('!f')).toEqual([{ id: filtered, is_accelerated: false, extract_read_on: null }]);
    it.pass(60_000);
    await replaceSource(200);
    const answer = await ask(counted, { force: true });
    expect([answer.data[0].count, `${answer.extract_dttm.slice(0, 19)}`]).toEqual([
      120,
      made.extract?.read_on.slice(0, 19),
    ]);
    expect(await explained(counted)).toEqual({ is_read: true, read_at: made.extract?.read_on, reason: null });
    expect((await refreshed()).extract).toMatchObject({ version: 2, rows: 200 });
    expect(await count()).toBe(200);
    // Files and samples are read there too.
    const csv = await it.request({
      method: 'POST',
      url: '/api/v1/chart/data',
      as: it.adminId,
      payload: { datasource: { id: it.dataset, type: 'table' }, queries: [counted], result_format: 'csv' },
    });
    expect(csv.body.trim().split(/\r?\n/)[1]).toBe('200');
  });

  test('reads its source when it has changed, until it is refreshed by itself', async () => {
    await accelerate();
    const { body } = await call('GET', String(it.dataset));
    const columns = body.result.columns.map(({ id, column_name }: { id: number; column_name: string }) => ({
      id,
      column_name,
    }));
    const more = [...columns, { column_name: 'half', expression: 'amount / 2', type: 'DOUBLE' }];
    expect((await call('PUT', String(it.dataset), { columns: more })).status).toBe(200);
    expect((await look()).extract?.unused).toMatchObject({ message: expect.stringContaining('has changed since') });
    expect((await ask({ columns: ['half'], metrics: ['count'], row_limit: 1 })).extract_dttm).toBeUndefined();
    await refreshed();
    expect((await ask({ columns: ['half'], metrics: ['count'], row_limit: 1 })).extract_dttm).toBeDefined();
    expect((await call('PUT', String(it.dataset), { columns })).status).toBe(200);
    await refreshed();
  });

  test('what fails is notified, and the extract before it stays and answers', async () => {
    const before = await accelerate();
    const aside = `${source}.aside`;
    renameSync(source, aside);
    const failed = await refreshed();
    renameSync(aside, source);
    expect(failed.extract?.version).toBe(before.extract?.version);
    expect(failed.failure?.message).toContain('There is no file');
    expect((await ask(counted, { force: true })).extract_dttm).toBeDefined();
    expect((await refreshed()).failure).toBeNull();
    expect(readdirSync(join(it.config.home, 'extracts', '.making'))).toEqual([]);
  });

  test('one refresh at a time, which can be stopped', async () => {
    await accelerate();
    const { db } = it.metadata;
    const job = { ...(await db.selectFrom('jobs').selectAll().limit(1).executeTakeFirstOrThrow()), id: 'held' };
    await db
      .insertInto('jobs')
      .values({ ...job, state: 'running', worker: 'another', lease_until: '9999', ended_on: null, event_id: null })
      .execute();
    await db.updateTable('dataset_extracts').set({ job_id: 'held' }).where('dataset_id', '=', it.dataset).execute();
    const again = await call('POST', `${it.dataset}/extract/refresh`, {});
    expect([again.status, (await look()).refresh?.state]).toEqual([409, 'running']);
    expect((await call('POST', `${it.dataset}/extract/cancel`, {})).status).toBe(200);
    expect(await db.selectFrom('jobs').select('cancel_on').where('id', '=', 'held').executeTakeFirst()).toEqual({
      cancel_on: expect.any(String),
    });
    await db.deleteFrom('jobs').where('id', '=', 'held').execute();
  });

  test('goes with its dataset, and by itself when it is no longer wanted', async () => {
    const other = await it.make('dataset/', { database: it.database, schema: 'main', table_name: 'sales_all' });
    await accelerate(other);
    const file = join(it.config.home, 'extracts', `dataset-${other}-1.duckdb`);
    expect(existsSync(file)).toBe(true);
    expect((await call('DELETE', `${other}/extract`)).status).toBe(200);
    expect([existsSync(file), (await look(other)).is_accelerated]).toEqual([false, false]);
    expect((await call('POST', `${other}/extract/refresh`, {})).status).toBe(422);
  });

  test('who may not edit the dataset sees its age and changes nothing', async () => {
    await accelerate();
    expect((await call('GET', `${it.dataset}/extract`, undefined, ana)).status).toBe(200);
    for (const [method, path, payload] of [
      ['PUT', 'extract', never],
      ['DELETE', 'extract'],
      ['POST', 'extract/refresh', {}],
      ['POST', 'extract/cancel', {}],
    ] as const)
      expect([path, (await call(method, `${it.dataset}/${path}`, payload, ana)).status]).toEqual([path, 403]);
  });

  test('a schedule that cannot be read, and a watermark that is none, are refused', async () => {
    const put = (body: object) => call('PUT', `${it.dataset}/extract`, body);
    expect((await put({ schedule: { kind: 'cron', cron: 'now and then x y' }, watermark: null })).status).toBe(422);
    expect((await put({ schedule: { kind: 'cron', cron: '0 0 31 2 *' }, watermark: null })).status).toBe(422);
    expect((await put({ schedule: { kind: 'never' }, watermark: 'region' })).status).toBe(422);
    expect((await put({ schedule: { kind: 'every', minutes: 1 }, watermark: null })).status).toBe(400);
    const { status, body } = await put({ schedule: { kind: 'every', minutes: 30 }, watermark: 'sold' });
    expect([status, Date.parse(body.result.next_on) > 0]).toEqual([200, true]);
  });

  test('a query that says something else for each reader has no extract, and says why', async () => {
    const make = (sql: string, name: string) =>
      it.make('dataset/', { database: it.database, schema: 'main', table_name: name, sql });
    const own = await make(`SELECT * FROM sales WHERE owner = '{{ current_username() }}'`, 'own');
    const refused = await call('PUT', `${own}/extract`, never);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('current_username')]);
    expect((await look(own)).blocked?.message).toContain('for each reader');
    const same = await make(`SELECT * FROM sales {% if true %}WHERE amount < 10{% endif %}`, 'same');
    expect((await accelerate(same)).extract).toMatchObject({ rows: 10, unused: null });
    expect((await ask(counted, { id: same })).extract_dttm).toBeDefined();
  });
});

test('a query that looks in a schema of its own is described and read there', async () => {
  const sql = 'SELECT euros FROM sales';
  const id = await it.make('dataset/', { database: it.database, schema: 'aside', table_name: 'own place', sql });
  expect((await accelerate(id)).extract).toMatchObject({ rows: 7, unused: null });
  const { data, extract_dttm: readAt } = await ask({ columns: ['euros'], metrics: [], row_limit: 10 }, { id });
  expect([data.length, typeof readAt]).toEqual([7, 'string']);
});

describe('row-level rules on an accelerated dataset', () => {
  let rule: number;
  const setRule = (clause: string) =>
    it.request({ method: 'PUT', url: `/api/v1/rowlevelsecurity/${rule}`, as: it.adminId, payload: { clause } });

  beforeAll(async () => {
    await replaceSource(120);
    await accelerate();
    await refreshed({ all: true });
    rule = await it.make('rowlevelsecurity/', {
      name: 'Europe only',
      filter_type: 'Regular',
      tables: [it.dataset],
      roles: [role],
      clause: "region = 'EU'",
    });
  });

  test.each(shapes)('[attack 28] %s counts the rows of the rule and no others', async (_, query, more) => {
    const limited = await ask(query, { as: ana, ...more });
    expect(limited.data).toEqual((await ask(query, { as: ana, id: filtered, ...more })).data);
    expect(limited.data).not.toEqual((await ask(query, more)).data);
  });

  test('[attack 28] a rule of who asks holds in the extract, one that reads other tables at the source', async () => {
    await setRule(`owner = '{{ current_username() }}'`);
    expect([(await ask(counted, { as: ana })).data[0].count, (await explained(counted, ana)).is_read]).toEqual([
      30,
      true,
    ]);
    await setRule('amount IN (SELECT amount FROM sales_all WHERE amount < 7)');
    expect([(await ask(counted, { as: ana })).data[0].count, await explained(counted, ana)]).toEqual([
      7,
      expect.objectContaining({ is_read: false, reason: 'A row-level rule can be held at the source alone.' }),
    ]);
    expect(await count()).toBe(120);
    await setRule("region = 'EU'");
  });

  test('[attack 35] two users of one extract never get the answer of each other', async () => {
    for (const as of [it.adminId, ana, it.adminId, ana])
      expect((await ask(counted, { as })).data[0].count).toBe(as === ana ? 40 : 120);
  });
});

test('[F46] an extract that grows too large is given up with a word', async () => {
  const small = await salesApp(
    ['CREATE TABLE sales AS SELECT i AS amount, hash(i)::VARCHAR AS word FROM range(300000) AS r(i)'],
    { extractMb: 1 },
  );
  try {
    await small.request({
      method: 'PUT',
      url: `/api/v1/dataset/${small.dataset}/extract`,
      as: small.adminId,
      payload: never,
    });
    const state = async (): Promise<ExtractItem> =>
      (await small.request({ url: `/api/v1/dataset/${small.dataset}/extract`, as: small.adminId })).json().result;
    await expect.poll(async () => (await state()).failure?.message, { timeout: 20_000 }).toContain('beyond the 1 MB');
    expect((await state()).extract).toBeNull();
    rmSync(join(small.config.home, 'extracts'), { recursive: true });
  } finally {
    await small.close();
  }
});
