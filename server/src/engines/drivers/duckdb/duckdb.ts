import { msg } from '@tessera/core/messages';
import { join } from 'node:path';
import { resolveDataFile } from '../data-file.ts';
import { field, textOf, type Connection, type Driver, type EngineContext } from '../driver.ts';
import { fileEngine } from '../file-engine.ts';
import type { Engine, TableRef } from '../../engine.ts';
import type { CopiedTable } from '../../extracts/protocol.ts';
import { createHost, type ProcessHost } from '../../process/host.ts';
import { fileOfTable, stateOfFolder, UPLOADS_PATH } from '../../uploads/folder.ts';
import { duckdbCatalog } from './catalog.ts';

export type DuckdbProcessSettings = {
  /** A database file, or the folder of those with a table each, which are opened as one. */
  readonly file: string;
  readonly isFolder?: boolean;
  /** An extract: it is open beside a database in memory, in which what is made of it may stand. */
  readonly isExtract?: boolean;
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
  open: (connection, context) => ({
    ...fileEngine({
      dialect: 'duckdb',
      defaultSchema: 'main',
      openHost: () => openHost(connection, context),
      introspect: duckdbCatalog,
    }),
    copyOf: (table) => copyOf(connection, context, table),
  }),
};

/** The file of an extract, whose path is made here. */
export function openExtract(name: string, file: string, context: EngineContext): { engine: Engine; host: ProcessHost } {
  const host = hostOf({ name, parameters: {}, secrets: {}, anyHost: false }, context, { file, isExtract: true });
  const engine = fileEngine({
    dialect: 'duckdb',
    defaultSchema: 'main',
    openHost: async () => host,
    introspect: duckdbCatalog,
  });
  return { engine, host };
}

async function copyOf(connection: Connection, context: EngineContext, table: TableRef): Promise<CopiedTable> {
  const path = textOf(connection, 'path');
  const { uploads: folder } = context;
  const file =
    path === UPLOADS_PATH && folder !== undefined
      ? fileOfTable(folder, table.table)
      : await resolveDataFile(path, kind, context);
  return { file, schema: table.schema ?? 'main', table: table.table };
}

async function openHost(connection: Connection, context: EngineContext): Promise<ProcessHost> {
  const path = textOf(connection, 'path');
  const { uploads: folder } = context;
  if (path !== UPLOADS_PATH || folder === undefined)
    return hostOf(connection, context, { file: await resolveDataFile(path, kind, context) });
  return followingFolder(folder, hostOf(connection, context, { file: folder, isFolder: true }));
}

/** A host whose processes are renewed when a table has come, gone or been replaced. */
function followingFolder(folder: string, host: ProcessHost): ProcessHost {
  let known: string | null = null;
  const follow = async (): Promise<void> => {
    const state = await stateOfFolder(folder);
    if (known !== null && known !== state) host.retire();
    known = state;
  };
  return {
    ...host,
    stream: async function* (query, options) {
      await follow();
      yield* host.stream(query, options);
    },
    describe: async (sql, signal) => {
      await follow();
      return host.describe(sql, signal);
    },
    read: async (written, signal) => {
      await follow();
      return host.read(written, signal);
    },
    start: async () => {
      await follow();
      return host.start();
    },
  };
}

function hostOf(
  connection: Connection,
  context: EngineContext,
  from: Pick<DuckdbProcessSettings, 'file' | 'isFolder' | 'isExtract'>,
): ProcessHost {
  return createHost<DuckdbProcessSettings>({
    name: connection.name,
    dialect: 'duckdb',
    script: join(context.processFolder, 'duckdb-process.mjs'),
    settings: {
      ...from,
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
