import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { engineSuite, setupStatements, type EngineCase } from '../../testing/suites/engine-suite.ts';
import { writeDuckdb } from '../../testing/engines/duckdb-file.ts';
import { builtServer } from '../../testing/processes/built-server.ts';
import { workOf } from '../../testing/processes/real-server.ts';
import { writeSqlite } from '../../testing/engines/sqlite-file.ts';
import type { Connection, EngineContext } from './driver.ts';
import { collect } from '../values/collect.ts';
import { drivers } from './drivers.ts';
import type { DuckdbProcessSettings } from './duckdb/duckdb.ts';
import type { Engine, Progress } from '../engine.ts';
import { createHost } from '../process/host.ts';
import type { SqliteProcessSettings } from './sqlite/sqlite.ts';

const hostile = ['/etc/passwd', '/etc/hostname'];

async function folder(): Promise<{ readonly data: string; readonly context: EngineContext }> {
  const base = mkdtempSync(join(tmpdir(), 'tessera-engines-'));
  const data = join(base, 'data');
  mkdirSync(data);
  return {
    data,
    context: {
      processFolder: builtServer,
      dataFolders: [data],
      temporary: join(base, 'spill'),
      metadata: { kind: 'sqlite', file: join(base, 'metadata.db') },
      allowedHosts: [],
      memoryMb: 512,
      idleMs: 60_000,
    },
  };
}

/** The engine processes of this test process alone, and whether any of their threads is at work. */
function engineProcesses(script: string): ReadonlyMap<number, boolean> {
  const asked = ['-L', '-o', 'pid=,stat=,args=', '--ppid', String(process.pid)];
  const threads = execFileSync('ps', asked, { encoding: 'utf8' }).split('\n');
  const found = new Map<number, boolean>();
  for (const thread of threads.filter((line) => line.includes(script))) {
    const [pid, state] = thread.trim().split(/\s+/);
    found.set(Number(pid), found.get(Number(pid)) === true || state?.startsWith('R') === true);
  }
  return found;
}
const pidsOf = (script: string): readonly number[] => [...engineProcesses(script).keys()];
const atWork = async (script: string): Promise<number> => [...engineProcesses(script).values()].filter(Boolean).length;

/** A query is retried if its process dies as it comes: what is killed here has worked on it for a while. */
async function killChildren(script: string): Promise<void> {
  const pids = pidsOf(script);
  const before = new Map(pids.map((pid) => [pid, workOf(pid)]));
  await expect
    .poll(() => Math.max(...pids.map((pid) => workOf(pid) - (before.get(pid) ?? 0))), { timeout: 20_000 })
    .toBeGreaterThan(100);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
}

function connection(file: string): Connection {
  return { name: 'test', parameters: { path: file }, secrets: {}, anyHost: true };
}

