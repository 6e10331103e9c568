import { msg } from '@tessera/core/messages';
import { join } from 'node:path';
import { resolveDataFile } from '../data-file.ts';
import { field, textOf, type Connection, type Driver, type EngineContext } from '../driver.ts';
import { fileEngine } from '../file-engine.ts';
import { createHost } from '../../process/host.ts';
import { duckdbCatalog } from './catalog.ts';

export type DuckdbProcessSettings = {
  readonly file: string;
  readonly threads: number;
  readonly memoryMb: number;
  readonly temporary: string;
  readonly temporaryMb: number;
};

const kind = { name: 'DuckDB', offset: 8, magic: 'DUCK' } as const;
const THREADS = 2;
/** Queries that one process runs at a time; more only make all of them slower. */
const CONCURRENT = 4;
const TEMPORARY_MB = 4096;

/** DuckDB files, read in one process per file: a second instance of a file would not see the first one's data. */
export const duckdbDriver: Driver = {
  engine: 'duckdb',
  name: 'DuckDB',
  dialect: 'duckdb',
  schemes: ['duckdb'],
  uri: 'file',
  fields: [
    field('path', msg('File'), 'text', {
      required: true,
      target: true,
      placeholder: 'sales.duckdb',
      hint: msg('A DuckDB file in the folder for data files. It is opened for reading only.'),
    }),
  ],
  open: (connection, context) =>
    fileEngine({
      dialect: 'duckdb',
      defaultSchema: 'main',
      openHost: () => openHost(connection, context),
      introspect: duckdbCatalog,
    }),
};

async function openHost(connection: Connection, context: EngineContext) {
  const file = await resolveDataFile(textOf(connection, 'path'), kind, context);
  return createHost<DuckdbProcessSettings>({
    name: connection.name,
    dialect: 'duckdb',
    script: join(context.processFolder, 'duckdb-process.mjs'),
    settings: {
      file,
      threads: THREADS,
      memoryMb: context.memoryMb,
      temporary: context.temporary,
      temporaryMb: TEMPORARY_MB,
    },
    processes: 1,
    perProcess: CONCURRENT,
    idleMs: context.idleMs,
    onDeath: (death) => context.onProcessDeath?.({ ...death, databaseId: context.databaseId ?? null }),
    // Texts of a result are not in the engine's own account.
    dataMb: context.memoryMb * 2 + 1024,
    cancelBy: 'interrupt',
  });
}
