import { AppError } from '@tessera/core/errors/app-error';
import { open, mkdir, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { bindAll } from '../bind-all.ts';

/** Lines that are added to one result while others read it. */
export type ResultWriter = {
  /** @throws AppError storage_full */
  readonly write: (line: string) => Promise<void>;
  /** No line follows: what reads it comes to its end. */
  readonly close: () => Promise<void>;
  readonly bytes: () => number;
};
export type ResultFiles = ReturnType<typeof createResultFiles>;

type Needs = {
  readonly folder: string;
  readonly maxBytes: number;
  /** An entry is removed after so long. */
  readonly maxAgeMs: number;
  readonly now: () => number;
};
type Growing = { waiting: (() => void)[]; bytes: number; isOpen: boolean };
type State = Needs & { readonly growing: Map<string, Growing> };

const ENDING = '.ndjson';
const READ_BYTES = 256 * 1024;
/** Names of entries are made by the server; nothing else becomes a path. */
const KEY = /^[0-9a-f-]{36}$/;

/**
 * Results of the SQL editor on disk, one file each, read while they grow. The files are bounded in size and age; an
 * entry that was never closed was left by a server that died.
 */
export function createResultFiles(needs: Needs) {
  const state: State = { ...needs, growing: new Map<string, Growing>() };
  return bindAll(state, { create, read, has, sweep });
}

async function create(state: State, key: string): Promise<ResultWriter> {
  await mkdir(state.folder, { recursive: true, mode: 0o700 });
  const handle = await open(pathOf(state, key), 'w', 0o600);
  const growing: Growing = { waiting: [], bytes: 0, isOpen: true };
  state.growing.set(key, growing);
  const wake = (): void => {
    const { waiting } = growing;
    growing.waiting = [];
    for (const one of waiting) one();
  };
  return {
    write: async (line) => {
      const bytes = Buffer.from(`${line}\n`);
      await append(handle, bytes);
      growing.bytes += bytes.length;
      wake();
    },
    close: async () => {
      if (!growing.isOpen) return;
      growing.isOpen = false;
      state.growing.delete(key);
      await handle.close();
      wake();
    },
    bytes: () => growing.bytes,
  };
}

async function append(handle: FileHandle, bytes: Buffer): Promise<void> {
  try {
    await handle.appendFile(bytes);
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
    throw code === 'ENOSPC' || code === 'EDQUOT' ? new AppError('storage_full', {}, { cause: error }) : error;
  }
}

/** Whether the result is there, whole or growing. */
async function has(state: State, key: string): Promise<boolean> {
  return KEY.test(key) && (state.growing.has(key) || (await stat(pathOf(state, key)).catch(() => null)) !== null);
}

/**
 * The bytes of a result from its beginning, and those that are added until it is closed.
 * @throws AppError results_gone
 */
async function* read(state: State, key: string, signal: AbortSignal): AsyncGenerator<Buffer, void> {
  const handle = KEY.test(key) ? await open(pathOf(state, key), 'r').catch(() => null) : null;
  if (handle === null) throw new AppError('results_gone', {});
  try {
    let at = 0;
    for (;;) {
      const growing = state.growing.get(key);
      const known = growing?.bytes ?? 0;
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, at);
      at += bytesRead;
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
      else if (growing?.isOpen !== true) return;
      else if (growing.bytes === known) await grown(growing, signal);
      if (signal.aborted) throw new AppError('query_cancelled', {});
    }
  } finally {
    await handle.close();
  }
}

function grown(growing: Growing, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    growing.waiting.push(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Remove what is old, and the oldest of what is too much together. What grows stays. */
async function sweep(state: State): Promise<void> {
  const names = await readdir(state.folder).catch(() => [] as string[]);
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(state.folder, name);
      const found = await stat(path).catch(() => null);
      return found && !state.growing.has(name.replace(ENDING, ''))
        ? { path, at: found.mtimeMs, bytes: found.size }
        : [];
    }),
  );
  let bytes = 0;
  for (const file of files.flat().toSorted((a, b) => b.at - a.at)) {
    bytes += file.bytes;
    if (bytes > state.maxBytes || file.at < state.now() - state.maxAgeMs) await rm(file.path, { force: true });
  }
}

function pathOf({ folder }: State, key: string): string {
  return join(folder, `${key}${ENDING}`);
}
