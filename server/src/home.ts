import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, closeSync, constants, existsSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync, fsyncSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@tessera/core/errors/app-error';
import { MIN_KEY_BYTES, type Config, type Settings } from './config.ts';

export const SECRET_FILE = 'secret.key';
export const LOCK_FILE = 'server.lock';

/** Make the home folder (0700) and the secret key (0600) where they are missing. @throws AppError home_unwritable, setting_invalid */
export function prepareHome(settings: Settings): Config {
  const { home } = settings;
  try {
    if (!existsSync(home)) mkdirSync(home, { recursive: true, mode: 0o700 });
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
    if ((statSync(home).mode & 0o077) !== 0) chmodSync(home, 0o700);
    probe(home);
  } catch (error) {
    throw new AppError('home_unwritable', { home, reason: codeOf(error) }, { cause: error });
  }
  return { ...settings, secretKey: settings.givenSecretKey ?? keptKey(home) };
}

/** A disk that was mounted read-only again, or a volume that is gone. @throws AppError unavailable */
export async function assertWritable(home: string): Promise<void> {
  try {
    await access(home, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new AppError('unavailable', { reason: `The home folder cannot be written (${codeOf(error)}).` }, { cause: error });
  }
}

/** A folder can allow writing and its disk refuse it; finding out now gives a better sentence. */
function probe(home: string): void {
  const file = join(home, `.probe-${process.pid}`);
  writeWhole(file, '');
  rmSync(file);
}

function keptKey(home: string): string {
  const file = join(home, SECRET_FILE);
  if (!existsSync(file)) makeKey(home, file);
  const key = readFileSync(file, 'utf8').trim();
  if (Buffer.byteLength(key) < MIN_KEY_BYTES) throw new AppError('setting_invalid', { setting: file, reason: 'is shorter than 32 bytes. Restore it from a backup; without it the stored connection secrets cannot be read.' });
  return key;
}

/** Written aside and linked into place: a start killed half-way leaves no half key, and of two starts one wins. */
function makeKey(home: string, file: string): void {
  const made = join(home, `.${SECRET_FILE}-${process.pid}`);
  writeWhole(made, `${randomBytes(48).toString('base64url')}\n`);
  try {
    linkSync(made, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw new AppError('home_unwritable', { home, reason: codeOf(error) }, { cause: error });
  } finally {
    rmSync(made, { force: true });
  }
}

function writeWhole(file: string, text: string): void {
  rmSync(file, { force: true });
  const handle = openSync(file, 'wx', 0o600);
  writeSync(handle, text);
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * Keep other servers off this home while the process lives.
 *
 * The lock names its process; one whose process is gone is taken over.
 * @returns gives the lock back
 * @throws AppError home_in_use
 */
export function lockHome(home: string): () => void {
  const file = join(home, LOCK_FILE);
  const mine = join(home, `.${LOCK_FILE}-${process.pid}`);
  writeWhole(mine, `${process.pid} ${startOf(process.pid)}\n`);
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      try {
        linkSync(mine, file);
        return () => release(file);
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw new AppError('home_unwritable', { home, reason: codeOf(error) }, { cause: error });
      }
      const holder = holderOf(file);
      if (holder !== null && holder !== process.pid) throw new AppError('home_in_use', { home, pid: holder });
      rmSync(file, { force: true });
    }
    throw new AppError('home_in_use', { home, pid: holderOf(file) ?? 0 });
  } finally {
    rmSync(mine, { force: true });
  }
}

function release(file: string): void {
  if (readLock(file).pid === process.pid) rmSync(file, { force: true });
}

/** The living process that holds the lock, or null. */
function holderOf(file: string): number | null {
  const { pid, started } = readLock(file);
  if (pid === null || !isAlive(pid) || isDead(pid)) return null;
  // A process number is used again after a while; the start time tells the two apart where the system gives it.
  return started !== '' && startOf(pid) !== '' && started !== startOf(pid) ? null : pid;
}

function readLock(file: string): { readonly pid: number | null; readonly started: string } {
  try {
    const [pid, started] = readFileSync(file, 'utf8').trim().split(' ');
    return { pid: pid !== undefined && /^\d+$/.test(pid) ? Number(pid) : null, started: started ?? '' };
  } catch {
    return { pid: null, started: '' };
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** A process that was killed keeps its number until its parent asks for it, which the first process of a container may never do. */
function isDead(pid: number): boolean {
  return ['Z', 'X'].includes(statOf(pid)[0] ?? '');
}

/** Start time of a process in clock ticks since boot (Linux); empty elsewhere. */
function startOf(pid: number): string {
  return statOf(pid)[19] ?? '';
}

/** What Linux tells of a process, from its state on; nothing elsewhere. */
function statOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
  } catch {
    return [];
  }
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
}
