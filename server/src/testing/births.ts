import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import Database from 'libsql';
import { Client } from 'pg';
import type { ResolvedDataset } from '../chart-data/dataset.ts';
import { drivers } from '../engines/drivers.ts';
import type { Engine } from '../engines/engine.ts';
import { startPostgres } from './databases.ts';
import { processFolder } from './process-folder.ts';

/** Baby names, 1965 to 1994: boys and girls in two states, a null and a few hostile texts among the names. */
const rowsSql = (ds: string, sequence: string) => `
  SELECT ${ds} AS ds, CASE g.i WHEN 0 THEN 'boy' ELSE 'girl' END AS gender,
    CASE (y.i * 2 + g.i) % 5 WHEN 0 THEN 'Aaron' WHEN 1 THEN 'Amy' WHEN 2 THEN 'O''Brien' WHEN 3 THEN '=1+1' ELSE NULL END AS name,
    (y.i + 1) * 100 + g.i * 7 + s.i AS num, CASE s.i WHEN 0 THEN 'CA' ELSE 'other' END AS state,
    CASE g.i WHEN 0 THEN (y.i + 1) * 100 ELSE 0 END AS num_boys, 9007199254740993 AS big, g.i = 0 AS is_boy
  FROM (${sequence}) y CROSS JOIN (SELECT 0 AS i UNION ALL SELECT 1) g CROSS JOIN (SELECT 0 AS i UNION ALL SELECT 1) s`;

export const YEARS = 30;

export type Births = { readonly dataset: ResolvedDataset; readonly engine: Engine; readonly close: () => Promise<void> };

export type BirthsKind = 'duckdb' | 'sqlite' | 'postgresql';

/** The table `birth_names` in a real database of its own, its engine, and its dataset. */
export async function buildBirths(kind: BirthsKind): Promise<Births> {
  return kind === 'postgresql' ? buildOnServer() : buildInFile(kind);
}

async function buildOnServer(): Promise<Births> {
  const server = await startPostgres();
  const url = new URL(await server.createDatabase());
  const client = new Client({ host: server.host, port: server.port, user: server.user, database: url.pathname.slice(1) });
  await client.connect();
  await client.query('CREATE SCHEMA main');
  await client.query('CREATE TABLE main.birth_names (ds timestamp, gender varchar(16), name varchar(255), num bigint, state varchar(10), num_boys integer, big bigint, is_boy boolean)');
  await client.query(`INSERT INTO main.birth_names ${rowsSql("TIMESTAMP '1965-01-01' + y.i * INTERVAL '1 year'", `SELECT * FROM generate_series(0, ${YEARS - 1}) AS n(i)`)}`);
  await client.query('CREATE TABLE main.secret AS SELECT 42 AS answer');
  await client.end();
  const base = mkdtempSync(join(tmpdir(), 'tessera-births-'));
  const engine = drivers.postgresql.open(
    { name: 'births', parameters: { host: server.host, port: server.port, database: url.pathname.slice(1), username: server.user, sslmode: 'disable' }, secrets: {}, anyHost: true },
    { processFolder: base, dataFolders: [], temporary: base, metadata: { kind: 'sqlite', file: join(base, 'metadata.db') }, allowedHosts: [], memoryMb: 64, idleMs: 60_000 },
  );
  return {
    dataset: birthsDataset('postgresql'),
    engine,
    close: async () => {
      await engine.close();
      await server.stop();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

async function buildInFile(kind: 'duckdb' | 'sqlite'): Promise<Births> {
  const base = mkdtempSync(join(tmpdir(), 'tessera-births-'));
  const data = join(base, 'data');
  mkdirSync(data);
  const file = join(data, `births.${kind}`);
  await (kind === 'duckdb' ? fillDuckdb(file) : fillSqlite(file));
  const engine = drivers[kind].open(
    { name: 'births', parameters: { path: file }, secrets: {}, anyHost: true },
    { processFolder: await processFolder(), dataFolders: [data], temporary: join(base, 'spill'), metadata: { kind: 'sqlite', file: join(base, 'metadata.db') }, allowedHosts: [], memoryMb: 256, idleMs: 60_000 },
  );
  return {
    dataset: birthsDataset(kind),
    engine,
    close: async () => {
      await engine.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

async function fillDuckdb(file: string): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE birth_names AS ${rowsSql("TIMESTAMP '1965-01-01' + to_years(CAST(y.i AS INTEGER))", `SELECT range AS i FROM range(${YEARS})`)}`);
  await connection.run('CREATE TABLE secret AS SELECT 42 AS answer');
  connection.closeSync();
  instance.closeSync();
}

async function fillSqlite(file: string): Promise<void> {
  const database = new Database(file);
  database.exec('CREATE TABLE birth_names (ds DATETIME, gender VARCHAR(16), name VARCHAR(255), num BIGINT, state VARCHAR(10), num_boys BIGINT, big BIGINT, is_boy BOOLEAN)');
  const sequence = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${YEARS - 1}) SELECT i FROM n`;
  database.exec(`INSERT INTO birth_names ${rowsSql("printf('%d-01-01 00:00:00.000000', 1965 + y.i)", sequence)}`);
  database.exec('CREATE TABLE secret AS SELECT 42 AS answer');
  database.close();
}

function birthsDataset(dialect: BirthsKind): ResolvedDataset {
  const column = (name: string, type: string, kind: ResolvedDataset['columns'][number]['kind'], more: Partial<ResolvedDataset['columns'][number]> = {}) =>
    ({ name, verboseName: null, type, kind, isTemporal: kind === 'temporal', expression: null, timeFormat: null, ...more });
  return {
    id: 17, name: 'birth_names', versionKey: '17.1.1.1', databaseId: 1, databaseName: 'births', databaseVersion: 1, dialect,
    source: { kind: 'table', catalog: null, schema: 'main', table: 'birth_names' },
    columns: [
      column('ds', 'TIMESTAMP', 'temporal'),
      column('gender', 'VARCHAR', 'string'),
      column('name', 'VARCHAR', 'string', { verboseName: 'First name' }),
      column('num', 'BIGINT', 'numeric'),
      column('state', 'VARCHAR', 'string'),
      column('num_boys', 'BIGINT', 'numeric'),
      column('big', 'BIGINT', 'numeric'),
      column('is_boy', 'BOOLEAN', 'boolean'),
      column('num_california', '', 'numeric', { type: null, expression: "CASE WHEN state = 'CA' THEN num ELSE 0 END" }),
    ],
    metrics: [{ name: 'count', verboseName: 'COUNT(*)', expression: 'COUNT(*)' }, { name: 'total', verboseName: null, expression: 'SUM(num)' }],
    mainTimeColumn: 'ds', alwaysFilterMainTime: false, timeZone: null, cacheTimeout: null, databaseCacheTimeout: null, fetchValuesPredicate: null,
  templateParams: {}, ownerIds: [],
  };
}
