import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AppError } from '@tessera/core/errors/app-error';
import { METADATA_FILE, MIN_KEY_BYTES, type Settings } from './config.ts';

export const SECRET_FILE = 'secret.key';
/** Holds the one-use link where lines of the start go to a collector of logs, which many may read. */
export const LINK_FILE = 'setup-link';
/** More than one save needs: where this does not fit the next one may not either. */
export const PROBE_BYTES = 64 * 1024;

/**
 * What the kernel shows as files and no disk keeps. Files of shared memory are retained until the machine stops, which
 * some want.
 */
const pseudoFolders = ['/proc', '/sys', '/dev'];
const SHARED_MEMORY = '/dev/shm';
/** proc, sysfs, cgroup, cgroup2, devpts, debugfs: where they are mounted elsewhere. */
const pseudoTypes = new Set([0x9fa0, 0x62656572, 0x27e0eb, 0x63677270, 0x1cd1, 0x64626720]);

/**
 * Make the home folder (0700) where it is missing, and prove that it can be written.
 * @throws AppError home_unwritable,
 * home_unusable, storage_full
 */
export function prepareHome({ home }: Pick<Settings, 'home'>): void {
  try {
    assertUsable(home);
    makeFolder(home);
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
    if ((statSync(home).mode & 0o077) !== 0) chmodSync(home, 0o700);
    probe(home);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (isFull(error)) throw new AppError('storage_full', {}, { cause: error });
    throw new AppError('home_unwritable', { home, reason: codeOf(error) }, { cause: error });
  }
}

/** @throws AppError home_unusable for what is no folder of this user on a disk */
function assertUsable(home: string): void {
  const refuse = (reason: string): AppError<'home_unusable'> => new AppError('home_unusable', { home, reason });
  const entry = lstatSync(home, { throwIfNoEntry: false });
  if (entry?.isSymbolicLink() && !existsSync(home))
    throw refuse(`it is a link to ${resolve(dirname(home), readlinkSync(home))}, which does not exist`);
  const ground = realpathSync(nearest(home));
  const isPseudo = pseudoFolders.some((folder) => isBelow(ground, folder)) && !isBelow(ground, SHARED_MEMORY);
  if (isPseudo || pseudoTypes.has(statfsSync(ground).type))
    throw refuse('it lies in a file system of the kernel, which keeps no files');
  if (!entry) return;
  const found = statSync(home);
  if (!found.isDirectory()) throw refuse('it is a file and not a folder');
  const user = process.getuid?.();
  // The superuser of a container meets folders of other users by design.
  if (user !== undefined && user !== 0 && found.uid !== user)
    throw refuse(
      `it belongs to another user (${found.uid}; this is ${user}), who may start here or give it away with chown`,
    );
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The path itself or the nearest folder above it that exists. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
}

/**
 * Make a folder and those above it. Step by step: asked to make them all at once, Node never returns where a folder
 * exists and takes no new ones in, as below /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error; // another start may have been quicker
  }
}

/** A folder can allow writing and its disk refuse it; finding out now gives a better sentence. */
function probe(home: string): void {
  const file = join(home, `.probe-${process.pid}`);
  try {
    writeWhole(file, ' '.repeat(PROBE_BYTES));
  } finally {
    rmSync(file, { force: true });
  }
}

/** Whether something failed because its disk, or what this user may have of it, is full. */
export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error));
}

/**
 * An empty metadata file, or none beside the log of one, is no new installation where other things show that there
 * was one.
 * @throws AppError metadata_lost
 */
export function assertMetadataPresent({ home, metadataUrl }: Pick<Settings, 'home' | 'metadataUrl'>): void {
  const file = join(home, METADATA_FILE);
  if (metadataUrl !== file) return;
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size !== undefined && size > 0) return;
  const hasLog = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (size === undefined && !hasLog) return;
  const remains = [
    ...(hasLog ? [`${METADATA_FILE}-wal`] : []),
    ...readdirSync(home).filter((name) => name === SECRET_FILE || name.startsWith(`${METADATA_FILE}.`)),
    ...(existsSync(join(home, 'data')) && readdirSync(join(home, 'data')).length > 0 ? ['data'] : []),
  ];
  if (remains.length > 0)
    throw new AppError('metadata_lost', {
      file,
      state: size === undefined ? 'missing' : 'empty',
      remains: remains.join(', '),
    });
}

/**
 * The secret key that was given or is stored. A missing one is made only where nothing was encrypted or signed with
 * another.
 * @throws AppError setting_invalid, key_missing, home_unwritable
 */
export async function secretKeyOf(
  settings: Pick<Settings, 'home' | 'givenSecretKey'>,
  isNew: () => Promise<boolean>,
): Promise<string> {
  const kept = settings.givenSecretKey ?? storedKey(settings.home);
  if (kept !== null) return kept;
  const file = join(settings.home, SECRET_FILE);
  if (!(await isNew())) throw new AppError('key_missing', { file });
  keepKey(settings.home, newKeyText());
  return storedKey(settings.home) ?? '';
}

/** The key in the home; null where there is none. @throws AppError setting_invalid for one that is cut */
export function storedKey(home: string): string | null {
  const file = join(home, SECRET_FILE);
  if (!existsSync(file)) return null;
  const key = readFileSync(file, 'utf8').trim();
  if (Buffer.byteLength(key) < MIN_KEY_BYTES)
    throw new AppError('setting_invalid', {
      setting: file,
      reason:
        'is shorter than 32 bytes. Put back your copy of it; without it the stored connection secrets cannot be read.',
    });
  return key;
}

export function newKeyText(): string {
  return `${randomBytes(48).toString('base64url')}\n`;
}

/**
 * Written aside and linked into place: a start killed half-way leaves no half key, and of two starts one wins.
 * @throws
 * AppError home_unwritable
 */
export function keepKey(home: string, text: string): void {
  const file = join(home, SECRET_FILE);
  const made = join(home, `.${SECRET_FILE}-${process.pid}`);
  try {
    writeWhole(made, text);
    linkSync(made, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST')
      throw new AppError('home_unwritable', { home, reason: codeOf(error) }, { cause: error });
  } finally {
    rmSync(made, { force: true });
  }
}

/** Write a file for its owner only, and see it on the disk. */
export function writeWhole(file: string, text: string): void {
  rmSync(file, { force: true });
  const handle = openSync(file, 'wx', 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at); // the last space of a disk takes a part
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
}
