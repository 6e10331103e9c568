import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppError } from '@tessera/core/errors/app-error';
import { codeOf } from '../../testing/code-of.ts';
import { connectionSteps, refusesPlain } from '../../testing/connection-steps.ts';
import { engineSuite, setupStatements, type EngineCase } from '../../testing/suites/engine-suite.ts';
import { grainSuite, unitedMomentRows } from '../../testing/suites/grain-suite.ts';
import {
  findMariadb,
  findMysql,
  startMariadb,
  startMysql,
  type TestMysqlServer,
} from '../../testing/engines/mysql-servers.ts';
import { freeze, thaw } from '../../testing/processes/server-process.ts';
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
  parameters: { host: '127.0.0.1', port, database: 'test', username: 'tester', sslmode: 'disable', ...change },
  secrets: {},
  anyHost: true,
});
const options = { signal: new AbortController().signal, timeoutMs: 20_000, maxRows: 10 };

if (findMariadb() === null && process.env['CI'])
  throw new Error('MariaDB is an engine that the product claims to support: install the package mariadb-server-core.');

/** A million numbers; MariaDB has an engine for them. */
const DIGITS =
  'SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT ' +
  '5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9';
const counted = [
  'CREATE TABLE digits (d INT)',
  `INSERT INTO digits ${DIGITS}`,
  'CREATE TABLE counted (i INT PRIMARY KEY)',
  'INSERT INTO counted SELECT a.d + 10 * b.d + 100 * c.d + 1000 * d.d + 10000 * e.d + 100000 * f.d FROM digits ' +
    'a, digits b, digits c, digits d, digits e, digits f',
];

/** Where the two differ. */
const servers = [
  {
    name: 'MariaDB',
    isHere: findMariadb() !== null,
    start: startMariadb,
    makesCertificates: false,
    setup: [],
    numbers: (n: number) => `SELECT seq AS i FROM seq_0_to_${n - 1}`,
    endless: 'SELECT COUNT(*) FROM seq_1_to_1000000 a, seq_1_to_1000000 b WHERE a.seq * b.seq % 7 = 3',
  },
  // MariaDB stands in for it where it cannot be had; scripts/test.mjs says so.
  ...(findMysql() === null
    ? []
    : [
        {
          name: 'MySQL',
          isHere: true,
          start: startMysql,
          makesCertificates: true,
          setup: counted,
          numbers: (n: number) => `SELECT i FROM counted WHERE i < ${n}`,
          endless: 'SELECT COUNT(*) FROM counted a, counted b WHERE a.i * b.i % 7 = 3',
        },
      ]),
];

