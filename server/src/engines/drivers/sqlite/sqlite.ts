import { msg } from '@tessera/core/messages';
import { join } from 'node:path';
import { resolveDataFile } from '../data-file.ts';
import { field, textOf, type Connection, type Driver, type EngineContext } from '../driver.ts';
import { fileEngine } from '../file-engine.ts';
import { createHost } from '../../process/host.ts';
import { sqliteCatalog } from './catalog.ts';

export type SqliteProcessSettings = { readonly file: string; readonly memoryMb: number };

const kind = { name: 'SQLite', offset: 0, magic: 'SQLite format 3\0' } as const;
/** A running query blocks its thread, so each has a process; so many run at a time. */
const PROCESSES = 3;

/** SQLite files. A cancelled query takes its process with it; the file is open for reading only, so nothing is lost. */
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
      hint: msg('A SQLite file in the folder for data files. It is opened for reading only.'),
    }),
  ],
  open: (connection, context) =>
    fileEngine({
      dialect: 'sqlite',
      defaultSchema: 'main',
      openHost: () => openHost(connection, context),
      readsSource: true,
      introspect: sqliteCatalog,
    }),
};

async function openHost(connection: Connection, context: EngineContext) {
  const file = await resolveDataFile(textOf(connection, 'path'), kind, context);
  return createHost<SqliteProcessSettings>({
    name: connection.name,
    dialect: 'sqlite',
    script: join(context.processFolder, 'sqlite-process.mjs'),
    settings: { file, memoryMb: context.memoryMb },
    processes: PROCESSES,
    perProcess: 1,
    idleMs: context.idleMs,
    onDeath: (death) => context.onProcessDeath?.({ ...death, databaseId: context.databaseId ?? null }),
    // The library reads a hundred rows ahead, whatever they weigh.
    heapMb: context.memoryMb,
    cancelBy: 'kill',
  });
}
