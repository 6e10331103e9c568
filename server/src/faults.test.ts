import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDuckdb } from './testing/engines/duckdb-file.ts';
import { writeSqlite } from './testing/engines/sqlite-file.ts';
import { childrenOf, isAlive, startRealServer, workOf, type RealServer } from './testing/processes/real-server.ts';

// What happens to users' work, and to the machine, when the server is stopped or killed in the middle of something.

let folder: string;
let running: RealServer | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-faults-'));
  mkdirSync(join(folder, 'home/data'), { recursive: true });
  await writeDuckdb(
    join(folder, 'home/data/shop.duckdb'),
    'CREATE TABLE orders AS SELECT range AS amount FROM range(1000)',
  );
  writeSqlite(join(folder, 'home/data/shop.db'), 'CREATE TABLE orders (amount INTEGER)');
});
afterAll(async () => {
  await running?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<RealServer> {
  running = await startRealServer(folder);
  return running;
}

const idOf = (text: string): number => (JSON.parse(text) as { id: number }).id;
const total = (id: number) => ({
  datasource: { id, type: 'table' },
  queries: [{ metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(amount)', label: 'total' }] }],
});

/** A dataset whose query takes hours, and one that takes part of a second. */
async function makeDatasets(server: RealServer): Promise<{ readonly slow: number; readonly quick: number }> {
  const database = idOf(
    (
      await server.ask('POST', '/api/v1/database/', {
        database_name: `shop ${Date.now()}`,
        engine: 'duckdb',
        parameters: { path: 'shop.duckdb' },
      })
    ).text,
  );
  const make = async (name: string, sql: string) =>
    idOf((await server.ask('POST', '/api/v1/dataset/', { database, table_name: name, sql })).text);
  return {
    slow: await make('slow', 'SELECT range AS amount FROM range(10000000000000)'),
    quick: await make('quick', 'SELECT amount FROM orders WHERE (SELECT SUM(range % 7) FROM range(30000000)) > 0'),
  };
}

test('a stop answers what is quick, cuts off what is not, and leaves no process behind', async () => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const server = await start();
    const { slow, quick } = await makeDatasets(server);
    const cut = server.ask('POST', '/api/v1/chart/data', total(slow)).then(
      ({ status }) => status,
      () => 'cut off',
    );
    await expect.poll(() => childrenOf(server.child.pid).length).toBeGreaterThan(0);
    const engines = childrenOf(server.child.pid);
    const state = { isOver: false };
    const answered =
      signal === 'SIGTERM'
        ? server.ask('POST', '/api/v1/chart/data', total(quick)).finally(() => (state.isOver = true))
        : null;
    // It is there when the stop comes; where nothing else is to be done it is not over.
    const running = async () =>
      Number(/tessera_queries_running (\d+)/.exec((await server.ask('GET', '/metrics')).text)?.[1]);
    if (answered) await expect.poll(async () => state.isOver || (await running()) === 2, { interval: 5 }).toBe(true);
    const { code } = await server.stop(signal);
    expect([signal, code]).toEqual([signal, signal === 'SIGTERM' ? 0 : null]);
    if (answered) expect((await answered).text).toContain('499500');
    expect(await cut).not.toBe(200);
    await expect.poll(() => engines.filter(isAlive)).toEqual([]);
  }
});

test('a kill leaves no process behind that a query without an end holds', async () => {
  const server = await start();
  const made = await server.ask('POST', '/api/v1/database/', {
    database_name: 'endless',
    engine: 'sqlite',
    parameters: { path: 'shop.db' },
    expose_in_sqllab: true,
  });
  const cut = server
    .ask('POST', '/api/v1/sqllab/execute/', {
      database_id: idOf(made.text),
      schema: 'main',
      client_id: 'endless',
      sql: 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT COUNT(*) FROM c',
    })
    .catch(() => null);
  await expect
    .poll(async () => (await server.ask('GET', '/api/v1/query/endless')).text)
    .toContain('"status":"running"');
  // Its thread is busy, and hears nothing.
  await expect.poll(() => childrenOf(server.child.pid).some((pid) => workOf(pid) > 50)).toBe(true);
  const engines = childrenOf(server.child.pid);
  await server.stop('SIGKILL');
  await expect.poll(() => engines.filter(isAlive)).toEqual([]);
  await cut;
});

test(
  'whatever save was answered is there after a kill, and every dashboard is whole',
  { timeout: 240_000 },
  async () => {
    let id: number | null = null;
    const answered = new Map<number, number>(); // dashboard → last number whose save was answered
    let turn = 0;
    for (let round = 0; round < 8; round += 1) {
      const server = await start();
      for (const [made, last] of answered) expectWhole(await server.ask('GET', `/api/v1/dashboard/${made}`), last);
      for (let saves = 0; ;) {
        turn += 1;
        const body = {
          dashboard_title: `number ${turn}`,
          description: `number ${turn}`,
          json_metadata: JSON.stringify({ color_scheme: `number ${turn}` }),
        };
        try {
          const made: { status: number; text: string } =
            id === null
              ? await server.ask('POST', '/api/v1/dashboard/', body)
              : await server.ask('PUT', `/api/v1/dashboard/${id}`, body);
          if (made.status >= 300) break;
          id ??= idOf(made.text);
          answered.set(id, turn);
          saves += 1;
          if (saves === 3 + round) setTimeout(() => void server.stop('SIGKILL'), round * 3);
          if (turn % 5 === 0) id = null; // the next one is made anew
        } catch {
          break; // killed
        }
      }
      await server.stop('SIGKILL');
    }
    expect(answered.size).toBeGreaterThan(3);
    const server = await start();
    for (const [made, last] of answered) expectWhole(await server.ask('GET', `/api/v1/dashboard/${made}`), last);
    await server.stop('SIGTERM');
  },
);

test('[F57] a stop in the middle of many writes loses none that was answered', async () => {
  const server = await start();
  const answered: string[] = [];
  const statuses = new Set<number>();
  const writer = async (name: number): Promise<void> => {
    for (let at = 0; ; at += 1) {
      const title = `writer ${name} wrote ${at}`;
      const answer = await server.ask('POST', '/api/v1/dashboard/', { dashboard_title: title }).catch(() => null);
      if (answer === null) return; // it listens no more
      statuses.add(answer.status);
      if (answer.status === 201) answered.push(title);
      else return;
    }
  };
  const writers = Array.from({ length: 20 }, (_, name) => writer(name));
  await expect.poll(() => answered.length).toBeGreaterThan(40);
  const { code } = await server.stop('SIGTERM');
  await Promise.all(writers);
  expect(code).toBe(0);
  expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
  const next = await start();
  const kept = new Set<string>();
  for (let page = 0; ; page += 1) {
    const { result } = JSON.parse(
      (await next.ask('GET', `/api/v1/dashboard/?q=(page:${page},page_size:500)`)).text,
    ) as { readonly result: readonly { readonly dashboard_title: string }[] };
    for (const row of result) kept.add(row.dashboard_title);
    if (result.length < 500) break;
  }
  expect(answered.filter((title) => !kept.has(title))).toEqual([]);
  await next.stop('SIGTERM');
});

/**
 * All parts come from one save, and that is the last answered one, or the one that was on its way when the server died.
 */
function expectWhole({ status, text }: { readonly status: number; readonly text: string }, last: number): void {
  expect(status).toBe(200);
  const { result } = JSON.parse(text) as {
    result: { dashboard_title: string; description: string; json_metadata: string; owners: readonly unknown[] };
  };
  const parts = [
    result.dashboard_title,
    result.description,
    (JSON.parse(result.json_metadata) as { color_scheme: string }).color_scheme,
  ];
  expect(new Set(parts).size).toBe(1);
  expect([last, last + 1]).toContain(Number(parts[0]?.replace('number ', '')));
  expect(result.owners).toHaveLength(1);
}