engineSuite('duckdb', async (): Promise<EngineCase> => {
  const { data, context } = await folder();
  const file = join(data, 'test.duckdb');
  await writeDuckdb(
    file,
    ...setupStatements({ text: 'VARCHAR', integer: 'BIGINT', decimal: 'DECIMAL(10,2)', timestamp: 'TIMESTAMP' }),
  );
  const open = () => drivers.duckdb.open(connection(file), context);
  return {
    engine: open(),
    open,
    endless: 'SELECT COUNT(*) FROM range(1000000) a, range(1000000) b WHERE (a.range * b.range) % 7 = 3',
    numbers: (n) => `SELECT range AS i FROM range(${n})`,
    heavy: (n) => `SELECT range AS i, repeat('x', 50000000) AS t FROM range(${n})`,
    heavyMb: 50,
    placeholder: (n) => `$${n}`,
    catalogs: ['test'],
    typed: {
      sql: `SELECT * FROM (VALUES (9007199254740993::BIGINT, 42::BIGINT,
        170141183460469231731687303715884105727::HUGEINT, 12345678901234567890.123::DECIMAL(38,3), 1.25::DECIMAL(10,2),
        1.5::DOUBLE, true,
        'é😀', DATE '2024-02-29', TIMESTAMP '1969-12-31 23:59:59.999250', TIMESTAMPTZ '2024-01-01 10:00:00+02:00', TIME
        '10:00:00', INTERVAL '1 month 2 days', [1, NULL, 3],
        {'a': 1, 'b': 'z', 'at': TIMESTAMP '2024-02-29 10:00:00.25'}, 'x'::BLOB))
        t(big, small, huge, exact,
        dec, dbl, flag, txt, d, ts, tz, tm, iv, list, rec, bin)
        UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
        ORDER BY small NULLS LAST`,
      want: {
        big: ['numeric', 9007199254740993n],
        small: ['numeric', 42],
        huge: ['numeric', 170141183460469231731687303715884105727n],
        exact: ['numeric', '12345678901234567890.123'],
        dec: ['numeric', 1.25],
        dbl: ['numeric', 1.5],
        flag: ['boolean', true],
        txt: ['string', 'é😀'],
        d: ['temporal', Date.UTC(2024, 1, 29)],
        ts: ['temporal', -0.75],
        tz: ['temporal', Date.UTC(2024, 0, 1, 8)],
        tm: ['string', '10:00:00'],
        iv: ['string', '1 month 2 days'],
        list: ['string', [1, null, 3]],
        rec: ['string', { a: 1, b: 'z', at: '2024-02-29 10:00:00.25' }],
        bin: ['string', '\\x78'],
      },
    },
    closed: [
      ...hostile.flatMap((path) => [
        `SELECT * FROM read_csv('${path}')`,
        `SELECT * FROM '${path}'`,
        `SELECT * FROM read_text('${path}')`,
        `SELECT read_blob('${path}')`,
        `SELECT * FROM Read_Blob/**/('${path}')`,
        `SELECT * FROM "read_text"('${path}')`,
        `COPY people FROM '${path}'`,
      ]),
      `SELECT * FROM glob('/*')`,
      `COPY people TO '${join(data, 'out.csv')}'`,
      `ATTACH '${join(data, 'other.duckdb')}'`,
      'INSTALL httpfs',
      'LOAD httpfs',
      "SELECT getenv('PATH')",
      'PRAGMA database_list',
      'SET enable_external_access = true',
      'RESET lock_configuration',
      "EXPORT DATABASE '/var/tmp/x'",
      `SELECT * FROM query('SELECT 1')`,
      `SELECT * FROM query_table('people')`,
      'SELECT * FROM duckdb_settings()',
      'SELECT * FROM duckdb_databases',
      `WITH a AS (SELECT current_setting('temp_directory') AS s) SELECT * FROM a`,
      `SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))`,
      'CREATE TEMP TABLE t AS SELECT 1',
      'SET VARIABLE x = 1',
      'CALL pragma_version()',
      'USE memory',
      'CHECKPOINT',
      "SELECT * FROM 'https://example.com/a.parquet'",
    ],
    restart: async () => killChildren('duckdb-process'),
    activity: () => atWork('duckdb-process'),
    processes: () => pidsOf('duckdb-process'),
    cleanUp: async () => rmSync(join(data, '..'), { recursive: true, force: true }),
  };
});

