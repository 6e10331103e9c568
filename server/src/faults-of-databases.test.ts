import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Readable } from 'node:stream';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isThorough } from '@tessera/core/fixtures/runs';
import { writeDuckdb } from './testing/engines/duckdb-file.ts';
import { findPostgres, startPostgres, type TestPostgres } from './testing/engines/databases.ts';
import { childrenOf, startRealServer, type RealServer } from './testing/processes/real-server.ts';

// What happens when databases hang, die or answer with more than anybody can hold, to the real server.

/** More than one sheet of a workbook holds. */
const ROWS = isThorough() ? 5_000_000 : 1_500_000;

let folder: string;
let server: RealServer;
let files: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-database-faults-'));
  mkdirSync(join(folder, 'home/data'), { recursive: true });
  await writeDuckdb(
    join(folder, 'home/data/shop.duckdb'),
    "CREATE TABLE big AS SELECT range AS id, 'name ' || (range % 1000) AS name, range * 1.5 AS amount FROM " +
      'range(5000000)',
  );
  // Longer than a busy machine takes for the largest file.
  await start({ queryTimeoutSeconds: 200 });
  files = await made('/api/v1/database/', {
    database_name: 'files',
    engine: 'duckdb',
    parameters: { path: 'shop.duckdb' },
  });
});
afterAll(async () => {
  await server?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function start(settings: { readonly queryTimeoutSeconds: number }): Promise<void> {
  const config = join(folder, 'config.json');
  writeFileSync(
    config,
    JSON.stringify({ rowLimit: 5_000_000, downloadRowLimit: 5_000_000, resultMb: 48, cacheMb: 16, ...settings }),
  );
  // A small heap: what is cached for long, or twice, would exhaust it.
  server = await startRealServer(folder, { TESSERA_CONFIG: config, NODE_OPTIONS: '--max-old-space-size=320' });
}

const made = async (path: string, body: unknown): Promise<number> => {
  const answer = await server.ask('POST', path, body);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return (JSON.parse(answer.text) as { id: number }).id;
};
const ask = (id: number, query: object, more: object = {}) =>
  server.ask('POST', '/api/v1/chart/data', { datasource: { id, type: 'table' }, queries: [query], ...more });
const residentMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1024;

/**
 * Ask /health all the time while something goes on.
 * @returns how often it answered, and the most memory of the server
 * above that before, in MB
 */
async function meanwhile<T>(
  work: Promise<T>,
): Promise<{ readonly value: T; readonly answered: number; readonly grownMb: number }> {
  const before = residentMb();
  const state = { over: false, answered: 0, most: before };
  const asking = (async () => {
    while (!state.over) {
      if ((await fetch(`${server.address}/health`)).ok) state.answered += 1;
      state.most = Math.max(state.most, residentMb());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const value = await work.finally(() => (state.over = true));
  await asking;
  return { value, answered: state.answered, grownMb: state.most - before };
}

type Download = {
  readonly bytes: number;
  readonly rows: number;
  /** The last 4 KB, as Latin-1. */ readonly tail: string;
  readonly isWhole: boolean;
};
/** A download by its length and its end, of which nothing else is retained. */
function download(body: object): Promise<Download> {
  return new Promise((resolve) => {
    let [bytes, rows, tail] = [0, 0, ''];
    const end = (isWhole: boolean) => resolve({ bytes, rows, tail, isWhole });
    const sent = request(
      `${server.address}/api/v1/chart/data`,
      { method: 'POST', headers: { 'content-type': 'application/json', authorization: server.authorization } },
      (answer) => {
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          for (const byte of chunk) if (byte === 10) rows += 1;
          tail = (tail + chunk.subarray(-4096).toString('latin1')).slice(-4096);
        });
        answer.on('end', () => end(answer.complete));
        answer.on('error', () => end(false));
      },
    );
    sent.on('error', () => end(false));
    sent.end(JSON.stringify(body));
  });
}

describe('results of any size', () => {
  let big: number;
  beforeAll(async () => {
    big = await made('/api/v1/dataset/', { database: files, schema: 'main', table_name: 'big' });
  });

  test(
    '[F14] millions of rows: as a file they flow through, as one answer they are refused by their size',
    { timeout: 240_000 },
    async () => {
      const rows = { columns: ['id', 'name', 'amount'], row_limit: ROWS };
      const file = await meanwhile(
        download({ datasource: { id: big, type: 'table' }, queries: [rows], result_format: 'csv' }),
      );
      expect(file.value).toMatchObject({ rows: ROWS + 1, isWhole: true });
      expect(file.grownMb).toBeLessThan(250);
      const whole = await meanwhile(ask(big, { ...rows, row_limit: 5_000_000 }));
      expect([whole.value.status, whole.value.text]).toEqual([
        400,
        expect.stringContaining('The result is larger than 48 MB.'),
      ]);
      expect(Math.min(file.answered, whole.answered)).toBeGreaterThan(5);
      expect((await ask(big, { metrics: ['count'] })).text).toContain('5000000');
    },
  );

  test(
    '[F14] millions of rows flow through as a workbook of several sheets, in bounded memory too',
    { timeout: 240_000 },
    async () => {
      const file = await meanwhile(
        download({
          datasource: { id: big, type: 'table' },
          queries: [{ columns: ['id', 'name', 'amount'], row_limit: ROWS }],
          result_format: 'xlsx',
        }),
      );
      // The list of its parts stands at the end of a workbook.
      expect([file.value.isWhole, [...new Set(file.value.tail.match(/sheet\d+\.xml/g))]]).toEqual([
        true,
        Array.from({ length: Math.ceil(ROWS / 1_048_575) }, (_, at) => `sheet${at + 1}.xml`),
      ]);
      expect(file.value.bytes).toBeGreaterThan(ROWS * 4);
      expect(file.grownMb).toBeLessThan(250);
      expect(file.answered).toBeGreaterThan(5);
    },
  );

  test('[F14] [F42] twenty at once, each near the bound, in a small heap: answered or refused', async () => {
    const asked = Array.from({ length: 20 }, (_, n) =>
      ask(big, { columns: ['id', 'name', 'amount'], row_limit: 100_000 + n * 20_000 }),
    );
    const { value, answered } = await meanwhile(Promise.all(asked));
    expect(value.map(({ status }) => status).filter((status) => ![200, 400, 408, 429].includes(status))).toEqual([]);
    expect(value.filter(({ status }) => status === 200).length).toBeGreaterThan(3);
    expect(answered).toBeGreaterThan(10);
    expect(server.child.exitCode).toBeNull();
  });

  test('[F14] the engine is killed in mid-fetch: the file breaks off', async () => {
    const engine = () => childrenOf(server.child.pid).at(-1) ?? 0;
    const kill = (pid: number) => (pid > 0 ? process.kill(pid, 'SIGKILL') : expect.unreachable('There is no engine.'));
    const rows = { columns: ['id', 'name', 'amount'], row_limit: 5_000_000 };
    const file = download({ datasource: { id: big, type: 'table' }, queries: [rows], result_format: 'csv' });
    const slow = await made('/api/v1/dataset/', {
      database: files,
      table_name: 'endless',
      sql: 'SELECT one.id FROM big AS one, big AS two WHERE one.id * two.id % 7 = 3',
    });
    const chart = ask(slow, { metrics: ['count'] });
    // The engine has sent rows of the one, and reported how far it is with the other.
    const own = async () =>
      (
        JSON.parse((await server.ask('GET', '/api/v1/queue/')).text) as {
          result: readonly { own: readonly { rows: number | null; share: number | null }[] }[];
        }
      ).result.flatMap((database) => database.own);
    await expect
      .poll(async () =>
        (await own())
          .flatMap(({ rows, share }) => [...(rows === null ? [] : ['file']), ...(share === null ? [] : ['chart'])])
          .toSorted(),
      )
      .toEqual(['chart', 'file']);
    const first = engine();
    kill(first);
    expect((await file).isWhole).toBe(false);
    await expect.poll(() => ![first, 0].includes(engine())).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 700));
    kill(engine());
    const { status, text } = await chart;
    expect([status, text]).toEqual([503, expect.stringContaining('SIGKILL')]);
    expect((await ask(big, { metrics: ['count'], columns: ['name'], row_limit: 3 })).status).toBe(200);
  });

  test('[7.1-01] lines of a batch come as they are ready', async () => {
    const endless = await made('/api/v1/dataset/', {
      database: files,
      table_name: 'endless batch',
      sql: 'SELECT range AS id FROM range(10000000000000)',
    });
    const requests = [endless, big].map((id) => ({
      id,
      datasource: { id, type: 'table' },
      queries: [{ metrics: ['count'], row_limit: 5 }],
    }));
    const leaves = new AbortController();
    const answer = await fetch(`${server.address}/api/v1/chart/data/batch`, {
      method: 'POST',
      signal: leaves.signal,
      headers: { 'content-type': 'application/json', authorization: server.authorization },
      body: JSON.stringify({ requests }),
    });
    const running = async () => /tessera_queries_running (\d+)/.exec((await server.ask('GET', '/metrics')).text)?.[1];
    const lines = createInterface({ input: Readable.from(answer.body ?? []) })[Symbol.asyncIterator]();
    expect(JSON.parse((await lines.next()).value ?? '')).toMatchObject({ id: big, status: 200 });
    expect(await running()).toBe('1');
    leaves.abort();
    await expect(lines.next()).rejects.toThrow('aborted');
    await expect.poll(running).toBe('0');
  });

  test('[F43] [attack 61] bodies, patterns and templates that would take seconds leave the server free', async () => {
    // Refused while it is read, so the sender may see a broken pipe.
    await meanwhile(ask(big, { columns: ['x'.repeat(100_000_000)] }).catch(() => null));
    await meanwhile(
      ask(big, { columns: ['name'], metrics: ['count'], filters: [{ col: 'name', op: 'REGEX', val: '(a+)+$' }] }),
    );
    const long: readonly (() => Promise<unknown>)[] = [
      () =>
        ask(big, {
          metrics: [
            {
              expressionType: 'SQL',
              sqlExpression: '{% for a in range(100000000) %}{% for b in range(1000000) %}1{% endfor %}{% endfor %}',
              label: 'x',
            },
          ],
        }),
      () =>
        ask(big, {
          columns: ['id', 'name'],
          metrics: ['count'],
          row_limit: 200_000,
          post_processing: [
            {
              operation: 'pivot',
              options: { index: ['id'], columns: ['name'], aggregates: { count: { operator: 'sum' } } },
            },
          ],
        }),
    ];
    for (const heavy of long) expect((await meanwhile(heavy())).answered).toBeGreaterThan(3);
    expect((await server.ask('GET', '/api/v1/me/')).status).toBe(200);
  });
});

const hasPostgres = findPostgres() !== null || process.env['CI'] === 'true';
describe.skipIf(!hasPostgres)('a database that hangs or goes', () => {
  let postgres: TestPostgres;
  let watcher: Client;
  let sales: number;
  let many: number;
  beforeAll(async () => {
    postgres = await startPostgres();
    const url = await postgres.createDatabase();
    watcher = new Client({ connectionString: url });
    watcher.on('error', () => undefined);
    await watcher.connect();
    await watcher.query(
      'CREATE TABLE sales AS SELECT i AS id FROM generate_series(1, 100) AS t(i); CREATE TABLE many AS SELECT ' +
        'i AS id, md5(i::text) AS word FROM generate_series(1, 1500000) AS t(i)',
    );
    const { hostname, port, pathname, username } = new URL(url);
    const database = await made('/api/v1/database/', {
      database_name: 'shop',
      engine: 'postgresql',
      parameters: { host: hostname, port: Number(port), database: pathname.slice(1), username, sslmode: 'disable' },
    });
    sales = await made('/api/v1/dataset/', { database, schema: 'public', table_name: 'sales' });
    many = await made('/api/v1/dataset/', { database, schema: 'public', table_name: 'many' });
  });
  afterAll(async () => {
    postgres?.thaw();
    await watcher?.end().catch(() => undefined);
    await postgres?.stop();
  });
  /**
   * End the connections that read the table now, as soon as there is one: before and behind that they are at the
   * transaction around it.
   */
  const leave = () =>
    expect
      .poll(
        async () =>
          (
            await watcher.query(
              "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tessera' AND " +
                "state = 'active' AND query LIKE '%many%'",
            )
          ).rowCount,
      )
      .toBe(1);
  const active = async () =>
    Number(
      (
        await watcher.query<{ n: string }>(
          "SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'tessera' AND state <> 'idle'",
        )
      ).rows[0]?.n,
    );

  test('[F10] a connection that is cut in mid-fetch: no half table is shown as whole', async () => {
    const rows = { columns: ['id', 'word'], row_limit: 1_500_000 };
    const file = download({ datasource: { id: many, type: 'table' }, queries: [rows], result_format: 'csv' });
    await expect.poll(active).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await leave();
    const { isWhole, rows: got } = await file;
    expect([isWhole, got < 1_500_000]).toEqual([false, true]);

    const chart = ask(many, { columns: ['word'], metrics: ['count'], row_limit: 900_000 });
    await leave();
    const { status, text } = await chart;
    expect([status, text]).toEqual([503, expect.stringContaining('is restarting')]);
    expect((await ask(sales, { metrics: ['count'] })).status).toBe(200);
    await expect
      .poll(async () => /tessera_queries_running (\d+)/.exec((await server.ask('GET', '/metrics')).text)?.[1])
      .toBe('0');
    // The connection is cleaned behind the answer.
    await expect.poll(active).toBe(0);
  });

  test('[F11] a database that stands still: its questions end at their time, then at once; others go on', async () => {
    // What hangs is waited for to its end.
    await server.stop('SIGKILL');
    await start({ queryTimeoutSeconds: 4 });
    await postgres.freeze();
    const other = await made('/api/v1/dataset/', { database: files, table_name: 'one', sql: 'SELECT 1 AS one' });
    const asked = ask(sales, { columns: ['id'], metrics: ['count'], row_limit: 7 });
    for (let n = 0; n < 5; n += 1)
      expect((await ask(other, { metrics: ['count'], row_limit: n + 1 })).status).toBe(200);
    const { status, text } = await asked;
    expect([status, JSON.parse(text)]).toMatchObject([
      408,
      { errors: [{ error_type: 'BACKEND_TIMEOUT_ERROR', extra: { issue_codes: [{ code: 1000 }, { code: 1001 }] } }] },
    ]);
    expect((await ask(sales, { columns: ['id'], row_limit: 8 })).text).toContain('does not answer');
    postgres.thaw();
    await expect
      .poll(async () => (await ask(sales, { columns: ['id'], row_limit: 9 })).status, { interval: 500 })
      .toBe(200);
  });
});
