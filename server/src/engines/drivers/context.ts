import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineContext, MetadataPlace } from './driver.ts';

type Settings = {
  readonly home: string;
  readonly metadataUrl: string;
  readonly allowedHosts: readonly string[];
  readonly dataFolders: readonly string[];
  readonly engineMemoryMb: number;
};

/** An engine process that nobody has asked for so long ends. */
const IDLE_MS = 10 * 60_000;

/** Folder in the home for data files, the samples among them. */
export function dataFolder(home: string): string {
  return join(home, 'data');
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
  for (const folder of [own, temporary]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    processFolder,
    dataFolders: [own, ...settings.dataFolders],
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
