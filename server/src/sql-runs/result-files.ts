import { open, mkdir, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../bind-all.ts';

/** Lines that are added to one result while others read it. */
export type ResultWriter = {
  /** @throws AppError storage_full */
  readonly write: (line: string) => Promise<void>;
  /** Put a whole cell beside the lines. @throws AppError storage_full */
  readonly putAside: (cell: string) => Promise<{ readonly at: number; readonly bytes: number }>;
  /** No line follows: what reads it comes to its end. */
  readonly close: () => Promise<void>;
  /** Of lines and cells. */
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
type State = Needs & {
  readonly growing: Map<string, Growing>;
  /** Readers of results that nobody writes yet. */
  readonly early: Map<string, Set<() => void>>;
};

const LINES = '.ndjson';
const CELLS = '.cells';
const READ_BYTES = 256 * 1024;
/** Another server of the installation may write the result; this one looks for more so often. */
const LOOK_MS = 300;
/** Names of entries are made by the server; nothing else becomes a path. */
const KEY_LENGTH = 36;
const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Results of the SQL editor on disk, read while they grow: lines in one file, cells that are too big for them in
 * another. The files are bounded in size and age.
 */
export function createResultFiles(needs: Needs) {
  const state: State = { ...needs, growing: new Map<string, Growing>(), early: new Map<string, Set<() => void>>() };
  return bindAll(state, { create, read, cell, has, remove, sweep });
}

/** @throws AppError storage_full */
async function create(state: State, key: string): Promise<ResultWriter> {
  const lines = await orFull(async () => {
    await mkdir(state.folder, { recursive: true, mode: 0o700 });
    await rm(pathOf(state, key, CELLS), { force: true });
    return open(pathOf(state, key, LINES), 'w', 0o600);
  });
  let cells: FileHandle | null = null;
  let cellBytes = 0;
  const growing: Growing = { waiting: [], bytes: 0, isOpen: true };
  state.growing.set(key, growing);
  for (const begin of state.early.get(key) ?? []) begin();
  return {
    write: async (line) => {
      const bytes = Buffer.from(`${line}\n`);
      await orFull(() => lines.appendFile(bytes));
      growing.bytes += bytes.length;
      wake(growing);
    },
    putAside: async (cell) => {
      const bytes = Buffer.from(cell);
      const at = cellBytes;
      cellBytes += bytes.length;
      await orFull(async () => {
        cells ??= await open(pathOf(state, key, CELLS), 'w', 0o600);
        await cells.appendFile(bytes);
      });
      return { at, bytes: bytes.length };
    },
    close: async () => {
      if (!growing.isOpen) return;
      growing.isOpen = false;
      state.growing.delete(key);
      await Promise.all([lines.close(), cells?.close()]);
      wake(growing);
    },
    bytes: () => growing.bytes + cellBytes,
  };
}

function wake(growing: Growing): void {
  const { waiting } = growing;
  growing.waiting = [];
  for (const one of waiting) one();
}

async function orFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
    throw code === 'ENOSPC' || code === 'EDQUOT' ? new AppError('storage_full', {}, { cause: error }) : error;
  }
}

/** Whether the result is there, whole or growing. */
async function has(state: State, key: string): Promise<boolean> {
  if (!KEY.test(key)) return false;
  return state.growing.has(key) || (await stat(pathOf(state, key, LINES)).catch(() => null)) !== null;
}

export type ReadHow = {
  readonly signal: AbortSignal;
  /** Whether the run that writes it has ended, for results that this server does not write itself. */
  readonly isOver: () => Promise<boolean>;
  /** A pause in which `null` is given. */
  readonly pauseMs?: number;
};

/**
 * The bytes of a result from its beginning, and those that are added until it is closed. What is given ends with a
 * line, and is `null` in a pause between two.
 * @throws AppError results_gone, query_cancelled
 */
async function* read(state: State, key: string, how: ReadHow): AsyncGenerator<Buffer | null, void> {
  let handle: FileHandle | null = null;
  while (handle === null) {
    const isOver = await how.isOver();
    handle = KEY.test(key) ? await open(pathOf(state, key, LINES), 'r').catch(() => null) : null;
    if (handle === null && isOver) throw new AppError('results_gone', {});
    if (handle !== null) break;
    const isPause = await begun(state, key, how);
    if (how.signal.aborted) throw new AppError('query_cancelled', {});
    if (isPause) yield null;
  }
  let rest: Buffer = Buffer.alloc(0);
  try {
    for (let at = 0; ;) {
      const growing = state.growing.get(key);
      const known = growing?.bytes ?? 0;
      const isOver = growing === undefined && (await how.isOver());
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, at);
      if (how.signal.aborted) throw new AppError('query_cancelled', {});
      at += bytesRead;
      const { lines, more } = atLastLine(rest, buffer.subarray(0, bytesRead));
      rest = more;
      if (lines.length > 0) yield lines;
      else if (bytesRead > 0) continue;
      else if (isOver) return;
      else if (growing === undefined || growing.bytes === known) {
        if (await grown(growing, how)) yield null;
      }
    }
  } finally {
    await handle.close();
  }
}

