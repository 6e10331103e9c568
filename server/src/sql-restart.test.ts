import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDuckdb } from './testing/engines/duckdb-file.ts';
import { startRealServer, type RealServer } from './testing/processes/real-server.ts';

// Queries of the SQL editor through the end of their server.

const ENDLESS = 'SELECT sum(a.range * b.range) FROM range(10000000) AS a, range(10000000) AS b';

let folder: string;
let server: RealServer;
let database: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-sql-restart-'));
  mkdirSync(join(folder, 'home/data'), { recursive: true });
  await writeDuckdb(join(folder, 'home/data/shop.duckdb'), 'CREATE TABLE t AS SELECT 1 AS a');
  server = await startRealServer(folder);
  const made = await server.ask('POST', '/api/v1/database/', {
    database_name: 'shop',
    engine: 'duckdb',
    parameters: { path: 'shop.duckdb' },
    allow_run_async: true,
  });
  database = (JSON.parse(made.text) as { id: number }).id;
});
afterAll(async () => {
  await server?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const run = (client_id: string, sql: string, runAsync: boolean) =>
  server.ask('POST', '/api/v1/sqllab/execute/', { database_id: database, client_id, sql, runAsync });
type Told = {
  readonly status: string;
  readonly error_message: string | null;
  readonly start_running_time: number | null;
};
const item = async (name: string): Promise<Told | null> => {
  const { status, text } = await server.ask('GET', `/api/v1/query/${name}`);
  return status === 200 ? (JSON.parse(text) as { result: Told }).result : null;
};
const stateOf = (name: string) => expect.poll(async () => (await item(name))?.status, { timeout: 20_000 });

test('[F31] an asynchronous query is run again by the next server, and found in the history', async () => {
  await run('done', 'SELECT a FROM t', true);
  await stateOf('done').toBe('success');
  await run('endless', ENDLESS, true);
  await stateOf('endless').toBe('running');
  await server.stop('SIGTERM');
  server = await startRealServer(folder);
  await stateOf('endless').toBe('running');
  expect((await server.ask('POST', '/api/v1/query/stop', { client_id: 'endless' })).status).toBe(200);
  await stateOf('endless').toBe('stopped');
  expect((await item('done'))?.status).toBe('success');
});

test('[F31] a query that was bound to the request of a server that died says so', async () => {
  const asking = run('bound', ENDLESS, false).catch(() => null);
  await stateOf('bound').toBe('running');
  await server.stop('SIGKILL');
  await asking;
  server = await startRealServer(folder);
  expect(await item('bound')).toMatchObject({
    status: 'failed',
    error_message: 'The server was restarted while this query ran. Run it again.',
  });
});
