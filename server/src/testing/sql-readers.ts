import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { EngineContext } from '../engines/drivers/driver.ts';
import { driverOf } from '../engines/drivers/drivers.ts';
import type { Engine } from '../engines/engine.ts';
import { createSqlParsers, type SqlParsers } from '../engines/verify/parsers.ts';
import { startClickhouse } from './engines/clickhouse.ts';
import { writeDuckdb } from './engines/duckdb-file.ts';
import { builtServer } from './processes/built-server.ts';
import { writeSqlite } from './engines/sqlite-file.ts';

export type SqlReaders = {
  readonly parsers: () => SqlParsers;
  readonly context: () => EngineContext;
  /**
   * The engine of a dialect: a real one where it is its own parser; for the others, which libraries read, a name is
   * enough.
   */
  readonly engineOf: (dialect: string) => Promise<Engine>;
};

/** Whatever reads SQL in this product, for the tests of one file. */
export function sqlReaders(tables: readonly string[], clickhouseTables: readonly string[]): SqlReaders {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-reading-'));
  const closing: (() => Promise<void>)[] = [];
  let context: EngineContext | null = null;
  let parsers: SqlParsers | null = null;
  const connection = (parameters: Readonly<Record<string, string | number | boolean>>) => ({
    name: 'Read',
    parameters,
    secrets: {},
    anyHost: true,
  });

  const openers: Readonly<Record<string, () => Promise<Readonly<Record<string, string | number | boolean>>>>> = {
    duckdb: async () => {
      await writeDuckdb(join(folder, 'read.duckdb'), ...tables);
      return { path: 'read.duckdb' };
    },
    sqlite: async () => {
      writeSqlite(join(folder, 'read.db'), ...tables);
      return { path: 'read.db' };
    },
    clickhouse: async () => {
      const server = await startClickhouse([...clickhouseTables]);
      closing.push(server.stop);
      return { host: '127.0.0.1', port: server.port, username: 'tester', database: 'default', sslmode: 'disable' };
    },
  };

  beforeAll(async () => {
    const processes = builtServer;
    context = {
      processFolder: processes,
      dataFolders: [folder],
      temporary: join(folder, 'spill'),
      metadata: { kind: 'sqlite', file: join(folder, 'none.db') },
      allowedHosts: [],
      memoryMb: 256,
      idleMs: 60_000,
    };
    // A parser that has not seen much yet is slow, and on a busy machine slower than a query may wait; here it is asked
    // what it reads, not how fast.
    parsers = createSqlParsers(join(processes, 'sql-parser-worker.mjs'), 60_000);
  });
  afterAll(async () => {
    for (const close of closing) await close();
    await parsers?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    parsers: () => begun(parsers),
    context: () => begun(context),
    engineOf: async (dialect) => {
      const open = openers[dialect];
      if (!open) return { dialect } as Engine;
      const engine = driverOf(dialect)?.open(connection(await open()), begun(context));
      if (!engine) throw new Error(`There is no driver for ${dialect}.`);
      closing.push(async () => engine.close?.());
      return engine;
    },
  };
}

function begun<T>(value: T | null): T {
  if (value === null) throw new Error('Readers are there while tests run, not while they are collected.');
  return value;
}