for (const { name, isHere, start, makesCertificates, setup, numbers, endless } of servers)
  describe.skipIf(!isHere)(name, () => {
    let server: TestMysqlServer;
    beforeAll(async () => {
      server = await start();
      await server.query(
        'USE test',
        "SET SESSION sql_mode = 'ANSI_QUOTES'",
        ...setupStatements({
          text: 'VARCHAR(100)',
          integer: 'BIGINT',
          decimal: 'DECIMAL(10,2)',
          timestamp: 'DATETIME',
        }),
      );
      await server.query(
        'USE test',
        "CREATE TABLE noted (a INT COMMENT 'first', b VARCHAR(5)) COMMENT 'with notes'",
        'CREATE TABLE singles (f FLOAT, d DOUBLE)',
        'INSERT INTO singles VALUES (0.1, 1.5)',
        ...setup,
      );
      await server.query(
        'USE test',
        'CREATE TABLE visits (ds DATE, n INT) PARTITION BY RANGE COLUMNS (ds, n) SUBPARTITION BY HASH ' +
          "(YEAR(ds)) SUBPARTITIONS 2 (PARTITION p0 VALUES LESS THAN ('2024-02-01', 5), PARTITION p1 VALUES " +
          'LESS THAN (MAXVALUE, MAXVALUE))',
        'CREATE TABLE shares (id INT PRIMARY KEY) PARTITION BY KEY (id) PARTITIONS 3',
      );
    });
    afterAll(() => server.stop());

    engineSuite('mysql', async (): Promise<EngineCase> => {
      const open = () => drivers.mysql.open(connectionTo(server.port), context);
      return {
        engine: open(),
        open,
        endless,
        numbers,
        heavy: (n) => `SELECT i, REPEAT('x', 8000000) AS t FROM (${numbers(n)}) AS s`,
        heavyMb: 8,
        placeholder: () => '?',
        catalogs: [],
        partitioned: { visits: ['ds', 'n', 'year(`ds`)'], shares: ['id'] },
        typed: {
          sql: `SELECT * FROM (
          SELECT 9007199254740993 AS big, CAST(18446744073709551615 AS UNSIGNED) AS huge, 42 AS small,
          CAST('12345678901234567890.123' AS DECIMAL(30,3)) AS exact, CAST(1.25 AS DECIMAL(10,2)) AS dec_, (SELECT d
          FROM singles) AS dbl, (SELECT f FROM singles) AS flt,
            'é😀' AS txt, DATE '2024-02-29' AS d, CAST('1969-12-31 23:59:59.999250' AS DATETIME(6)) AS ts,
            CAST('-25:00:01' AS TIME) AS tm,
            JSON_EXTRACT('{"a": 12345678901234567890}', '$') AS doc, CAST('x' AS BINARY) AS bin, b'101'
            + 0 AS bits, YEAR('2024-01-01') AS y
          UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) AS
          t ORDER BY small IS NULL`,
          want: {
            big: ['numeric', 9007199254740993n],
            huge: ['numeric', 18446744073709551615n],
            small: ['numeric', 42],
            exact: ['numeric', '12345678901234567890.123'],
            dec_: ['numeric', 1.25],
            dbl: ['numeric', 1.5],
            flt: ['numeric', 0.1],
            txt: ['string', 'é😀'],
            d: ['temporal', Date.UTC(2024, 1, 29)],
            ts: ['temporal', -0.75],
            tm: ['string', '-25:00:01'],
            doc: ['string', '{"a": 12345678901234567890}'],
            bin: ['string', '\\x78'],
            bits: ['numeric', 5],
            y: ['numeric', 2024],
          },
        },
        closed: [
          `SELECT LOAD_FILE('/etc/passwd')`,
          "SELECT `LOAD_FILE`('/etc/passwd')",
          "SELECT load_file/**/('/etc/passwd')",
          'SELECT SLEEP(1)',
          "SELECT BENCHMARK(1000000000, MD5('x'))",
          "SELECT GET_LOCK('a', 1)",
          "SELECT 1 INTO OUTFILE '/var/tmp/x'",
          "SELECT 1 INTO DUMPFILE '/var/tmp/x'",
          'SELECT 1 INTO @x',
          'SELECT @x := 1',
          'SELECT @@secure_file_priv',
          '/*!50000 DELETE FROM people */',
          "SELECT 1 /*!50000 INTO OUTFILE '/var/tmp/x' */",
          'SELECT 1 /*M!100000 + 1 */',
          'SELECT /*+ SET_VAR(sql_mode = "ANSI_QUOTES") */ 1',
          'SELECT * FROM people FOR UPDATE',
          'SELECT * FROM people LOCK IN SHARE MODE',
          'SELECT * FROM mysql.user',
          'SELECT * FROM `mysql`.`user`',
          'SELECT * FROM performance_schema.threads',
          "LOAD DATA INFILE '/etc/passwd' INTO TABLE people",
          "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE people",
          'SET SESSION sql_mode = 1',
          'SET @x = 1',
          'CALL x()',
          'USE mysql',
          'HANDLER people OPEN',
          'DO SLEEP(1)',
          "REPLACE INTO people VALUES (1, 'x')",
          'WITH a AS (SELECT 1) UPDATE people SET name = 1',
          'CREATE TEMPORARY TABLE t (a INT)',
          'TRUNCATE people',
          'LOCK TABLES people WRITE',
          'SHOW GRANTS',
          'BEGIN',
          'COMMIT',
          "XA START 'a'",
          "PREPARE a FROM 'SELECT 1'",
          'EXPLAIN ANALYZE SELECT 1',
          'SELECT 1; DROP TABLE people',
          "SELECT 'a\\''; DROP TABLE people; -- '",
          'SELECT "a\\""; DROP TABLE people; -- "',
          'SELECT 1 --1; DROP TABLE people',
          "SELECT 1 # it's\n; DROP TABLE people -- '",
          "SELECT 1 # /*\n INTO OUTFILE '/var/tmp/x' # */",
          'SELECT 1 # \r INTO @x',
          "SELECT 1 /* # */ INTO OUTFILE '/var/tmp/x'",
          '/*!SELECT*/ 1',
          'SELECT/*!99999 1*/ 1',
          'SELECT 1 /*!*/',
          "SELECT 1 /* /*! */ INTO OUTFILE 'x' */",
          'SET STATEMENT max_statement_time = 0 FOR SELECT 1',
          "SELECT test.load_file('/etc/passwd')",
          'SELECT `sys` . version FROM x',
          'SELECT NEXT VALUE FOR people',
          "INSTALL PLUGIN x SONAME 'y'",
          "INSTALL SONAME 'y'",
          'FLUSH TABLES',
          'RESET MASTER',
          'CHANGE MASTER TO master_host = 1',
          'KILL 1',
          'SHUTDOWN',
          "PURGE BINARY LOGS TO 'x'",
          "BINLOG 'x'",
          'CHECKSUM TABLE people',
          'SELECT 1 FROM people PROCEDURE ANALYSE()',
          "TABLE people INTO OUTFILE 'x'",
          'VALUES (1) INTO @x',
          "EXECUTE IMMEDIATE 'SELECT 1'",
          'SELECT 1 LIMIT 1 INTO @x',
          "SIGNAL SQLSTATE '45000'",
          'SELECT * FROM information_schema.processlist',
          'SELECT * FROM `INFORMATION_SCHEMA`.`PROCESSLIST`',
          "SELECT 'a\\'; DROP TABLE people; -- '; DROP TABLE people",
        ],
        restart: async () => {
          const running = await server.query("SELECT id FROM information_schema.processlist WHERE user = 'tester'");
          for (const row of running) await server.query(`KILL CONNECTION ${Number(row['id'])}`).catch(() => []);
        },
        activity: async (marker) =>
          (
            await server.query(
              `SELECT 1 FROM information_schema.processlist WHERE user = 'tester' AND command <> 'Sleep' AND ` +
                `info LIKE '%${marker.slice(0, 40)}%'`,
            )
          ).length,
        cleanUp: async () => undefined,
      };
    });

    grainSuite('mysql', {
      open: async () => {
        const engine = drivers.mysql.open(connectionTo(server.port), context);
        return { engine, close: engine.close };
      },
      rows: unitedMomentRows((text) => `CAST(${text} AS DATETIME(3))`),
      type: 'DATETIME(3)',
      series:
        "SELECT NULLIF(CAST(a AS CHAR(5)), '1') AS s, b FROM (SELECT 1 AS a, 50 AS b UNION ALL SELECT 1, 50 " +
        'UNION ALL SELECT 2, 30 UNION ALL SELECT 3, 20 UNION ALL SELECT 4, 1) AS v',
    });

    const value = async (text: string, ...values: readonly (string | number | bigint)[]) => {
      const engine = drivers.mysql.open(connectionTo(server.port), context);
      try {
        const { table } = await engine.run(
          { text, parameters: values.map((one) => ({ kind: 'value', value: one }) as const), written: [] },
          options,
        );
        return [...table.columns.values()][0]?.values[0] ?? null;
      } finally {
        await engine.close();
      }
    };
    connectionSteps(
      (change, more) => drivers.mysql.open({ ...connectionTo(server.port, change), ...more }, context),
      [
        makesCertificates
          ? ['encryption by a certificate of its own making', { sslmode: 'require' }, { ok: true }]
          : refusesPlain,
        [
          'a certificate that nobody vouches for',
          { sslmode: 'verify-ca' },
          { ok: false, step: 'tls', failure: 'connection_tls' },
        ],
        ['encryption when it is offered', { sslmode: 'prefer' }, { ok: true }],
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
          'a database that is not there, to who may see one alone',
          { database: 'absent' },
          { ok: false, step: 'rights', failure: 'connection_permissions' },
        ],
        [
          'a database of the server itself',
          { database: 'mysql' },
          { ok: false, step: 'rights', failure: 'connection_permissions' },
        ],
      ],
    );

    test('[8.6-01] a database that is not there is reported to who may see all', async () => {
      await server.query("CREATE USER seer@'127.0.0.1'", "GRANT SELECT ON *.* TO seer@'127.0.0.1'");
      const tested = async (change: Connection['parameters']) => {
        const engine = drivers.mysql.open(connectionTo(server.port, { username: 'seer', ...change }), context);
        const result = await engine.test();
        await engine.close();
        return result;
      };
      expect(await tested({ database: 'absent' })).toMatchObject({
        ok: false,
        step: 'rights',
        failure: 'connection_unknown_database',
        reason: expect.stringContaining('no such database'),
      });
      await server.query('SET GLOBAL require_secure_transport = ON');
      // MariaDB does not tell it from a wrong password.
      const refused = makesCertificates
        ? { step: 'tls', failure: 'connection_tls' }
        : { step: 'login', failure: 'connection_access_denied' };
      expect(await tested({})).toMatchObject({
        ok: false,
        ...refused,
        reason: expect.stringMatching(/encrypted connection/),
      });
      await server.query('SET GLOBAL require_secure_transport = OFF');
      expect(await tested({})).toEqual({ ok: true });
    });

    test('a password is checked in the way of the server, over either kind of connection', async () => {
      await server.query(
        "CREATE USER secret@'127.0.0.1' IDENTIFIED BY 'pass wört \\'1'",
        "GRANT SELECT ON test.* TO secret@'127.0.0.1'",
      );
      const signIn = async (sslmode: string, password: string) => {
        const engine = drivers.mysql.open(
          { ...connectionTo(server.port, { username: 'secret', sslmode }), secrets: { password } },
          context,
        );
        const result = await engine.test();
        await engine.close();
        return result;
      };
      // The second time the server may know it without asking for all of it.
      for (const sslmode of ['disable', 'prefer', 'disable']) {
        expect([sslmode, await signIn(sslmode, "pass wört '1")]).toEqual([sslmode, { ok: true }]);
        expect(await signIn(sslmode, 'wrong')).toMatchObject({
          ok: false,
          step: 'login',
          failure: 'connection_access_denied',
        });
      }
      expect(await signIn('disable', '')).toMatchObject({ ok: false, step: 'login' });
    });

    test('a comment that a hash begins ends with its line, and a hash in a text begins none', async () => {
      expect(await value("SELECT 1 # it's; none (\n + 1")).toBe(2);
      expect(await value("SELECT '# 1' # 2")).toBe('# 1');
    });

    test('parameters keep their value: backslashes, quotes, big integers', async () => {
      expect(await value('SELECT ?', "a\\' -- \n\u0000é")).toBe("a\\' -- \n\u0000é");
      expect(await value('SELECT CAST(? AS SIGNED)', 9007199254740993n)).toBe(9007199254740993n);
      expect(await value('SELECT CAST(18446744073709551615 AS UNSIGNED)')).toBe(18446744073709551615n);
    });

    test('a zone that the server does not know is an error and never null', async () => {
      const hasZones =
        (await server.query("SELECT CONVERT_TZ('2024-01-01', '+00:00', 'Europe/Paris') AS z"))[0]?.['z'] !== null;
      const asked = value("SELECT CONVERT_TZ('2024-01-01 00:00:00', '+00:00', 'Europe/Paris')").catch(
        (error: AppError) => error.code,
      );
      expect(await asked).toBe(hasZones ? Date.UTC(2024, 0, 1, 1) : 'database_error');
    });

    test('writing is refused by the database too, whatever the analysis says', async () => {
      const client = await import('./mysql/connect.ts');
      const session = await client.connect(connectionTo(server.port), context);
      await expect(client.command(session.connection, "INSERT INTO people VALUES (9, 'x')")).rejects.toThrow(
        'READ ONLY',
      );
      await expect(
        client.command(session.connection, "LOAD DATA LOCAL INFILE '/etc/hostname' INTO TABLE people"),
      ).rejects.toThrow(/not allowed|streamFactory|disabled|READ ONLY/);
      session.socket.destroy();
    });

    test('comments and types come with the columns', async () => {
      const engine = drivers.mysql.open(connectionTo(server.port), context);
      const details = await engine.details({ catalog: null, schema: 'test', table: 'noted' }, options.signal);
      await engine.close();
      expect(details).toMatchObject({
        comment: 'with notes',
        columns: [
          { name: 'a', type: 'INT(11)', comment: 'first' },
          { name: 'b', type: 'VARCHAR(5)', comment: null },
        ],
      });
    });

    test('[reliability] a server that accepts and never answers is given up at the time set', async () => {
      const engine = drivers.mysql.open(connectionTo(server.port), context);
      await engine.run({ text: 'SELECT 1', parameters: [], written: [] }, options);
      await freeze([server.pid]);
      const code = await codeOf(
        engine.run({ text: 'SELECT 2', parameters: [], written: [] }, { ...options, timeoutMs: 1000 }),
      );
      thaw([server.pid]);
      expect(code).toBe('query_timeout');
      await engine.close();
    });
  });