engineSuite('sqlite', async (): Promise<EngineCase> => {
  const { data, context } = await folder();
  const file = join(data, 'test.db');
  writeSqlite(
    file,
    'PRAGMA journal_mode = WAL',
    ...setupStatements({ text: 'TEXT', integer: 'INTEGER', decimal: 'NUMERIC', timestamp: 'TIMESTAMP' }),
    'CREATE TABLE typed (big BIGINT, small INTEGER, dbl REAL, flag BOOLEAN, txt TEXT, d DATE, ts TIMESTAMP, ' +
      'iso DATETIME, unix TIMESTAMP, odd DATE, bin BLOB)',
    "INSERT INTO typed VALUES (9007199254740993, 42, 1.5, 1, 'é😀', '2024-02-29', '1969-12-31 23:59:59.999250', " +
      "'2024-01-01T10:00:00+02:00', 1704067200, 'soon', x'78'), (NULL, NULL, NULL, NULL, NULL, NULL, NULL, " +
      'NULL, NULL, NULL, NULL)',
  );
  const open = () => drivers.sqlite.open(connection(file), context);
  return {
    engine: open(),
    open,
    endless:
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000000) SELECT COUNT(*) FROM n',
    numbers: (n) =>
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${n - 1}) SELECT i FROM n`,
    heavy: (n) =>
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${n - 1}) SELECT i, ` +
      `printf('%.50000000c', 'x') AS t FROM n`,
    heavyMb: 50,
    placeholder: () => '?',
    catalogs: [],
    typed: {
      sql: 'SELECT * FROM typed ORDER BY rowid',
      want: {
        big: ['numeric', 9007199254740993n],
        small: ['numeric', 42],
        dbl: ['numeric', 1.5],
        flag: ['boolean', true],
        txt: ['string', 'é😀'],
        d: ['temporal', Date.UTC(2024, 1, 29)],
        ts: ['temporal', -0.75],
        iso: ['temporal', Date.UTC(2024, 0, 1, 8)],
        unix: ['temporal', Date.UTC(2024, 0, 1)],
        odd: ['temporal', 'soon'],
        bin: ['string', '\\x78'],
      },
    },
    closed: [
      ...hostile.flatMap((path) => [
        `SELECT readfile('${path}')`,
        `SELECT "readfile"('${path}')`,
        `SELECT [ReadFile]/**/('${path}')`,
      ]),
      `SELECT writefile('${join(data, 'out')}', 'x')`,
      `SELECT * FROM fsdir('/')`,
      `SELECT * FROM "fsdir" WHERE path = '/'`,
      `SELECT load_extension('x')`,
      `ATTACH '${join(data, 'other.db')}' AS other`,
      'PRAGMA query_only = 0',
      'PRAGMA journal_mode = DELETE',
      'PRAGMA table_info(people)',
      'SELECT * FROM pragma_database_list',
      `VACUUM INTO '${join(data, 'copy.db')}'`,
      'CREATE TEMP TABLE t AS SELECT 1',
      'WITH a AS (SELECT 1) DELETE FROM people',
      "WITH a AS (SELECT 1) INSERT INTO people SELECT 9, 'x'",
      'SELECT sqlite3mc_version()',
      'SELECT * FROM sqlite_dbpage',
      'BEGIN',
      'REINDEX',
      'CREATE VIRTUAL TABLE v USING fts5(a)',
    ],
    restart: async () => killChildren('sqlite-process'),
    activity: () => atWork('sqlite-process'),
    cleanUp: async () => {
      readFileSync(file);
      rmSync(join(data, '..'), { recursive: true, force: true });
    },
  };
});

test('a closed engine leaves no process behind, tested or not', async () => {
  const { data, context } = await folder();
  await writeDuckdb(join(data, 'test.duckdb'));
  const engine = drivers.duckdb.open(connection('test.duckdb'), context);
  expect(await engine.test()).toEqual({ ok: true });
  await engine.close();
  // The file is free for a writer again.
  await writeDuckdb(join(data, 'test.duckdb'));
  rmSync(join(data, '..'), { recursive: true, force: true });
});

test('[F72] SQLite: who writes to a file is let in after every query, also one that was cut', async () => {
  const { data, context } = await folder();
  const file = join(data, 'test.db');
  writeSqlite(file, 'CREATE TABLE t AS SELECT value AS n FROM generate_series(1, 20000)');
  const engine = drivers.sqlite.open(connection('test.db'), context);
  for (const text of ['SELECT n FROM t WHERE n < 5', 'SELECT n FROM t', 'SELECT n, COUNT(*) FROM t GROUP BY n']) {
    const options = { signal: new AbortController().signal, timeoutMs: 10_000, maxRows: 10 };
    const result = await engine.run({ text, parameters: [], written: [] }, options);
    expect(result.table.rowCount).toBeGreaterThan(0);
    writeSqlite(file, 'INSERT INTO t VALUES (0)');
  }
  await engine.close();
  rmSync(join(data, '..'), { recursive: true, force: true });
});

