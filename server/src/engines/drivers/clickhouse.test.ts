import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellAt } from '@tessera/core/table';
import { findClickhouse, startClickhouse, type TestClickhouse } from '../../testing/engines/clickhouse.ts';
import { connectionSteps, refusesPlain } from '../../testing/connection-steps.ts';
import { openLine, type CutLine } from '../../testing/cut-line.ts';
import { engineSuite, HOSTILE_COLUMN, HOSTILE_TABLE, type EngineCase } from '../../testing/suites/engine-suite.ts';
import { grainSuite, unitedMomentRows } from '../../testing/suites/grain-suite.ts';
import { filterOnNewest } from '../../testing/newest-partition.ts';
import type { Connection, EngineContext } from './driver.ts';
import { drivers } from './drivers.ts';

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
  parameters: { host: '127.0.0.1', port, database: 'default', username: 'tester', sslmode: 'disable', ...change },
  secrets: {},
  anyHost: true,
});
const quote = (name: string) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

const present = findClickhouse() !== null;
if (!present && process.env['CI'])
  throw new Error(
    'ClickHouse is an engine that the product claims to support; scripts/lib/needs.mjs installs chdb for the tests.',
  );

describe.skipIf(!present)('ClickHouse', () => {
  let server: TestClickhouse;
  let line: CutLine;
  beforeAll(async () => {
    server = await startClickhouse([
      'CREATE TABLE people (id Int64, name String, INDEX people_name name TYPE minmax) ENGINE = MergeTree ORDER BY id',
      "CREATE TABLE orders (id Int64 COMMENT 'number', person_id Nullable(Int64), amount Nullable(Decimal(10, " +
        "2)), ordered_at Nullable(DateTime64(3, 'UTC'))) ENGINE = MergeTree ORDER BY id COMMENT 'what was ordered'",
      "INSERT INTO people VALUES (1, 'Ana'), (2, 'Bo')",
      "INSERT INTO orders VALUES (1, 1, 10.5, '2024-01-01 00:00:00'), (2, 1, 20.25, '2024-02-01 12:30:00'), " +
        '(3, 2, NULL, NULL)',
      'CREATE TABLE logs (ds Date, hour UInt8, n Int64) ENGINE = MergeTree PARTITION BY (ds, hour) ORDER BY n',
      "INSERT INTO logs VALUES ('2024-01-01', 9, 1), ('2024-01-01', 23, 2), ('2024-01-02', 9, 3), " +
        "('2024-01-02', 10, 4)",
      'CREATE TABLE visits (ds Date, n Int64) ENGINE = MergeTree PARTITION BY ds ORDER BY n',
      "INSERT INTO visits VALUES ('2024-03-08', 1), ('2024-03-09', 2)",
      'CREATE TABLE months (ds Date, n Int64) ENGINE = MergeTree PARTITION BY toYYYYMM(ds) ORDER BY n',
      "INSERT INTO months VALUES ('2024-03-08', 1)",
      'CREATE TABLE mixed (ds Date, `od,d` String, n Int64) ENGINE = MergeTree PARTITION BY (toYYYYMM(ds), ' +
        '`od,d`, intDiv(n, 2)) ORDER BY n',
      'CREATE MATERIALIZED VIEW totals ENGINE = MergeTree ORDER BY n AS SELECT n FROM visits',
      'CREATE VIEW paid AS SELECT * FROM orders WHERE amount IS NOT NULL',
      `CREATE TABLE ${quote(HOSTILE_TABLE)} (${quote(HOSTILE_COLUMN)} Int64) ENGINE = MergeTree ORDER BY tuple()`,
    ]);
    line = await openLine(server.port);
  });
  afterAll(async () => {
    await line?.close();
    await server?.stop();
  });
  const open = (change: Partial<Connection> = {}) =>
    drivers.clickhouse.open({ ...connectionTo(line.port), ...change }, context);

  engineSuite('clickhouse', async (): Promise<EngineCase> => ({
    engine: open(),
    open,
    endless: 'SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(sipHash64(number))',
    numbers: (n) => `SELECT number AS i FROM numbers(${n})`,
    heavy: (n) => `SELECT number AS i, repeat('xxxxxxxxxx', 500000) AS t FROM numbers(${n})`,
    heavyMb: 5,
    placeholder: (n) => `{p${n}:${n === 1 ? 'String' : 'Int64'}}`,
    equalNames: 'SELECT 1 AS a, 1 AS a',
    lacks: ['unique_indexes', 'foreign_keys'],
    catalogs: [],
    partitioned: {
      logs: ['ds', 'hour'],
      visits: ['ds'],
      months: ['toYYYYMM(ds)'],
      mixed: ['toYYYYMM(ds)', 'od,d', 'intDiv(n, 2)'],
      paid: [],
    },
    materialized: 'totals',
    typed: {
      sql: `SELECT * FROM (
        SELECT toNullable(toInt64(9007199254740993)) AS big,
        toNullable(toInt256('170141183460469231731687303715884105727')) AS huge, toNullable(toUInt8(42)) AS small,
        toNullable(toDecimal128('12345678901234567890.123', 3)) AS exact, toNullable(toDecimal64('1.25', 2)) AS dec_,
        toNullable(1.5) AS dbl,
          toNullable(true) AS flag, toNullable('é😀\\n') AS txt, toNullable(toDate('2024-02-29')) AS d,
          toNullable(toDateTime64('1969-12-31 23:59:59.999250', 6, 'UTC')) AS ts,
          toNullable(toDateTime('2024-01-01 10:00:00', 'Asia/Tokyo')) AS tz,
          toNullable(toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')) AS id,
          toNullable(toIPv4('192.0.2.1')) AS ip
        UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) ORDER BY small`,
      want: {
        big: ['numeric', 9007199254740993n],
        huge: ['numeric', 170141183460469231731687303715884105727n],
        small: ['numeric', 42],
        exact: ['numeric', '12345678901234567890.123'],
        dec_: ['numeric', 1.25],
        dbl: ['numeric', 1.5],
        flag: ['boolean', true],
        txt: ['string', 'é😀\n'],
        d: ['temporal', Date.UTC(2024, 1, 29)],
        ts: ['temporal', -0.75],
        tz: ['temporal', Date.UTC(2024, 0, 1, 1)],
        id: ['string', '61f0c404-5cb3-11e7-907b-a6006ad3dba0'],
        ip: ['string', '192.0.2.1'],
      },
    },
    closed: [
      "SELECT * FROM file('/etc/passwd', 'LineAsString')",
      "SELECT * FROM `file`('/etc/passwd', 'LineAsString')",
      "SELECT file('/etc/passwd')",
      "SELECT * FROM url('http://example.com/', 'CSV', 'a String')",
      "SELECT * FROM remote('127.0.0.1', system.one)",
      "SELECT * FROM people, s3('http://example.com/x')",
      "SELECT * FROM mysql('a:1', 'b', 'c', 'd', 'e')",
      "SELECT * FROM executable('x', 'CSV', 'a String')",
      "SELECT * FROM newTableFunction('x')",
      "SELECT * FROM merge('default', '.*')",
      'SELECT * FROM view(SELECT 1)',
      'SELECT sleep(3)',
      'SELECT sleepEachRow(1) FROM people',
      "SELECT getSetting('readonly')",
      'SELECT hostName()',
      "SELECT dictGet('a', 'b', 1)",
      'SELECT * FROM system.users',
      'SELECT * FROM `system`.`query_log`',
      'SELECT * FROM INFORMATION_SCHEMA.TABLES',
      'SELECT 1 SETTINGS readonly = 0',
      "SELECT 1 INTO OUTFILE '/var/tmp/x'",
      'SET readonly = 0',
      'KILL QUERY WHERE 1',
      'SYSTEM SHUTDOWN',
      'OPTIMIZE TABLE people',
      'ALTER TABLE people DELETE WHERE 1',
      'DETACH TABLE people',
      'ATTACH TABLE x',
      'RENAME TABLE people TO x',
      'EXCHANGE TABLES people AND orders',
      'CREATE TEMPORARY TABLE t (a Int8)',
      'SHOW GRANTS',
      'DESCRIBE people',
      'TRUNCATE TABLE people',
      'USE system',
      'SELECT $$a$$',
      "SELECT 'a\\'; DROP TABLE people; -- '; DROP TABLE people",
      "BACKUP TABLE people TO File('x')",
      'GRANT ALL ON *.* TO x',
      'EXPLAIN SELECT 1',
      "SELECT hasColumnInTable('10.0.0.1', 'u', 'p', 'db', 't', 'c')",
      "SELECT HASCOLUMNINTABLE('default', 'people', 'id')",
      "SELECT logTrace('forged')",
      "SELECT * FROM people, hive('thrift://example.com', 'd', 't', 'c String', 'c')",
      "SELECT 1 WHERE 'x' IN file('/etc/passwd', 'LineAsString', 'a String')",
      "SELECT 1 WHERE 'x' IN url('http://example.com', 'CSV', 'a String')",
      'WITH 1 AS a SELECT a SETTINGS max_execution_time = 0',
      'SELECT * FROM (SELECT 1 SETTINGS readonly = 0)',
      'SELECT 1 settings\nreadonly=2',
      'SELECT 1 FORMAT CSV',
      'SELECT 1 -- \r, file(1)',
      "SELECT 1 /* /* */ , file('/etc/passwd') */",
      'SELECT 1; DROP TABLE people',
      "SELECT `a\\`, file('/etc/passwd'), `b`",
      "INSERT INTO FUNCTION file('x') SELECT 1",
      'SHOW CREATE USER default',
      'WATCH people',
      'CHECK TABLE people',
      "SELECT * FROM people INTO OUTFILE 'x' TRUNCATE",
      'UNDROP TABLE people',
      'MOVE USER a TO b',
      'SET ROLE x',
      'CREATE FUNCTION f AS (x) -> x',
      "SELECT * FROM executablePool('x')",
    ],
    restart: async () => line.cut(),
    activity: (marker) => server.running(marker),
    cleanUp: async () => undefined,
  }));

  grainSuite('clickhouse', {
    open: async () => {
      const engine = open();
      return { engine, close: engine.close };
    },
    rows: unitedMomentRows((text) => `toDateTime64(${text}, 3, 'UTC')`),
    type: "DateTime64(3, 'UTC')",
    series:
      'SELECT if(a = 1, NULL, toString(a)) AS s, b FROM (SELECT ' +
      'arrayJoin([(1, 50), (1, 50), (2, 30), (3, 20), (4, 1)]) AS pair, pair.1 AS a, pair.2 AS b)',
  });

  const first = async (text: string, ...values: readonly (string | number | bigint | boolean)[]) => {
    const engine = open();
    try {
      const { table } = await engine.run(
        { text, parameters: values.map((value) => ({ kind: 'value', value }) as const), written: [] },
        { signal: new AbortController().signal, timeoutMs: 10_000, maxRows: 10 },
      );
      return [...table.columns.values()].map((column) => cellAt(column, 0));
    } finally {
      await engine.close();
    }
  };

  test('parameters and nested values keep what they hold', async () => {
    expect(await first('SELECT {p1:String} AS a, {p2:Int64} AS b', "a\\' -- \n\t\\n?é", 9007199254740993n)).toEqual([
      "a\\' -- \n\t\\n?é",
      9007199254740993n,
    ]);
    expect(
      await first(
        "SELECT [toInt64(9007199254740993), 2] AS list, map('a', toDateTime('2024-01-01 10:00:00', " +
          "'Asia/Tokyo')) AS m, CAST((1, 'x'), 'Tuple(a Int32, b String)') AS rec, (1, NULL) AS pair, inf AS " +
          'i, nan AS n',
      ),
    ).toEqual([[9007199254740993n, 2], { a: '2024-01-01T01:00:00Z' }, { a: 1, b: 'x' }, [1, null], Infinity, null]);
  });

  connectionSteps(
    (change, more) => drivers.clickhouse.open({ ...connectionTo(server.port, change), ...more }, context),
    [
      refusesPlain,
      [
        'a wrong password',
        {},
        { ok: false, step: 'login', failure: 'connection_access_denied' },
        { secrets: { password: 'wrong' } },
      ],
      [
        'a user that is not there',
        { username: 'stranger' },
        { ok: false, step: 'login', failure: 'connection_access_denied' },
      ],
      [
        'a database that is not there',
        { database: 'absent' },
        { ok: false, step: 'rights', failure: 'connection_unknown_database' },
      ],
    ],
  );

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
    expect(await filterOnNewest(engine, 'months', 'ds')).toMatchObject({ kind: 'newest' });
    const signal = new AbortController().signal;
    expect(
      await engine.newestPartition?.({ catalog: null, schema: null, table: 'logs' }, { ds: '2024-01-01' }, signal),
    ).toEqual([
      { column: 'ds', value: '2024-01-01' },
      { column: 'hour', value: '23' },
    ]);
    expect(await engine.newestPartition?.({ catalog: null, schema: null, table: 'visits' }, {}, signal)).toEqual([
      { column: 'ds', value: '2024-03-09' },
    ]);
    await expect(
      engine.newestPartition?.({ catalog: null, schema: null, table: 'logs' }, { absent: 'x' }, signal),
    ).rejects.toThrow(/absent/);
    await engine.close();
  });

  test('writing is refused by the database too, and comments come with the columns', async () => {
    const engine = open();
    const details = await engine.details(
      { catalog: null, schema: 'default', table: 'orders' },
      new AbortController().signal,
    );
    await engine.close();
    expect(details).toMatchObject({
      comment: 'what was ordered',
      primaryKey: ['id'],
      columns: [{ name: 'id', type: 'Int64', nullable: false, comment: 'number' }, { nullable: true }, {}, {}],
    });
    const { ask, readSettings } = await import('./clickhouse/request.ts');
    const { createHttpClient } = await import('./http/client.ts');
    const client = createHttpClient(connectionTo(server.port), context, 8443);
    const query = { text: "INSERT INTO people VALUES (9, 'x')", parameters: [], written: [] };
    const headers = { 'x-clickhouse-user': 'tester', 'x-clickhouse-key': '', 'x-clickhouse-database': 'default' };
    await expect(
      ask(client, headers, query.text, readSettings(query, { id: 'x', timeoutMs: 20_000, maxRows: 1 })),
    ).rejects.toThrow(/readonly/);
    client.close();
  });
});
