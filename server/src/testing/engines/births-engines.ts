import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection, EngineContext } from '../../engines/drivers/driver.ts';
import { findClickhouse, startClickhouse } from './clickhouse.ts';
import { findPostgres, startPostgres } from './databases.ts';
import { writeDuckdb } from './duckdb-file.ts';
import { findMariadb, findMysql, startMariadb, startMysql, type TestMysqlServer } from './mysql-servers.ts';
import { builtServer } from '../processes/built-server.ts';
import { writeSqlite } from './sqlite-file.ts';
import { findTrino, startTrino } from './trino.ts';

export const YEARS = 30;

/** Where a user may make tables: a schema `test`, or the only one there is. */
const DESK = 'CREATE SCHEMA test';

/** A database with the table `main.birth_names`, and how an engine gets to it. */
export type Place = {
  readonly connection: Pick<Connection, 'parameters'>;
  readonly context: Partial<EngineContext>;
  readonly close: () => Promise<void>;
};
type EngineOf = {
  readonly driver: 'duckdb' | 'sqlite' | 'postgresql' | 'mysql' | 'trino' | 'clickhouse';
  readonly isHere: () => boolean;
  readonly fill: () => Promise<Place>;
};

/**
 * Every kind of database that the births can be in. MariaDB and MySQL speak one dialect, and differ in what stands
 * behind it.
 */
export const birthsEngines = {
  duckdb: { driver: 'duckdb', isHere: () => true, fill: () => inFile('duckdb', fillDuckdb) },
  sqlite: { driver: 'sqlite', isHere: () => true, fill: () => inFile('sqlite', fillSqlite) },
  postgresql: { driver: 'postgresql', isHere: () => findPostgres() !== null, fill: inPostgres },
  mariadb: { driver: 'mysql', isHere: () => findMariadb() !== null, fill: () => inMysql(startMariadb) },
  mysql: { driver: 'mysql', isHere: () => findMysql() !== null, fill: () => inMysql(startMysql) },
  clickhouse: { driver: 'clickhouse', isHere: () => findClickhouse() !== null, fill: inClickhouse },
  trino: { driver: 'trino', isHere: () => findTrino() !== null, fill: inTrino },
} as const satisfies Record<string, EngineOf>;

/** Baby names, 1965 to 1994: boys and girls in two states, a null and a few hostile texts among the names. */
const rowsSql = (ds: string, sequence: string) => `
  SELECT ${ds} AS ds, CASE g.i WHEN 0 THEN 'boy' ELSE 'girl' END AS gender,
    CASE (y.i * 2 + g.i) % 5 WHEN 0 THEN 'Aaron' WHEN 1 THEN 'Amy' WHEN 2 THEN 'O''Brien' WHEN 3 THEN '=1+1' ELSE NULL
    END AS name,
    (y.i + 1) * 100 + g.i * 7 + s.i AS num, CASE s.i WHEN 0 THEN 'CA' ELSE 'other' END AS state,
    CASE g.i WHEN 0 THEN (y.i + 1) * 100 ELSE 0 END AS num_boys, 9007199254740993 AS big, g.i = 0 AS is_boy
  FROM (${sequence}) y CROSS JOIN (SELECT 0 AS i UNION ALL SELECT 1) g CROSS JOIN (SELECT 0 AS i UNION ALL SELECT 1) s`;
const RECURSIVE =
  `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${YEARS - 1}) ` + `SELECT i FROM n`;

const onServer = (
  port: number,
  database: string,
  username: string,
  more: Connection['parameters'] = {},
): Place['connection'] => ({
  parameters: { host: '127.0.0.1', port, database, username, sslmode: 'disable', ...more },
});

async function inFile(kind: string, fill: (file: string) => Promise<void>): Promise<Place> {
  const base = mkdtempSync(join(tmpdir(), 'tessera-births-'));
  const data = join(base, 'data');
  mkdirSync(data);
  const file = join(data, `births.${kind}`);
  await fill(file);
  return {
    connection: { parameters: { path: file } },
    context: { processFolder: builtServer, dataFolders: [data], temporary: join(base, 'spill') },
    close: async () => rmSync(base, { recursive: true, force: true }),
  };
}

