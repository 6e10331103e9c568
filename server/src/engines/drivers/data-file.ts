import { constants, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { EngineContext } from './driver.ts';
import { isUploaded } from '../uploads/folder.ts';
import { ConnectionProblem } from '../errors/connection-problem.ts';

/** Bytes that tell one kind of file from another. */
export type FileKind = { readonly name: string; readonly offset: number; readonly magic: string };

/**
 * The real path of a data file, or the reason that it is none: outside the folders for data, a link that leads out of
 * them, the product's own metadata under whatever name, or a file of another kind.
 *
 * @param path absolute, or relative to the first data folder
 * @throws ConnectionProblem
 */
export async function resolveDataFile(path: string, kind: FileKind, context: EngineContext): Promise<string> {
  const [firstFolder] = context.dataFolders;
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) && !/^[a-z]:[\\/]/i.test(path))
    throw new ConnectionProblem('name', 'connection_hostname', 'Give the path of a file, not an address.');
  const wanted = isAbsolute(path) ? resolve(path) : resolve(firstFolder ?? '/', path);
  const folders = `Data files may be in ${context.dataFolders.join(', ')}.`;
  // Where the file may not be, its existence is not reported either.
  if (!isInside(wanted, context))
    throw new ConnectionProblem(
      'name',
      'connection_hostname',
      `${path} is outside the folders for data files. ${folders}`,
    );

  const real = await realpath(wanted).catch(() => null);
  if (real === null) throw new ConnectionProblem('name', 'connection_hostname', `There is no file ${path}.`);
  const allowed = await Promise.all(context.dataFolders.map((each) => realpath(each).catch(() => each)));
  if (!allowed.some((each) => isUnder(real, each)))
    throw new ConnectionProblem(
      'name',
      'connection_hostname',
      `${path} is a link that leads out of the folders for data files. ${folders}`,
    );
  const { uploads } = context;
  if (uploads !== undefined && isUploaded(real, await realpath(uploads).catch(() => uploads)))
    throw new ConnectionProblem(
      'rights',
      'connection_permissions',
      'This is a table that somebody has uploaded. It is reached through the database of uploads.',
    );
  if (await isMetadata(real, context))
    throw new ConnectionProblem(
      'rights',
      'connection_permissions',
      "This is the product's own metadata database. It is not open to queries.",
    );
  await assertKind(real, path, kind);
  return real;
}

function isInside(path: string, context: EngineContext): boolean {
  return context.dataFolders.some((folder) => isUnder(path, resolve(folder)));
}

function isUnder(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith(`..${sep}`) && way !== '..' && !isAbsolute(way);
}

/** By inode, so that hard links and other spellings of the path do not help. */
async function isMetadata(real: string, context: EngineContext): Promise<boolean> {
  if (context.metadata.kind !== 'sqlite') return false;
  const [file, own] = await Promise.all([stat(real), stat(context.metadata.file).catch(() => null)]);
  return own !== null && file.dev === own.dev && file.ino === own.ino;
}

async function assertKind(real: string, shown: string, kind: FileKind): Promise<void> {
  // A pipe without a writer would hold its reader, and one of the few threads that read files, for ever.
  const file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw new ConnectionProblem(
      'rights',
      'connection_permissions',
      `${shown} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  try {
    if (!(await file.stat()).isFile())
      throw new ConnectionProblem('rights', 'connection_permissions', `${shown} is not a ${kind.name} file.`);
    const bytes = Buffer.alloc(kind.magic.length);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, kind.offset);
    if (bytesRead < bytes.length || bytes.toString('latin1') !== kind.magic)
      throw new ConnectionProblem('rights', 'connection_permissions', `${shown} is not a ${kind.name} file.`);
  } finally {
    await file.close();
  }
}
