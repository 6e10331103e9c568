import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { msg } from '@tessera/core/messages';
import { join } from 'node:path';
import { resolveDataFile } from '../data-file.ts';
import { field, textOf, type Connection, type Driver, type EngineContext } from '../driver.ts';
import type { CopiedTable, Engine, TableRef } from '../../engine.ts';
import { fileOfTable } from '../../uploads/folder.ts';
import { fileEngine, type WritableHost } from '../file-engine.ts';
import { createFileLock } from '../../process/file-lock.ts';
import { createHost, type ProcessHost } from '../../process/host.ts';
import { withinDeadline } from '../../admission/deadline.ts';
import { stateOfFolder, UPLOADS_PATH } from '../../uploads/folder.ts';
import { duckdbCatalog } from './catalog.ts';

/** A file with one table, and the name of its view. */
export type NamedFile = { readonly name: string; readonly file: string };

export type DuckdbProcessSettings = {
  /** A database file, or the folder of those with a table each, which are opened as one. */
  readonly file: string;
  readonly isFolder?: boolean;
  /** An extract: it is open beside a database in memory, in which what is made of it may stand. */
  readonly isExtract?: boolean;
  /** Files with a table each, under the names that queries give them; `file` is none of them. */
  readonly tables?: readonly NamedFile[];
  /** It is opened for writing, by one process alone. */
  readonly writes?: boolean;
  readonly threads: number;
  readonly memoryMb: number;
  readonly temporary: string;
  readonly temporaryMb: number;
};

type Opening = Pick<DuckdbProcessSettings, 'file' | 'isFolder' | 'isExtract' | 'tables' | 'writes'>;

const kind = { name: 'DuckDB', offset: 8, magic: 'DUCK' } as const;
const THREADS = 2;
/** Queries that one process runs at a time; more only make all of them slower. */
const PLACES = 5;
/** Texts are read and tables listed without a place. */
const CONCURRENT = PLACES + 1;
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
      hint: msg('A DuckDB file in the folder for data files. Queries open it for reading only.'),
    }),
  ],
  open: (connection, context) =>
    fileEngine({
      dialect: 'duckdb',
      defaultSchema: 'main',
      places: PLACES,
      openHost: () => openHost(connection, context),
      writes: textOf(connection, 'path') !== UPLOADS_PATH,
      fileOf: (table) => fileOf(connection, context, table),
      introspect: duckdbCatalog,
    }),
};

/** The file of an extract, whose path is made here. */
export function openExtract(name: string, file: string, context: EngineContext): { engine: Engine; host: ProcessHost } {
  return opened(name, context, { file, isExtract: true });
}

function opened(name: string, context: EngineContext, from: Opening): { engine: Engine; host: ProcessHost } {
  const host = hostOf({ name, parameters: {}, secrets: {}, anyHost: false }, context, from);
  const engine = fileEngine({
    dialect: 'duckdb',
    defaultSchema: 'main',
    places: PLACES,
    openHost: async () => host,
    writes: false,
    introspect: duckdbCatalog,
  });
  return { engine, host };
}

/** Tables of several files beside each other, whose paths are made here. */
export function openTables(
  name: string,
  tables: readonly NamedFile[],
  context: EngineContext,
): { engine: Engine; host: ProcessHost } {
  return opened(name, context, { file: '', tables });
}

async function fileOf(connection: Connection, context: EngineContext, table: TableRef): Promise<CopiedTable> {
  const path = textOf(connection, 'path');
  const { uploads: folder } = context;
  const file =
    path === UPLOADS_PATH && folder !== undefined
      ? fileOfTable(folder, table.table)
      : await resolveDataFile(path, kind, context);
  return { file, schema: table.schema ?? 'main', table: table.table };
}

async function openHost(connection: Connection, context: EngineContext): Promise<WritableHost> {
  const path = textOf(connection, 'path');
  const { uploads: folder } = context;
  if (path !== UPLOADS_PATH || folder === undefined)
    return writable(connection, context, await resolveDataFile(path, kind, context));
  return followingFolder(folder, hostOf(connection, context, { file: folder, isFolder: true }));
}

/** How long a process that writes is there for the next statement; who reads ends it before. */
const WRITER_IDLE_MS = 5_000;

/**
 * The engine locks a file that is written against all other processes: those that read go before one writes, and come
 * back after it.
 */
function writable(connection: Connection, context: EngineContext, file: string): WritableHost {
  const readers = hostOf(connection, context, { file });
  const writers = hostOf(
    connection,
    { ...context, idleMs: Math.min(WRITER_IDLE_MS, context.idleMs) },
    { file, writes: true },
  );
  const lock = createFileLock({ vacateReaders: readers.vacate, vacateWriters: writers.vacate });
  const reading = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const leave = await lock.toRead(signal);
    return work().finally(leave);
  };
  return {
    ...readers,
    stream: async function* stream(query, asked) {
      const { got: leave, options } = await withinDeadline(asked, lock.toRead);
      try {
        yield* readers.stream(query, options);
      } finally {
        leave();
      }
    },
    describe: (sql, signal, schema) => reading(signal, () => readers.describe(sql, signal, schema)),
    read: (written, signal) => reading(signal, () => readers.read(written, signal)),
    start: () => reading(new AbortController().signal, readers.start),
    whileRead: reading,
    write: async function* write(query, asked) {
      const { got: leave, options } = await withinDeadline(asked, lock.toWrite);
      try {
        yield* writers.stream(query, { ...options, internal: false, writes: true });
      } catch (error) {
        throw openElsewhere(error);
      } finally {
        leave();
      }
    },
    close: async () => void (await Promise.all([readers.close(), writers.close()])),
  };
}

/** The engine tells who has the file open, by the ids of processes. */
function openElsewhere(error: unknown): unknown {
  if (!isAppError(error, 'database_error') || !/Could not set lock on file/.test(error.params.reason)) return error;
  const reason = 'the file is open in another server or program, and can be written when it is closed there';
  return new AppError('database_error', { reason }, { cause: error });
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
    describe: async (sql, signal, schema) => {
      await follow();
      return host.describe(sql, signal, schema);
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

function hostOf(connection: Connection, context: EngineContext, from: Opening): ProcessHost {
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
    perProcess: from.writes === true ? 1 : CONCURRENT,
    idleMs: context.idleMs,
    onDeath: (death) => context.onProcessDeath?.({ ...death, databaseId: context.databaseId ?? null }),
    // Texts of a result are not in the engine's own account.
    dataMb: context.memoryMb * 2 + 1024,
    cancelBy: 'interrupt',
  });
}