async function fillDuckdb(file: string): Promise<void> {
  await writeDuckdb(
    file,
    'CREATE TABLE birth_names AS ' +
      `${rowsSql("TIMESTAMP '1965-01-01' + to_years(CAST(y.i AS INTEGER))", `SELECT range AS i FROM range(${YEARS})`)}`,
    'CREATE TABLE secret AS SELECT 42 AS answer',
    DESK,
  );
}

async function fillSqlite(file: string): Promise<void> {
  writeSqlite(
    file,
    'CREATE TABLE birth_names (ds DATETIME, gender VARCHAR(16), name VARCHAR(255), num BIGINT, state ' +
      'VARCHAR(10), num_boys BIGINT, big BIGINT, is_boy BOOLEAN)',
    `INSERT INTO birth_names ${rowsSql("printf('%d-01-01 00:00:00.000000', 1965 + y.i)", RECURSIVE)}`,
    'CREATE TABLE secret AS SELECT 42 AS answer',
  );
}

async function inPostgres(): Promise<Place> {
  const server = await startPostgres();
  const address = await server.createDatabase();
  for (const statement of [
    'CREATE SCHEMA main',
    'CREATE TABLE main.birth_names (ds timestamp, gender varchar(16), name varchar(255), num bigint, state ' +
      'varchar(10), num_boys integer, big bigint, is_boy boolean)',
    'INSERT INTO main.birth_names ' +
      rowsSql(
        "TIMESTAMP '1965-01-01' + y.i * INTERVAL '1 year'",
        `SELECT * FROM generate_series(0, ${YEARS - 1}) AS n(i)`,
      ),
    'CREATE TABLE main.secret AS SELECT 42 AS answer',
    DESK,
  ])
    await server.run(address, statement);
  return {
    connection: onServer(server.port, new URL(address).pathname.slice(1), server.user),
    context: {},
    close: server.stop,
  };
}

async function inMysql(start: () => Promise<TestMysqlServer>): Promise<Place> {
  const server = await start();
  await server.query(
    // Ordered by bytes like the others.
    'CREATE DATABASE main CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
    "GRANT SELECT ON main.* TO tester@'127.0.0.1'",
    'CREATE TABLE main.birth_names (ds DATETIME, gender VARCHAR(16), name VARCHAR(255), num BIGINT, state ' +
      'VARCHAR(10), num_boys INT, big BIGINT, is_boy BOOLEAN)',
    `INSERT INTO main.birth_names ${rowsSql("TIMESTAMP '1965-01-01 00:00:00' + INTERVAL y.i YEAR", RECURSIVE)}`,
    'CREATE TABLE main.secret AS SELECT 42 AS answer',
  );
  return { connection: onServer(server.port, 'main', 'tester'), context: {}, close: server.stop };
}

async function inClickhouse(): Promise<Place> {
  const server = await startClickhouse([
    'CREATE DATABASE main',
    "CREATE TABLE main.birth_names (ds DateTime64(3, 'UTC'), gender LowCardinality(String), name " +
      'Nullable(String), num Int64, state String, num_boys Int32, big Int64, is_boy Bool) ENGINE = MergeTree ' +
      'ORDER BY ds',
    'INSERT INTO main.birth_names ' +
      rowsSql(
        "addYears(toDateTime64('1965-01-01 00:00:00', 3, 'UTC'), y.i)",
        `SELECT toInt64(number) AS i FROM numbers(${YEARS})`,
      ),
    'CREATE TABLE main.secret ENGINE = MergeTree ORDER BY answer AS SELECT 42 AS answer',
    'CREATE DATABASE test',
  ]);
  return { connection: onServer(server.port, 'main', 'tester'), context: {}, close: server.stop };
}

async function inTrino(): Promise<Place> {
  const server = await startTrino();
  for (const statement of [
    'CREATE SCHEMA main',
    'CREATE TABLE main.birth_names (ds timestamp(3), gender varchar(16), name varchar(255), num bigint, state ' +
      'varchar(10), num_boys integer, big bigint, is_boy boolean)',
    'INSERT INTO main.birth_names ' +
      rowsSql(
        "TIMESTAMP '1965-01-01 00:00:00' + y.i * INTERVAL '1' YEAR",
        `SELECT i FROM UNNEST(sequence(0, ${YEARS - 1})) AS n(i)`,
      ),
    'CREATE TABLE main.secret AS SELECT 42 AS answer',
    DESK,
  ])
    await server.query(statement);
  return { connection: onServer(server.port, 'memory', 'tester', { schema: 'main' }), context: {}, close: server.stop };
}
