import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeDuckdb } from '../../testing/engines/duckdb-file.ts';
import { builtServer } from '../../testing/processes/built-server.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { testMetadata } from '../../testing/test-metadata.ts';
import type { ExtractItem } from './schema.ts';

const never = { schedule: { kind: 'never' }, watermark: null };

/** Servers of one installation that see the same source. `isShared`: and the same folder of extracts. */
async function servers(count: number, isShared = false) {
  const shared = mkdtempSync(join(tmpdir(), 'tessera-shared-'));
  await writeDuckdb(join(shared, 'sales.duckdb'), 'CREATE TABLE sales AS SELECT range AS amount FROM range(50)');
  const metadata = await testMetadata();
  const settings = { dataFolders: [shared], ...(isShared && { extractsFolder: join(shared, 'extracts') }) };
  const apps: TestApp[] = [];
  for (let at = 0; at < count; at += 1) apps.push(await testApp({ metadata, settings, scriptFolder: builtServer }));
  const [first] = apps;
  if (!first) throw new Error('there is no server');
  onTestFinished(async () => {
    for (const { app } of apps.slice(1)) await app.close();
    await first.close();
    rmSync(shared, { recursive: true, force: true });
  });
  const make = async (url: string, payload: object): Promise<number> =>
    (await first.request({ method: 'POST', url: `/api/v1/${url}`, as: first.adminId, payload })).json().id;
  const database = await make('database/', {
    database_name: 'sales',
    engine: 'duckdb',
    parameters: { path: join(shared, 'sales.duckdb') },
  });
  const dataset = await make('dataset/', { database, schema: 'main', table_name: 'sales' });
  return { apps, first, dataset };
}

const lookAt = async ({ request, adminId }: TestApp, dataset: number): Promise<ExtractItem> =>
  (await request({ url: `/api/v1/dataset/${dataset}/extract`, as: adminId })).json().result;
const put = ({ request, adminId }: TestApp, dataset: number) =>
  request({ method: 'PUT', url: `/api/v1/dataset/${dataset}/extract`, as: adminId, payload: never });
const readsExtract = async ({ request, adminId }: TestApp, id: number): Promise<boolean> => {
  const payload = { datasource: { id, type: 'table' }, queries: [{ metrics: ['count'] }], force: true };
  const answer = await request({ method: 'POST', url: '/api/v1/chart/data', as: adminId, payload });
  expect(answer.json().result[0].data).toEqual([{ count: 50 }]);
  return answer.json().result[0].extract_dttm !== undefined;
};

test('[F1] a refresh whose server was killed is done by the next one, and what it left goes', async () => {
  const { first, dataset } = await servers(1);
  const { db } = first.metadata;
  expect((await put(first, dataset)).statusCode).toBe(200);
  await vi.waitFor(async () => expect((await lookAt(first, dataset)).extract?.version).toBe(1), { timeout: 20_000 });
  // As a server leaves it that is killed while it extracts.
  const { job_id: id } = await db.selectFrom('dataset_extracts').select('job_id').executeTakeFirstOrThrow();
  await db
    .updateTable('jobs')
    .set({ state: 'running', worker: 'killed', lease_until: '2000', ended_on: null })
    .where('id', '=', id ?? '')
    .execute();
  await vi.waitFor(async () => expect((await lookAt(first, dataset)).extract?.version).toBe(2), { timeout: 20_000 });
  const making = join(first.config.home, 'extracts', '.making', 'left');
  mkdirSync(making, { recursive: true });
  writeFileSync(join(making, 'extract.duckdb'), 'half');
  writeFileSync(join(first.config.home, 'extracts', 'dataset-77-1.duckdb'), 'of a dataset that is gone');
  const again = await testApp({ metadata: first.metadata, settings: { home: first.config.home } });
  await again.app.ready();
  await again.app.close();
  expect(readdirSync(join(first.config.home, 'extracts')).toSorted()).toEqual([
    '.making',
    `dataset-${dataset}-2.duckdb`,
  ]);
  expect(readdirSync(join(first.config.home, 'extracts', '.making'))).toEqual([]);
});

test('[F40] of two servers one refreshes, and one that cannot see the file reads the source', async () => {
  const { apps, first, dataset } = await servers(2);
  const [, second] = apps;
  if (!second) throw new Error('there is one server');
  await put(first, dataset);
  await vi.waitFor(async () => expect((await lookAt(first, dataset)).extract).not.toBeNull(), { timeout: 20_000 });
  // Whichever made it has it.
  const seen = await Promise.all(apps.map((app) => readsExtract(app, dataset)));
  expect(new Set(seen)).toEqual(new Set([false, true]));
  const blind = apps[seen.indexOf(false)] ?? first;
  expect((await lookAt(blind, dataset)).extract?.unused?.message).toContain('not on this server');
});

test('[F40] servers that share a folder read the same extract, of which each refresh is one job', async () => {
  const { apps, first, dataset } = await servers(2, true);
  await put(first, dataset);
  await vi.waitFor(async () => expect((await lookAt(first, dataset)).extract).not.toBeNull(), { timeout: 20_000 });
  expect(await Promise.all(apps.map((app) => readsExtract(app, dataset)))).toEqual([true, true]);
  await vi.waitFor(async () => expect((await lookAt(first, dataset)).refresh).toBeNull());
  const refresh = (app: TestApp) =>
    app.request({
      method: 'POST',
      url: `/api/v1/dataset/${dataset}/extract/refresh`,
      as: app.adminId,
      payload: {},
    });
  const [one, other] = await Promise.all(apps.map(refresh));
  expect(new Set([one?.statusCode, other?.statusCode])).toEqual(new Set([202, 409]));
});
