import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppError } from '@tessera/core/errors/app-error';
import { anonymous } from '../../principal.ts';
import { createTemplateLookups } from '../../chart-data/template-lookups.ts';
import type { Lookup } from '../../templates/template-data.ts';
import { connectionSteps, refusesPlain } from '../../testing/connection-steps.ts';
import { openLine, type CutLine } from '../../testing/cut-line.ts';
import { engineSuite, HOSTILE_COLUMN, HOSTILE_TABLE, type EngineCase } from '../../testing/suites/engine-suite.ts';
import { filterOnNewest } from '../../testing/newest-partition.ts';
import { emptyDataset, grainSuite, momentRows } from '../../testing/suites/grain-suite.ts';
import { findTrino, startTrino, type TestTrino } from '../../testing/engines/trino.ts';
import type { Connection, EngineContext } from './driver.ts';
import { drivers } from './drivers.ts';
import type { Progress } from '../engine.ts';

const context: EngineContext = {
  processFolder: '',
  dataFolders: [],
  temporary: '',
  metadata: { kind: 'sqlite', file: '/nowhere/metadata.db' },
  allowedHosts: [],
  memoryMb: 256,
  idleMs: 60_000,
};
const connectionTo = (port: number, change: Connection['parameters'] = {}): Connection => ({
  name: 'test',
  parameters: { host: '127.0.0.1', port, database: 'memory', username: 'tester', sslmode: 'disable', ...change },
  secrets: {},
  anyHost: true,
});
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

const present = findTrino() !== null;
if (!present && process.env['CI'])
  throw new Error(
    'Trino is an engine that the product claims to support; scripts/lib/needs.mjs installs it for the tests.',
  );

