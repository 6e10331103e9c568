import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { DatasetColumn, ResolvedDataset } from '../../chart-data/dataset.ts';
import { drivers } from '../../engines/drivers/drivers.ts';
import type { Births } from '../engines/births.ts';
import { startPostgres } from '../engines/databases.ts';
import { writeDuckdb } from '../engines/duckdb-file.ts';
import { builtServer } from '../processes/built-server.ts';
import { writeSqlite } from '../engines/sqlite-file.ts';
import { COLUMNS, tableStatements } from './rows.ts';

export type OracleKind = 'duckdb' | 'sqlite' | 'postgresql';

/** The table of the oracle in a real database, its engine, and its dataset. */
export async function openOracle(kind: OracleKind): Promise<Births> {
  const base = mkdtempSync(join(tmpdir(), 'tessera-oracle-'));
  const { parameters, stop } = await fill(kind, base);
  const engine = drivers[kind].open(
    { name: 'oracle', parameters, secrets: {}, anyHost: true },
    {
      processFolder: builtServer,
      dataFolders: [base],
      temporary: join(base, 'spill'),
      metadata: { kind: 'sqlite', file: join(base, 'metadata.db') },
      allowedHosts: [],
      memoryMb: 256,
      idleMs: 60_000,
    },
  );
  const dialect = dialectOf(engine.dialect);
  const { columns } = await engine.details(
    { catalog: null, schema: engine.defaultSchema, table: 'oracle' },
    new AbortController().signal,
  );
  const known = columns.map(({ name, type }): DatasetColumn => ({
    name,
    verboseName: null,
    type,
    kind: dialect.kindOf(type),
    isTemporal: dialect.kindOf(type) === 'temporal',
    expression: null,
    timeFormat: null,
  }));
  const dataset: ResolvedDataset = {
    id: 17,
    name: 'oracle',
    versionKey: '17.1.1.1',
    databaseId: 1,
    databaseName: 'oracle',
    databaseVersion: 1,
    dialect: engine.dialect,
    source: { kind: 'table', catalog: null, schema: engine.defaultSchema, table: 'oracle' },
    columns: COLUMNS.flatMap(([name]) => known.find((column) => column.name === name) ?? []),
    metrics: [{ name: 'count', verboseName: null, expression: 'COUNT(*)', additivity: 'additive' }],
    mainTimeColumn: 'ts',
    alwaysFilterMainTime: false,
    timeZone: null,
    cacheTimeout: null,
    databaseCacheTimeout: null,
    fetchValuesPredicate: null,
    templateParams: {},
    ownerIds: [],
    extract: null,
  };
  return {
    dataset,
    engine,
    close: async () => {
      await engine.close();
      await stop();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

async function fill(kind: OracleKind, base: string) {
  const file = join(base, `oracle.${kind}`);
  const done = async () => undefined;
  if (kind === 'duckdb') {
    await writeDuckdb(file, ...tableStatements('oracle', (iso) => iso.slice(0, 23).replace('T', ' ')));
    return { parameters: { path: file }, stop: done };
  }
  if (kind === 'sqlite') {
    // As pandas and SQLAlchemy write times.
    writeSqlite(file, ...tableStatements('oracle', (iso) => `${iso.slice(0, 23).replace('T', ' ')}000`));
    return { parameters: { path: file }, stop: done };
  }
  const server = await startPostgres();
  const address = await server.createDatabase();
  for (const statement of tableStatements('oracle', (iso) => iso.slice(0, 23).replace('T', ' ')))
    await server.run(address, statement);
  return {
    parameters: {
      host: server.host,
      port: server.port,
      database: new URL(address).pathname.slice(1),
      username: server.user,
      sslmode: 'disable',
    },
    stop: server.stop,
  };
}
