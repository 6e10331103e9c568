import { msg } from '@tessera/core/messages';
import { join } from 'node:path';
import { resolveDataFile } from '../data-file.ts';
import { field, textOf, type Connection, type Driver, type EngineContext } from '../driver.ts';
import { fileEngine } from '../file-engine.ts';
import { createHost, type ProcessHost } from '../../process/host.ts';
import { stateOfFolder, UPLOADS_PATH } from '../../uploads/folder.ts';
import { duckdbCatalog } from './catalog.ts';

export type DuckdbProcessSettings = {
  /** A database file, or the folder of those with a table each, which are opened as one. */
  readonly file: string;
  readonly isFolder?: boolean;
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
  from: Pick<DuckdbProcessSettings, 'file' | 'isFolder'>,
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
