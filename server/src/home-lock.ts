import { hostname } from 'node:os';
import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { AppError } from '@tessera/core/errors/app-error';
import { codeOf } from './home.ts';

export const LOCK_FILE = 'server.lock';
/** A process that was killed a moment ago may still be ending. */
const DYING_MS = 1000;
/** Names the holder to users; nothing is decided by it. */
export const HOLDER_FILE = 'server.pid';

/**
 * Keep other servers off this home while the process lives.
 *
 * A lock of the file system, taken through the embedded database on a file without content: the kernel knows it across
 * containers that see the same files and other processes, and lets it go when the process ends, however it ends. The
 * file stays: whoever removed it would let a second server lock another one of its name.
 * @returns gives the lock back
 * @throws AppError home_in_use, home_unusable
 */
export function lockHome(home: string): () => void {
  const database = takeLock(home);
  const note = join(home, HOLDER_FILE);
  const mine = `process ${process.pid} of ${hostname()}`;
  try {
    writeFileSync(note, `${mine}\n`, { mode: 0o600 });
  } catch {
    // A full disk must not keep the server from its own home.
  }
  return () => {
    if (readHolder(home) === mine) rmSync(note, { force: true });
    database.close();
  };
}

function takeLock(home: string): Database.Database {
  const file = join(home, LOCK_FILE);
  let database: Database.Database | null = null;
  try {
    // Earlier versions wrote their process here; a file that is locked is always empty.
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) truncateSync(file);
    database = new Database(file, { timeout: DYING_MS });
    database.exec('PRAGMA journal_mode = OFF'); // nothing is ever written, so a full disk can be locked too
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if (codeOf(error) === 'SQLITE_BUSY')
      throw new AppError('home_in_use', { home, holder: readHolder(home) ?? 'another process' }, { cause: error });
    throw new AppError(
      'home_unusable',
      { home, reason: `its file system cannot lock files (${codeOf(error)})` },
      { cause: error },
    );
  }
}

function readHolder(home: string): string | null {
  try {
    return readFileSync(join(home, HOLDER_FILE), 'utf8').trim() || null;
  } catch {
    return null;
  }
}