describe.skipIf(!present)('Trino', () => {
  let server: TestTrino;
  let line: CutLine;
  beforeAll(async () => {
    server = await startTrino();
    line = await openLine(server.port);
    for (const statement of [
      'CREATE TABLE people (id BIGINT NOT NULL, name VARCHAR NOT NULL)',
      "CREATE TABLE orders (id BIGINT NOT NULL COMMENT 'number', person_id BIGINT, amount DECIMAL(10,2), " +
        "ordered_at TIMESTAMP(3)) COMMENT 'what was ordered'",
      "INSERT INTO people VALUES (1, 'Ana'), (2, 'Bo')",
      "INSERT INTO orders VALUES (1, 1, 10.5, TIMESTAMP '2024-01-01 00:00:00'), (2, 1, 20.25, TIMESTAMP " +
        "'2024-02-01 12:30:00'), (3, 2, NULL, NULL)",
      'CREATE VIEW paid AS SELECT * FROM orders WHERE amount IS NOT NULL',
      'CREATE TABLE logs (ds DATE, hour BIGINT, n BIGINT)',
      'CREATE TABLE events (day DATE)',
      'CREATE TABLE whole (n BIGINT)',
      'CREATE TABLE "whole$partitions" (record_count BIGINT, file_count BIGINT)',
      // What Hive and Iceberg list; the connector of the tests has no partitions of its own.
      'CREATE TABLE "logs$partitions" (ds DATE, hour BIGINT)',
      "INSERT INTO \"logs$partitions\" VALUES (DATE '2024-01-01', 23), (DATE '2024-01-02', 2), (DATE " +
        "'2024-01-02', 10), (NULL, 99)",
      'CREATE TABLE "events$partitions" ("partition" ROW(day DATE), record_count BIGINT, file_count BIGINT)',
      "INSERT INTO \"events$partitions\" VALUES (ROW(DATE '2024-03-01'), 1, 1), (ROW(DATE '2024-03-09'), 1, 1)",
      `CREATE TABLE ${quote(HOSTILE_TABLE.toLowerCase())} (${quote(HOSTILE_COLUMN)} BIGINT)`,
    ])
      await server.query(statement);
  });
  afterAll(async () => {
    await line?.close();
    await server?.stop();
  });
  const open = (change: Partial<Connection> = {}) =>
    drivers.trino.open({ ...connectionTo(line.port), ...change }, context);

  engineSuite('trino', async (): Promise<EngineCase> => ({
    engine: open(),
    open,
    endless:
      'SELECT COUNT(*) FROM UNNEST(sequence(1, 10000)) AS a(x), UNNEST(sequence(1, 10000)) AS b(y), ' +
      'UNNEST(sequence(1, 10000)) AS c(z) WHERE x * y * z % 7 = 3',
    numbers: (n) =>
      `SELECT sequential_number AS i FROM TABLE(sequence(start => 0, stop => ${n - 1}))` +
      `${n > 1_000_000 ? '' : ' ORDER BY 1'}`,
    heavy: (n) =>
      `SELECT sequential_number AS i, rpad('x', 5000000, 'x') AS t FROM TABLE(sequence(start => 0, stop => ` +
      `${n - 1}))${n > 50 ? '' : ' ORDER BY 1'}`,
    heavyMb: 5,
    placeholder: () => '?',
    hostileTable: HOSTILE_TABLE.toLowerCase(),
    lacks: ['primary_keys', 'indexes', 'foreign_keys'],
    catalogs: ['memory'],
    partitioned: { logs: ['ds', 'hour'], events: ['day'], whole: [] },
    typed: {
      sql: `SELECT * FROM (VALUES (BIGINT '9007199254740993', 42, DECIMAL '12345678901234567890.123', DECIMAL '1.25',
        1.5e0, REAL '0.1', true, 'é😀', DATE '2024-02-29', TIMESTAMP '1969-12-31 23:59:59.999250', TIMESTAMP
        '2024-01-01 10:00:00 +02:00',
        TIMESTAMP '2024-07-01 10:00:00.9996 Europe/Paris', TIME '10:00:00', INTERVAL '1' DAY, ARRAY[1, NULL, 3],
        MAP(ARRAY['a "b"'], ARRAY[BIGINT '9007199254740993']),
        CAST(ROW(1, DATE '2024-02-29') AS ROW(a INTEGER, b DATE)), JSON
        '{"b":12345678901234567890}', X'78'))
        AS t(big, small, exact, dec_, dbl, rl, flag, txt, d, ts, tz, paris, tm, iv, list, words, rec, doc, bin)
        UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
        NULL, NULL, NULL ORDER BY small`,
      want: {
        big: ['numeric', 9007199254740993n],
        small: ['numeric', 42],
        exact: ['numeric', '12345678901234567890.123'],
        dec_: ['numeric', 1.25],
        dbl: ['numeric', 1.5],
        rl: ['numeric', 0.1],
        flag: ['boolean', true],
        txt: ['string', 'é😀'],
        d: ['temporal', Date.UTC(2024, 1, 29)],
        ts: ['temporal', -0.75],
        tz: ['temporal', Date.UTC(2024, 0, 1, 8)],
        paris: ['temporal', Date.UTC(2024, 6, 1, 8, 0, 0, 999) + 0.6],
        tm: ['string', '10:00:00'],
        iv: ['string', '1 00:00:00.000'],
        list: ['string', [1, null, 3]],
        words: ['string', { 'a "b"': 9007199254740993n }],
        rec: ['string', { a: 1, b: '2024-02-29' }],
        doc: ['string', '{"b":12345678901234567890}'],
        bin: ['string', '\\x78'],
      },
    },
    closed: [
      'SELECT * FROM system.runtime.queries',
      'SELECT * FROM "system"."runtime"."nodes"',
      "CALL system.runtime.kill_query('x', 'y')",
      "SELECT * FROM TABLE(memory.system.query(query => 'DROP TABLE people'))",
      "SELECT * FROM TABLE(raw_query(index => 'x'))",
      'EXPLAIN ANALYZE DELETE FROM people',
      "SET SESSION query_max_run_time = '1d'",
      'RESET SESSION query_max_run_time',
      'USE memory.default',
      'START TRANSACTION',
      'COMMIT',
      'ROLLBACK',
      'PREPARE a FROM SELECT 1',
      "EXECUTE IMMEDIATE 'DROP TABLE people'",
      'DEALLOCATE PREPARE a',
      'CREATE TABLE t AS SELECT 1 AS a',
      'TRUNCATE TABLE people',
      'GRANT SELECT ON people TO x',
      'SHOW SESSION',
      'REFRESH MATERIALIZED VIEW x',
      'ANALYZE people',
      "SELECT U&'x'",
      'DENY SELECT ON people TO x',
      "WITH SESSION query_max_run_time = '1d' SELECT 1",
      'WITH FUNCTION f(x BIGINT) RETURNS BIGINT BEGIN LOOP SET x = x + 1; END LOOP; END SELECT f(1)',
      'WITH FUNCTION f() RETURNS BIGINT RETURN 1 SELECT f()',
      'SELECT * FROM jmx.current."java.lang:type=runtime"',
      'SELECT * FROM "jmx"."current".x',
      'SELECT 1; SELECT 2',
      "SELECT 'a\\'; DROP TABLE people; --'",
      'SELECT * FROM people /* a */ /* b; DROP TABLE people',
      'TABLE(memory.system.query(query => 1))',
      'SHOW CREATE TABLE people',
      "COMMENT ON TABLE people IS 'x'",
      'EXECUTE a USING 1',
      'DESCRIBE OUTPUT a',
      'SET ROLE admin',
      'SET PATH memory.default',
      "SET TIME ZONE 'UTC'",
    ],
    restart: async () => line.cut(),
    activity: async (marker) =>
      (
        await server.query(
          `SELECT 1 FROM system.runtime.queries WHERE state NOT IN ('FINISHED', 'FAILED') AND query LIKE '%` +
            `${marker.slice(0, 40).replaceAll("'", "''")}%' AND query NOT LIKE '%system.runtime%'`,
        )
      ).length,
    cleanUp: async () => undefined,
  }));

  grainSuite('trino', {
    open: async () => {
      const engine = open();
      return { engine, close: engine.close };
    },
    rows: momentRows('timestamp(3)'),
    type: 'TIMESTAMP(3)',
    series:
      'SELECT CASE WHEN a = 1 THEN NULL ELSE CAST(a AS VARCHAR(5)) END AS s, b FROM (VALUES (1, 50), (1, 50), ' +
      '(2, 30), (3, 20), (4, 1)) AS v(a, b)',
  });

  test('a query that is named like a clause is a query', async () => {
    const engine = open();
    const options = { signal: new AbortController().signal, timeoutMs: 10_000, maxRows: 1 };
    for (const text of [
      'WITH session AS (SELECT 1 AS a) SELECT a FROM session',
      'WITH function (a) AS (SELECT 1) SELECT a FROM function',
    ])
      expect((await engine.run({ text, parameters: [], written: [] }, options)).table.rowCount).toBe(1);
    await engine.close();
  });

  test('parameters keep their value', async () => {
    const engine = open();
    const given = ["a\\' -- \n?é", 9007199254740993n, 0.1, true] as const;
    const { table } = await engine.run(
      {
        text: 'SELECT ? AS a, ? AS b, ? AS c, ? AS d',
        parameters: given.map((value) => ({ kind: 'value', value }) as const),
        written: [],
      },
      { signal: new AbortController().signal, timeoutMs: 10_000, maxRows: 1 },
    );
    expect([...table.columns.values()].map((column) => column.values[0])).toEqual([...given]);
    await engine.close();
  });

  connectionSteps(
    (change, more) => drivers.trino.open({ ...connectionTo(server.port, change), ...more }, context),
    [
      refusesPlain,
      [
        'a password where nothing encrypts',
        {},
        { ok: false, step: 'tls', failure: 'connection_tls' },
        { secrets: { password: 'x' } },
      ],
      [
        'a catalog that is not there',
        { database: 'absent' },
        { ok: false, step: 'rights', failure: 'connection_unknown_database' },
      ],
    ],
  );

  test('the newest partition, of all and among some, for macros of templates', async () => {
    const engine = open();
    const never = (): never => {
      throw new Error('not asked for');
    };
    const lookUp = createTemplateLookups({
      datasets: never,
      mayRead: never,
      security: never,
      render: never,
      readTime: never,
      maxRows: 1,
      engines: async () => engine,
    });
    const answer = (lookup: Lookup) =>
      lookUp(
        { principal: anonymous, context: {} },
        { ...emptyDataset, databaseName: 'lake', dialect: 'trino' },
        {},
        lookup,
      );
    expect(await answer({ kind: 'partitions', table: 'logs' })).toEqual({ ok: true, value: ['2024-01-02', '10'] });
    expect(await answer({ kind: 'partitions', table: 'memory.default.events' })).toEqual({
      ok: true,
      value: ['2024-03-09'],
    });
    expect(await answer({ kind: 'sub_partition', table: 'default.logs', fixed: { ds: '2024-01-01' } })).toEqual({
      ok: true,
      value: ['23'],
    });
    expect(await answer({ kind: 'sub_partition', table: 'logs', fixed: { ds: "x' OR 1 = 1 --" } })).toEqual({
      ok: true,
      value: null,
    });
    expect(await answer({ kind: 'sub_partition', table: 'logs', fixed: {} })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('ds, hour'),
    });
    expect(await answer({ kind: 'sub_partition', table: 'logs', fixed: { absent: 'x' } })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('absent'),
    });
    expect(await answer({ kind: 'partitions', table: 'people' })).toMatchObject({ ok: false });
    await engine.close();
  });

  test('a query tells how far it is while it runs', async () => {
    const engine = open();
    const controller = new AbortController();
    const seen: Progress[] = [];
    const endless =
      'SELECT COUNT(*) FROM UNNEST(sequence(1, 10000)) AS a(x), UNNEST(sequence(1, 10000)) AS b(y), ' +
      'UNNEST(sequence(1, 10000)) AS c(z) WHERE x * y * z % 7 = 3';
    const running = engine
      .run(
        { text: endless, parameters: [], written: [] },
        {
          signal: controller.signal,
          timeoutMs: 60_000,
          maxRows: 1,
          onProgress: (progress) => void seen.push(progress),
        },
      )
      .catch((error: AppError) => error.code);
    await expect.poll(() => seen.filter(({ share }) => share !== null).length).toBeGreaterThan(0);
    controller.abort();
    expect(await running).toBe('query_cancelled');
    expect(
      seen.filter(({ share, rows }) => (share !== null && (share < 0 || share > 1)) || (rows !== null && rows < 0)),
    ).toEqual([]);
    await engine.close();
  });

  test('ruling 4: a filter on the newest partition compares with its value', async () => {
    const engine = open();
    expect(await filterOnNewest(engine, 'logs', 'ds')).toMatchObject({
      kind: 'compare',
      op: '=',
      right: { kind: 'instant', epochMs: Date.UTC(2024, 0, 2) },
    });
    expect(await filterOnNewest(engine, 'logs', 'hour')).toMatchObject({
      kind: 'compare',
      op: '=',
      right: { value: 10n },
    });
    expect(await filterOnNewest(engine, 'logs', 'n')).toMatchObject({ kind: 'newest' });
    expect(await filterOnNewest(engine, 'people', 'ds')).toMatchObject({ kind: 'newest' });
    expect(await filterOnNewest(engine, 'no_such_table', 'ds')).toMatchObject({ kind: 'newest' });
    await engine.close();
  });

  test('writing is refused by the database too, and comments come with the columns', async () => {
    const engine = open();
    const details = await engine.details(
      { catalog: null, schema: 'default', table: 'orders' },
      new AbortController().signal,
    );
    expect(details).toMatchObject({
      comment: 'what was ordered',
      columns: [
        { name: 'id', type: 'BIGINT', nullable: false, comment: 'number' },
        {},
        { type: 'DECIMAL(10,2)' },
        { type: 'TIMESTAMP(3)' },
      ],
    });
    expect(await engine.catalogs(new AbortController().signal)).toEqual(['memory']);
    await engine.close();
    const { effect } = await import('./trino/statement.ts');
    const { createHttpClient } = await import('./http/client.ts');
    const client = createHttpClient(connectionTo(server.port), context, 8443);
    const headers = { 'x-trino-user': 'tester', 'x-trino-catalog': 'memory', 'x-trino-schema': 'default' };
    const transaction =
      (await effect(
        client,
        { ...headers, 'x-trino-transaction-id': 'NONE' },
        'START TRANSACTION READ ONLY',
        AbortSignal.timeout(10_000),
        10_000,
      )) ?? '';
    const writing = effect(
      client,
      { ...headers, 'x-trino-transaction-id': transaction },
      "INSERT INTO people VALUES (9, 'x')",
      AbortSignal.timeout(10_000),
      10_000,
    );
    await expect(writing).rejects.toThrow(/read-only/i);
    client.close();
  });
});
