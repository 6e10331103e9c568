import { open, mkdir, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@tessera/core/errors/app-error';
import { groupBy } from '@tessera/core/group-by';
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
  /** Whose they are; those that are not there are nobody's. */
  readonly ownersOf: (keys: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly now: () => number;
};
type Growing = { waiting: (() => void)[]; bytes: number; cells: number; isOpen: boolean };
type State = Needs & {
  readonly growing: Map<string, Growing>;
  /** Readers of results that nobody writes yet. */
  readonly early: Map<string, Set<() => void>>;
  /** Bytes since the last look at all of them. */
  written: number;
  looking: Promise<void> | null;
};

const LINES = '.ndjson';
const CELLS = '.cells';
const READ_BYTES = 256 * 1024;
/** When so large a part of the room was written, it is looked at before its time. */
const PART = 1 / 20;
/** Another server of the installation may write the result; this one looks for more so often. */
const LOOK_MS = 300;
/** Names of entries are made by the server; nothing else becomes a path. */
const KEY_LENGTH = 36;
const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Results of the SQL editor on disk, read while they grow: lines in one file, cells that are too big for them in
 * another. The files are bounded in size and age; where they are too large together, those of whoever has the most go.
 */
export function createResultFiles(needs: Needs) {
  const state: State = {
    ...needs,
    growing: new Map<string, Growing>(),
    early: new Map<string, Set<() => void>>(),
    written: 0,
    looking: null,
  };
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
  const growing: Growing = { waiting: [], bytes: 0, cells: 0, isOpen: true };
  state.growing.set(key, growing);
  for (const begin of state.early.get(key) ?? []) begin();
  return {
    write: async (line) => {
      const bytes = Buffer.from(`${line}\n`);
      await makeRoom(state, bytes.length);
      await orFull(() => lines.appendFile(bytes));
      growing.bytes += bytes.length;
      wake(growing);
    },
    putAside: async (cell) => {
      const bytes = Buffer.from(cell);
      const at = cellBytes;
      cellBytes += bytes.length;
      growing.cells += bytes.length;
      await makeRoom(state, bytes.length);
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

/**
 * Room for some more bytes: what is too much goes while it is written, and not at the next look alone.
 * @throws AppError storage_full where those that grow take all of it
 */
async function makeRoom(state: State, bytes: number): Promise<void> {
  state.written += bytes;
  if (state.written < state.maxBytes * PART) return;
  const growing = [...state.growing.values()].reduce((sum, one) => sum + one.bytes + one.cells, bytes);
  if (growing > state.maxBytes) throw new AppError('storage_full', {});
  await sweep(state);
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
  const start: Growing = { waiting: [], bytes: 0, cells: 0, isOpen: true };
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

type Entry = { readonly key: string; readonly at: number; readonly bytes: number };

/** Remove what is old, and what is too much together. What grows stays. A look that is under way is waited for. */
function sweep(state: State): Promise<void> {
  state.written = 0;
  state.looking ??= look(state).finally(() => (state.looking = null));
  return state.looking;
}

async function look(state: State): Promise<void> {
  const entries = await entriesOf(state);
  const isOld = ({ at }: Entry): boolean => at < state.now() - state.maxAgeMs;
  const grows = ({ key }: Entry): boolean => state.growing.has(key);
  const left = entries.filter((entry) => grows(entry) || !isOld(entry));
  const gone = entries.filter((entry) => !grows(entry) && isOld(entry)).map(({ key }) => key);
  const excess = left.reduce((sum, { bytes }) => sum + bytes, 0) - state.maxBytes;
  if (excess > 0) {
    const owners = await state.ownersOf(left.map(({ key }) => key));
    gone.push(...tooMuch(left, { owners, grows, excess }));
  }
  for (const key of gone) if (!state.growing.has(key)) await remove(state, key);
}

async function entriesOf({ folder }: State): Promise<readonly Entry[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const found = await Promise.all(
    names.map(async (name) => {
      const file = await stat(join(folder, name)).catch(() => null);
      if (!file) return [];
      // A table that was made of a result is no younger than it.
      const isOwn = name.endsWith(LINES) || name.endsWith(CELLS);
      return [{ key: name.slice(0, KEY_LENGTH), at: isOwn ? file.mtimeMs : 0, bytes: file.size }];
    }),
  );
  const entries = new Map<string, Entry>();
  for (const { key, at, bytes } of found.flat()) {
    const known = entries.get(key) ?? { at: 0, bytes: 0 };
    entries.set(key, { key, at: Math.max(known.at, at), bytes: known.bytes + bytes });
  }
  return [...entries.values()];
}

type Excess = {
  readonly owners: ReadonlyMap<string, number>;
  readonly grows: (entry: Entry) => boolean;
  readonly excess: number;
};

/** Of whoever has the most the oldest, until the rest fits: nobody loses theirs by the many of another. */
function tooMuch(entries: readonly Entry[], { owners, grows, excess }: Excess): readonly string[] {
  const groups = [...groupBy(entries, ({ key }) => owners.get(key) ?? null).values()].map((own) => ({
    bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
    oldest: own.filter((entry) => !grows(entry)).toSorted((one, other) => other.at - one.at),
  }));
  const gone: string[] = [];
  for (let left = excess; left > 0;) {
    const some = groups.filter(({ oldest }) => oldest.length > 0);
    const most = some.toSorted((one, other) => other.bytes - one.bytes)[0];
    const entry = most?.oldest.pop();
    if (!most || !entry) break;
    most.bytes -= entry.bytes;
    left -= entry.bytes;
    gone.push(entry.key);
  }
  return gone;
}

function pathOf({ folder }: State, key: string, ending: string): string {
  return join(folder, `${key}${ending}`);
}
