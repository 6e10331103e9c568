import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EXTRACTS } from '../extracts/folder.ts';
import { UPLOADS_PATH } from '../uploads/folder.ts';
import type { EngineContext, MetadataPlace } from './driver.ts';

type Settings = {
  readonly home: string;
  readonly metadataUrl: string;
  readonly allowedHosts: readonly string[];
  readonly dataFolders: readonly string[];
  readonly uploadsFolder?: string | null;
  readonly extractsFolder?: string | null;
  readonly sqlResultsFolder?: string | null;
  readonly engineMemoryMb: number;
};

/** An engine process that nobody has asked for so long ends. */
const IDLE_MS = 10 * 60_000;

/** Folder in the home for data files, the samples among them. */
export function dataFolder(home: string): string {
  return join(home, 'data');
}

/** Folder of the tables that users upload: in the home, or one that several servers see. */
export function uploadsFolder({ home, uploadsFolder: shared }: Pick<Settings, 'home' | 'uploadsFolder'>): string {
  return shared ? resolve(shared) : join(dataFolder(home), UPLOADS_PATH);
}

/** Folder of the extracts of accelerated datasets: in the home, or one that several servers see. */
export function extractsFolder({ home, extractsFolder: shared }: Pick<Settings, 'home' | 'extractsFolder'>): string {
  return shared ? resolve(shared) : join(home, EXTRACTS);
}

/** Folder of the results of the SQL editor: in the home, or one that several servers see. */
export function resultsFolder({ home, sqlResultsFolder: shared }: Pick<Settings, 'home' | 'sqlResultsFolder'>): string {
  return shared ? resolve(shared) : join(home, 'results');
}

/**
 * What drivers know of this installation; makes the folders that they use.
 *
 * @param processFolder folder with the scripts of the engine processes
 * @param identity of the metadata database on PostgreSQL, as identityOf tells it
 */
export function createEngineContext(
  settings: Settings,
  processFolder: string,
  identity: string | null = null,
): EngineContext {
  const own = dataFolder(settings.home);
  const temporary = join(settings.home, 'spill');
  const uploads = uploadsFolder(settings);
  for (const folder of [own, temporary, uploads, extractsFolder(settings)])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    processFolder,
    dataFolders: [own, ...settings.dataFolders],
    uploads,
    temporary,
    metadata: placeOf(settings.metadataUrl, identity),
    allowedHosts: settings.allowedHosts,
    memoryMb: settings.engineMemoryMb,
    idleMs: IDLE_MS,
  };
}

/**
 * Reads the address as the driver does: parameters come before what stands in its place, and the user names the
 * database that is not named.
 */
function placeOf(url: string, identity: string | null): MetadataPlace {
  if (!/^postgres(ql)?:\/\//i.test(url)) return { kind: 'sqlite', file: url };
  const { hostname, port, pathname, searchParams, username } = new URL(url);
  return {
    kind: 'postgresql',
    host: (searchParams.get('host') || decodeURIComponent(hostname) || 'localhost').replace(/^\[|\]$/g, ''),
    port: Number(searchParams.get('port') || port || 5432),
    database: decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username),
    identity,
  };
}
