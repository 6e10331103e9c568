import { msg } from '@tessera/core/messages';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { resolveDataFile } from '../data-file.ts';
import { field, textOf, type Connection, type Driver, type EngineContext } from '../driver.ts';
import { fileEngine, type WritableHost } from '../file-engine.ts';
import { createHost, type ProcessHost } from '../../process/host.ts';
import { sqliteCatalog } from './catalog.ts';

export type SqliteProcessSettings = {
  readonly file: string;
  readonly memoryMb: number;
  /** It is opened for writing as well. */
  readonly writes?: boolean;
};

const kind = { name: 'SQLite', offset: 0, magic: 'SQLite format 3\0' } as const;
/** A running query blocks its thread, so each has a process; the registry lets so many in at a time. */
const PLACES = 5;
/** Texts are read and tables listed without a place. */
const PROCESSES = PLACES + 1;

/** SQLite files. A cancelled query takes its process with it; those that read can lose nothing of the file. */
export const sqliteDriver: Driver = {
  engine: 'sqlite',
  name: 'SQLite',
  dialect: 'sqlite',
  schemes: ['sqlite'],
  uri: 'file',
  fields: [
    field('path', msg('File'), 'text', {
      required: true,
      target: true,
      placeholder: 'sales.db',
      hint: msg('A SQLite file in the folder for data files. Queries open it for reading only.'),
    }),
  ],
  open: (connection, context) =>
    fileEngine({
      dialect: 'sqlite',
      defaultSchema: 'main',
      openHost: () => openHost(connection, context),
      places: PLACES,
      writes: true,
      readsSource: true,
      introspect: sqliteCatalog,
    }),
};

async function openHost(connection: Connection, context: EngineContext): Promise<WritableHost> {
  const file = await resolveDataFile(textOf(connection, 'path'), kind, context);
  const readers = hostOf(connection, context, { file });
  const writers = hostOf(connection, context, { file, writes: true });
  let mending: Promise<void> | null = null;
  // What a statement began that was ended with its process is taken back by the next one that opens the file for
  // writing; until then nobody can read it.
  const mend = (): Promise<void> => {
    mending ??= writers
      .start()
      .catch(() => undefined)
      .finally(() => {
        mending = null;
      });
    return mending;
  };
  if (existsSync(`${file}-journal`)) await mend();
  return {
    ...readers,
    stream: async function* stream(query, options) {
      await mending;
      yield* readers.stream(query, options);
    },
    write: async function* write(query, options) {
      let isOver = false;
      // The driver lets go of a lock when it collects the statement that had it: a process at rest may have one still.
      await readers.vacate();
      try {
        yield* writers.stream(query, { ...options, internal: false, writes: true });
        isOver = true;
      } finally {
        if (!isOver) await mend();
      }
    },
    close: async () => void (await Promise.all([readers.close(), writers.close()])),
  };
}

function hostOf(
  connection: Connection,
  context: EngineContext,
  from: Pick<SqliteProcessSettings, 'file' | 'writes'>,
): ProcessHost {
  return createHost<SqliteProcessSettings>({
    name: connection.name,
    dialect: 'sqlite',
    script: join(context.processFolder, 'sqlite-process.mjs'),
    settings: { ...from, memoryMb: context.memoryMb },
    // Writers would only wait for each other.
    processes: from.writes === true ? 1 : PROCESSES,
    perProcess: 1,
    idleMs: context.idleMs,
    onDeath: (death) => context.onProcessDeath?.({ ...death, databaseId: context.databaseId ?? null }),
    // The library reads a hundred rows ahead, whatever they weigh.
    heapMb: context.memoryMb,
    cancelBy: 'kill',
  });
}