test.each(['duckdb', 'sqlite'] as const)(
  '%s: an engine that was woken has its process before the first query, and not a second one',
  async (kind) => {
    const { data, context } = await folder();
    await { duckdb: writeDuckdb, sqlite: writeSqlite }[kind](join(data, 'test.db'), 'CREATE TABLE t (a INTEGER)');
    const engine = drivers[kind].open(connection('test.db'), context);
    const processes = () => pidsOf(`${kind}-process`).length;
    const before = processes();
    const run = (on: Engine) =>
      on.run(
        { text: 'SELECT 1 AS one', parameters: [], written: [] },
        { signal: new AbortController().signal, timeoutMs: 10_000, maxRows: 10 },
      );
    await engine.wake?.();
    expect(processes() - before).toBe(1);
    await engine.wake?.();
    await run(engine);
    expect(processes() - before).toBe(1);
    await engine.close();
    // Nor where the query comes while it is being woken.
    const another = drivers[kind].open(connection('test.db'), context);
    await Promise.all([another.wake?.(), run(another)]);
    expect(processes() - before).toBe(1);
    await another.close();
    await engine.close();
    rmSync(join(data, '..'), { recursive: true, force: true });
  },
);

describe('[attack 24] the second wall: what runs past the analysis', () => {
  /** Past the engine, as the product's own statements run: nothing looks at them but the database. */
  const complaints = async (
    dialect: 'duckdb' | 'sqlite',
    settings: DuckdbProcessSettings | SqliteProcessSettings,
    context: EngineContext,
    statements: readonly string[],
  ): Promise<readonly string[]> => {
    const host = createHost({
      name: 'test',
      dialect,
      script: join(context.processFolder, `${dialect}-process.mjs`),
      settings,
      processes: 1,
      perProcess: 1,
      idleMs: 60_000,
      cancelBy: 'kill',
    });
    const told: string[] = [];
    for (const text of statements) {
      const rows = host.stream(
        { text, parameters: [], written: [] },
        { signal: new AbortController().signal, timeoutMs: 20_000, maxRows: 10, internal: true },
      );
      told.push(
        await collect(rows).then(
          () => 'done',
          (error: Error) => error.message,
        ),
      );
    }
    await host.close();
    return told;
  };

  test('DuckDB itself writes nothing, reaches no file and keeps its settings', async () => {
    const { data, context } = await folder();
    const file = join(data, 'test.duckdb');
    await writeDuckdb(file, 'CREATE TABLE t (n INTEGER)');
    const settings: DuckdbProcessSettings = {
      file,
      threads: 1,
      memoryMb: 256,
      temporary: context.temporary,
      temporaryMb: 64,
    };
    const told = await complaints('duckdb', settings, context, [
      'INSERT INTO t VALUES (1)',
      'DROP TABLE t',
      'CREATE TABLE u (n INTEGER)',
      "SELECT * FROM read_text('/etc/hostname')",
      `COPY t TO '${join(data, 'out.csv')}'`,
      `ATTACH '${join(data, 'other.duckdb')}'`,
      'SET enable_external_access = true',
      'SELECT COUNT(*) FROM t',
    ]);
    expect(told).toEqual([
      ...Array.from({ length: 3 }, () => expect.stringContaining('read-only')),
      ...Array.from({ length: 3 }, () => expect.stringContaining('disabled by configuration')),
      expect.stringMatching(/locked|Cannot/),
      'done',
    ]);
    rmSync(join(data, '..'), { recursive: true, force: true });
  });

  test('SQLite itself writes nothing', async () => {
    const { data, context } = await folder();
    const file = join(data, 'test.db');
    writeSqlite(file, 'CREATE TABLE t (n INTEGER)', 'INSERT INTO t VALUES (1)');
    const settings: SqliteProcessSettings = { file, memoryMb: 64 };
    // The driver runs only what gives rows; these would.
    const writes = [
      'INSERT INTO t VALUES (2) RETURNING n',
      'UPDATE t SET n = 2 RETURNING n',
      'DELETE FROM t RETURNING n',
    ];
    const told = await complaints('sqlite', settings, context, [...writes, 'SELECT COUNT(*) FROM t']);
    expect(told).toEqual([
      ...writes.map(() => expect.stringContaining('attempt to write a readonly database')),
      'done',
    ]);
    rmSync(join(data, '..'), { recursive: true, force: true });
  });
});