function atLastLine(before: Buffer, read: Buffer): { readonly lines: Buffer; readonly more: Buffer } {
  const end = read.lastIndexOf(0x0a) + 1;
  if (end === 0) return { lines: Buffer.alloc(0), more: Buffer.concat([before, read]) };
  const lines = before.length === 0 ? read.subarray(0, end) : Buffer.concat([before, read.subarray(0, end)]);
  return { lines, more: read.subarray(end) };
}

/** Wait for the writer of a result, for a pause, or for the reader to leave. @returns whether there was a pause */
async function begun({ early, growing }: State, key: string, how: ReadHow): Promise<boolean> {
  if (growing.has(key)) return false;
  const waiting = early.get(key) ?? new Set();
  early.set(key, waiting);
  const start: Growing = { waiting: [], bytes: 0, isOpen: true };
  const begin = (): void => wake(start);
  waiting.add(begin);
  try {
    return await grown(start, { ...how, pauseMs: Math.min(LOOK_MS, how.pauseMs ?? LOOK_MS) });
  } finally {
    waiting.delete(begin);
    if (waiting.size === 0) early.delete(key);
  }
}

/** Wait for more, for a pause, or for the reader to leave. @returns whether there was a pause */
function grown(growing: Growing | undefined, { signal, pauseMs = LOOK_MS }: ReadHow): Promise<boolean> {
  return new Promise((resolve) => {
    let isPause = false;
    const timer = setTimeout(
      () => {
        isPause = true;
        done();
      },
      growing === undefined ? Math.min(LOOK_MS, pauseMs) : pauseMs,
    );
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve(isPause);
    };
    growing?.waiting.push(done);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted || growing?.isOpen === false) done();
  });
}

/** A whole cell as JSON text. @throws AppError results_gone */
async function cell(state: State, key: string, at: number, bytes: number): Promise<Buffer> {
  const path = pathOf(state, key, CELLS);
  const handle = KEY.test(key) ? await open(path, 'r').catch(() => null) : null;
  if (handle === null) throw new AppError('results_gone', {});
  try {
    const { size } = await handle.stat();
    if (at + bytes > size) throw new AppError('not_found', {});
    const { buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, at);
    return buffer;
  } finally {
    await handle.close();
  }
}

/** With the tables that were made of it, which begin with its name. */
async function remove(state: State, key: string): Promise<void> {
  if (!KEY.test(key)) return;
  const made = (await readdir(state.folder).catch(() => [] as string[])).filter((name) => name.startsWith(`${key}-`));
  const files = [LINES, CELLS].map((ending) => pathOf(state, key, ending));
  const paths = [...files, ...made.map((name) => join(state.folder, name))];
  await Promise.all(paths.map((path) => rm(path, { recursive: true, force: true })));
}

/** Remove what is old, and the oldest of what is too much together. What grows stays. */
async function sweep(state: State): Promise<void> {
  const names = await readdir(state.folder).catch(() => [] as string[]);
  const found = await Promise.all(
    names.map(async (name) => {
      const file = await stat(join(state.folder, name)).catch(() => null);
      if (!file) return [];
      // A table that was made of a result is no younger than it.
      const isOwn = name.endsWith(LINES) || name.endsWith(CELLS);
      return [{ key: name.slice(0, KEY_LENGTH), at: isOwn ? file.mtimeMs : 0, bytes: file.size }];
    }),
  );
  const entries = new Map<string, { at: number; bytes: number }>();
  for (const { key, at, bytes } of found.flat()) {
    const known = entries.get(key) ?? { at: 0, bytes: 0 };
    entries.set(key, { at: Math.max(known.at, at), bytes: known.bytes + bytes });
  }
  let bytes = 0;
  for (const [key, entry] of [...entries].toSorted(([, a], [, b]) => b.at - a.at)) {
    bytes += entry.bytes;
    const isOld = entry.at < state.now() - state.maxAgeMs;
    if ((bytes > state.maxBytes || isOld) && !state.growing.has(key)) await remove(state, key);
  }
}

function pathOf({ folder }: State, key: string, ending: string): string {
  return join(folder, `${key}${ending}`);
}
