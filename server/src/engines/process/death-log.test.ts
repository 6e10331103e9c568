import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

let it: SalesApp;
beforeAll(async () => {
  it = await salesApp(["CREATE TABLE sales AS SELECT 'ATL' AS origin, i AS amount FROM range(3) AS r(i)"]);
});
afterAll(() => it?.close());

const engines = (): readonly number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('duckdb-process'))
    .map((line) => Number.parseInt(line, 10));
const ask = () =>
  it.request({
    method: 'POST',
    url: '/api/v1/chart/data',
    as: it.adminId,
    payload: {
      datasource: { id: it.dataset, type: 'table' },
      force: true,
      result_format: 'json',
      result_type: 'full',
      queries: [{ columns: ['origin'], metrics: ['count'], row_limit: 10 }],
    },
  });

test('[reliability] [F61] the log tells of an engine process that died in one line', async () => {
  expect((await ask()).statusCode).toBe(200);
  const [pid] = engines();
  expect(pid).toBeGreaterThan(0);
  process.kill(pid ?? 0, 'SIGSEGV');
  const told = () =>
    it.log
      .filter((line) => line.includes('an engine process has ended'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  await expect.poll(told, { timeout: 20_000 }).toHaveLength(1);
  expect(told()[0]).toMatchObject({
    databaseId: it.database,
    engine: 'duckdb',
    signal: 'SIGSEGV',
    exitCode: null,
    isOutOfMemory: false,
    doing: 'nothing',
    lastWords: '',
  });
  // Another one starts, and nobody hears of it.
  expect((await ask()).statusCode).toBe(200);
  expect(told()).toHaveLength(1);
});