test('a query that takes its time tells how far it is', async () => {
  const { data, context } = await folder();
  const file = join(data, 'progress.duckdb');
  await writeDuckdb(
    file,
    'CREATE TABLE words AS SELECT repeat(chr(97 + CAST(range % 26 AS INTEGER)), 24) AS a, repeat(chr(98 + ' +
      'CAST(range % 24 AS INTEGER)), 24) AS b FROM range(3000000)',
  );
  const engine = drivers.duckdb.open(connection(file), context);
  const seen: Progress[] = [];
  await engine.run(
    { text: 'SELECT SUM(levenshtein(a, b)) FROM words', parameters: [], written: [] },
    {
      signal: new AbortController().signal,
      timeoutMs: 60_000,
      maxRows: 10,
      onProgress: (progress) => void seen.push(progress),
    },
  );
  const shares = seen.flatMap(({ share }) => share ?? []);
  expect(shares.length).toBeGreaterThan(0);
  expect(shares).toEqual(shares.toSorted((left, right) => left - right));
  expect([
    shares.every((share) => share >= 0 && share <= 1),
    (shares.at(-1) ?? 0) > 0,
    seen.every(({ rows }) => rows === null),
  ]).toEqual([true, true, true]);
  await engine.close();
  rmSync(join(data, '..'), { recursive: true, force: true });
});

test('who waits at a busy engine is let in by the order of coming, whoever leaves the line', async () => {
  const { data, context } = await folder();
  const file = join(data, 'line.db');
  writeSqlite(file, 'CREATE TABLE t (n INTEGER)');
  const engine = drivers.sqlite.open(connection(file), context);
  const numbers = {
    text: 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 200000) SELECT x FROM c',
    parameters: [],
    written: [],
  };
  const options = { signal: new AbortController().signal, timeoutMs: 20_000, maxRows: 1_000_000 };
  // Every process is busy with a stream that nobody reads on.
  const streams = [0, 1, 2, 3, 4, 5].map(() => engine.stream(numbers, options)[Symbol.asyncIterator]());
  await Promise.all(streams.map((stream) => stream.next()));
  const order: string[] = [];
  const ask = (name: string, signal = options.signal) =>
    engine.run({ text: 'SELECT 1', parameters: [], written: [] }, { ...options, signal }).then(
      () => void order.push(name),
      (error: { code?: string }) => void order.push(`${name}: ${error.code}`),
    );
  const [leaving, tired] = [new AbortController(), new AbortController()];
  const asked = [
    ask('one', tired.signal),
    ask('two'),
    ask('three'),
    ask('four', leaving.signal),
    ask('five'),
    ask('six'),
  ];
  await new Promise((resolve) => setImmediate(resolve));
  tired.abort();
  leaving.abort();
  await Promise.all([asked[0], asked[3]]);
  for (let next = await streams[0]?.next(); next?.done === false; next = await streams[0]?.next())
    expect(next.value.table.rowCount).toBeGreaterThan(0);
  await Promise.all(asked);
  expect(order).toEqual(['one: query_cancelled', 'four: query_cancelled', 'two', 'three', 'five', 'six']);
  // Again all are busy, and stay so.
  streams[0] = engine.stream(numbers, options)[Symbol.asyncIterator]();
  await streams[0].next();
  const late = [ask('seven'), ask('eight'), ask('nine'), ask('ten')];
  await new Promise((resolve) => setImmediate(resolve));
  await engine.close();
  await Promise.all(late);
  expect(order.slice(6)).toEqual(['seven', 'eight', 'nine', 'ten'].map((name) => `${name}: engine_unavailable`));
  for (const stream of streams) await stream.return?.(undefined);
  rmSync(join(data, '..'), { recursive: true, force: true });
});
